//! The terminal that a person looks at: how wide it is, and lines that fit it.

use std::io::{self, IsTerminal, Write};

use ludoteca_core::drawing::width;

/// Is there a person who reads what we write and answers it?
pub fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Columns of the terminal that standard output goes to; `None` where it goes elsewhere, or the
/// terminal does not tell.
pub fn columns() -> Option<usize> {
    columns_of(terminal_size::terminal_size_of(io::stdout()))
}

/// Lines of the terminal that standard error goes to, where there is one that tells.
pub fn rows() -> Option<usize> {
    terminal_size::terminal_size_of(io::stderr())
        .map(|(_, rows)| rows.0.into())
        .filter(|rows| *rows > 0)
}

/// Standard output for people: in colours where they are wanted, and folded on a terminal.
pub fn stdout() -> Folded<anstream::Stdout> {
    Folded::new(anstream::stdout(), columns)
}

/// Standard error, folded on a terminal.
pub fn stderr() -> Folded<io::Stderr> {
    Folded::new(io::stderr(), || columns_of(terminal_size::terminal_size_of(io::stderr())))
}

fn columns_of(size: Option<(terminal_size::Width, terminal_size::Height)>) -> Option<usize> {
    size.map(|(columns, _)| columns.0.into()).filter(|columns| *columns > 0)
}

/// Breaks lines that are too wide for the terminal between words, where the terminal would break
/// them anywhere. What goes elsewhere stays as it is.
pub struct Folded<W> {
    inner: W,
    /// Asked again for each line, since a window can be resized.
    columns: fn() -> Option<usize>,
    /// The line that is being written.
    line: Vec<u8>,
}

impl<W: Write> Folded<W> {
    fn new(inner: W, columns: fn() -> Option<usize>) -> Folded<W> {
        Folded { inner, columns, line: Vec::new() }
    }

    fn put(&mut self, line: &[u8]) -> io::Result<()> {
        match (self.columns)() {
            Some(columns) => {
                write!(self.inner, "{}", fold(&String::from_utf8_lossy(line), columns))
            }
            None => self.inner.write_all(line),
        }
    }
}

impl<W: Write> Write for Folded<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend(part);
            if part.ends_with(b"\n") {
                let line = std::mem::take(&mut self.line);
                self.put(&line)?;
            }
        }
        Ok(bytes.len())
    }

    /// What there is of a line, such as a prompt, is shown.
    fn flush(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        self.put(&line)?;
        self.inner.flush()
    }
}

/// Breaks a line between words. It goes on below its beginning; in a list, below what is said about
/// the word that it begins with.
pub fn fold(line: &str, columns: usize) -> String {
    if visible_width(line) <= columns {
        return line.to_owned();
    }
    let indent = indent(line, columns);
    let mut text = String::new();
    let mut column = 0;
    for (n, word) in line.split(' ').enumerate() {
        let end = column + usize::from(n > 0) + visible_width(word);
        if end > columns && column > indent {
            text.push_str(&format!("\n{:indent$}", ""));
            column = indent + visible_width(word);
        } else {
            text.push_str(if n > 0 { " " } else { "" });
            column = end;
        }
        text.push_str(word);
    }
    text
}

/// Where a line goes on that is broken.
fn indent(line: &str, columns: usize) -> usize {
    let begin = line.len() - line.trim_start_matches(' ').len();
    let gap = line[begin..].find("  ").map(|gap| begin + gap);
    let listed = gap
        .map(|gap| visible_width(&line[..line.len() - line[gap..].trim_start_matches(' ').len()]));
    listed.filter(|listed| *listed <= columns / 2).unwrap_or(if begin <= columns / 2 {
        begin
    } else {
        0
    })
}

/// The columns that a text takes, with its colours left out.
fn visible_width(text: &str) -> usize {
    width(anstream::adapter::strip_str(text.trim_end_matches('\n')).to_string().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_folded_between_words() {
        for (line, columns, folded) in [
            ("one two three\n", 13, "one two three\n"),
            ("one two three\n", 12, "one two\nthree\n"),
            ("one two three", 5, "one\ntwo\nthree"),
            // A word is never broken, nor is anything written before one that is too long.
            ("longest words\n", 4, "longest\nwords\n"),
            ("  longest words\n", 6, "  longest\n  words\n"),
            (" four numbers, as in 1 2 3 4\n", 15, " four numbers,\n as in 1 2 3 4\n"),
            (
                " save FILE   save the game here\n",
                26,
                " save FILE   save the game\n             here\n",
            ),
            // Too narrow for two columns.
            (" save FILE   save the game\n", 20, " save FILE   save\n the game\n"),
            ("日本 plays 4\n", 10, "日本 plays\n4\n"),
            ("for \u{1b}[1mAnna\u{1b}[0m now\n", 12, "for \u{1b}[1mAnna\u{1b}[0m now\n"),
            ("for \u{1b}[1mAnna\u{1b}[0m now\n", 11, "for \u{1b}[1mAnna\u{1b}[0m\nnow\n"),
            // The blank that a prompt ends with stays.
            ("exit the game: ", 10, "exit the\ngame: "),
        ] {
            assert_eq!(fold(line, columns), folded, "{line:?} in {columns} columns");
        }
    }

    #[test]
    fn only_a_terminal_folds() {
        for (columns, expected) in [
            ((|| None) as fn() -> _, "one two\nthree four: "),
            (|| Some(6), "one\ntwo\nthree\nfour: "),
        ] {
            let mut out = Folded::new(Vec::new(), columns);
            write!(out, "one two\nthree").unwrap();
            write!(out, " four: ").unwrap();
            out.flush().unwrap();
            assert_eq!(String::from_utf8(out.inner).unwrap(), expected);
        }
    }
}
