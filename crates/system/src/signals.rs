//! Signals that ask the process to end.

use std::io;
use std::process;
use std::thread;

use crate::stop::Stop;

/// A stop signal that is given when somebody asks the process to end, so that it can end cleanly. A
/// second request ends the process at once.
///
/// # Errors
/// Where the system cannot report such signals.
pub fn interruption() -> io::Result<Stop> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let first = {
        let _inside = runtime.enter();
        interrupted()?
    };
    let stop = Stop::default();
    let given = stop.clone();
    thread::spawn(move || {
        runtime.block_on(async {
            first.await;
            given.stop();
            if let Ok(second) = interrupted() {
                second.await;
                process::exit(130);
            }
        });
    });
    Ok(stop)
}

/// Completes when somebody asks the process to end.
///
/// # Errors
/// Where the system cannot report such signals.
pub fn interrupted() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let mut stop = {
        use tokio::signal::unix::{SignalKind, signal};
        [signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?]
    };
    Ok(async move {
        #[cfg(unix)]
        {
            let [interrupt, terminate] = &mut stop;
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        }
        #[cfg(not(unix))]
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
