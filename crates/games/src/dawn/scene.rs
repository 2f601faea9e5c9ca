//! How DAWN 11/15 is shown.

use std::collections::HashMap;

use ludoteca_core::bits::Bits;
use ludoteca_core::scene::{
    self, Board, Choice, Colour, Figure, Ground, InHand, Look, Piece, PieceKind, PieceLook,
};
use ludoteca_core::{
    Drawing, Language, Message, Notation, Presentation, Rules, Step, StepOf, Text, shared,
};

use super::board::{COLS, Cell, Placement, ROWS};
use super::rules::{Dawn, DawnStage, MISSION, Move, NATURE, Roll, State, WHOLE_SET, tokens};
use super::texts::{BODIES, Phrase, TOKEN};

impl Presentation for Dawn {
    fn board(&self) -> Board {
        let mut places = scene::grid_places(ROWS, COLS);
        for (place, cell) in places.iter_mut().zip(Cell::all()) {
            place.label = Message::same(cell.to_string());
        }
        Board {
            places,
            lines: Vec::new(),
            marks: scene::edge_marks(0..ROWS, 0..COLS, -1.0),
            look: Look {
                ground: Ground::Night,
                pieces: PieceLook::Bodies,
                colours: [Colour::Rock, Colour::Metal, Colour::Red, Colour::Blue],
            },
            is_grid: true,
        }
    }

    fn pieces(&self, state: &State) -> Vec<Piece> {
        let piece = |cell: Cell| {
            let letter = state.symbol(cell);
            let (seat, name) = match letter {
                '-' => return None,
                '+' => (MISSION, TOKEN),
                'V' => (NATURE, Text(|_| BODIES[0])),
                _ => (NATURE, Text(|_| BODIES[1])),
            };
            Some(Piece {
                place: cell.place(),
                kind: PieceKind::Of(seat, Some(Figure { letter, name })),
                count: 1,
            })
        };
        Cell::all().filter_map(piece).collect()
    }

    fn choices(&self, state: &State) -> Vec<Choice> {
        choices(self, state)
    }

    fn touched(&self, step: &StepOf<Self>) -> Vec<usize> {
        match step {
            Step::Move(Move::Set(cell) | Move::Walk(cell)) => vec![cell.place()],
            step => self.span(step),
        }
    }

    fn stock(&self, state: &State) -> Vec<InHand> {
        stock(state)
    }

    fn holdings(&self, state: &State) -> Vec<Message> {
        vec![of_nature(state), of_mission(state)]
    }

    /// Names a token by its ends, even if they are off the board, and a walk by its destination.
    fn readable_move(&self, state: &State, m: Move) -> Message {
        Message::same(match m {
            Move::Set(_) | Move::Place(_) => self.write_move(state, m).replace(':', "–"),
            Move::Walk(to) => format!("{}–{to}", state.body()),
        })
    }

    fn effects(&self, state: &State, m: Move) -> Vec<Message> {
        let body = || Message::same(BODIES[usize::from(state.phase)]);
        vec![match m {
            Move::Set(_) | Move::Walk(_) => body(),
            Move::Place(placement) => token(placement),
        }]
    }

    fn prompt(&self, state: &State) -> Message {
        let body = BODIES[usize::from(state.phase)];
        Message::new(match state.stage {
            DawnStage::Place(rolled) => Phrase::Lay(tokens(state.allowed(rolled)).collect()),
            DawnStage::Walk(steps) => Phrase::Walk(body, steps),
            DawnStage::Set | DawnStage::Roll | DawnStage::Over => Phrase::SetBody(body),
        })
    }

    fn stage(&self, state: &State) -> Option<Message> {
        let used = WHOLE_SET.count_ones() - state.tokens_left();
        let round = match state.stage {
            DawnStage::Set | DawnStage::Roll | DawnStage::Place(_) => used + 1,
            DawnStage::Walk(_) => used,
            DawnStage::Over => return None,
        };
        Some(Message::new(Phrase::Stage { phase: state.phase + 1, round }))
    }

    fn die(&self, state: &State) -> Option<String> {
        match state.stage {
            DawnStage::Place(rolled) => Some(rolled.to_string()),
            _ => None,
        }
    }

    fn span(&self, step: &StepOf<Self>) -> Vec<usize> {
        match step {
            Step::Move(Move::Place(placement)) => covered(*placement),
            _ => Vec::new(),
        }
    }

    /// Cells are joined by colons.
    fn clicked(&self, _state: &State, clicks: &[usize]) -> String {
        let cells: Vec<Cell> = Cell::all().collect();
        clicks.iter().map(|place| cells[*place].to_string()).collect::<Vec<_>>().join(":")
    }

    fn drawing(&self, state: &State, _names: &[&str], _language: Language) -> Drawing {
        let numbers = |digit: fn(usize) -> Option<usize>| {
            let digits =
                (0..COLS).map(|col| digit(col).map_or(" ".to_owned(), |digit| digit.to_string()));
            format!("   {}\n", digits.collect::<String>())
        };
        let mut drawing = Drawing::default();
        drawing.push_str(&numbers(|col| Some(col / 10).filter(|tens| *tens > 0)));
        drawing.push_str(&numbers(|col| Some(col % 10)));
        for row in 0..ROWS {
            drawing.push_str(&format!("{row:2} "));
            for cell in (0..COLS).map(|col| Cell::at(row, col)) {
                drawing.push_spot(cell.place(), &state.symbol(cell).to_string());
            }
            drawing.push_str("\n");
        }
        drawing
    }

    /// The line with the names and what each seat holds.
    fn players_line(&self, state: &State, names: &[&str], language: Language) -> Option<String> {
        let holding = |(name, what): (&&str, Message)| match what.tell(language).as_str() {
            "" => (*name).to_owned(),
            what => format!("{name} ({what})"),
        };
        let seats: Vec<String> = names.iter().zip(self.holdings(state)).map(holding).collect();
        Some(shared::players_line(seats.iter().map(String::as_str), language))
    }
}

/// The bodies that are not set yet, or how far the walk may go.
fn of_nature(state: &State) -> Message {
    Message::new(match state.stage {
        DawnStage::Walk(steps) => Phrase::MayWalk(BODIES[usize::from(state.phase)], steps),
        _ => Phrase::Names(unset(state).map(str::to_owned).collect()),
    })
}

/// The bodies that are not set yet.
fn unset(state: &State) -> impl Iterator<Item = &'static str> {
    BODIES.into_iter().zip(state.bodies).filter(|(_, cell)| cell.is_none()).map(|(name, _)| name)
}

/// The tokens left in this phase's set.
fn of_mission(state: &State) -> Message {
    Message::new(Phrase::Names(tokens(state.left).map(|token| token.to_string()).collect()))
}

/// The bodies that are not set yet, and the tokens left in this phase's set.
fn stock(state: &State) -> Vec<InHand> {
    let bodies = unset(state).map(|name| InHand {
        seat: NATURE,
        name: Message::same(name),
        length: 1,
        count: 1,
    });
    let token = |token: Roll| {
        let length = token.length().into();
        InHand { seat: MISSION, name: Message::new(Phrase::Token(token)), length, count: 1 }
    };
    bodies.chain(tokens(state.left).map(token)).collect()
}

fn choices(game: &Dawn, state: &State) -> Vec<Choice> {
    let mut choices = Vec::new();
    let mut same: HashMap<Vec<usize>, usize> = HashMap::new();
    for m in game.moves(state) {
        for choice in ways(m, &game.write_move(state, m)) {
            *same.entry(choice.clicks.clone()).or_default() += 1;
            choices.push((m, choice));
        }
    }
    // A DAWN that sticks out can cover just the cells of a shorter token.
    for (m, choice) in &mut choices {
        if let Move::Place(placement) = m
            && same[&choice.clicks] > 1
        {
            choice.question = Some(token(*placement));
        }
    }
    choices.into_iter().map(|(_, choice)| choice).collect()
}

/// The cell, or both ends of the token's part on the board, in either order. Both ends are the same
/// if a DAWN covers a single cell.
fn ways(m: Move, step: &str) -> Vec<Choice> {
    match m {
        Move::Set(cell) | Move::Walk(cell) => vec![Choice::plain([cell.place()], step.to_owned())],
        Move::Place(placement) => {
            let there = covered(placement);
            let back = there.iter().rev().copied().collect();
            let mut ways = vec![there, back];
            ways.dedup();
            ways.into_iter().map(|covers| Choice::laid(covers, step.to_owned())).collect()
        }
    }
}

/// What the token is called.
fn token(placement: Placement) -> Message {
    let token = tokens(1 << placement.length()).next().expect("tokens have these lengths");
    Message::new(Phrase::Token(token))
}

/// The places of the token's part on the board, from the top or the left.
fn covered(placement: Placement) -> Vec<usize> {
    placement.cells().iter().map(|bit| Cell::from_bit(bit).place()).collect()
}
