//! A program that was started: its streams, what it says on standard error, and its end.

use std::io;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::protocols::language::quoted;
use crate::protocols::lines::Lines;

/// A process, killed when this is dropped, and with it whatever it has started.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// The last line on standard error.
    said: Arc<Mutex<String>>,
    listening: JoinHandle<()>,
}

impl Process {
    /// Starts a program with its arguments, in a group of its own: what is typed at our terminal does not reach it.
    ///
    /// # Errors
    /// Where it cannot be started.
    pub fn start(words: &[String]) -> io::Result<(Process, ChildStdout, ChildStdin)> {
        let (program, arguments) = words.split_first().ok_or_else(|| io::Error::other("there is no command"))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn()?;
        let streams = (child.stdout.take(), child.stdin.take(), child.stderr.take());
        let (Some(output), Some(input), Some(errors)) = streams else {
            return Err(io::Error::other("there are no streams"));
        };
        let said = Arc::default();
        let listening = tokio::spawn(listen(errors, Arc::clone(&said)));
        Ok((Process { child, said, listening }, output, input))
    }

    /// Waits for the end, and for no longer than a moment. Whatever it has started, and left behind, ends as well.
    pub async fn ended(&mut self, moment: Duration) -> Option<ExitStatus> {
        let group = self.group();
        let status = timeout(moment, self.child.wait()).await.ok()?.ok()?;
        kill(group);
        // What it has said last is still on its way.
        let _ = timeout(moment, &mut self.listening).await;
        Some(status)
    }

    /// The last line on standard error, shortened.
    pub fn said(&self) -> String {
        quoted(&self.said.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.listening.abort();
        kill(self.group());
    }
}

#[cfg(unix)]
type Group = rustix::process::Pid;
#[cfg(not(unix))]
type Group = ();

impl Process {
    /// Of the process and whatever it has started; `None` once it has been waited for, since another may have its number then.
    fn group(&self) -> Option<Group> {
        #[cfg(unix)]
        return self.child.id().and_then(|id| Group::from_raw(id.cast_signed()));
        #[cfg(not(unix))]
        None
    }
}

/// Ends a whole group. It may have ended by itself.
fn kill(group: Option<Group>) {
    #[cfg(unix)]
    if let Some(group) = group {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = group;
}

/// Reads all there is, so that nobody waits for us, and keeps the last line.
async fn listen(mut errors: impl AsyncRead + Unpin, said: Arc<Mutex<String>>) {
    const LONGEST: usize = 1 << 12;
    let mut lines = Lines::new(LONGEST);
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
