//! Lines out of a stream of bytes, whatever the pieces in which it comes.

/// Cuts what comes over a connection into lines, none of them longer than allowed, and never holds much more than one.
#[derive(Clone, Debug)]
pub struct Lines {
    longest: usize,
    bytes: Vec<u8>,
    /// The rest of a line that was too long is passed over.
    skipping: bool,
}

/// A line that is longer than allowed. The rest of it is passed over.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct TooLong;

impl Lines {
    /// Lines of at most so many bytes, their ends not counted.
    pub fn new(longest: usize) -> Lines {
        Lines { longest, bytes: Vec::new(), skipping: false }
    }

    /// This came.
    pub fn push(&mut self, bytes: &[u8]) {
        let mut bytes = bytes;
        if self.skipping {
            let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else { return };
            self.skipping = false;
            bytes = &bytes[end + 1..];
        }
        self.bytes.extend(bytes);
    }

    /// Forgets what has come; of a line that has begun the rest is passed over.
    pub fn clear(&mut self) {
        self.skipping = self.bytes.last().map_or(self.skipping, |last| *last != b'\n');
        self.bytes.clear();
    }

    /// Is there a line, or one that is too long?
    pub fn has_line(&self) -> bool {
        self.bytes.len() > self.longest || self.bytes.contains(&b'\n')
    }

    /// How many bytes are held.
    pub fn held(&self) -> usize {
        self.bytes.len()
    }

    /// What is left where no more will come: a line without its end.
    pub fn rest(&mut self) -> Option<Vec<u8>> {
        (!self.bytes.is_empty()).then(|| std::mem::take(&mut self.bytes))
    }

    /// The next line, without its end; `None` until there is one.
    pub fn next_line(&mut self) -> Option<Result<Vec<u8>, TooLong>> {
        match self.bytes.iter().position(|byte| *byte == b'\n') {
            Some(end) => {
                let mut line: Vec<u8> = self.bytes.drain(..=end).collect();
                line.pop();
                line.pop_if(|last| *last == b'\r');
                Some(if line.len() <= self.longest { Ok(line) } else { Err(TooLong) })
            }
            None => {
                // A carriage return may belong to the line end.
                let length = self.bytes.len() - usize::from(self.bytes.last() == Some(&b'\r'));
                if length <= self.longest {
                    return None;
                }
                self.bytes.clear();
                self.skipping = true;
                Some(Err(TooLong))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_whatever_the_pieces() {
        let text = format!("1\r\n\n{}\n{}\r\n{}\nlast\nopen", "x".repeat(256), "y".repeat(256), "z".repeat(700));
        for size in [1, 2, 3, 100, 256, 257, 258, 5000] {
            let mut lines = Lines::new(256);
            let mut read = Vec::new();
            for piece in text.as_bytes().chunks(size) {
                lines.push(piece);
                while let Some(line) = lines.next_line() {
                    read.push(line.map(|line| line.len()));
                }
                assert!(lines.bytes.len() <= 257, "{size}");
            }
            assert_eq!(read, [Ok(1), Ok(0), Ok(256), Ok(256), Err(TooLong), Ok(4)], "in pieces of {size}");
        }
    }
}
