//! How every figure is taken: CPU time of the calling thread, work repeated until a budget is
//! spent.

use cpu_time::ThreadTime;

/// What one measurement yields.
#[derive(Clone, Debug)]
pub struct Measured<A> {
    /// The result of the work, so that a caller can check it.
    pub answer: A,
    /// How many units of work were done in all (leaves, games).
    pub units: u64,
    /// CPU seconds that this thread spent on them.
    pub seconds: f64,
}

impl<A> Measured<A> {
    /// Units per CPU second.
    pub fn rate(&self) -> f64 {
        per_second(self.units, self.seconds)
    }
}

/// `count / seconds`.
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
pub fn per_second(count: u64, seconds: f64) -> f64 {
    count as f64 / seconds
}

/// Calls `batch` until it has used `budget` CPU seconds (once at least).
///
/// `batch` adds its result to `answer` and returns how many units of work it did. The clock is
/// read once per batch; a batch should take a millisecond or more, so that this does not count.
pub fn repeat<A>(budget: f64, mut answer: A, mut batch: impl FnMut(&mut A) -> u64) -> Measured<A> {
    let start = ThreadTime::now();
    let mut units = 0;
    loop {
        units += batch(&mut answer);
        let seconds = start.elapsed().as_secs_f64();
        if seconds >= budget {
            return Measured { answer, units, seconds };
        }
    }
}
