//! The terminal while it is filled by the view: how it is set up, drawn to and given back.

use std::io::{self, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::style::{
    Attribute, Color as Ink, Print, SetAttribute, SetBackgroundColor, SetForegroundColor,
};
use crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode, size,
};
use crossterm::{execute, queue};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Modifier};

/// The screen of the terminal. When this value is dropped, the terminal is as it was.
pub struct TerminalScreen {
    /// What the terminal shows now; `None` if that is not known.
    shown: Option<Buffer>,
}

/// Is the terminal in the hands of the view? A panic gives it back.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

impl TerminalScreen {
    /// Takes the terminal.
    ///
    /// # Errors
    /// Where the terminal cannot be set up.
    pub fn take() -> io::Result<TerminalScreen> {
        let here = thread::current().id();
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panicked| {
            // A search that panics is caught, and must not write across the board.
            if thread::current().id() == here {
                give_back();
                usual(panicked);
            }
        }));
        let mut screen = TerminalScreen { shown: None };
        screen.resume()?;
        Ok(screen)
    }

    /// Gives the terminal back for a while.
    pub fn pause(&mut self) {
        give_back();
        self.shown = None;
    }

    /// Takes the terminal again.
    ///
    /// # Errors
    /// Where the terminal cannot be set up.
    pub fn resume(&mut self) -> io::Result<()> {
        enable_raw_mode()?;
        IS_TAKEN.store(true, Ordering::SeqCst);
        self.shown = None;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste, Hide)
    }

    /// The size of the terminal.
    pub fn area() -> Rect {
        let (columns, rows) = size().unwrap_or((80, 24));
        Rect::new(0, 0, columns, rows)
    }

    /// Draws everything from scratch the next time.
    pub fn forget(&mut self) {
        self.shown = None;
    }

    /// Shows a page, and the cursor of the terminal where text is typed. While the terminal is
    /// given back, nothing is shown: it is about to be the shell's.
    ///
    /// # Errors
    /// Where the terminal cannot be written to.
    pub fn show(&mut self, page: Buffer, cursor: Option<[u16; 2]>) -> io::Result<()> {
        if !IS_TAKEN.load(Ordering::SeqCst) {
            return Ok(());
        }
        let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
        queue!(out, BeginSynchronizedUpdate, Hide)?;
        let before = self.shown.take().filter(|shown| shown.area == page.area);
        let before = match before {
            Some(before) => before,
            None => {
                queue!(out, SetAttribute(Attribute::Reset), MoveTo(0, 0))?;
                queue!(out, crossterm::terminal::Clear(crossterm::terminal::ClearType::All))?;
                Buffer::empty(page.area)
            }
        };
        write_changes(&mut out, &before, &page)?;
        if let Some([column, row]) = cursor {
            queue!(out, MoveTo(column, row), Show)?;
        }
        queue!(out, EndSynchronizedUpdate)?;
        out.flush()?;
        self.shown = Some(page);
        Ok(())
    }
}

impl Drop for TerminalScreen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back as it was. If that fails, the terminal has gone.
fn give_back() {
    if IS_TAKEN.swap(false, Ordering::SeqCst) {
        let _ = execute!(
            io::stdout(),
            SetAttribute(Attribute::Reset),
            DisableBracketedPaste,
            DisableMouseCapture,
            LeaveAlternateScreen,
            Show
        );
        let _ = disable_raw_mode();
    }
}

/// Writes the characters that differ.
fn write_changes(out: &mut impl Write, before: &Buffer, page: &Buffer) -> io::Result<()> {
    let mut style = (Color::Reset, Color::Reset, Modifier::empty());
    let mut expected = None;
    queue!(out, SetAttribute(Attribute::Reset))?;
    for (column, row, cell) in before.diff(page) {
        if expected != Some((column, row)) {
            queue!(out, MoveTo(column, row))?;
        }
        let wanted = (cell.fg, cell.bg, cell.modifier);
        if wanted.2 != style.2 {
            queue!(out, SetAttribute(Attribute::Reset))?;
            style = (Color::Reset, Color::Reset, wanted.2);
            for (modifier, attribute) in [
                (Modifier::BOLD, Attribute::Bold),
                (Modifier::DIM, Attribute::Dim),
                (Modifier::ITALIC, Attribute::Italic),
                (Modifier::UNDERLINED, Attribute::Underlined),
                (Modifier::REVERSED, Attribute::Reverse),
            ] {
                if wanted.2.contains(modifier) {
                    queue!(out, SetAttribute(attribute))?;
                }
            }
        }
        if wanted.0 != style.0 {
            queue!(out, SetForegroundColor(ink(wanted.0)))?;
        }
        if wanted.1 != style.1 {
            queue!(out, SetBackgroundColor(ink(wanted.1)))?;
        }
        style = wanted;
        queue!(out, Print(cell.symbol()))?;
        let wide = ludoteca_core::drawing::width(cell.symbol()).max(1) as u16;
        expected = Some((column + wide, row));
    }
    queue!(out, SetAttribute(Attribute::Reset))
}

/// The same colour in the words of the other library.
fn ink(colour: Color) -> Ink {
    match colour {
        Color::Reset => Ink::Reset,
        Color::Black => Ink::Black,
        Color::Red => Ink::DarkRed,
        Color::Green => Ink::DarkGreen,
        Color::Yellow => Ink::DarkYellow,
        Color::Blue => Ink::DarkBlue,
        Color::Magenta => Ink::DarkMagenta,
        Color::Cyan => Ink::DarkCyan,
        Color::Gray => Ink::Grey,
        Color::DarkGray => Ink::DarkGrey,
        Color::LightRed => Ink::Red,
        Color::LightGreen => Ink::Green,
        Color::LightYellow => Ink::Yellow,
        Color::LightBlue => Ink::Blue,
        Color::LightMagenta => Ink::Magenta,
        Color::LightCyan => Ink::Cyan,
        Color::White => Ink::White,
        Color::Rgb(r, g, b) => Ink::Rgb { r, g, b },
        Color::Indexed(number) => Ink::AnsiValue(number),
    }
}
