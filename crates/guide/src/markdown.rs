//! Reads Markdown into blocks.

use ludoteca_core::Catalog;
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::{Block, Diagram, DiagramError, Span, SpanStyle};

/// The word of fenced blocks that are diagrams.
const POSITION: &str = "position";

/// Why a document cannot be read.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum GuideError {
    /// It has something that no block can hold: an image, HTML, a rule.
    #[error("a guide has no place for {0}")]
    Foreign(String),
    /// A diagram cannot be drawn.
    #[error("diagram {number}: {reason}")]
    Diagram {
        /// The number of the diagram in the document, from 1.
        number: usize,
        /// Why it cannot be drawn.
        reason: DiagramError,
    },
}

/// The blocks of a document.
pub fn blocks(markdown: &str, catalog: &dyn Catalog) -> Result<Vec<Block>, GuideError> {
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES);
    MarkdownReader { events, catalog, diagrams: 0 }.blocks()
}

struct MarkdownReader<'a> {
    events: Parser<'a>,
    catalog: &'a dyn Catalog,
    /// The number of diagrams so far.
    diagrams: usize,
}

impl MarkdownReader<'_> {
    /// The blocks up to the end of what contains them.
    fn blocks(&mut self) -> Result<Vec<Block>, GuideError> {
        let mut blocks = Vec::new();
        // The text of a list entry need not be in a paragraph.
        let mut loose = CollectedText::default();
        while let Some(event) = self.events.next() {
            let block = match event {
                Event::Start(Tag::Paragraph) => Block::Paragraph(self.text()?),
                Event::Start(Tag::Heading { level, .. }) => {
                    Block::Heading { level: number(level), text: self.text()? }
                }
                Event::Start(Tag::List(first)) => Block::List { first, entries: self.entries()? },
                Event::Start(Tag::Table(_)) => self.table()?,
                Event::Start(Tag::BlockQuote(_)) => Block::Quote(self.blocks()?),
                Event::Start(Tag::CodeBlock(kind)) => self.fenced(&kind)?,
                Event::End(end) if !is_inline(end) => break,
                event => {
                    loose.take(event)?;
                    continue;
                }
            };
            loose.end(&mut blocks);
            blocks.push(block);
        }
        loose.end(&mut blocks);
        Ok(blocks)
    }

    /// Text up to the end of what contains it.
    fn text(&mut self) -> Result<Vec<Span>, GuideError> {
        let mut text = CollectedText::default();
        for event in self.events.by_ref() {
            match event {
                Event::End(end) if !is_inline(end) => break,
                event => text.take(event)?,
            }
        }
        Ok(text.spans)
    }

    fn entries(&mut self) -> Result<Vec<Vec<Block>>, GuideError> {
        let mut entries = Vec::new();
        while let Some(Event::Start(Tag::Item)) = self.events.next() {
            entries.push(self.blocks()?);
        }
        Ok(entries)
    }

    fn table(&mut self) -> Result<Block, GuideError> {
        let mut rows = Vec::new();
        while let Some(Event::Start(Tag::TableHead | Tag::TableRow)) = self.events.next() {
            let mut cells = Vec::new();
            while let Some(Event::Start(Tag::TableCell)) = self.events.next() {
                cells.push(self.text()?);
            }
            rows.push(cells);
        }
        let head = if rows.is_empty() { Vec::new() } else { rows.remove(0) };
        Ok(Block::Table { head, rows })
    }

    fn fenced(&mut self, kind: &CodeBlockKind) -> Result<Block, GuideError> {
        let mut inside = String::new();
        for event in self.events.by_ref() {
            match event {
                Event::Text(text) => inside.push_str(&text),
                _ => break,
            }
        }
        match kind {
            CodeBlockKind::Fenced(word) if &**word == POSITION => {
                self.diagrams += 1;
                let number = self.diagrams;
                let diagram = Diagram::read(&inside, self.catalog)
                    .map_err(|reason| GuideError::Diagram { number, reason })?;
                Ok(Block::Diagram(Box::new(diagram)))
            }
            _ => Ok(Block::Verbatim(inside)),
        }
    }
}

/// Text as it is collected.
#[derive(Default)]
struct CollectedText {
    spans: Vec<Span>,
    /// The styles that are open, from the outermost.
    open: Vec<SpanStyle>,
}

impl CollectedText {
    fn take(&mut self, event: Event) -> Result<(), GuideError> {
        match event {
            Event::Text(text) => self.push(&text, self.open.last().copied().unwrap_or_default()),
            Event::Code(text) => self.push(&text, SpanStyle::Code),
            Event::SoftBreak | Event::HardBreak => {
                self.push(" ", self.open.last().copied().unwrap_or_default());
            }
            Event::Start(Tag::Strong) => self.open.push(SpanStyle::Strong),
            Event::Start(Tag::Emphasis) => self.open.push(SpanStyle::Emphasis),
            // A view of rules leads nowhere else, so of a link only its text is left.
            Event::Start(Tag::Link { .. }) => {
                self.open.push(self.open.last().copied().unwrap_or_default());
            }
            Event::End(_) => drop(self.open.pop()),
            other => return Err(GuideError::Foreign(format!("{other:?}"))),
        }
        Ok(())
    }

    /// Appends text. Neighbours of the same style become one span.
    fn push(&mut self, text: &str, style: SpanStyle) {
        match self.spans.last_mut() {
            Some(last) if last.style == style => last.text.push_str(text),
            _ => self.spans.push(Span { text: text.to_owned(), style }),
        }
    }

    /// Ends the paragraph, if there is one.
    fn end(&mut self, blocks: &mut Vec<Block>) {
        if !self.spans.is_empty() {
            blocks.push(Block::Paragraph(std::mem::take(&mut self.spans)));
        }
    }
}

fn is_inline(end: TagEnd) -> bool {
    matches!(end, TagEnd::Strong | TagEnd::Emphasis | TagEnd::Link)
}

fn number(level: HeadingLevel) -> u8 {
    level as u8
}
