//! How DAWN 11/15 is written: `5;2` sets a body, `6;2:6;6` lays a token, `4;2:3;2` walks, `5` or
//! `DAWN` is a roll; and positions like `15/15/…/15 1 234567 set`.

use ludoteca_core::bits::Bits;
use ludoteca_core::text::{self, ParseError};
use ludoteca_core::{Loaded, Message, Notation, PositionError, Seat, Text};

use super::board::{
    self, ALL, Axis, COLS, Cell, CellSet, DAWN, EDGE, Placement, ROWS, TokenShape, lengths,
};
use super::rules::{Dawn, DawnStage, MISSION, Move, Roll, State, WHOLE_SET, tokens};
use super::texts::{self, BODIES, Illegal, Impossible, Phrase};

impl Notation for Dawn {
    type Illegal = Illegal;

    fn hint(&self) -> Text {
        texts::HINT
    }

    fn write_move(&self, state: &State, m: Move) -> String {
        match m {
            Move::Set(cell) => cell.to_string(),
            Move::Place(placement) => {
                let [first, last] = placement.ends().map(|(row, col)| format!("{row};{col}"));
                format!("{first}:{last}")
            }
            Move::Walk(cell) => {
                let steps: Vec<String> =
                    shortest_walk(state, cell).iter().map(Cell::to_string).collect();
                steps.join(":")
            }
        }
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Move, Illegal> {
        match state.stage {
            DawnStage::Set => read_set(state, text).map(Move::Set),
            DawnStage::Place(rolled) => read_placement(state, rolled, text).map(Move::Place),
            DawnStage::Walk(most) => read_walk_or_end(state, most, text).map(Move::Walk),
            DawnStage::Roll => Err(Illegal::RollFirst),
            DawnStage::Over => Err(Illegal::Over),
        }
    }

    fn write_chance(&self, rolled: Roll) -> String {
        rolled.to_string()
    }

    fn read_chance(&self, state: &State, text: &str) -> Result<Roll, Illegal> {
        match state.stage {
            DawnStage::Roll => Roll::all()
                .find(|roll| roll.to_string() == text)
                .ok_or_else(|| Illegal::NoSide(text.to_owned())),
            DawnStage::Over => Err(Illegal::Over),
            DawnStage::Set | DawnStage::Place(_) | DawnStage::Walk(_) => Err(Illegal::NoRoll),
        }
    }

    fn write_position(&self, state: &State) -> String {
        let rows =
            text::write_rows(ROWS, COLS, |at| match state.symbol(Cell::at(at / COLS, at % COLS)) {
                '-' => None,
                symbol => Some(symbol),
            });
        let left = match state.left {
            0 => "-".to_owned(),
            left => lengths(left).map(|length| length.to_string()).collect(),
        };
        let stage = match state.stage {
            DawnStage::Set => "set".to_owned(),
            DawnStage::Roll => "roll".to_owned(),
            DawnStage::Place(rolled) => format!("place:{}", rolled.length()),
            DawnStage::Walk(steps) => format!("walk:{steps}"),
            DawnStage::Over => "over".to_owned(),
        };
        format!("{rows} {} {left} {stage}", state.phase + 1)
    }

    fn read_position(&self, text: &str) -> Result<Loaded<State>, PositionError> {
        let [rows, phase, left, stage] = text::fields(text, texts::POSITION_FORM)?;
        let mut state = State {
            free: ALL,
            bodies: [None; 2],
            phase: text::field_number(texts::PHASE, phase, 1, 2)? as u8 - 1,
            left: read_left(left)?,
            stage: read_stage(stage)?,
        };
        for (at, letter) in text::rows(rows, ROWS, COLS, "+VC")?.into_iter().enumerate() {
            let Some(letter) = letter else { continue };
            let cell = Cell::at(at / COLS, at % COLS);
            state.free &= !cell.set();
            if letter > 0 && state.bodies[letter - 1].replace(cell).is_some() {
                return Err(PositionError::impossible(Impossible::BodyTwice(BODIES[letter - 1])));
            }
        }
        check(&state).map_err(PositionError::impossible)?;
        Ok(Loaded::new(state))
    }

    fn ending(&self, state: &State) -> Message {
        Message::new(Phrase::Over(state.reach()))
    }

    fn skip_reason(&self, _state: &State, seat: Seat) -> Message {
        Message::new(if seat == MISSION { Phrase::NothingFits } else { Phrase::NoStep })
    }

    fn typed_forms(&self, state: &State, m: Move) -> u64 {
        match (m, state.stage) {
            (Move::Place(placement), _) => placement.ways(),
            (Move::Walk(cell), DawnStage::Walk(steps)) => count_walks(state, steps, cell),
            _ => 1,
        }
    }
}

/// A place that a person named, on the board or off it.
struct Coordinate<'a> {
    row: i64,
    col: i64,
    text: [&'a str; 2],
}

impl Coordinate<'_> {
    fn cell(&self) -> Result<Cell, Illegal> {
        Cell::find(self.row, self.col).ok_or_else(|| Illegal::OffBoard(self.text.join(";")))
    }
}

/// Reads `m;n`, strictly: decimal digits with an optional minus sign, and nothing else.
fn coordinate(text: &str) -> Option<Coordinate<'_>> {
    let (row, col) = text.split_once(';')?;
    coordinate_of([row, col])
}

fn coordinate_of(text: [&str; 2]) -> Option<Coordinate<'_>> {
    Some(Coordinate { row: number(text[0])?, col: number(text[1])?, text })
}

fn number(text: &str) -> Option<i64> {
    /// Farther than any board. Larger coordinates are treated like this one.
    const FAR: i64 = 1_000_000_000_000_000_000;
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse().unwrap_or(FAR).min(FAR);
    Some(if digits.len() < text.len() { -size } else { size })
}

fn malformed(text: &str, form: Text) -> Illegal {
    ParseError::Malformed { text: text.to_owned(), form }.into()
}

/// Reads a field of the board.
pub(super) fn read_field(text: &str) -> Result<Cell, Illegal> {
    coordinate(text).ok_or_else(|| malformed(text, texts::FIELD_FORM))?.cell()
}

fn read_set(state: &State, text: &str) -> Result<Cell, Illegal> {
    let cell = read_field(text)?;
    if state.free.has(cell.bit()) { Ok(cell) } else { Err(Illegal::Occupied(cell)) }
}

/// Checks the board first, then the length, then the fields.
fn read_placement(state: &State, rolled: Roll, text: &str) -> Result<Placement, Illegal> {
    let ends =
        text.split_once(':').and_then(|(one, other)| Some((coordinate(one)?, coordinate(other)?)));
    let (one, other) = ends.ok_or_else(|| malformed(text, texts::TOKEN_FORM))?;
    if one.row != other.row && one.col != other.col {
        return Err(Illegal::Crooked);
    }
    let span = one.row.abs_diff(other.row) + one.col.abs_diff(other.col) + 1;
    let rows = one.row.min(other.row)..=one.row.max(other.row);
    let cols = one.col.min(other.col)..=one.col.max(other.col);
    let on_board = Cell::all()
        .filter(|cell| rows.contains(&(cell.row() as i64)) && cols.contains(&(cell.col() as i64)));
    let covered: Vec<Cell> = on_board.collect();
    if covered.len() as u64 != span && span != u64::from(DAWN) {
        return Err(Illegal::SticksOut);
    }
    let Some(length) = lengths(state.allowed(rolled)).find(|length| u64::from(*length) == span)
    else {
        return Err(Illegal::Length { length: span, asked: asked(state, rolled) });
    };
    let first = *covered.first().ok_or(Illegal::Outside)?;
    if let Some(taken) = covered.iter().find(|cell| !state.free.has(cell.bit())) {
        return Err(Illegal::Occupied(*taken));
    }
    let axis = if one.row == other.row { Axis::Across } else { Axis::Down };
    Ok(Placement::new(TokenShape { length, covered: covered.len() as u8, axis }, first))
}

/// The tokens that may be laid after a roll.
pub(super) fn asked(state: &State, rolled: Roll) -> Vec<Roll> {
    tokens(state.allowed(rolled)).collect()
}

/// A walk may be typed by the field where it ends, if a single shortest way leads there.
fn read_walk_or_end(state: &State, most: u8, text: &str) -> Result<Cell, Illegal> {
    read_walk(state, most, text).or_else(|refusal| {
        let Illegal::Leap { from, to } = refusal else { return Err(refusal) };
        if from != state.body() || walk(text).is_none_or(|steps| steps.len() > 1) {
            return Err(refusal);
        }
        let ways = (1..=most).map(|steps| count_walks(state, steps, to)).find(|ways| *ways > 0);
        match ways {
            Some(1) => Ok(to),
            Some(_) => Err(Illegal::ManyWays(to)),
            None => Err(refusal),
        }
    })
}

/// Reads a walk step by step. Checks the board first, then the number of steps, then the steps one
/// by one.
pub(super) fn read_walk(state: &State, most: u8, text: &str) -> Result<Cell, Illegal> {
    let steps = walk(text).ok_or_else(|| malformed(text, texts::WALK_FORM))?;
    let steps: Vec<Cell> = steps.iter().map(Coordinate::cell).collect::<Result<_, _>>()?;
    if steps.len() > usize::from(most) {
        return Err(Illegal::TooFar { steps: steps.len(), most });
    }
    let mut from = state.body();
    let free = state.free | from.set();
    for to in steps {
        // The body itself blocks a step to its own cell.
        if to == from || !free.has(to.bit()) {
            return Err(Illegal::Occupied(to));
        }
        if !board::beside(from.set(), free).has(to.bit()) {
            return Err(Illegal::Leap { from, to });
        }
        from = to;
    }
    Ok(from)
}

/// The steps of `m;n:m;n:…`, or of `m;n;m;n;…`; the two are not mixed.
fn walk(text: &str) -> Option<Vec<Coordinate<'_>>> {
    if text.contains(':') {
        return text.split(':').map(coordinate).collect();
    }
    let words: Vec<&str> = text.split(';').collect();
    let (pairs, odd) = words.as_chunks();
    if odd.is_empty() { pairs.iter().copied().map(coordinate_of).collect() } else { None }
}

/// The shortest walk to a cell, the first in row order if there are several. For the body's own
/// cell it goes out and back.
fn shortest_walk(state: &State, to: Cell) -> Vec<Cell> {
    let mut from = state.body();
    let free = state.free | from.set();
    let next =
        |from: Cell, cells: CellSet| Cell::from_bit(board::beside(from.set(), cells).first());
    if from == to {
        return vec![next(from, free), to];
    }
    let mut steps = Vec::new();
    while from != to {
        // The next cell is one step nearer to the goal, which a search back from the goal finds.
        let mut reached = to.set();
        while board::beside(from.set(), reached).is_empty() {
            reached |= board::beside(reached, free);
        }
        from = next(from, reached);
        steps.push(from);
    }
    steps
}

/// The number of different walks of up to `most` steps that end on a cell.
fn count_walks(state: &State, most: u8, to: Cell) -> u64 {
    let free = state.free | state.body().set();
    let mut walks = [0u64; CellSet::WIDTH];
    walks[state.body().bit()] = 1;
    let mut total = 0;
    for _ in 0..most {
        let mut longer = [0; CellSet::WIDTH];
        for cell in free.iter() {
            longer[cell] =
                board::beside(CellSet::single(cell), free).iter().map(|from| walks[from]).sum();
        }
        walks = longer;
        total += walks[to.bit()];
    }
    total
}

/// Reads the tokens left in a set: ascending lengths, or `-` for none.
fn read_left(text: &str) -> Result<u8, PositionError> {
    let mut left = 0u8;
    for letter in text.chars().filter(|_| text != "-") {
        let token = letter
            .to_digit(10)
            .filter(|length| (2..=u32::from(DAWN)).contains(length) && left >> length == 0);
        let token = token.ok_or_else(|| PositionError::Malformed {
            what: texts::LEFT,
            found: text.to_owned(),
        })?;
        left |= 1 << token;
    }
    Ok(left)
}

fn read_stage(text: &str) -> Result<DawnStage, PositionError> {
    let length = |text: &str| text.parse().ok().filter(|_| text.len() == 1).and_then(Roll::new);
    let stage = match text.split_once(':') {
        Some(("place", rolled)) => length(rolled).map(DawnStage::Place),
        Some(("walk", steps)) => length(steps).map(|steps| DawnStage::Walk(steps.length())),
        Some(_) => None,
        None => match text {
            "set" => Some(DawnStage::Set),
            "roll" => Some(DawnStage::Roll),
            "over" => Some(DawnStage::Over),
            _ => None,
        },
    };
    stage.ok_or_else(|| PositionError::Malformed { what: texts::STAGE, found: text.to_owned() })
}

/// Can a game reach this position? Only cheap checks are made that never refuse a possible
/// position. They do not prove that the single tokens can lie like this.
fn check(state: &State) -> Result<(), Impossible> {
    let set = usize::from(state.phase) + usize::from(state.stage != DawnStage::Set);
    for (index, body) in state.bodies.iter().enumerate() {
        if body.is_some() != (index < set) {
            let reason =
                if body.is_some() { Impossible::BodyEarly } else { Impossible::BodyMissing };
            return Err(reason(BODIES[index]));
        }
    }
    match state.stage {
        DawnStage::Set if state.left != WHOLE_SET => return Err(Impossible::SetNotWhole),
        DawnStage::Roll | DawnStage::Place(_) if state.left == 0 => {
            return Err(Impossible::NoToken);
        }
        DawnStage::Walk(steps) if state.left >> steps & 1 != 0 => {
            return Err(Impossible::WalkAfterNothing(steps));
        }
        DawnStage::Over if state.phase == 0 || state.left != 0 => {
            return Err(Impossible::OverEarly);
        }
        _ => {}
    }
    check_tokens(state)?;
    match state.stage {
        DawnStage::Place(rolled) if !state.can_lay(rolled) => Err(Impossible::NothingFits),
        DawnStage::Walk(_) if !state.can_step() => Err(Impossible::NoStep),
        _ => Ok(()),
    }
}

/// Can the cells of the tokens be those of the tokens that were used?
fn check_tokens(state: &State) -> Result<(), Impossible> {
    let bodies =
        state.bodies.iter().flatten().fold(CellSet::EMPTY, |bodies, cell| bodies | cell.set());
    let tokens = ALL & !state.free & !bodies;
    let used = WHOLE_SET & !state.left;
    let sum = |set: u8| lengths(set).map(u32::from).sum::<u32>();
    // A token is discarded if it does not fit. To block all places for it, at least as many cells
    // must be taken as disjoint places fit on the board. So no token can be discarded in phase 1,
    // and the 2 and the 3 never. Of a DAWN at least one cell is on the board.
    let first_set = sum(WHOLE_SET);
    let overhang = u32::from(DAWN) - 1;
    let dawns = u32::from(used >> DAWN & 1);
    let (least, most) = match state.phase {
        0 => (sum(used) - dawns * overhang, sum(used)),
        _ => (first_set - overhang + sum(used & 0b1100), first_set + sum(used)),
    };
    let found = tokens.count();
    if !(least..=most).contains(&found) {
        return Err(Impossible::Covered { found, least, most });
    }
    let alone = tokens & !board::beside(tokens, tokens);
    if let Some(cell) = (alone & !EDGE).iter().next() {
        return Err(Impossible::Alone(Cell::from_bit(cell)));
    }
    if alone.count() > dawns + u32::from(state.phase) {
        return Err(Impossible::TooManyAlone);
    }
    Ok(())
}
