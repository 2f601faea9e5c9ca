//! Splits a line into words, one after the other.

use super::{ProtocolError, quoted};

/// What is left of a line.
#[derive(Clone)]
pub struct LineTokens<'a>(&'a str);

impl<'a> LineTokens<'a> {
    pub fn new(line: &'a str) -> LineTokens<'a> {
        LineTokens(line)
    }

    /// The next word, if any, without taking it.
    pub fn peek(&self) -> Option<&'a str> {
        self.0.split_whitespace().next()
    }

    /// The rest of the line as it is, without the blank after the last word and without white space
    /// at its end.
    pub fn rest(&self) -> &'a str {
        let rest = self.0.trim_end();
        let mut letters = rest.chars();
        match letters.next() {
            Some(blank) if blank.is_whitespace() => letters.as_str(),
            _ => rest,
        }
    }

    /// The words up to one of these, joined by single blanks.
    pub fn until(&mut self, ends: &[&str]) -> String {
        self.list_until(ends).join(" ")
    }

    /// The words up to one of these.
    pub fn list_until(&mut self, ends: &[&str]) -> Vec<&'a str> {
        let mut list = Vec::new();
        while let Some(word) = self.peek().filter(|word| !ends.contains(word)) {
            self.next();
            list.push(word);
        }
        list
    }

    /// The number that follows `after`.
    pub fn number<N: TryFrom<i128>>(&mut self, after: &str) -> Result<N, ProtocolError> {
        let found = self.next().unwrap_or_default();
        let number = found.parse::<i128>().ok().and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| ProtocolError::NoNumber { after: quoted(after), found: quoted(found) })
    }

    /// Like [`number`](LineTokens::number), but reads a negative number as 0: some programs send
    /// one for a clock that has run out.
    pub fn number_from_zero(&mut self, after: &str) -> Result<u64, ProtocolError> {
        Ok(self.number::<i64>(after)?.max(0).unsigned_abs())
    }
}

impl<'a> Iterator for LineTokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.0.trim_start();
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        self.0 = rest;
        (!word.is_empty()).then_some(word)
    }
}
