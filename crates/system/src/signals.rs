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

/// A stop signal that is given when somebody presses the key for interrupting, or asks for that
/// from outside. From now on this does not end the process any more, so its caller has to.
///
/// # Errors
/// Where the system cannot report it.
pub fn interrupt_key() -> io::Result<Stop> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut key = {
        let _inside = runtime.enter();
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            signal(SignalKind::interrupt())?
        }
        #[cfg(not(unix))]
        tokio::signal::windows::ctrl_c()?
    };
    let stop = Stop::default();
    let given = stop.clone();
    thread::spawn(move || {
        if runtime.block_on(key.recv()).is_some() {
            given.stop();
        }
    });
    Ok(stop)
}

/// Something that the system asks of a program that fills a terminal.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum TerminalSignal {
    /// To end: somebody interrupts it from outside.
    Interrupt,
    /// To end.
    Terminate,
    /// To end, since the terminal has gone.
    HangUp,
    /// To pause, so that the shell has the terminal again. [`pause`] does that.
    Pause,
    /// To draw anew, since the terminal has another size.
    Resize,
}

/// Reports signals to a program that fills a terminal, from a thread of its own. Without this, they
/// would end or stop the process and leave the terminal as it is. On Windows there are none.
///
/// # Errors
/// Where the system cannot report signals.
pub fn watch(tell: impl Fn(TerminalSignal) + Send + 'static) -> io::Result<()> {
    #[cfg(unix)]
    {
        use rustix::process::Signal;
        use tokio::signal::unix::{SignalKind, signal};
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let all = {
            let _inside = runtime.enter();
            let open = |number: Signal| signal(SignalKind::from_raw(number.as_raw()));
            [Signal::INT, Signal::TERM, Signal::HUP, Signal::TSTP, Signal::WINCH].map(open)
        };
        let [interrupt, terminate, hang_up, pause, resize] = all;
        let (mut interrupt, mut terminate, mut hang_up) = (interrupt?, terminate?, hang_up?);
        let (mut pause, mut resize) = (pause?, resize?);
        thread::spawn(move || {
            runtime.block_on(async {
                loop {
                    tell(tokio::select! {
                        _ = interrupt.recv() => TerminalSignal::Interrupt,
                        _ = terminate.recv() => TerminalSignal::Terminate,
                        _ = hang_up.recv() => TerminalSignal::HangUp,
                        _ = pause.recv() => TerminalSignal::Pause,
                        _ = resize.recv() => TerminalSignal::Resize,
                    });
                }
            });
        });
    }
    #[cfg(not(unix))]
    let _ = tell;
    Ok(())
}

/// Stops the process until somebody lets it go on, as a shell does with `fg`. Where no shell could
/// do that, and on Windows, nothing happens.
pub fn pause() {
    #[cfg(unix)]
    {
        use rustix::process::{Signal, getpid, getppid, getsid, kill_process};
        let shell = getppid().and_then(|parent| getsid(Some(parent)).ok());
        if shell.is_some() && shell == getsid(None).ok() {
            // If that fails, the program goes on, as if it had been let go on at once.
            let _ = kill_process(getpid(), Signal::STOP);
        }
    }
}

/// Asks all programs that were started together with this one to pause, as the key for it does.
/// Programs that fill a terminal read that key themselves.
pub fn ask_to_pause() {
    #[cfg(unix)]
    {
        use rustix::process::{Signal, kill_current_process_group};
        // If that fails, nothing pauses.
        let _ = kill_current_process_group(Signal::TSTP);
    }
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

/// Has the other end of a terminal or pipe gone? This waits until there is something to read, or
/// until it has gone. On Windows it never waits.
pub fn is_hung_up(input: &io::Stdin) -> bool {
    #[cfg(unix)]
    {
        use rustix::event::{PollFd, PollFlags, poll};
        let mut files = [PollFd::new(input, PollFlags::IN)];
        match poll(&mut files, None) {
            Ok(_) => files[0].revents().intersects(PollFlags::HUP | PollFlags::NVAL),
            // A signal has interrupted it: there may be a new size to be told.
            Err(_) => false,
        }
    }
    #[cfg(not(unix))]
    {
        let _ = input;
        false
    }
}
