//! What people may choose instead of what a game looks like: another board, or plain pieces.

use ludoteca_core::scene::{Ground, PieceLook};

/// The board.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum BoardChoice {
    /// The game's own.
    #[default]
    Own,
    /// Wood.
    Wood,
    /// Slate.
    Slate,
    /// Paper with lines.
    Paper,
}

impl BoardChoice {
    /// All boards.
    pub const ALL: [BoardChoice; 4] =
        [BoardChoice::Own, BoardChoice::Wood, BoardChoice::Slate, BoardChoice::Paper];

    /// How the places of a game with this ground are drawn.
    pub fn ground(self, own: Ground) -> Ground {
        match (self, own) {
            (BoardChoice::Own, own) => own,
            (BoardChoice::Wood, Ground::Wood) => Ground::Wood,
            (BoardChoice::Wood | BoardChoice::Slate, _) => Ground::Checkered,
            (BoardChoice::Paper, _) => Ground::Ruled,
        }
    }
}

/// The set of pieces.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum PieceChoice {
    /// The game's own.
    #[default]
    Own,
    /// Plain shapes with letters.
    Letters,
}

impl PieceChoice {
    /// All sets.
    pub const ALL: [PieceChoice; 2] = [PieceChoice::Own, PieceChoice::Letters];

    /// The pieces of a game that has these.
    pub fn pieces(self, own: PieceLook) -> PieceLook {
        match self {
            PieceChoice::Own => own,
            PieceChoice::Letters => PieceLook::Letters,
        }
    }
}
