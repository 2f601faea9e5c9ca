//! Splits a stream of bytes into lines, whatever the pieces in which it comes.

/// Splits the input of a connection into lines with a maximum length. It never holds much more than
/// one line.
#[derive(Clone, Debug)]
pub struct LineBuffer {
    longest: usize,
    bytes: Vec<u8>,
    /// How many of the bytes were already returned as lines. They are removed together when more
    /// bytes come, so that the cost of a line is proportional to its length.
    consumed: usize,
    /// There is no line end between `consumed` and this index, so that no byte is searched twice.
    searched: usize,
    /// Is the rest of a line that was too long being skipped?
    skipping: bool,
}

/// A line that is longer than allowed. The rest of it is skipped.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct TooLong;

impl LineBuffer {
    /// Creates a buffer for lines of at most this many bytes, not counting their ends.
    pub fn new(longest: usize) -> LineBuffer {
        LineBuffer { longest, bytes: Vec::new(), consumed: 0, searched: 0, skipping: false }
    }

    /// Adds bytes that came in.
    pub fn push(&mut self, bytes: &[u8]) {
        let mut bytes = bytes;
        if self.skipping {
            let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else { return };
            self.skipping = false;
            bytes = &bytes[end + 1..];
        }
        self.bytes.drain(..self.consumed);
        self.searched -= self.consumed;
        self.consumed = 0;
        self.bytes.extend(bytes);
    }

    /// Drops everything that has come. If a line has begun, the rest of it is skipped.
    pub fn clear(&mut self) {
        self.skipping = self.remaining().last().map_or(self.skipping, |last| *last != b'\n');
        self.forget();
    }

    /// Returns whether there is a complete line, or one that is too long.
    pub fn has_line(&self) -> bool {
        self.buffered() > self.longest || self.bytes[self.searched..].contains(&b'\n')
    }

    /// The number of buffered bytes.
    pub fn buffered(&self) -> usize {
        self.remaining().len()
    }

    /// Takes what is left when no more will come: a line without its end.
    pub fn rest(&mut self) -> Option<Vec<u8>> {
        let rest = self.remaining().to_vec();
        self.forget();
        (!rest.is_empty()).then_some(rest)
    }

    /// Takes the next line without its end; returns `None` if there is none yet.
    pub fn next_line(&mut self) -> Option<Result<Vec<u8>, TooLong>> {
        match self.bytes[self.searched..].iter().position(|byte| *byte == b'\n') {
            Some(length) => {
                let end = self.searched + length;
                let line = without_return(&self.bytes[self.consumed..end]);
                let line =
                    if line.len() <= self.longest { Ok(line.to_vec()) } else { Err(TooLong) };
                self.consumed = end + 1;
                self.searched = self.consumed;
                Some(line)
            }
            None => {
                self.searched = self.bytes.len();
                if without_return(self.remaining()).len() <= self.longest {
                    return None;
                }
                self.forget();
                self.skipping = true;
                Some(Err(TooLong))
            }
        }
    }

    fn remaining(&self) -> &[u8] {
        &self.bytes[self.consumed..]
    }

    fn forget(&mut self) {
        self.bytes.clear();
        (self.consumed, self.searched) = (0, 0);
    }
}

/// Removes an optional carriage return, which belongs to the line end.
fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_do_not_depend_on_the_pieces() {
        let text = format!(
            "1\r\n\n{}\n{}\r\n{}\nlast\nopen",
            "x".repeat(256),
            "y".repeat(256),
            "z".repeat(700)
        );
        for size in [1, 2, 3, 100, 256, 257, 258, 5000] {
            let mut lines = LineBuffer::new(256);
            let mut read = Vec::new();
            for piece in text.as_bytes().chunks(size) {
                lines.push(piece);
                while let Some(line) = lines.next_line() {
                    read.push(line.map(|line| line.len()));
                }
                assert!(lines.buffered() <= 257, "{size}");
            }
            assert_eq!(
                read,
                [Ok(1), Ok(0), Ok(256), Ok(256), Err(TooLong), Ok(4)],
                "in pieces of {size}"
            );
            assert_eq!(lines.rest().as_deref(), Some("open".as_bytes()));
            assert_eq!((lines.rest(), lines.buffered()), (None, 0));
        }
    }

    #[test]
    fn cleared_input_is_dropped() {
        for (text, taken, next) in
            [("a\nb\nc", 1, "e"), ("a\nb\n", 1, "d"), ("a\nb\n", 2, "d"), ("a", 0, "e")]
        {
            let mut lines = LineBuffer::new(256);
            lines.push(text.as_bytes());
            (0..taken).for_each(|_| assert!(lines.next_line().is_some(), "{text:?}"));
            lines.clear();
            assert!(!lines.has_line() && lines.buffered() == 0, "{text:?}");
            lines.push(b"d\ne\n");
            assert!(lines.has_line());
            assert_eq!(lines.next_line(), Some(Ok(next.as_bytes().to_vec())), "{text:?}");
        }
    }

    /// The cost is linear: each byte is examined and moved only a few times. Otherwise this test
    /// would take hours.
    #[test]
    fn the_cost_is_linear() {
        const MANY: usize = 1 << 24;
        let mut lines = LineBuffer::new(MANY);
        lines.push(&vec![b'\n'; MANY]);
        assert_eq!(std::iter::from_fn(|| lines.next_line()).count(), MANY);
        for _ in 0..MANY {
            lines.push(b"x");
            assert_eq!(lines.next_line(), None);
        }
        lines.push(b"\n");
        assert_eq!(lines.next_line(), Some(Ok(vec![b'x'; MANY])));
    }
}
