//! Squares as chess players name them: files from `a` at the left, ranks from 1 at the bottom.

/// The name of a square of a board of `size` files and ranks, both counted from 0.
pub fn name(file: i64, rank: i64, size: u8) -> Option<String> {
    let [file, rank] = [file, rank].map(|at| u8::try_from(at).ok().filter(|at| *at < size));
    Some(format!("{}{}", char::from(b'a' + file?), rank? + 1))
}

/// The file and the rank of a name, counted from 0; the case of its letter does not matter.
pub fn read(name: &str, size: u8) -> Option<(u8, u8)> {
    let [file, rank] = *name.as_bytes() else { return None };
    let file = file.to_ascii_lowercase().checked_sub(b'a').filter(|file| *file < size)?;
    let rank = rank.checked_sub(b'1').filter(|rank| *rank < size)?;
    Some((file, rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_names() {
        for (file, rank, square) in [(0, 0, "a1"), (6, 0, "g1"), (0, 7, "a8"), (7, 7, "h8")] {
            assert_eq!(name(file, rank, 8).as_deref(), Some(square));
            assert_eq!(read(square, 8), Some((file as u8, rank as u8)));
            assert_eq!(read(&square.to_uppercase(), 8), read(square, 8));
        }
        for (file, rank) in [(-1, 0), (0, -1), (8, 0), (0, 8), (i64::MAX, i64::MIN)] {
            assert_eq!(name(file, rank, 8), None);
        }
        for square in ["", "a", "a0", "a9", "i1", "`1", "a1a", "1a", "é"] {
            assert_eq!(read(square, 8), None, "{square}");
        }
    }
}
