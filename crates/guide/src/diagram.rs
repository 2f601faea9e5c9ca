//! A position with a caption, and how it is written in the rules.

use std::fmt;

use ludoteca_core::scene::{Piece, Scene};
use ludoteca_core::{Catalog, Drawing, Language, OptionError, PositionError, Refusal, Table};

use crate::numbers::with_numbers_at_places;

/// A position with a caption.
///
/// In the rules it is a fenced block with the word `position`. The first line is a game with its
/// options, and after `|` a position if it is not the usual first one. Lines that begin with
/// `steps:`, `marks:` and `arrows:` may follow, whose entries are separated by commas: steps to
/// make from there, places to mark, and arrows between places. After an empty line comes the board
/// as text, for those who read the Markdown as it is; it says nothing new, and a test compares it.
/// The last paragraph is the caption.
///
/// ```
/// # use ludoteca_core::Language;
/// # use ludoteca_games::CATALOG;
/// # use ludoteca_guide::Guide;
/// let written = "
/// ```position
/// ttt | x2/1o1/3 x
/// marks: b3, c3
///
/// X may place a piece
/// on the marked cells.
/// ```";
/// let guide = Guide::read(written, &CATALOG).unwrap();
/// let diagram = guide.diagrams().next().unwrap();
/// assert_eq!(diagram.caption, "X may place a piece on the marked cells.");
/// assert!(diagram.drawing(Language::English).text.contains("0 | X |[ ]|[ ]|"));
/// ```
pub struct Diagram {
    table: Box<dyn Table>,
    /// The places that are marked: indices into [`Scene::places`].
    pub marks: Vec<usize>,
    /// Arrows from place to place.
    pub arrows: Vec<(usize, usize)>,
    /// What the diagram shows, in words.
    pub caption: String,
}

/// Why a diagram cannot be drawn.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum DiagramError {
    /// The game or its options are refused.
    #[error("{0}")]
    Options(#[from] OptionError),
    /// The position is refused.
    #[error("{0}")]
    Position(#[from] PositionError),
    /// A step is refused.
    #[error("step {step}: {reason}")]
    Step {
        /// The step as written.
        step: String,
        /// Why it is refused.
        reason: Refusal,
    },
    /// No place has this name.
    #[error("there is no place {0}")]
    Place(String),
    /// An arrow has no `>` between its ends.
    #[error("`{0}` is no arrow: it takes two places with > between them")]
    Arrow(String),
    /// The line begins with an unknown word.
    #[error("`{0}` is neither steps:, marks: nor arrows:")]
    Line(String),
    /// There are no words about the position.
    #[error("there is no caption")]
    NoCaption,
}

impl Diagram {
    /// Reads the inside of the fenced block.
    pub(crate) fn read(written: &str, catalog: &dyn Catalog) -> Result<Diagram, DiagramError> {
        let paragraphs = paragraphs(written);
        let [head, .., caption] = paragraphs.as_slice() else {
            return Err(DiagramError::NoCaption);
        };
        let mut head = head.lines();
        let first = head.next().unwrap_or_default();
        let (options, position) = first.split_once('|').unwrap_or((first, ""));
        let mut table = catalog.open_line(options)?;
        if !position.trim().is_empty() {
            table.set_position(position.trim())?;
        }
        let places = table.board().places;
        let find = |name: &str| {
            let is_it = |label: String| label.eq_ignore_ascii_case(name.trim());
            let found = places.iter().position(|place| is_it(place.label.tell(Language::English)));
            found.ok_or_else(|| DiagramError::Place(name.trim().to_owned()))
        };
        let (mut marks, mut arrows) = (Vec::new(), Vec::new());
        for line in head {
            let (word, entries) = line.split_once(':').unwrap_or((line, ""));
            for entry in entries.split(',').map(str::trim) {
                match word {
                    "steps" => {
                        let made = table.step(entry);
                        let step = || entry.to_owned();
                        made.map_err(|reason| DiagramError::Step { step: step(), reason })?;
                    }
                    "marks" => marks.push(find(entry)?),
                    "arrows" => {
                        let (from, to) = entry
                            .split_once('>')
                            .ok_or_else(|| DiagramError::Arrow(entry.to_owned()))?;
                        arrows.push((find(from)?, find(to)?));
                    }
                    _ => return Err(DiagramError::Line(line.to_owned())),
                }
            }
        }
        let caption = caption.lines().map(str::trim).collect::<Vec<_>>().join(" ");
        Ok(Diagram { table, marks, arrows, caption })
    }

    /// The table that is shown.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// The names of the seats: those that the game gives them.
    pub fn names(&self) -> &'static [&'static str] {
        &self.table.options().info().names[..self.table.seats()]
    }

    /// The position for a view that draws. The marked places are those of the last step
    /// ([`Scene::last`]), which every view marks. There is nothing to choose, and what seats hold
    /// beside the board is left out.
    pub fn scene(&self) -> Scene {
        let scene = self.table.scene_without_choices();
        let last = if self.marks.is_empty() { scene.last } else { self.marks.clone() };
        Scene { last, prompt: None, stock: Vec::new(), ..scene }
    }

    /// The board as text, with numbers at their places. Marked places and the ends of arrows stand
    /// in brackets. Where a place has no room for brackets, an asterisk marks it if it is empty.
    pub fn drawing(&self, language: Language) -> Drawing {
        let drawing = self.table.drawing(self.names(), language);
        let mut drawing = with_numbers_at_places(&drawing, &self.table.board());
        let ends = self.arrows.iter().map(|(_, to)| *to);
        let marked: Vec<usize> = self.marks.iter().copied().chain(ends).collect();
        mark_places(&mut drawing, &marked, &self.table.pieces());
        drawing
    }
}

/// Marks places in a board that is drawn as text: with brackets, or with an asterisk where a place
/// is empty and has no room for brackets.
pub fn mark_places(drawing: &mut Drawing, marked: &[usize], pieces: &[Piece]) {
    for spot in drawing.spots.iter().filter(|spot| marked.contains(&spot.place)) {
        let inside = &drawing.text[spot.range.clone()];
        let is_empty = pieces.iter().all(|piece| piece.place != spot.place);
        let marked = match inside.strip_prefix(' ').and_then(|rest| rest.strip_suffix(' ')) {
            Some(middle) => format!("[{middle}]"),
            None if inside.len() == 1 && is_empty => "*".to_owned(),
            None => continue,
        };
        drawing.text.replace_range(spot.range.clone(), &marked);
    }
}

impl fmt::Debug for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Diagram")
            .field("options", self.table.options())
            .field("position", &self.table.position())
            .field("marks", &self.marks)
            .field("arrows", &self.arrows)
            .field("caption", &self.caption)
            .finish()
    }
}

/// The parts of a text between empty lines.
fn paragraphs(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let parts = lines.split(|line| line.trim().is_empty()).filter(|part| !part.is_empty());
    parts.map(|part| part.join("\n")).collect()
}
