//! Which machines play the games of a tournament, for people to see.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The machines that play the games of a tournament. There are none if this process plays them.
/// Clones show the same.
#[derive(Clone, Debug, Default)]
pub struct Machines(Arc<Mutex<MachinesNow>>);

#[derive(Debug, Default)]
struct MachinesNow {
    machines: BTreeMap<String, Machine>,
    last: Option<String>,
}

/// A machine: the workers with the same name.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Machine {
    /// The name.
    pub name: String,
    /// How many jobs its workers do at once; 0 if they are gone.
    pub cores: usize,
    /// How many chunks of games they play at the moment, whatever the tournament.
    pub running: usize,
    /// How many games of this tournament they have finished since it was begun or resumed.
    pub games: u64,
}

impl Machines {
    /// All machines that are there or have been, in the order of their names.
    pub fn all(&self) -> Vec<Machine> {
        self.lock().machines.values().cloned().collect()
    }

    /// The name of the machine that has played the game that ended last.
    pub fn last(&self) -> Option<String> {
        self.lock().last.clone()
    }

    /// Notes the workers that are there, each with its name, its cores and what it plays.
    #[cfg(feature = "fleet")]
    pub(super) fn see(&self, workers: impl Iterator<Item = (String, usize, usize)>) {
        let mut now = self.lock();
        for machine in now.machines.values_mut() {
            (machine.cores, machine.running) = (0, 0);
        }
        for (name, cores, running) in workers {
            let machine = now.machines.entry(name.clone()).or_default();
            machine.name = name;
            machine.cores += cores;
            machine.running += running;
        }
    }

    /// Notes who has played a game.
    #[cfg(feature = "fleet")]
    pub(super) fn count(&self, name: &str) {
        let mut now = self.lock();
        let machine = now.machines.entry(name.to_owned()).or_default();
        name.clone_into(&mut machine.name);
        machine.games += 1;
        now.last = Some(name.to_owned());
    }

    fn lock(&self) -> MutexGuard<'_, MachinesNow> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
