//! The terminal: its size, and folding of lines to its width.

use std::io::{self, IsTerminal, Write};

use ludoteca_core::drawing::width;

/// Is there a person who reads the output and answers it?
pub fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// The number of columns of the terminal that standard output goes to. `None` if the output goes
/// elsewhere, or if the terminal does not say.
pub fn columns() -> Option<usize> {
    columns_of(terminal_size::terminal_size_of(io::stdout()))
}

/// Does standard output show colours?
pub fn has_colours() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}

/// The number of lines of the terminal that standard error goes to, if it is a terminal and says
/// so.
pub fn rows() -> Option<usize> {
    terminal_size::terminal_size_of(io::stderr())
        .map(|(_, rows)| rows.0.into())
        .filter(|rows| *rows > 0)
}

/// Standard output for people: coloured if colours are wanted, and folded on a terminal.
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

/// A writer that breaks lines that are too wide for the terminal between words, where the terminal
/// would break them anywhere. Output that goes elsewhere stays as it is.
pub struct Folded<W> {
    inner: W,
    /// The width is queried for each line, since a window can be resized.
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

    /// Writes an unfinished line, such as a prompt.
    fn flush(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        self.put(&line)?;
        self.inner.flush()
    }
}

/// Breaks a line between words. It continues below its beginning. A line of a list that starts with
/// a word and a gap continues below the text after the gap.
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

/// The column where the rest of a broken line begins.
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

/// The number of columns that a text takes, without its colour codes.
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
            // A word is never broken. A word that is too long at the start of a line does not get
            // an empty line before it.
            ("longest words\n", 4, "longest\nwords\n"),
            ("  longest words\n", 6, "  longest\n  words\n"),
            (" four numbers, as in 1 2 3 4\n", 15, " four numbers,\n as in 1 2 3 4\n"),
            (
                " save FILE   save the game here\n",
                26,
                " save FILE   save the game\n             here\n",
            ),
            // The line is too narrow for two columns.
            (" save FILE   save the game\n", 20, " save FILE   save\n the game\n"),
            ("日本 plays 4\n", 10, "日本 plays\n4\n"),
            ("for \u{1b}[1mAnna\u{1b}[0m now\n", 12, "for \u{1b}[1mAnna\u{1b}[0m now\n"),
            ("for \u{1b}[1mAnna\u{1b}[0m now\n", 11, "for \u{1b}[1mAnna\u{1b}[0m\nnow\n"),
            // The blank at the end of a prompt stays.
            ("exit the game: ", 10, "exit the\ngame: "),
        ] {
            assert_eq!(fold(line, columns), folded, "{line:?} in {columns} columns");
        }
    }

    #[test]
    fn only_a_terminal_folds_lines() {
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
