//! Child processes. They do not get the signals of our terminal, and are ended together with the
//! processes that they have started.

use std::io;

use tokio::process::{Child, Command};

/// Gives a program that is about to be started a process group of its own, so that Ctrl+C at our
/// terminal does not reach it.
pub fn own_process_group(command: &mut Command) {
    #[cfg(unix)]
    command.process_group(0);
    #[cfg(windows)]
    {
        /// `CREATE_NEW_PROCESS_GROUP`: Ctrl+C does not reach the group.
        const NEW_GROUP: u32 = 0x200;
        command.creation_flags(NEW_GROUP);
    }
    #[cfg(not(any(unix, windows)))]
    let _ = command;
}

/// Waits until a program has ended. On Unix its status is not collected, so that no other process
/// can get its id, which is also the id of its group.
///
/// # Errors
/// If the system call fails.
pub async fn ended(child: &mut Child) -> io::Result<()> {
    #[cfg(unix)]
    {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        use tokio::signal::unix::{SignalKind, signal};
        let is_over = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let mut child_ended = signal(SignalKind::child())?;
        while let Some(leader) = leader(child)
            && waitid(WaitId::Pid(leader), is_over)?.is_none()
        {
            child_ended.recv().await;
        }
        Ok(())
    }
    #[cfg(not(unix))]
    child.wait().await.map(drop)
}

/// Ends a program that has its [own process group](own_process_group), and all processes that it
/// has started and that are still running. Windows has no such groups: there only the program
/// itself is ended.
pub fn kill_group(child: &mut Child) {
    #[cfg(unix)]
    if let Some(leader) = leader(child) {
        let _ = rustix::process::kill_process_group(leader, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = child.start_kill();
}

/// The process group of the program. `None` once its status was collected, since another process
/// may then have its id.
#[cfg(unix)]
fn leader(child: &Child) -> Option<rustix::process::Pid> {
    child.id().and_then(|id| rustix::process::Pid::from_raw(id.cast_signed()))
}
