//! Whether somebody wants the process to end.

use std::io;
use std::process;
use std::thread;

use crate::stop::Stop;

/// Given when somebody wants the process to end, which then ends by itself in good time; who asks a
/// second time ends it at once.
///
/// # Errors
/// Where the system does not say when somebody does.
pub fn interruption() -> io::Result<Stop> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let first = {
        let _inside = runtime.enter();
        interrupted()?
    };
    let asked = Stop::default();
    let told = asked.clone();
    thread::spawn(move || {
        runtime.block_on(async {
            first.await;
            told.stop();
            if let Ok(second) = interrupted() {
                second.await;
                process::exit(130);
            }
        });
    });
    Ok(asked)
}

/// Somebody wants the process to end.
///
/// # Errors
/// Where the system does not say when somebody does.
pub fn interrupted() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let mut asked = {
        use tokio::signal::unix::{SignalKind, signal};
        [signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?]
    };
    Ok(async move {
        #[cfg(unix)]
        {
            let [interrupt, terminate] = &mut asked;
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
