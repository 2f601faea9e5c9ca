//! Exchanges lines with a program over pipes, a connection, or anything else that carries bytes.

use std::fmt::Display;
use std::io;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::coop::consume_budget;
use tokio::time::timeout;

use super::failure::{EngineFailure, ProgramEnd};
use super::process::Process;
use super::program::ProgramLocation;
use crate::protocols::lines::LineBuffer;

/// Both directions of a conversation with a program. Dropping the channel kills a program that it
/// started.
pub struct Channel {
    input: Option<Box<dyn AsyncWrite + Send + Sync + Unpin>>,
    output: Box<dyn AsyncRead + Send + Sync + Unpin>,
    lines: LineBuffer,
    /// The program's output has ended.
    is_closed: bool,
    process: Option<Process>,
    traffic_log: Option<TrafficLog>,
}

/// A listener that receives every line: `>` marks lines to the program, `<` lines from it.
pub type TrafficLog = Box<dyn FnMut(char, &str) + Send + Sync>;

/// Longer lines are skipped, so that a stream without line ends cannot fill the memory.
const LONGEST: usize = 1 << 20;

/// How long a program may take to exit after it was told to quit, or after it has closed its
/// output.
pub const EXIT_GRACE: Duration = Duration::from_secs(1);

impl Channel {
    /// Starts the program, or connects to it.
    ///
    /// # Errors
    /// When the program cannot be started, or when no connection is made within `patience`.
    pub async fn open(
        place: &ProgramLocation,
        patience: Duration,
    ) -> Result<Channel, EngineFailure> {
        let failed = |error: io::Error| EngineFailure::Start(error.to_string());
        match place {
            ProgramLocation::Command(words) => {
                let (process, output, input) = Process::start(words).map_err(failed)?;
                Ok(Channel { process: Some(process), ..Channel::from_streams(output, input) })
            }
            ProgramLocation::Tcp(address) => {
                let connected = timeout(patience, TcpStream::connect(address)).await;
                let stream = connected.unwrap_or_else(|late| Err(late.into())).map_err(failed)?;
                // Each line is sent at once, without waiting for more: a player's clock is running.
                stream.set_nodelay(true).map_err(failed)?;
                let (output, input) = stream.into_split();
                Ok(Channel::from_streams(output, input))
            }
        }
    }

    /// Opens a conversation over the two streams of a program: what it writes and what it reads.
    pub fn from_streams(
        output: impl AsyncRead + Send + Sync + Unpin + 'static,
        input: impl AsyncWrite + Send + Sync + Unpin + 'static,
    ) -> Channel {
        Channel {
            input: Some(Box::new(input)),
            output: Box::new(output),
            lines: LineBuffer::new(LONGEST),
            is_closed: false,
            process: None,
            traffic_log: None,
        }
    }

    /// Passes every line from now on to the listener.
    pub fn log_traffic(&mut self, listener: TrafficLog) {
        self.traffic_log = Some(listener);
    }

    /// Sends a line. If this call is cancelled half-way, the conversation can no longer be used.
    /// Input that arrives meanwhile is buffered, so that two sides that both write do not block
    /// each other.
    ///
    /// # Errors
    /// When the program no longer reads its input.
    pub async fn send(&mut self, line: impl Display) -> io::Result<()> {
        let text = format!("{line}\n");
        if let Some(listener) = &mut self.traffic_log {
            listener('>', text.trim_end());
        }
        let mut rest = text.as_bytes();
        let mut piece = [0; PIECE];
        let Some(input) = &mut self.input else { return Err(io::ErrorKind::BrokenPipe.into()) };
        while !rest.is_empty() {
            tokio::select! {
                biased;
                written = input.write(rest) => match written? {
                    0 => return Err(io::ErrorKind::WriteZero.into()),
                    written => rest = &rest[written..],
                },
                read = self.output.read(&mut piece), if !self.is_closed && self.lines.buffered() < LONGEST => {
                    let read = read.unwrap_or(0);
                    self.lines.push(&piece[..read]);
                    self.is_closed = read == 0;
                }
            }
        }
        input.flush().await
    }

    /// Returns the next line, whatever bytes it contains, or `None` if no more will come. Nothing
    /// is lost if this call is cancelled.
    pub async fn line(&mut self) -> Option<String> {
        let line = self.next_line().await;
        if let (Some(line), Some(listener)) = (&line, &mut self.traffic_log) {
            listener('<', line);
        }
        line
    }

    async fn next_line(&mut self) -> Option<String> {
        let mut piece = [0; PIECE];
        loop {
            // A piece may hold thousands of short lines. A program that floods us must not keep
            // other tasks from running.
            consume_budget().await;
            match self.lines.next_line() {
                Some(Ok(line)) => return Some(String::from_utf8_lossy(&line).into_owned()),
                Some(Err(_too_long)) => {}
                None if self.is_closed => {
                    return self
                        .lines
                        .rest()
                        .map(|rest| String::from_utf8_lossy(&rest).into_owned());
                }
                None => {
                    // A broken connection counts as a closed one.
                    let read = self.output.read(&mut piece).await.unwrap_or(0);
                    self.lines.push(&piece[..read]);
                    self.is_closed = read == 0;
                }
            }
        }
    }

    /// Closes the program's input.
    pub async fn close_input(&mut self) {
        if let Some(mut input) = self.input.take() {
            // The program may have exited already.
            let _ = timeout(EXIT_GRACE, input.shutdown()).await;
        }
    }

    /// Finds out what became of a program that no longer reads or writes.
    pub async fn termination(&mut self) -> EngineFailure {
        let Some(process) = &mut self.process else {
            return EngineFailure::Gone { end: ProgramEnd::Lost, said: String::new() };
        };
        let end = match process.wait_for_exit(EXIT_GRACE).await {
            Some(status) => ProgramEnd::Exited(status.to_string()),
            None => ProgramEnd::Closed,
        };
        EngineFailure::Gone { end, said: process.last_error_line() }
    }

    /// Reads the remaining output and waits for the program to end, for a moment at most. Returns
    /// whether it ended.
    pub async fn wait_for_end(&mut self, moment: Duration) -> bool {
        let silent = async { while self.line().await.is_some() {} };
        let is_silent = timeout(moment, silent).await.is_ok();
        match &mut self.process {
            Some(process) if is_silent => process.wait_for_exit(moment).await.is_some(),
            // The program may have exited although a child process of it still holds its output
            // open.
            Some(process) => process.wait_for_exit(AT_ONCE).await.is_some(),
            None => is_silent,
        }
    }
}

/// Time enough to notice an exit that has already happened.
const AT_ONCE: Duration = Duration::from_millis(50);

/// How many bytes are read at once.
const PIECE: usize = 1 << 13;
