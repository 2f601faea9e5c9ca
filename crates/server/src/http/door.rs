//! The door: how many connections each address has.

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
use tokio::time::{Instant, Sleep, sleep};

use super::gate::{Caller, Counted, Gate};

/// Lets connections in, as many as an address may have; who comes through a proxy is counted later.
pub struct Door {
    /// Where they come.
    pub listener: TcpListener,
    /// Who may.
    pub gate: Arc<Gate>,
    /// Who says nothing for so long has gone without a word.
    pub idle: Duration,
}

/// A connection that is counted until it ends.
pub struct Visit {
    stream: TcpStream,
    idle: Duration,
    end: Pin<Box<Sleep>>,
    _counted: Option<Counted>,
}

/// From where a connection comes.
#[derive(Copy, Clone, Debug)]
pub struct Address(pub SocketAddr);

impl Listener for Door {
    type Io = Visit;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Visit, SocketAddr) {
        loop {
            let (stream, address) = Listener::accept(&mut self.listener).await;
            let counted = match self.gate.is_behind_proxy() {
                true => None,
                false => match self.gate.connect(Caller::of(address.ip())) {
                    Ok(counted) => Some(counted),
                    // Too many hang on already.
                    Err(_) => continue,
                },
            };
            // What is told is told at once.
            let _ = stream.set_nodelay(true);
            let end = Box::pin(sleep(self.idle));
            return (Visit { stream, idle: self.idle, end, _counted: counted }, address);
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl Connected<IncomingStream<'_, Door>> for Address {
    fn connect_info(stream: IncomingStream<'_, Door>) -> Address {
        Address(*stream.remote_addr())
    }
}

impl AsyncRead for Visit {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, into);
        if read.is_pending() {
            return self.end.as_mut().poll(context).map(|()| Err(ErrorKind::TimedOut.into()));
        }
        let end = Instant::now() + self.idle;
        self.end.as_mut().reset(end);
        read
    }
}

impl AsyncWrite for Visit {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
