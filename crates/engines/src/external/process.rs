//! A started program: its streams, what it writes to standard error, and its end.

use std::io;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ludoteca_system::children;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::protocols::lines::LineBuffer;
use crate::protocols::messages::quoted;

/// A process. Dropping this kills it together with everything that it has started.
#[derive(Debug)]
pub struct Process {
    child: Child,
    last_error_line: Arc<Mutex<String>>,
    stderr_reader: JoinHandle<()>,
}

impl Process {
    /// Starts a program with its arguments, in a process group of its own, so that keys typed at
    /// our terminal do not reach it.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn start(words: &[String]) -> io::Result<(Process, ChildStdout, ChildStdin)> {
        let (program, arguments) =
            words.split_first().ok_or_else(|| io::Error::other("there is no command"))?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        children::own_process_group(&mut command);
        let mut child = command.spawn()?;
        let streams = (child.stdout.take(), child.stdin.take(), child.stderr.take());
        let (Some(output), Some(input), Some(errors)) = streams else {
            return Err(io::Error::other("there are no streams"));
        };
        let said = Arc::default();
        let listening = tokio::spawn(read_stderr(errors, Arc::clone(&said)));
        Ok((Process { child, last_error_line: said, stderr_reader: listening }, output, input))
    }

    /// Waits for the process to end, for a moment at most. Child processes that it left behind are
    /// killed as well.
    pub async fn wait_for_exit(&mut self, moment: Duration) -> Option<ExitStatus> {
        timeout(moment, children::ended(&mut self.child)).await.ok()?.ok()?;
        children::kill_group(&mut self.child);
        let status = self.child.wait().await.ok()?;
        if !self.stderr_reader.is_finished() {
            // The last lines on standard error may still be on their way.
            let _ = timeout(moment, &mut self.stderr_reader).await;
        }
        Some(status)
    }

    /// The last line on standard error, shortened.
    pub fn last_error_line(&self) -> String {
        quoted(&self.last_error_line.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stderr_reader.abort();
        children::kill_group(&mut self.child);
    }
}

/// Reads all of standard error, so that the program never blocks on it, and keeps the last line.
async fn read_stderr(mut errors: impl AsyncRead + Unpin, said: Arc<Mutex<String>>) {
    const LONGEST: usize = 1 << 12;
    let mut lines = LineBuffer::new(LONGEST);
    let mut piece = vec![0; LONGEST];
    loop {
        let read = errors.read(&mut piece).await.unwrap_or(0);
        lines.push(&piece[..read]);
        let rest = if read == 0 { lines.rest() } else { None };
        let whole = std::iter::from_fn(|| lines.next_line()).filter_map(Result::ok);
        let last = whole.chain(rest).filter(|line| !line.trim_ascii().is_empty()).last();
        if let Some(last) = last {
            *said.lock().unwrap_or_else(PoisonError::into_inner) =
                String::from_utf8_lossy(last.trim_ascii()).into_owned();
        }
        if read == 0 {
            return;
        }
    }
}
