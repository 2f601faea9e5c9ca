//! How Owari is shown: seat 2's bowls above, from right to left, seat 1's below; the pots at the
//! ends of the board.

use ludoteca_core::drawing::{Drawing, centred};
use ludoteca_core::scene::{Board, Ground, Look, Mark, Piece, PieceKind, Place, Score, Shape};
use ludoteca_core::shared::Captures;
use ludoteca_core::{Language, Message, Presentation, Rules, Seat, Spelling, StepOf, Tell};

use super::rules::{Bowl, Owari, State};
use super::texts::{self, Phrase};

impl Presentation for Owari {
    fn board(&self) -> Board {
        let bowls = self.bowls as f32;
        let bowl = |at: usize| {
            let along = (at % self.bowls) as f32;
            let (x, y) = if at < self.bowls { (1.0 + along, 1.0) } else { (bowls - along, 0.0) };
            Place { x, y, shape: Shape::Bowl, label: Message::new(Phrase::Bowl(at + 1)) }
        };
        // A pot lies at the right hand of its seat.
        let pot = |seat: Seat| {
            let x = if seat == Seat::FIRST { bowls + 1.0 } else { 0.0 };
            Place { x, y: 0.5, shape: Shape::Pot, label: Message::new(Phrase::Pot(seat)) }
        };
        // The number stands on the outer side.
        let mark = |at: usize| {
            let y = if at < self.bowls { 2.0 } else { -1.0 };
            Mark { x: bowl(at).x, y, text: (at + 1).to_string() }
        };
        Board {
            places: (0..2 * self.bowls).map(bowl).chain(Seat::all(2).map(pot)).collect(),
            lines: Vec::new(),
            marks: (0..2 * self.bowls).map(mark).collect(),
            look: Look { ground: Ground::Wood, ..Look::PLAIN },
            is_grid: false,
        }
    }

    fn owner(&self, place: usize) -> Option<Seat> {
        match place.checked_sub(2 * self.bowls) {
            None => Some(Seat::new(place / self.bowls)),
            Some(pot) => Some(Seat::new(pot)),
        }
    }

    fn pieces(&self, state: &State) -> Vec<Piece> {
        let in_bowls = (1..=2 * self.bowls).map(|number| self.stones_in(state, Bowl(number)));
        let in_pots = Seat::all(2).map(|seat| state.captured(seat));
        let stones = in_bowls.chain(in_pots).enumerate().filter(|(_, count)| *count > 0);
        stones.map(|(place, count)| Piece { place, kind: PieceKind::Stones, count }).collect()
    }

    fn touched(&self, step: &StepOf<Self>) -> Vec<usize> {
        step.as_move().map(|Bowl(number)| number - 1).into_iter().collect()
    }

    fn score(&self, state: &State) -> Vec<Score> {
        let captured = Seat::all(2).map(|seat| state.captured(seat)).zip(self.holdings(state));
        captured.map(|(count, words)| Score { count, words }).collect()
    }

    fn holdings(&self, state: &State) -> Vec<Message> {
        Seat::all(2).map(|seat| Message::new(Phrase::Captured(state.captured(seat)))).collect()
    }

    /// The number of the bowl.
    fn readable_move(&self, _state: &State, Bowl(number): Bowl) -> Message {
        Message::same(number.to_string())
    }

    fn effects(&self, state: &State, m: Bowl) -> Vec<Message> {
        let sown = Message::new(Phrase::Sows(self.stones_in(state, m)));
        let captured =
            |state: &State| Seat::all(2).map(|seat| State::captured(state, seat)).sum::<u32>();
        let captured = captured(&self.after(state, m)) - captured(state);
        let captures = Some(captured).filter(|count| *count > 0).map(Captures).map(Message::new);
        [sown].into_iter().chain(captures).collect()
    }

    /// Bowls are typed by their numbers. Pots have none.
    fn clicked(&self, _state: &State, clicks: &[usize]) -> String {
        let typed = |place: &usize| match place.checked_sub(2 * self.bowls) {
            None => (place + 1).to_string(),
            Some(seat) => Phrase::Pot(Seat::new(seat)).tell(Language::English, Spelling::Typed),
        };
        clicks.iter().map(typed).collect::<Vec<_>>().join(" ")
    }

    fn drawing(&self, state: &State, _names: &[&str], language: Language) -> Drawing {
        let upper: Vec<usize> = (self.bowls + 1..=2 * self.bowls).rev().collect();
        let lower: Vec<usize> = (1..=self.bowls).collect();
        let pot = |drawing: &mut Drawing, seat: Seat| {
            drawing.push_str(&texts::player(seat, language));
            drawing.push_spot(2 * self.bowls + seat.index(), &state.captured(seat).to_string());
            drawing.push_str("\n");
        };
        let bowls = |drawing: &mut Drawing, row: &[usize]| {
            for (along, number) in row.iter().enumerate() {
                drawing.push_str(if along == 0 { "(" } else { " (" });
                drawing.push_spot(
                    number - 1,
                    &centred(&self.stones_in(state, Bowl(*number)).to_string(), 3),
                );
                drawing.push_str(")");
            }
            drawing.push_str("\n");
        };
        let mut drawing = Drawing::default();
        pot(&mut drawing, Seat::SECOND);
        drawing.push_str("\n");
        drawing.push_str(&numbers(&upper));
        bowls(&mut drawing, &upper);
        drawing.push_str("\n");
        bowls(&mut drawing, &lower);
        drawing.push_str(&numbers(&lower));
        drawing.push_str("\n");
        pot(&mut drawing, Seat::FIRST);
        drawing
    }

    /// The lines of the pots take its place.
    fn players_line(&self, _: &State, _: &[&str], _: Language) -> Option<String> {
        None
    }
}

/// The line of the numbers of a row of bowls, each beginning where its bowl ends.
fn numbers(row: &[usize]) -> String {
    let line: String = row.iter().map(|number| format!("{number:<6}")).collect();
    format!("    {}\n", line.trim_end())
}
