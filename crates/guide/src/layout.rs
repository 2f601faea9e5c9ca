//! A document as lines of text, for views that have nothing else.

use ludoteca_core::drawing::width;
use ludoteca_core::scene::PieceKind;
use ludoteca_core::{Language, Seat};

use crate::{Block, Diagram, Span, SpanStyle};

/// A line of text in styles.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct GuideLine {
    /// Its parts from the left. There is no blank at its end.
    pub parts: Vec<GuideText>,
}

/// Text in one style.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct GuideText {
    /// The text.
    pub text: String,
    /// How it is set.
    pub style: GuideStyle,
}

/// How text in a line is set.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum GuideStyle {
    /// Running text.
    Text(SpanStyle),
    /// A heading: 1 is the title.
    Heading(u8),
    /// The caption of a diagram.
    Caption,
    /// Lines of tables and boards, bullets, obstacles: less important than text.
    Faint,
    /// A piece of a seat on a board.
    Piece(Seat),
    /// A place on a board without a piece of a seat: stones, a mark.
    Place,
}

/// Text that is typed is not broken, unless it is longer than this.
const LONGEST_CODE: usize = 24;

/// How far boards, entries of lists and quotations stand to the right of the text around them.
const INDENT: usize = 2;

const PLAIN: GuideStyle = GuideStyle::Text(SpanStyle::Plain);

/// The blocks as lines, with an empty line between two blocks.
pub fn lines(blocks: &[Block], columns: usize, language: Language) -> Vec<GuideLine> {
    let mut all = Vec::new();
    for block in blocks {
        let lines = block_lines(block, columns, language);
        if !all.is_empty() && !lines.is_empty() {
            all.push(GuideLine::default());
        }
        all.extend(lines);
    }
    all
}

fn block_lines(block: &Block, columns: usize, language: Language) -> Vec<GuideLine> {
    match block {
        Block::Heading { level, text } => wrapped(text, columns, |_| GuideStyle::Heading(*level)),
        Block::Paragraph(text) => wrapped(text, columns, GuideStyle::Text),
        Block::List { first, entries } => list(*first, entries, columns, language),
        Block::Table { head, rows } => table(head, rows, columns),
        Block::Quote(blocks) => {
            indented(lines(blocks, columns.saturating_sub(INDENT), language), INDENT)
        }
        Block::Verbatim(text) => {
            let style = GuideStyle::Text(SpanStyle::Code);
            indented(text.lines().map(|line| GuideLine::of(line, style)).collect(), 2 * INDENT)
        }
        Block::Diagram(diagram) => drawn(diagram, columns, language),
    }
}

/// A list. Its entries follow each other closely, and so does what an entry consists of, but for
/// diagrams, which need room.
fn list(
    first: Option<u64>,
    entries: &[Vec<Block>],
    columns: usize,
    language: Language,
) -> Vec<GuideLine> {
    let signs: Vec<String> = match first {
        Some(first) => (first..).take(entries.len()).map(|number| format!("{number}.")).collect(),
        None => vec!["•".to_owned(); entries.len()],
    };
    let room = signs.iter().map(|sign| width(sign)).max().unwrap_or(0) + 1;
    let mut all = Vec::new();
    for (sign, entry) in signs.iter().zip(entries) {
        let mut inner: Vec<GuideLine> = Vec::new();
        for block in entry {
            if matches!(block, Block::Diagram(_)) {
                inner.push(GuideLine::default());
            }
            inner.extend(block_lines(block, columns.saturating_sub(room), language));
        }
        let ends_with_diagram = matches!(entry.last(), Some(Block::Diagram(_)));
        let mut inner = indented(inner, room);
        if let Some(GuideText { text, style }) =
            inner.first_mut().and_then(|line| line.parts.first_mut())
        {
            *text = format!("{sign:<room$}");
            *style = GuideStyle::Faint;
        }
        all.extend(inner);
        if ends_with_diagram {
            all.push(GuideLine::default());
        }
    }
    while all.last().is_some_and(|line: &GuideLine| line.parts.is_empty()) {
        all.pop();
    }
    all
}

/// A table. If it is too wide, its widest columns are made narrower, and their cells get more
/// lines. If that is not enough, every cell gets its own lines, after the head of its column.
fn table(head: &[Vec<Span>], rows: &[Vec<Vec<Span>>], columns: usize) -> Vec<GuideLine> {
    const GAP: usize = 2;
    let (mut widths, mut narrowest) = (vec![0; head.len()], vec![0; head.len()]);
    for row in [head].into_iter().chain(rows.iter().map(Vec::as_slice)) {
        for (column, cell) in row.iter().enumerate().take(head.len()) {
            let word = words(cell).iter().map(|word| word_width(word)).max().unwrap_or(0);
            widths[column] = widths[column].max(width(&crate::plain(cell)));
            narrowest[column] = narrowest[column].max(word);
        }
    }
    let gaps = GAP * head.len().saturating_sub(1);
    while widths.iter().sum::<usize>() + gaps > columns {
        let shrinks = (0..widths.len()).filter(|column| widths[*column] > narrowest[*column]);
        match shrinks.max_by_key(|column| widths[*column]) {
            Some(widest) => widths[widest] -= 1,
            None => return cell_by_cell(head, rows, columns),
        }
    }
    let mut all = side_by_side(head, &widths, GAP, |_| GuideStyle::Text(SpanStyle::Strong));
    all.push(GuideLine::of(&"─".repeat(widths.iter().sum::<usize>() + gaps), GuideStyle::Faint));
    all.extend(rows.iter().flat_map(|row| side_by_side(row, &widths, GAP, GuideStyle::Text)));
    all
}

/// A row of a table.
fn side_by_side(
    cells: &[Vec<Span>],
    widths: &[usize],
    gap: usize,
    style: fn(SpanStyle) -> GuideStyle,
) -> Vec<GuideLine> {
    let cells: Vec<Vec<GuideLine>> =
        cells.iter().zip(widths).map(|(cell, columns)| wrapped(cell, *columns, style)).collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    let mut lines = vec![GuideLine::default(); height];
    for (at, line) in lines.iter_mut().enumerate() {
        let mut begin = 0;
        for (cell, columns) in cells.iter().zip(widths) {
            if let Some(part) = cell.get(at) {
                line.pad(begin);
                line.parts.extend(part.parts.iter().cloned());
            }
            begin += columns + gap;
        }
    }
    lines
}

/// A table in so little room that its columns do not fit.
fn cell_by_cell(head: &[Vec<Span>], rows: &[Vec<Vec<Span>>], columns: usize) -> Vec<GuideLine> {
    let mut all = Vec::new();
    for row in rows {
        if !all.is_empty() {
            all.push(GuideLine::default());
        }
        for (head, cell) in head.iter().zip(row) {
            let name = Span { text: crate::plain(head) + ":", style: SpanStyle::Strong };
            let blank = Span { text: " ".to_owned(), style: SpanStyle::Plain };
            let text: Vec<Span> = [name, blank].into_iter().chain(cell.iter().cloned()).collect();
            all.extend(wrapped(&text, columns, GuideStyle::Text));
        }
    }
    all
}

/// The board, if there is room for it, and the caption.
fn drawn(diagram: &Diagram, columns: usize, language: Language) -> Vec<GuideLine> {
    let columns = columns.saturating_sub(INDENT);
    let mut all = board(diagram, language);
    if all.iter().any(|line| line.width() > columns) {
        all.clear();
    } else {
        all.push(GuideLine::default());
    }
    let caption = [Span { text: diagram.caption.clone(), style: SpanStyle::Plain }];
    all.extend(wrapped(&caption, columns, |_| GuideStyle::Caption));
    indented(all, INDENT)
}

fn board(diagram: &Diagram, language: Language) -> Vec<GuideLine> {
    let (drawing, pieces) = (diagram.drawing(language), diagram.table().pieces());
    let mut line = GuideLine::default();
    let mut lines = Vec::new();
    let mut put = |text: &str, style: GuideStyle| {
        for part in text.split_inclusive('\n') {
            line.push(part.trim_end_matches('\n'), style);
            if part.ends_with('\n') {
                lines.push(std::mem::take(&mut line).trimmed());
            }
        }
    };
    let mut end = 0;
    for spot in &drawing.spots {
        let kind = pieces.iter().find(|piece| piece.place == spot.place).map(|piece| piece.kind);
        let style = match kind {
            Some(PieceKind::Of(seat, _)) => GuideStyle::Piece(seat),
            Some(PieceKind::Obstacle) => GuideStyle::Faint,
            Some(PieceKind::Stones) | None => GuideStyle::Place,
        };
        put(&drawing.text[end..spot.range.start], GuideStyle::Faint);
        put(&drawing.text[spot.range.clone()], style);
        end = spot.range.end;
    }
    put(&drawing.text[end..], GuideStyle::Faint);
    lines
}

/// Breaks text between words. What is typed stays in one piece if it is short.
fn wrapped(
    text: &[Span],
    columns: usize,
    style: impl Fn(SpanStyle) -> GuideStyle,
) -> Vec<GuideLine> {
    let mut lines = vec![GuideLine::default()];
    for word in words(text) {
        let needed = word_width(&word);
        let line = lines.last_mut().expect("there is always a line");
        let blank = usize::from(!line.parts.is_empty());
        if blank > 0 && line.width() + blank + needed > columns {
            lines.push(GuideLine::default());
        } else if blank > 0 {
            // The blank has the style of its neighbours, if both have the same.
            let before = line.parts.last().map(|part| part.style);
            let after = word.first().map(|span| style(span.style));
            line.push(" ", before.filter(|_| before == after).unwrap_or(PLAIN));
        }
        let line = lines.last_mut().expect("there is always a line");
        for span in word {
            line.push(&span.text, style(span.style));
        }
    }
    lines.retain(|line| !line.parts.is_empty());
    lines
}

/// The words of a text. A word can have several styles: `**word**,`.
fn words(text: &[Span]) -> Vec<Vec<Span>> {
    let mut words: Vec<Vec<Span>> = vec![Vec::new()];
    for span in text {
        if span.style == SpanStyle::Code && width(&span.text) <= LONGEST_CODE {
            words.last_mut().expect("there is always a word").push(span.clone());
            continue;
        }
        for (n, part) in span.text.split(' ').enumerate() {
            if n > 0 {
                words.push(Vec::new());
            }
            if !part.is_empty() {
                let span = Span { text: part.to_owned(), style: span.style };
                words.last_mut().expect("there is always a word").push(span);
            }
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn word_width(word: &[Span]) -> usize {
    word.iter().map(|span| width(&span.text)).sum()
}

fn indented(lines: Vec<GuideLine>, columns: usize) -> Vec<GuideLine> {
    let indent = GuideText { text: " ".repeat(columns), style: PLAIN };
    lines
        .into_iter()
        .map(|mut line| {
            if !line.parts.is_empty() {
                line.parts.insert(0, indent.clone());
            }
            line
        })
        .collect()
}

impl GuideLine {
    fn of(text: &str, style: GuideStyle) -> GuideLine {
        let mut line = GuideLine::default();
        line.push(text, style);
        line
    }

    /// The text without its styles.
    pub fn text(&self) -> String {
        self.parts.iter().map(|part| part.text.as_str()).collect()
    }

    /// The number of columns that it takes.
    pub fn width(&self) -> usize {
        self.parts.iter().map(|part| width(&part.text)).sum()
    }

    /// Appends text. Neighbours of the same style become one part.
    fn push(&mut self, text: &str, style: GuideStyle) {
        match self.parts.last_mut() {
            _ if text.is_empty() => {}
            Some(last) if last.style == style => last.text.push_str(text),
            _ => self.parts.push(GuideText { text: text.to_owned(), style }),
        }
    }

    /// Appends blanks up to this column.
    fn pad(&mut self, column: usize) {
        self.push(&" ".repeat(column.saturating_sub(self.width())), PLAIN);
    }

    /// The line without blanks at its end.
    fn trimmed(mut self) -> GuideLine {
        while let Some(last) = self.parts.last_mut() {
            let rest = last.text.trim_end().len();
            last.text.truncate(rest);
            if rest > 0 {
                break;
            }
            self.parts.pop();
        }
        self
    }
}
