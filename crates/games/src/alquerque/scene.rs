//! How Alquerque is shown.

use ludoteca_core::drawing::{Drawing, centred, width};
use ludoteca_core::scene::{
    self, Board, Colour, Ground, Look, Piece, PieceLook, Place, Score, Shape,
};
use ludoteca_core::{Language, Message, Presentation, Seat, Spelling, StepOf};

use super::rules::{Alquerque, Move, State, is_line};
use super::texts::{self, Phrase};

impl Presentation for Alquerque {
    fn board(&self) -> Board {
        let place = |point| {
            let (row, col) = ((point - 1) / 5, (point - 1) % 5);
            Place {
                x: col as f32,
                y: row as f32,
                shape: Shape::Point,
                label: Message::same(name(point)),
            }
        };
        let pairs = (1..=25).flat_map(|from| (from + 1..=25).map(move |to| (from, to)));
        Board {
            places: (1..=25).map(place).collect(),
            lines: pairs
                .filter(|(from, to)| is_line(*from, *to))
                .map(|(from, to)| (index(from), index(to)))
                .collect(),
            marks: scene::edge_marks(1..=5, 'A'..='E', -1.0),
            look: Look {
                ground: Ground::Wood,
                pieces: PieceLook::Men,
                colours: [Colour::White, Colour::Black, Colour::Red, Colour::Blue],
            },
            is_grid: false,
        }
    }

    fn pieces(&self, state: &State) -> Vec<Piece> {
        (1..=25).filter_map(|point| Some(Piece::of(state.owner(point)?, index(point)))).collect()
    }

    fn prompt(&self, _state: &State) -> Message {
        Message::new(Phrase::Prompt)
    }

    fn score(&self, state: &State) -> Vec<Score> {
        Seat::all(2).map(|seat| Score::pieces(state.pieces(seat).count_ones())).collect()
    }

    fn touched(&self, step: &StepOf<Self>) -> Vec<usize> {
        step.as_move().map(ends).into_iter().flatten().collect()
    }

    fn readable_move(&self, _state: &State, m: Move) -> Message {
        let sign = if is_line(m.from(), m.to()) { '–' } else { '×' };
        Message::same(format!("{}{sign}{}", name(m.from()), name(m.to())))
    }

    /// Points are typed by their numbers.
    fn clicked(&self, _state: &State, clicks: &[usize]) -> String {
        clicks.iter().map(|place| (place + 1).to_string()).collect::<Vec<_>>().join(" ")
    }

    /// Names of several letters widen all points.
    fn drawing(&self, state: &State, names: &[&str], _language: Language) -> Drawing {
        let width = names.iter().map(|name| width(name)).max().unwrap_or(1).max(1);
        let (left, right) = ((width - 1) / 2, width / 2);
        let between = |n| " ".repeat(n);
        let gap = between(left + right + 3);
        let letters = format!("{}{}\n", between(5 + left), ["A", "B", "C", "D", "E"].join(&gap));
        let mut drawing = Drawing::default();
        drawing.push_str(&letters);
        for row in 0..5 {
            let number = row + 1;
            drawing.push_str(&format!("{number}   "));
            for col in 0..5 {
                let point = 5 * row + col + 1;
                let name = state.owner(point).map_or("", |seat| names[seat.index()]);
                drawing.push_str(if col == 0 { "[" } else { "-[" });
                drawing.push_spot(index(point), &centred(name, width));
                drawing.push_str("]");
            }
            drawing.push_str(&format!("   {number}\n"));
            if row < 4 {
                drawing.push_str(&between(5 + left));
                drawing.push_str("|");
                for col in 0..4 {
                    let diagonal =
                        if is_line(5 * row + col + 1, 5 * row + col + 7) { '\\' } else { '/' };
                    drawing.push_str(&format!(
                        "{}{diagonal}{}|",
                        between(1 + left),
                        between(1 + right)
                    ));
                }
                drawing.push_str("\n");
            }
        }
        drawing.push_str(&letters);
        drawing
    }
}

/// The places of a move, in the order of its clicks.
fn ends(m: Move) -> [usize; 2] {
    [m.from(), m.to()].map(index)
}

/// The place of a point in the scene.
fn index(point: i32) -> usize {
    (point - 1) as usize
}

/// What the board calls a point: `C4`.
fn name(point: i32) -> String {
    texts::point(point, Spelling::Readable)
}
