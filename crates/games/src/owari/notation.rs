//! How Owari is written: the number of a bowl, and positions like
//! `4,4,4,4,4,4/4,4,4,4,4,4 0,0 1 0`.

use ludoteca_core::{Loaded, Message, Next, Notation, PositionError, Rules, Seat, Text, text};

use super::rules::{Bowl, Owari, State};
use super::texts::{self, Illegal, Impossible, Phrase};

impl Notation for Owari {
    type Illegal = Illegal;

    fn hint(&self) -> Text {
        texts::HINT
    }

    fn write_move(&self, _state: &State, Bowl(number): Bowl) -> String {
        number.to_string()
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Bowl, Illegal> {
        let Next::Move(seat) = self.next(state) else {
            return Err(Illegal::Over);
        };
        let [number] = text::numbers(text).ok_or_else(|| Illegal::Malformed(text.to_owned()))?;
        let all = 2 * self.bowls;
        let bowl = usize::try_from(number).ok().filter(|bowl| (1..=all).contains(bowl));
        let bowl = bowl.ok_or(Illegal::NoSuchBowl { bowl: number, last: all })?;
        let (first, last) = (self.before_first(seat) + 1, self.before_first(seat) + self.bowls);
        if !(first..=last).contains(&bowl) {
            return Err(Illegal::NotYours { bowl, first, last });
        }
        if self.stones_in(state, Bowl(bowl)) == 0 {
            return Err(Illegal::Empty(bowl));
        }
        Ok(Bowl(bowl))
    }

    fn write_position(&self, state: &State) -> String {
        let side = |seat: Seat| {
            let stones = |at| self.stones_in(state, Bowl(self.before_first(seat) + at)).to_string();
            (1..=self.bowls).map(stones).collect::<Vec<_>>().join(",")
        };
        let [one, two] = [Seat::FIRST, Seat::SECOND];
        let (sides, pots) =
            ([side(one), side(two)].join("/"), [state.captured(one), state.captured(two)]);
        format!("{sides} {},{} {} {}", pots[0], pots[1], state.turn, state.clock)
    }

    fn read_position(&self, text: &str) -> Result<Loaded<State>, PositionError> {
        let [sides, pots, turn, clock] = text::fields(text, texts::POSITION_FORM)?;
        let sides = self.read_sides(sides)?;
        let pots = self.read_pots(pots)?;
        let turn = text::field_turn(turn, "12")?;
        let limit = self.most_quiet_plies.saturating_add(1);
        let clock = text::field_number(texts::CLOCK, clock, 0, limit.into())? as u32;
        self.check(sides.as_flattened(), pots, turn).map_err(PositionError::impossible)?;
        let mut state = State::by_seat(sides.map(u64::from_le_bytes), pots, turn, clock);
        if pots == [0, 0] && clock == 0 && state != self.start() {
            return Err(PositionError::impossible(Impossible::NotTheStart));
        }
        let skipped = if self.skip(&mut state) { vec![turn] } else { Vec::new() };
        Ok(Loaded { state, skipped })
    }

    fn ending(&self, state: &State) -> Message {
        Message::new(if self.is_won(state) {
            Phrase::Won(self.win)
        } else if !Seat::all(2).any(|seat| self.can_move(state, seat)) {
            Phrase::NoStonesLeft
        } else {
            Phrase::NoCapture(state.clock)
        })
    }

    fn skip_reason(&self, _state: &State, _seat: Seat) -> Message {
        Message::new(Phrase::NoStones)
    }
}

impl Owari {
    fn read_sides(&self, text: &str) -> Result<[[u8; 8]; 2], PositionError> {
        let words: Vec<Vec<&str>> = text.split('/').map(|side| side.split(',').collect()).collect();
        let [one, two] = words.as_slice() else {
            return Err(PositionError::Rows { found: words.len(), expected: 2 });
        };
        let mut sides = [[0; 8]; 2];
        for (side, words) in sides.iter_mut().zip([one, two]) {
            if words.len() != self.bowls {
                return Err(PositionError::Malformed { what: texts::SIDE, found: words.join(",") });
            }
            for (stones, word) in side.iter_mut().zip(words) {
                *stones = self.read_stones(word)?;
            }
        }
        Ok(sides)
    }

    fn read_pots(&self, text: &str) -> Result<[u8; 2], PositionError> {
        let malformed = || PositionError::Malformed { what: texts::POTS, found: text.to_owned() };
        let (one, two) = text.split_once(',').ok_or_else(malformed)?;
        Ok([self.read_stones(one)?, self.read_stones(two)?])
    }

    fn read_stones(&self, text: &str) -> Result<u8, PositionError> {
        // There are at most 240.
        text::field_number(texts::STONES, text, 0, self.stones.into()).map(|stones| stones as u8)
    }

    /// Can a game reach this position?
    fn check(&self, bowls: &[u8], pots: [u8; 2], turn: Seat) -> Result<(), Impossible> {
        let found: u32 = bowls.iter().chain(&pots).map(|stones| u32::from(*stones)).sum();
        if found != self.stones {
            return Err(Impossible::Stones { found, all: self.stones });
        }
        if pots.contains(&1) {
            return Err(Impossible::SingleCaptured);
        }
        let has_won = |seat: Seat| u32::from(pots[seat.index()]) >= self.win;
        if has_won(turn) && has_won(turn.other()) {
            return Err(Impossible::BothWon(self.win));
        }
        if has_won(turn) {
            return Err(Impossible::WonBefore { turn, win: self.win });
        }
        Ok(())
    }
}
