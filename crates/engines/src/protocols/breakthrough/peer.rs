//! A connection to a client.

use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};

use super::LONGEST_ANSWER;
use crate::protocols::lines::LineBuffer;

/// A client and its connection.
#[derive(Debug)]
pub struct Peer<S> {
    /// The number of the client, from 1 in the order of arrival: clients have no names.
    pub number: u64,
    /// The address from which it connects.
    pub address: String,
    stream: S,
    lines: LineBuffer,
}

/// Something that came from a client.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum PeerEvent {
    /// A line, without its end.
    Line(Vec<u8>),
    /// A line that is longer than allowed.
    TooLong,
    /// The connection was closed or broke.
    Gone,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Peer<S> {
    /// A client that has just connected.
    pub fn new(number: u64, address: String, stream: S) -> Peer<S> {
        Peer { number, address, stream, lines: LineBuffer::new(LONGEST_ANSWER) }
    }

    /// Sends a message. If this call is cancelled half-way, the connection can no longer be used.
    ///
    /// # Errors
    /// When the connection is broken.
    pub async fn send(&mut self, message: &str) -> io::Result<()> {
        self.stream.write_all(message.as_bytes()).await?;
        self.stream.flush().await
    }

    /// Waits for the next line. Nothing is lost if this call is cancelled.
    pub async fn next_event(&mut self) -> PeerEvent {
        poll_fn(|context| self.poll_event(context)).await
    }

    /// Returns what has already come, if anything, without waiting.
    pub async fn ready_event(&mut self) -> Option<PeerEvent> {
        poll_fn(|context| match self.poll_event(context) {
            Poll::Ready(heard) => Poll::Ready(Some(heard)),
            Poll::Pending => Poll::Ready(None),
        })
        .await
    }

    /// Checks whether a waiting client has gone. Its input is dropped if `forget` is set. Otherwise
    /// it is kept until it holds a line; no more is read then, so that no client can fill the
    /// memory.
    pub fn poll_gone(&mut self, context: &mut Context<'_>, forget: bool) -> Poll<()> {
        loop {
            if forget {
                self.lines.clear();
            } else if self.lines.has_line() {
                return Poll::Pending;
            }
            match self.poll_read(context) {
                Poll::Ready(true) => {}
                Poll::Ready(false) => return Poll::Ready(()),
                Poll::Pending => return Poll::Pending,
            }
        }
    }

    /// Ends the outgoing stream and hangs up.
    pub async fn close(mut self) {
        // Pending input is read, so that the system does not report a broken connection.
        poll_fn(|context| {
            self.lines.clear();
            let _ = self.poll_read(context);
            Poll::Ready(())
        })
        .await;
        // The client may have gone already.
        let _ = self.stream.shutdown().await;
    }

    fn poll_event(&mut self, context: &mut Context<'_>) -> Poll<PeerEvent> {
        loop {
            match self.lines.next_line() {
                Some(Ok(line)) => return Poll::Ready(PeerEvent::Line(line)),
                Some(Err(_)) => return Poll::Ready(PeerEvent::TooLong),
                None => {}
            }
            match self.poll_read(context) {
                Poll::Ready(true) => {}
                Poll::Ready(false) => return Poll::Ready(PeerEvent::Gone),
                Poll::Pending => return Poll::Pending,
            }
        }
    }

    /// Reads a piece; returns false if no more will come.
    fn poll_read(&mut self, context: &mut Context<'_>) -> Poll<bool> {
        let mut bytes = [0; 512];
        let mut piece = ReadBuf::new(&mut bytes);
        match Pin::new(&mut self.stream).poll_read(context, &mut piece) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(Err(_)) => Poll::Ready(false),
            Poll::Ready(Ok(())) => {
                self.lines.push(piece.filled());
                Poll::Ready(!piece.filled().is_empty())
            }
        }
    }
}
