//! Instruction sets. Hot loops are compiled twice, and the faster copy runs if the machine supports
//! it.
//!
//! A plain x86-64 build uses neither the population count nor the bit-manipulation instructions,
//! which nearly every machine since 2013 has. Building for those would stop the program on older
//! ones; so a [`Job`] is compiled once for each [`Level`], and [`dispatch`] asks the processor at
//! run time. This makes Ataxx perft 2.1 times as fast, and random Ataxx 1.9 times (`bench/peers`,
//! with and without). Only code that is inlined into [`Job::run`] gains: hence `#[inline(always)]`
//! on the short functions of hot paths. Builds with debug assertions have only the plain copy,
//! since for them a short build time is more important.

/// A piece of hot work.
pub trait Job {
    /// The result of the work.
    type Output;

    /// Does the work. It should be marked `#[inline(always)]`. A recursive part has to go through
    /// [`Level::call`].
    fn run<L: Level>(self, level: L) -> Self::Output;
}

/// An instruction set that this machine has.
pub trait Level: Copy {
    /// Runs the job's copy for this instruction set.
    fn call<J: Job>(self, job: J) -> J::Output;
}

/// Runs a job with the best instruction set of this machine.
pub fn dispatch<J: Job>(job: J) -> J::Output {
    #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
    if let Some(modern) = modern::Modern::detect() {
        return modern.call(job);
    }
    Baseline.call(job)
}

/// Prefetches something that will soon be read. It affects nothing but speed.
#[inline(always)]
pub fn prefetch<T>(soon: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        #[expect(unsafe_code, reason = "there is no safe function for this")]
        // SAFETY: prefetching is a hint that every x86-64 processor has, and the address is that of
        // a reference.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(soon).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = soon;
}

/// The instruction set that the program was compiled for.
#[derive(Copy, Clone)]
pub struct Baseline;

impl Level for Baseline {
    // Otherwise a recursive job would be inlined into itself, and into `dispatch`.
    #[inline(never)]
    fn call<J: Job>(self, job: J) -> J::Output {
        job.run(self)
    }
}

#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
mod modern {
    use super::{Job, Level};

    /// Proof that this machine has the instructions of [`on_modern`].
    #[derive(Copy, Clone)]
    pub struct Modern(());

    impl Modern {
        pub fn detect() -> Option<Modern> {
            let has = is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("avx2");
            has.then_some(Modern(()))
        }
    }

    #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
    fn on_modern<J: Job>(job: J, level: Modern) -> J::Output {
        job.run(level)
    }

    impl Level for Modern {
        #[inline]
        #[expect(
            unsafe_code,
            reason = "the only way to call a function compiled for newer machines"
        )]
        fn call<J: Job>(self, job: J) -> J::Output {
            // SAFETY: a `Modern` is made by `detect` alone, after it found every instruction set
            // that `on_modern` enables.
            unsafe { on_modern(job, self) }
        }
    }
}
