//! What fuzzers begin with.

use std::fs;
use std::path::Path;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Writes so many random inputs into `corpus/TARGET`, for a fuzzer to begin with. It calls this
/// before it looks there.
pub fn begin_with<B: Into<Vec<u8>>>(
    count: u32,
    target: &str,
    mut sample: impl FnMut(&mut ChaCha8Rng) -> B,
) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    fs::create_dir_all(&folder).expect("a folder for the corpus");
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    for n in 0..count {
        fs::write(folder.join(format!("seed-{n}")), sample(&mut generator).into())
            .expect("a file of the corpus");
    }
}
