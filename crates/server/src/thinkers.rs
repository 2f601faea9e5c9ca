//! Who may think next: engines take turns by whom they think for, so that forty games of one person do not hold up another's.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// A queue for leave to think.
#[derive(Clone)]
pub struct Thinkers(Arc<Mutex<Queue>>);

struct Queue {
    /// How many more may think now.
    free: usize,
    /// For whom somebody waits, in the order of their turns.
    turns: VecDeque<String>,
    waiting: BTreeMap<String, VecDeque<oneshot::Sender<Leave>>>,
}

/// Leave to think, until it is dropped.
pub struct Leave(Option<Thinkers>);

impl Thinkers {
    /// So many may think at once.
    pub fn new(at_once: usize) -> Thinkers {
        Thinkers(Arc::new(Mutex::new(Queue { free: at_once, turns: VecDeque::new(), waiting: BTreeMap::new() })))
    }

    /// Waits until somebody may think for this person.
    pub async fn leave(&self, person: &str) -> Leave {
        let given = {
            let mut queue = self.queue();
            if queue.free > 0 {
                queue.free -= 1;
                return Leave(Some(self.clone()));
            }
            let (give, given) = oneshot::channel();
            let theirs = queue.waiting.entry(person.to_owned()).or_default();
            theirs.push_back(give);
            if theirs.len() == 1 {
                queue.turns.push_back(person.to_owned());
            }
            given
        };
        given.await.expect("leave is given to all who wait")
    }

    /// How many wait.
    pub fn waiting(&self) -> usize {
        self.queue().waiting.values().map(VecDeque::len).sum()
    }

    /// Somebody has thought enough: the next one's turn.
    fn pass_on(&self) {
        loop {
            let next = self.queue().next();
            let Some(give) = next else { return };
            match give.send(Leave(Some(self.clone()))) {
                Ok(()) => return,
                // They wait no more.
                Err(mut unwanted) => unwanted.0 = None,
            }
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    fn next(&mut self) -> Option<oneshot::Sender<Leave>> {
        let Some(person) = self.turns.pop_front() else {
            self.free += 1;
            return None;
        };
        let theirs = self.waiting.get_mut(&person)?;
        let next = theirs.pop_front();
        if theirs.is_empty() {
            self.waiting.remove(&person);
        } else {
            self.turns.push_back(person);
        }
        next
    }
}

impl Drop for Leave {
    fn drop(&mut self) {
        if let Some(thinkers) = self.0.take() {
            thinkers.pass_on();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::task::yield_now;

    /// In which order people get leave who ask while somebody else thinks.
    async fn order(asked: &'static [&'static str]) -> Vec<&'static str> {
        let thinkers = Thinkers::new(1);
        let first = thinkers.leave("first").await;
        let told = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for person in asked {
            let (thinkers, told) = (thinkers.clone(), Arc::clone(&told));
            tasks.push(tokio::spawn(async move {
                let _leave = thinkers.leave(person).await;
                told.lock().expect("nobody panics").push(*person);
            }));
            yield_now().await;
        }
        assert_eq!(thinkers.waiting(), asked.len());
        drop(first);
        for task in tasks {
            task.await.expect("it ends");
        }
        assert_eq!((thinkers.waiting(), thinkers.queue().free), (0, 1));
        let told = told.lock().expect("nobody panics");
        told.clone()
    }

    #[tokio::test]
    async fn people_take_turns() {
        assert_eq!(order(&["a", "a", "a", "b", "a", "c", "b"]).await, ["a", "b", "c", "a", "b", "a", "a"]);
        assert!(order(&[]).await.is_empty());
    }

    #[tokio::test]
    async fn who_waits_no_more_is_passed_over() {
        let thinkers = Thinkers::new(1);
        let first = thinkers.leave("a").await;
        let gone = tokio::spawn({
            let thinkers = thinkers.clone();
            async move { drop(thinkers.leave("b").await) }
        });
        yield_now().await;
        gone.abort();
        let _ = gone.await;
        drop(first);
        // There is room again.
        drop(thinkers.leave("c").await);
        assert_eq!(thinkers.queue().free, 1);
    }
}
