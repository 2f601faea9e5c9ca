//! Lines out of a stream of bytes, whatever the pieces in which it comes.

/// Cuts what comes over a connection into lines, none of them longer than allowed, and never holds
/// much more than one.
#[derive(Clone, Debug)]
pub struct LineBuffer {
    longest: usize,
    bytes: Vec<u8>,
    /// So many of them were given out as lines. They are removed when more come, all at once, so
    /// that a line costs no more than its length.
    consumed: usize,
    /// There is no line end before this, from what was given on: nothing is looked through twice.
    searched: usize,
    /// The rest of a line that was too long is passed over.
    skipping: bool,
}

/// A line that is longer than allowed. The rest of it is passed over.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct TooLong;

impl LineBuffer {
    /// Lines of at most so many bytes, their ends not counted.
    pub fn new(longest: usize) -> LineBuffer {
        LineBuffer { longest, bytes: Vec::new(), consumed: 0, searched: 0, skipping: false }
    }

    /// This came.
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

    /// Forgets what has come; of a line that has begun the rest is passed over.
    pub fn clear(&mut self) {
        self.skipping = self.held_bytes().last().map_or(self.skipping, |last| *last != b'\n');
        self.forget();
    }

    /// Is there a line, or one that is too long?
    pub fn has_line(&self) -> bool {
        self.buffered() > self.longest || self.bytes[self.searched..].contains(&b'\n')
    }

    /// How many bytes are held.
    pub fn buffered(&self) -> usize {
        self.held_bytes().len()
    }

    /// What is left where no more will come: a line without its end.
    pub fn rest(&mut self) -> Option<Vec<u8>> {
        let rest = self.held_bytes().to_vec();
        self.forget();
        (!rest.is_empty()).then_some(rest)
    }

    /// The next line, without its end; `None` until there is one.
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
                if without_return(self.held_bytes()).len() <= self.longest {
                    return None;
                }
                self.forget();
                self.skipping = true;
                Some(Err(TooLong))
            }
        }
    }

    fn held_bytes(&self) -> &[u8] {
        &self.bytes[self.consumed..]
    }

    fn forget(&mut self) {
        self.bytes.clear();
        (self.consumed, self.searched) = (0, 0);
    }
}

/// A carriage return belongs to the line end, or may.
fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_whatever_the_pieces() {
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
    fn what_has_come_is_forgotten() {
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

    /// Each byte is looked at, and moved, a few times at most: otherwise this would take hours.
    #[test]
    fn many_lines_and_many_pieces_are_no_trouble() {
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
