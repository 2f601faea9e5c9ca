//! How Advanced Tic-Tac-Toe is shown.

use ludoteca_core::scene::{self, Board, InHand, Piece};
use ludoteca_core::{Language, Message, Presentation, Seat, StepOf, shared};

use crate::three_by_three;

use super::rules::{AdvancedTicTacToe, Move, State};
use super::texts::{PIECE, Phrase};

impl Presentation for AdvancedTicTacToe {
    fn board(&self) -> Board {
        Board { look: three_by_three::LOOK, ..scene::grid_board(3, 3) }
    }

    fn prompt(&self, state: &State) -> Message {
        let places = state.in_hand(state.turn) > 0;
        Message::new(if places { Phrase::PromptToPlace } else { Phrase::PromptToShift })
    }

    fn decisive(&self, state: &State) -> Vec<usize> {
        three_by_three::lines_of(&state.pieces)
    }

    fn pieces(&self, state: &State) -> Vec<Piece> {
        scene::pieces(9, |cell| state.owner(cell))
    }

    fn touched(&self, step: &StepOf<Self>) -> Vec<usize> {
        step.as_move().map(clicks).unwrap_or_default()
    }

    fn stock(&self, state: &State) -> Vec<InHand> {
        let in_hand = |seat| InHand {
            seat,
            name: Message::new(PIECE),
            length: 1,
            count: state.in_hand(seat),
        };
        Seat::all(2).map(in_hand).filter(|in_hand| in_hand.count > 0).collect()
    }

    fn holdings(&self, state: &State) -> Vec<Message> {
        Seat::all(2).map(|seat| Message::new(Phrase::InHand(state.in_hand(seat)))).collect()
    }

    fn players_line(&self, state: &State, names: &[&str], language: Language) -> Option<String> {
        let seat = |seat: Seat| format!("{} ({})", names[seat.index()], state.in_hand(seat));
        let seats: Vec<String> = Seat::all(2).map(seat).collect();
        Some(shared::players_line(seats.iter().map(String::as_str), language))
    }
}

/// The cells that a move touches, in the order of its clicks.
fn clicks(m: Move) -> Vec<usize> {
    match m {
        Move::Place(cell) => vec![cell.into()],
        Move::Shift { from, to } => vec![from.into(), to.into()],
    }
}
