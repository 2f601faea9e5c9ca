//! What a process asks of the system.

use std::hash::{BuildHasher, RandomState};
use std::io;

use ludoteca_play::seeds::{SEEDS, Seed};

/// Lets the process have as many open files as the system allows: each connection is one. Answers
/// how many that is, and `None` where the system does not say.
///
/// # Errors
/// Where the system does not let it; it then has as many as before.
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

/// How many open files the process may have; `None` where the system does not say, or sets no
/// limit.
pub fn open_files() -> Option<u64> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit};
        getrlimit(Resource::Nofile).current
    }
    #[cfg(not(unix))]
    None
}

/// Lets the thread that calls it step back for all others, once and for all: others do not wait for
/// it where there are not enough cores. What is computed for somebody runs in such threads, and
/// whoever answers everybody in others. Only Linux knows priorities of threads.
pub fn lower_thread_priority() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpriority_process, setpriority_process};
        use std::cell::Cell;
        thread_local! { static IS_BACK: Cell<bool> = const { Cell::new(false) } }
        // `None` is the process everywhere but on Linux, where it is the thread. Where it is not
        // allowed, it stays as it is.
        if !IS_BACK.replace(true)
            && let Ok(usual) = getpriority_process(None)
        {
            let _ = setpriority_process(None, usual + NICENESS);
        }
    }
}

/// A ninth of the time that a thread of the usual priority gets, where both want to run.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// A seed for somebody who gave none.
pub fn fresh_seed() -> Seed {
    Seed::Number(RandomState::new().hash_one("seed") % SEEDS)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn one_thread_steps_back_and_no_other() {
        use rustix::process::getpriority_process;
        let usual = getpriority_process(None).expect("a priority");
        let stepped = std::thread::spawn(|| {
            lower_thread_priority();
            lower_thread_priority();
            getpriority_process(None).expect("a priority")
        });
        // The system has none lower than 19.
        assert_eq!(stepped.join().expect("it ends"), (usual + NICENESS).min(19));
        assert_eq!(getpriority_process(None).expect("a priority"), usual);
    }
}
