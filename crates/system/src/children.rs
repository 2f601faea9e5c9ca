//! Programs that were started: kept apart from what is typed at our terminal, and ended with
//! whatever they have started themselves.

use std::io;

use tokio::process::{Child, Command};

/// Lets a program that is about to be started have a group of its own: what is typed at our
/// terminal does not reach it.
pub fn set_apart(command: &mut Command) {
    #[cfg(unix)]
    command.process_group(0);
    #[cfg(windows)]
    {
        /// `CREATE_NEW_PROCESS_GROUP`: Ctrl+C is not for it.
        const NEW_GROUP: u32 = 0x200;
        command.creation_flags(NEW_GROUP);
    }
    #[cfg(not(any(unix, windows)))]
    let _ = command;
}

/// Waits until a program is over. On Unix its status is left where it is: so long nobody else can
/// have its number, which is that of its group.
///
/// # Errors
/// Where the system does not say.
pub async fn over(child: &mut Child) -> io::Result<()> {
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

/// Ends a program that was [set apart](set_apart) and whatever it has started, as far as that has
/// not ended by itself. Windows knows no such groups: there the program is ended alone, and what it
/// has started is left.
pub fn kill_group(child: &mut Child) {
    #[cfg(unix)]
    if let Some(leader) = leader(child) {
        let _ = rustix::process::kill_process_group(leader, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = child.start_kill();
}

/// The first of its group; `None` once its status was taken, since another may have its number
/// then.
#[cfg(unix)]
fn leader(child: &Child) -> Option<rustix::process::Pid> {
    child.id().and_then(|id| rustix::process::Pid::from_raw(id.cast_signed()))
}
