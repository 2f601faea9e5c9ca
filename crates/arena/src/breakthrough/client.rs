//! A client for any server that speaks the [protocol](ludoteca_engines::protocols::breakthrough) of
//! Breakthrough.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};

use ludoteca_core::{Options, Seat};

use ludoteca_engines::protocols::breakthrough::{
    BadMessage, ClientView, LONGEST_MESSAGE, ServerMessage, read_message,
};
use ludoteca_engines::protocols::lines::LineBuffer;

/// A client over any stream of bytes.
pub struct Client<S> {
    stream: S,
    lines: LineBuffer,
    /// The options that were given, or else those that follow from the first board.
    options: Option<Options>,
    seat: Option<Seat>,
}

/// A message from the server, as the client sees it.
pub enum ClientEvent {
    /// A game begins, and this is the client's seat.
    Seat(Seat),
    /// It is the client's turn.
    Turn(ClientView),
    /// The server has hung up: the last game is over.
    HungUp,
}

/// Why a client cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The connection does not work.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The server does not speak the protocol.
    #[error(transparent)]
    Message(#[from] BadMessage),
}

impl Client<TcpStream> {
    /// Connects to a server. Without options, the board is assumed to be square.
    ///
    /// # Errors
    /// When the connection cannot be made.
    pub fn connect(
        address: impl ToSocketAddrs,
        options: Option<Options>,
    ) -> io::Result<Client<TcpStream>> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Client::new(stream, options))
    }
}

impl<S: Read + Write> Client<S> {
    /// Creates a client over an existing connection.
    pub fn new(stream: S, options: Option<Options>) -> Client<S> {
        Client { stream, lines: LineBuffer::new(LONGEST_MESSAGE), options, seat: None }
    }

    /// Waits for the next message of the server.
    ///
    /// # Errors
    /// When the server does not speak the protocol, or the connection does not work.
    pub fn listen(&mut self) -> Result<ClientEvent, ClientError> {
        let line = loop {
            if let Some(line) = self.lines.next_line() {
                break line.map_err(|_| BadMessage::TooLong)?;
            }
            let mut bytes = [0; 1024];
            match self.stream.read(&mut bytes) {
                Ok(0) => return Ok(ClientEvent::HungUp),
                Ok(read) => self.lines.push(&bytes[..read]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // A server may hang up at once, even if we still had something to send.
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => {
                    return Ok(ClientEvent::HungUp);
                }
                Err(error) => return Err(error.into()),
            }
        };
        match read_message(&line)? {
            ServerMessage::Seat(seat) => {
                self.seat = Some(seat);
                Ok(ClientEvent::Seat(seat))
            }
            ServerMessage::Board(board) => {
                let seat = self.seat.ok_or(BadMessage::NoSeat)?;
                if self.options.is_none() {
                    self.options = board.square();
                }
                let options =
                    self.options.as_ref().ok_or(BadMessage::Size { cells: board.cells() })?;
                Ok(ClientEvent::Turn(board.view(options, seat)?))
            }
        }
    }

    /// Answers a board with one of its moves.
    ///
    /// # Errors
    /// When the connection does not work.
    pub fn answer(&mut self, view: &ClientView, step: &str) -> io::Result<()> {
        match self.stream.write_all(view.answer(step).as_bytes()) {
            // The game is over. The server signals that by hanging up, which the next read notices.
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset
                ) =>
            {
                Ok(())
            }
            written => written,
        }
    }
}
