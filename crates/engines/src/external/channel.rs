//! Lines to a program and from it, over pipes, a connection, or whatever else carries bytes.

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

/// Both directions of a conversation with a program. Dropping it ends a program that was started.
pub struct Channel {
    input: Option<Box<dyn AsyncWrite + Send + Sync + Unpin>>,
    output: Box<dyn AsyncRead + Send + Sync + Unpin>,
    lines: LineBuffer,
    /// Nothing more comes from it.
    is_closed: bool,
    process: Option<Process>,
    traffic_log: Option<TrafficLog>,
}

/// Somebody who hears all that is said: `>` to the program, `<` from it.
pub type TrafficLog = Box<dyn FnMut(char, &str) + Send + Sync>;

/// Longer lines are left out: a stream without line ends must not fill the memory.
const LONGEST: usize = 1 << 20;

/// So long a program has to go by itself, once it is told to or has begun to.
pub const EXIT_GRACE: Duration = Duration::from_secs(1);

impl Channel {
    /// Starts the program, or connects to it.
    ///
    /// # Errors
    /// Where it cannot be started, or nobody listens there within so long.
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
                // Each line is worth a packet: somebody's clock is running.
                stream.set_nodelay(true).map_err(failed)?;
                let (output, input) = stream.into_split();
                Ok(Channel::from_streams(output, input))
            }
        }
    }

    /// A conversation over what a program writes and what it reads.
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

    /// From now on somebody listens.
    pub fn log_traffic(&mut self, listener: TrafficLog) {
        self.traffic_log = Some(listener);
    }

    /// Sends a line. Where this is given up half-way the conversation is of no use any more. What
    /// comes meanwhile is kept, so that two who write do not wait for each other.
    ///
    /// # Errors
    /// Where nobody reads it any more.
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

    /// The next line, whatever bytes it has; `None` where no more will come. Nothing is lost where
    /// this is given up.
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
            // Short lines come by the thousand in a piece: whoever floods us does not keep others
            // from working.
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
                    // A connection that breaks is one that is closed.
                    let read = self.output.read(&mut piece).await.unwrap_or(0);
                    self.lines.push(&piece[..read]);
                    self.is_closed = read == 0;
                }
            }
        }
    }

    /// Says that there is no more to come.
    pub async fn close_input(&mut self) {
        if let Some(mut input) = self.input.take() {
            // It may be gone already.
            let _ = timeout(EXIT_GRACE, input.shutdown()).await;
        }
    }

    /// What has become of a program that does not read or write any more.
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

    /// Hears it out, and waits until it has ended: for a moment at most. Did it?
    pub async fn wait_for_end(&mut self, moment: Duration) -> bool {
        let silent = async { while self.line().await.is_some() {} };
        let is_silent = timeout(moment, silent).await.is_ok();
        match &mut self.process {
            Some(process) if is_silent => process.wait_for_exit(moment).await.is_some(),
            // What it has started may hold its output open when it has gone itself.
            Some(process) => process.wait_for_exit(AT_ONCE).await.is_some(),
            None => is_silent,
        }
    }
}

/// Enough to see what has happened already.
const AT_ONCE: Duration = Duration::from_millis(50);

/// So much is read at once.
const PIECE: usize = 1 << 13;
