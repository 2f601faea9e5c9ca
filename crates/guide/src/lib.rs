//! The rules of a game as a document with diagrams.
//!
//! The rules are written in Markdown, in the `README.md` of each game and its translations.
//! [`Guide::of`] reads them into [`Block`]s: headings, paragraphs, lists, tables and diagrams. A
//! view draws the blocks with its own means, so that nobody sees a sign of Markdown. A view that
//! only has lines of text asks for [`Guide::lines`].
//!
//! ```
//! use ludoteca_core::Language;
//! use ludoteca_games::catalog;
//! use ludoteca_guide::{Block, Guide};
//!
//! let guide = Guide::of(catalog::find("ataxx").unwrap(), Language::English);
//! assert_eq!(guide.title(), "Ataxx");
//! let diagram = guide.diagrams().next().unwrap();
//! assert_eq!(diagram.scene().places.len(), 25, "a diagram is a position that any view can draw");
//! ```

mod diagram;
mod layout;
mod markdown;
mod numbers;

use ludoteca_core::{Catalog, Info, Language};
use ludoteca_games::CATALOG;

pub use diagram::{Diagram, DiagramError, mark_places};
pub use layout::{GuideLine, GuideStyle, GuideText};
pub use markdown::GuideError;
pub use numbers::with_numbers_at_places;

/// A document about a game.
#[derive(Debug)]
pub struct Guide {
    /// The document from its top. The first block is usually a heading, the title.
    pub blocks: Vec<Block>,
}

/// A part of a document that stands below the part before it.
#[derive(Debug)]
pub enum Block {
    /// A heading.
    Heading {
        /// 1 for the title, 2 for a chapter, and so on up to 6.
        level: u8,
        /// What it says.
        text: Vec<Span>,
    },
    /// A paragraph.
    Paragraph(Vec<Span>),
    /// A list.
    List {
        /// The number of the first entry. `None` if the entries have no numbers.
        first: Option<u64>,
        /// The entries, each a small document.
        entries: Vec<Vec<Block>>,
    },
    /// A table.
    Table {
        /// The heads of the columns.
        head: Vec<Vec<Span>>,
        /// The rows below, each with as many cells as there are columns.
        rows: Vec<Vec<Vec<Span>>>,
    },
    /// Something that is quoted.
    Quote(Vec<Block>),
    /// Lines that stay as they are: a session at a terminal.
    Verbatim(String),
    /// A position with a caption. Boxed, since it is much larger than the others.
    Diagram(Box<Diagram>),
}

/// Text in one style. Spaces at its ends separate it from its neighbours.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Span {
    /// The text, without line breaks.
    pub text: String,
    /// How it is set.
    pub style: SpanStyle,
}

/// How text is set.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum SpanStyle {
    /// As usual.
    #[default]
    Plain,
    /// Important: bold.
    Strong,
    /// Stressed: italic.
    Emphasis,
    /// What is typed or printed: letters of equal width.
    Code,
}

impl Guide {
    /// The rules of a game of our catalogue.
    ///
    /// Rules are part of the program, and a test reads them all. If those of a game are damaged
    /// nevertheless, the part that is damaged is shown as it is written.
    pub fn of(info: &Info, language: Language) -> Guide {
        let written = info.rules.tell(language);
        Guide::read(written, &CATALOG)
            .unwrap_or_else(|_| Guide { blocks: vec![Block::Verbatim(written.to_owned())] })
    }

    /// Reads a document. Its diagrams show games of this catalogue.
    ///
    /// # Errors
    /// Where a diagram cannot be drawn, or the text has parts that no [`Block`] can hold.
    pub fn read(markdown: &str, catalog: &dyn Catalog) -> Result<Guide, GuideError> {
        Ok(Guide { blocks: markdown::blocks(markdown, catalog)? })
    }

    /// What the title says. Empty if the document does not begin with one.
    pub fn title(&self) -> String {
        match self.blocks.first() {
            Some(Block::Heading { level: 1, text }) => plain(text),
            _ => String::new(),
        }
    }

    /// The document without its title, for a view that shows the title elsewhere.
    pub fn body(&self) -> &[Block] {
        match self.blocks.as_slice() {
            [Block::Heading { level: 1, .. }, body @ ..] => body,
            blocks => blocks,
        }
    }

    /// All diagrams, from the top.
    pub fn diagrams(&self) -> impl Iterator<Item = &Diagram> {
        fn collect<'a>(blocks: &'a [Block], found: &mut Vec<&'a Diagram>) {
            for block in blocks {
                match block {
                    Block::Diagram(diagram) => found.push(diagram),
                    Block::List { entries, .. } => {
                        entries.iter().for_each(|entry| collect(entry, found));
                    }
                    Block::Quote(blocks) => collect(blocks, found),
                    Block::Heading { .. }
                    | Block::Paragraph(_)
                    | Block::Table { .. }
                    | Block::Verbatim(_) => {}
                }
            }
        }
        let mut found = Vec::new();
        collect(&self.blocks, &mut found);
        found.into_iter()
    }

    /// The document as lines of text of at most this many columns, where words and boards allow it.
    pub fn lines(&self, columns: usize, language: Language) -> Vec<GuideLine> {
        layout::lines(&self.blocks, columns, language)
    }
}

/// The text without its styles.
pub fn plain(text: &[Span]) -> String {
    text.iter().map(|span| span.text.as_str()).collect()
}
