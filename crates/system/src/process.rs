//! Limits, priorities and random seeds of the process.

use std::hash::{BuildHasher, RandomState};
use std::io;

use ludoteca_play::seeds::{SEEDS, Seed};

/// Raises the limit of open files to the most that the system allows, since each connection is an
/// open file. Returns the new limit, or `None` if the system reports none.
///
/// # Errors
/// Where the system refuses. The limit is then unchanged.
pub fn raise_open_files() -> io::Result<Option<u64>> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        if current != maximum {
            setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum })?;
        }
        Ok(maximum)
    }
    #[cfg(not(unix))]
    Ok(None)
}

/// The limit of open files; `None` if the system reports none or sets no limit.
pub fn open_files() -> Option<u64> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit};
        getrlimit(Resource::Nofile).current
    }
    #[cfg(not(unix))]
    None
}

/// The name of this machine.
pub fn host_name() -> String {
    #[cfg(unix)]
    {
        rustix::system::uname().nodename().to_string_lossy().into_owned()
    }
    #[cfg(not(unix))]
    std::env::var("COMPUTERNAME").unwrap_or_else(|_| "localhost".to_owned())
}

/// Lowers the priority of the calling thread for good, so that other threads do not wait for it
/// when there are too few cores. Computations for single users run in such threads, but threads
/// that answer all users do not. Only Linux has priorities of threads.
pub fn lower_thread_priority() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpriority_process, setpriority_process};
        use std::cell::Cell;
        thread_local! { static IS_LOWERED: Cell<bool> = const { Cell::new(false) } }
        // On Linux `None` means the thread, elsewhere the process. If the change is not allowed,
        // the priority stays as it is.
        if !IS_LOWERED.replace(true)
            && let Ok(usual) = getpriority_process(None)
        {
            let _ = setpriority_process(None, usual + NICENESS);
        }
    }
}

/// With this niceness a thread gets a ninth of the time of a normal thread when both want to run.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// A random seed, for when none was given.
pub fn fresh_seed() -> Seed {
    Seed::Number(RandomState::new().hash_one("seed") % SEEDS)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn only_the_calling_thread_loses_priority() {
        use rustix::process::getpriority_process;
        let usual = getpriority_process(None).expect("a priority");
        let lowered = std::thread::spawn(|| {
            lower_thread_priority();
            lower_thread_priority();
            getpriority_process(None).expect("a priority")
        });
        // The system allows no niceness above 19.
        assert_eq!(lowered.join().expect("it ends"), (usual + NICENESS).min(19));
        assert_eq!(getpriority_process(None).expect("a priority"), usual);
    }
}
