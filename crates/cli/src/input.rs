//! Lines of input. A person at a terminal types them with editing, history and completion; from a
//! pipe or a file they are read as they come.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use rustyline::completion::Completer;
use rustyline::error::{ReadlineError, Signal};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use ludoteca_core::text::printable;

use crate::failure::Failure;
use crate::terminal;

/// The greatest length of a line in bytes. Longer lines are cut, so that a stream without line ends
/// cannot fill the memory.
const LONGEST: u64 = 4096;

/// How long to wait for a program that feeds us before we assume that more input will come.
const INPUT_GRACE: Duration = Duration::from_millis(300);

/// The answer to a prompt, or the event that came instead of one.
#[derive(Debug)]
pub enum InputLine {
    Typed(String),
    End,
    Interrupted,
}

/// Where lines come from.
pub struct Input(Source);

enum Source {
    /// A person at a terminal.
    Editor(Box<Editor<WordCompleter, MemHistory>>),
    /// Any other input. A separate thread reads the lines, so that the end of input is noticed
    /// before a prompt is written.
    Stream { lines: Receiver<io::Result<String>>, ahead: Option<io::Result<String>>, echo: bool },
}

impl Input {
    /// Standard input.
    pub fn standard() -> Input {
        if terminal::is_interactive()
            && !is_too_simple()
            && let Ok(mut editor) = Editor::with_history(editor_config(), MemHistory::new())
        {
            editor.set_helper(Some(WordCompleter::default()));
            return Input(Source::Editor(Box::new(editor)));
        }
        // If input and output are both the terminal, the terminal echoes the input. If the output
        // is a file, the echo has to be written there.
        let echo = !(io::stdin().is_terminal() && io::stdout().is_terminal());
        Input(Source::Stream { lines: read_ahead(), ahead: None, echo })
    }

    /// Lines that are already known, as if they came from a file.
    #[cfg(feature = "fuzzing")]
    pub fn script(lines: Vec<String>) -> Input {
        let (sender, receiver) = mpsc::channel();
        for line in lines {
            sender.send(Ok(line)).expect("the receiver is here");
        }
        Input(Source::Stream { lines: receiver, ahead: None, echo: true })
    }

    /// Turns the echo off, for a program that answers lines and writes no transcript.
    pub fn without_echo(mut self) -> Input {
        if let Source::Stream { echo, .. } = &mut self.0 {
            *echo = false;
        }
        self
    }

    /// Is the input edited by a person at a terminal? A terminal that can only write lines is used
    /// like a pipe.
    pub fn is_edited(&self) -> bool {
        matches!(self.0, Source::Editor(_))
    }

    /// Asks for a line. A line from a pipe or a file is echoed after its prompt, so that the output
    /// reads as at a terminal. At the end of input a line break ends the line of the prompt.
    /// `words` are the words for completion.
    ///
    /// # Errors
    /// Fails if reading or writing fails.
    pub fn ask(
        &mut self,
        prompt: &str,
        words: Vec<String>,
        out: &mut dyn Write,
    ) -> Result<InputLine, Failure> {
        match &mut self.0 {
            Source::Editor(editor) => {
                if let Some(helper) = editor.helper_mut() {
                    helper.0 = words;
                }
                // The editor keeps the last line of the prompt. The part that does not fit before
                // the input is written like any other text.
                let prompt = terminal::columns()
                    .map_or_else(|| prompt.to_owned(), |columns| terminal::fold(prompt, columns));
                let (before, prompt) = prompt.rsplit_once('\n').unwrap_or(("", &prompt));
                if !before.is_empty() {
                    writeln!(out, "{before}")?;
                }
                out.flush()?;
                match editor.readline(prompt) {
                    Ok(line) => {
                        // A failure of the history is ignored.
                        let _ = editor.add_history_entry(line.as_str());
                        Ok(InputLine::Typed(line))
                    }
                    Err(ReadlineError::Eof) => Ok(InputLine::End),
                    Err(ReadlineError::Interrupted) => Ok(InputLine::Interrupted),
                    Err(ReadlineError::Signal(signal)) => Ok(if signal == Signal::Resize {
                        // The editor cannot redraw itself, in a list of completions. That counts as
                        // an empty line.
                        InputLine::Typed(String::new())
                    } else {
                        // This is the only other signal. It has no name on Windows.
                        InputLine::Interrupted
                    }),
                    Err(ReadlineError::Io(error)) => Err(error.into()),
                    Err(error) => Err(io::Error::other(error).into()),
                }
            }
            Source::Stream { lines, ahead, echo } => {
                write!(out, "{prompt}")?;
                out.flush()?;
                match ahead.take().or_else(|| lines.recv().ok()) {
                    Some(line) => {
                        let line = line?;
                        if *echo {
                            let parts: Vec<String> =
                                line.trim_end_matches('\r').split('\t').map(printable).collect();
                            writeln!(out, "{}", parts.join("\t"))?;
                        }
                        Ok(InputLine::Typed(line))
                    }
                    None => {
                        if !prompt.is_empty() {
                            writeln!(out)?;
                        }
                        Ok(InputLine::End)
                    }
                }
            }
        }
    }

    /// Has the input ended? A program that feeds us may wait for the prompt, so this waits for a
    /// moment only.
    pub fn is_at_end(&mut self) -> bool {
        match &mut self.0 {
            Source::Editor(_) => false,
            Source::Stream { ahead: Some(_), .. } => false,
            Source::Stream { lines, ahead, .. } => match lines.recv_timeout(INPUT_GRACE) {
                Ok(line) => {
                    *ahead = Some(line);
                    false
                }
                Err(mpsc::RecvTimeoutError::Timeout) => false,
                Err(mpsc::RecvTimeoutError::Disconnected) => true,
            },
        }
    }
}

/// Is the terminal so simple that it can only write lines?
fn is_too_simple() -> bool {
    std::env::var("TERM").is_ok_and(|term| ["dumb", "emacs", "cons25"].contains(&term.as_str()))
}

/// Completion as in shells: as far as the word is clear, then a list.
fn editor_config() -> Config {
    Config::builder()
        .completion_type(CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        .build()
}

fn read_ahead() -> Receiver<io::Result<String>> {
    // The channel holds only a few lines.
    let (sender, receiver) = mpsc::sync_channel(16);
    thread::spawn(move || {
        let mut stdin = io::stdin().lock();
        while let Some(line) = read_line(&mut stdin).transpose() {
            let failed = line.is_err();
            if sender.send(line).is_err() || failed {
                return;
            }
        }
    });
    receiver
}

/// The next line without its `\n`, `None` at the end of input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.take(LONGEST).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

/// Completes the line to one of these words.
#[derive(Default)]
struct WordCompleter(Vec<String>);

impl Completer for WordCompleter {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..pos];
        Ok((0, self.0.iter().filter(|word| word.starts_with(typed)).cloned().collect()))
    }
}

impl Hinter for WordCompleter {
    type Hint = String;
}

impl Highlighter for WordCompleter {}

impl Validator for WordCompleter {}

impl Helper for WordCompleter {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_kinds_of_lines_are_read() {
        let long = "x".repeat(LONGEST as usize + 10);
        let mut input = io::Cursor::new(format!("play\r\n\n0 0\n{long}\nnext\nend").into_bytes());
        let mut lines = Vec::new();
        while let Some(line) = read_line(&mut input).unwrap() {
            lines.push(line);
        }
        let cut = &long[..LONGEST as usize];
        assert_eq!(lines, ["play\r", "", "0 0", cut, "next", "end"]);
    }
}
