//! The listener: accepts connections, and closes those that are silent or too slow.

use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::time::{Instant, Sleep, sleep};

use super::connections::{HttpConnection, Phase};
use super::costs;
use super::limits::{AccessLimits, Caller, CountedConnection};
use crate::settings::LONGEST_MESSAGE;

/// Accepts connections, up to the limit of each address. Clients behind a proxy are counted later.
pub struct LimitedListener {
    /// The listening socket.
    pub listener: TcpListener,
    /// The limits for connections.
    pub limits: Arc<AccessLimits>,
    /// The deadlines of connections.
    pub deadlines: Deadlines,
}

/// The deadlines of connections.
#[derive(Copy, Clone, Debug)]
pub struct Deadlines {
    /// A connection that is silent for this long is closed.
    pub idle: Duration,
    /// The head of a request must be complete within this time after its first byte.
    pub head: Duration,
}

/// A connection that counts towards the limits until it ends.
pub struct LimitedStream {
    stream: TcpStream,
    limits: Arc<AccessLimits>,
    deadlines: Deadlines,
    /// Fires at the current deadline, or before it.
    timer: Pin<Box<Sleep>>,
    /// When data was last received or sent.
    active_at: Instant,
    /// The head of a request that is not complete yet.
    head: Option<Head>,
    /// Bytes that were received over a WebSocket and were not charged yet.
    uncharged: usize,
    close_requested: oneshot::Receiver<()>,
    connection: Arc<HttpConnection>,
    _counted: Option<CountedConnection>,
}

/// The head of a request, as far as it was received.
struct Head {
    since: Instant,
    bytes: usize,
    /// The number of requests before it.
    number: u64,
}

/// The client's address and the connection of a request.
#[derive(Clone)]
pub struct PeerInfo {
    /// The address of the client.
    pub peer: SocketAddr,
    /// The connection.
    pub connection: Arc<HttpConnection>,
}

/// The largest head of a request in bytes, including the part of the body that is read with it.
const LONGEST_HEAD: usize = 128 * 1024;

/// How long the listener waits after an error of the operating system.
const RETRY: Duration = Duration::from_millis(100);

impl Listener for LimitedListener {
    type Io = LimitedStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (LimitedStream, SocketAddr) {
        loop {
            let (stream, address) = match self.listener.accept().await {
                Ok(accepted) => accepted,
                Err(error) => {
                    self.recover(&error).await;
                    continue;
                }
            };
            let caller = Caller::of(address.ip());
            let counted = match self.limits.is_behind_proxy() {
                true => None,
                false => match self.limits.connect(caller) {
                    Ok(counted) => Some(counted),
                    // This address has too many connections already.
                    Err(_) => continue,
                },
            };
            let Some((connection, close_requested)) = self.limits.connections.admit(caller) else {
                continue;
            };
            // Small packets are sent at once.
            let _ = stream.set_nodelay(true);
            let limited_stream = LimitedStream {
                stream,
                limits: Arc::clone(&self.limits),
                deadlines: self.deadlines,
                timer: Box::pin(sleep(self.deadlines.idle)),
                active_at: Instant::now(),
                head: None,
                uncharged: 0,
                close_requested,
                connection: Arc::new(connection),
                _counted: counted,
            };
            return (limited_stream, address);
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl LimitedListener {
    /// No connection can be accepted: either the client has already gone, or too many files are
    /// open.
    async fn recover(&self, error: &io::Error) {
        if matches!(
            error.kind(),
            ErrorKind::ConnectionRefused
                | ErrorKind::ConnectionAborted
                | ErrorKind::ConnectionReset
        ) {
            return;
        }
        tracing::warn!(%error, "a connection cannot be accepted");
        self.limits.connections.evict_one();
        sleep(RETRY).await;
    }
}

impl Connected<IncomingStream<'_, LimitedListener>> for PeerInfo {
    fn connect_info(stream: IncomingStream<'_, LimitedListener>) -> PeerInfo {
        PeerInfo { peer: *stream.remote_addr(), connection: Arc::clone(&stream.io().connection) }
    }
}

impl LimitedStream {
    /// Records that this many bytes were received.
    fn on_read(&mut self, count: usize) -> io::Result<()> {
        let now = Instant::now();
        self.active_at = now;
        self.forget_head();
        match self.connection.phase() {
            Phase::Head => {
                let number = self.connection.requests();
                let head = self.head.get_or_insert(Head { since: now, bytes: 0, number });
                head.bytes += count;
                if head.bytes > LONGEST_HEAD {
                    return Err(ErrorKind::InvalidData.into());
                }
                if now.duration_since(head.since) > self.deadlines.head {
                    return Err(ErrorKind::TimedOut.into());
                }
                Ok(())
            }
            Phase::Answer => Ok(()),
            Phase::Upgraded => self.charge(count),
        }
    }

    /// A complete head has no deadline any more.
    fn forget_head(&mut self) {
        let requests = self.connection.requests();
        self.head.take_if(|head| head.number != requests);
    }

    /// Messages are charged where they are read. A message that is sent in endless pieces is
    /// charged here.
    fn charge(&mut self, count: usize) -> io::Result<()> {
        self.uncharged += count;
        while self.uncharged >= LONGEST_MESSAGE {
            self.uncharged -= LONGEST_MESSAGE;
            if let Some(caller) = self.connection.caller()
                && self.limits.charge_request(caller, costs::USUAL).is_err()
            {
                return Err(ErrorKind::ConnectionAborted.into());
            }
        }
        Ok(())
    }

    /// Nothing was received or sent: checks whether the deadline has passed.
    fn poll_timeout(&mut self, context: &mut Context<'_>) -> Poll<io::Error> {
        if Pin::new(&mut self.close_requested).poll(context).is_ready() {
            return Poll::Ready(ErrorKind::ConnectionAborted.into());
        }
        loop {
            self.forget_head();
            let idle = self.active_at + self.deadlines.idle;
            let end =
                self.head.as_ref().map_or(idle, |head| idle.min(head.since + self.deadlines.head));
            if end <= Instant::now() {
                return Poll::Ready(ErrorKind::TimedOut.into());
            }
            if self.timer.deadline() != end {
                self.timer.as_mut().reset(end);
            }
            if self.timer.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
        }
    }

    /// Handles the result of a write.
    fn on_written<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_pending() {
            // The deadline also applies to a client that does not read.
            return self.poll_timeout(context).map(Err);
        }
        self.active_at = Instant::now();
        written
    }
}

impl AsyncRead for LimitedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, into);
        match read {
            Poll::Pending => self.poll_timeout(context).map(Err),
            Poll::Ready(Ok(())) => Poll::Ready(self.on_read(into.filled().len() - before)),
            failed => failed,
        }
    }
}

impl AsyncWrite for LimitedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.on_written(context, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
