//! Descriptions of what a view shows: what lies on a place, and why clicks make no move.

use super::{Board, Choice, Piece, PieceKind, Place, Shape};
use crate::language::{Language, Message};
use crate::seat::Seat;
use crate::texts::texts;

/// What a place has to do with the last move and the next one.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct PlaceState {
    /// Is it one of the places that show the last step?
    pub last: bool,
    /// Was it chosen for the next move?
    pub chosen: bool,
    /// Can it be chosen next? A piece whose ends are both on one place is played by choosing that
    /// place again.
    pub target: bool,
}

impl Place {
    /// The description where nothing lies there.
    pub fn empty(&self, language: Language) -> &'static str {
        match self.shape {
            Shape::Cell | Shape::Point => texts(language).empty,
            Shape::Bowl | Shape::Pot => texts(language).no_stones,
        }
    }

    /// Its description for a screen reader: `C4: X, last move, can be played`. `names` has a name
    /// for each seat.
    pub fn words(
        &self,
        lying: Option<&Piece>,
        names: &[&str],
        state: PlaceState,
        language: Language,
    ) -> String {
        let what = lying
            .map_or_else(|| self.empty(language).to_owned(), |piece| piece.words(names, language));
        let mut words = format!("{}: {what}", self.label.tell(language));
        let texts = texts(language);
        for (is, said) in [
            (state.last, texts.last_move),
            (state.chosen, texts.chosen),
            (state.target, texts.can_be_played),
        ] {
            if is {
                words.push_str(", ");
                words.push_str(said);
            }
        }
        words
    }
}

impl Piece {
    /// Its description: `X`, `king of X`, `3 stones`. `names` has a name for each seat.
    pub fn words(&self, names: &[&str], language: Language) -> String {
        let texts = texts(language);
        match self.kind {
            PieceKind::Of(seat, Some(figure)) => {
                (texts.figure_of)(figure.name.tell(language), names[seat.index()])
            }
            PieceKind::Of(seat, None) => names[seat.index()].to_owned(),
            PieceKind::Obstacle => texts.obstacle.to_owned(),
            PieceKind::Stones => (texts.stones)(self.count),
        }
    }
}

/// A reason why clicks make no move that the scene alone shows.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum PlainRefusal {
    /// The stones in a pot.
    CapturedStones,
    /// No piece that is to be laid has an end there.
    NoEndHere,
    /// A piece of another seat, which has this name.
    BelongsTo(String),
    /// The player's own piece cannot move.
    NoLegalMove,
    /// An empty place, an obstacle, or stones that cannot be sown.
    NothingMovable,
}

/// Why no move has these clicks, where the scene alone shows it. Otherwise the rules give the
/// reason.
pub(crate) fn plain_refusal(
    board: &Board,
    pieces: &[Piece],
    choices: &[Choice],
    mover: Seat,
    clicks: &[usize],
    names: &[&str],
) -> Option<Message> {
    let refusal = if clicks.iter().any(|place| board.places[*place].shape == Shape::Pot) {
        PlainRefusal::CapturedStones
    } else {
        let [place] = clicks else { return None };
        let begins = choices.iter().any(|choice| choice.clicks[0] == *place);
        let takes_one = choices.iter().any(|choice| choice.clicks.len() == 1);
        if begins || takes_one {
            return None;
        }
        let lying = pieces.iter().find(|piece| piece.place == *place).map(|piece| piece.kind);
        match lying {
            _ if choices.iter().any(|choice| !choice.covers.is_empty()) => PlainRefusal::NoEndHere,
            Some(PieceKind::Of(seat, _)) if seat != mover => {
                PlainRefusal::BelongsTo(names[seat.index()].to_owned())
            }
            Some(PieceKind::Of(..)) => PlainRefusal::NoLegalMove,
            Some(PieceKind::Stones | PieceKind::Obstacle) | None => PlainRefusal::NothingMovable,
        }
    };
    Some(Message::new(refusal))
}

#[cfg(test)]
mod tests {
    use super::super::{Figure, grid_board};
    use super::*;
    use crate::language::Text;

    #[test]
    fn pieces_and_empty_places_have_words() {
        let king = Figure { letter: 'K', name: Text(|_| "king") };
        for (kind, count, words) in [
            (PieceKind::Of(Seat::SECOND, None), 1, "O"),
            (PieceKind::Of(Seat::FIRST, Some(king)), 1, "king of X"),
            (PieceKind::Obstacle, 1, "obstacle"),
            (PieceKind::Stones, 1, "1 stone"),
            (PieceKind::Stones, 12, "12 stones"),
        ] {
            assert_eq!(
                Piece { place: 0, kind, count }.words(&["X", "O"], Language::English),
                words
            );
        }
        for (shape, words) in [
            (Shape::Cell, "empty"),
            (Shape::Point, "empty"),
            (Shape::Bowl, "no stones"),
            (Shape::Pot, "no stones"),
        ] {
            let place = Place { x: 0.0, y: 0.0, shape, label: Message::same("") };
            assert_eq!(place.empty(Language::English), words);
        }
    }

    #[test]
    fn clicks_are_refused_with_the_reason() {
        let mut board = grid_board(1, 6);
        board.places[5].shape = Shape::Pot;
        let pieces = [(0, Seat::FIRST), (1, Seat::FIRST), (2, Seat::SECOND)]
            .map(|(place, seat)| Piece::of(seat, place));
        let moved = [Choice::plain([0, 3], "a".to_owned())];
        let laid = [Choice::laid(vec![0, 1], "b".to_owned())];
        let set = [Choice::plain([3], "c".to_owned())];
        for (choices, clicks, refusal) in [
            (&moved, &[0][..], None),
            (&moved, &[1], Some("this piece has no legal move")),
            (&moved, &[2], Some("this belongs to O")),
            (&moved, &[3], Some("nothing that can move lies here")),
            (&moved, &[5], Some("captured stones are not played")),
            (&moved, &[0, 4], None),
            (&laid, &[0], None),
            (&laid, &[2], Some("no piece that is to be laid can end here")),
            (&set, &[2], None),
        ] {
            let found = plain_refusal(&board, &pieces, choices, Seat::FIRST, clicks, &["X", "O"]);
            assert_eq!(
                found.map(|found| found.to_string()).as_deref(),
                refusal,
                "{clicks:?} {choices:?}"
            );
        }
    }
}
