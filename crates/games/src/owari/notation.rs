//! How Owari is written: the number of a bowl, and positions like `4,4,4,4,4,4/4,4,4,4,4,4 0,0 1 0`.

use ludoteca_core::{Loaded, Next, Notation, PositionError, Rules, Seat, typed};

use super::rules::{Bowl, Owari, State};

/// Why a move is refused.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The text is not a single number.
    #[error("`{0}` is no move: it takes the number of a bowl")]
    Malformed(String),
    /// No bowl has this number.
    #[error("there is no bowl {bowl}: they are 1 to {last}")]
    NoSuchBowl {
        /// The number as typed.
        bowl: i64,
        /// The greatest number of a bowl.
        last: usize,
    },
    /// The bowl belongs to the other seat.
    #[error("bowl {bowl} is the other seat's: yours are {first} to {last}")]
    NotYours {
        /// The number as typed.
        bowl: usize,
        /// The seat's own lowest bowl.
        first: usize,
        /// The seat's own highest bowl.
        last: usize,
    },
    /// The bowl has no stones to sow.
    #[error("bowl {0} is empty")]
    Empty(usize),
    /// Nobody is to move any more.
    #[error("the game is over")]
    Over,
}

impl Notation for Owari {
    type Illegal = Illegal;

    fn hint(&self) -> &'static str {
        "The number of one of your bowls that holds stones."
    }

    fn write_move(&self, _state: &State, Bowl(number): Bowl) -> String {
        number.to_string()
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Bowl, Illegal> {
        let Next::Move(seat) = self.next(state) else {
            return Err(Illegal::Over);
        };
        let [number] = typed::numbers(text).ok_or_else(|| Illegal::Malformed(text.to_owned()))?;
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
        let (sides, pots) = ([side(one), side(two)].join("/"), [state.captured(one), state.captured(two)]);
        format!("{sides} {},{} {} {}", pots[0], pots[1], state.turn, state.clock)
    }

    fn read_position(&self, text: &str) -> Result<Loaded<State>, PositionError> {
        let [sides, pots, turn, clock] = typed::fields(
            text,
            "the stones of both sides and of the pots, the seat to move and the plies without a capture, as in \
             `4,4,4,4,4,4/4,4,4,4,4,4 0,0 1 0`",
        )?;
        let sides = self.read_sides(sides)?;
        let pots = self.read_pots(pots)?;
        let turn = typed::field_turn(turn, "12")?;
        let limit = self.patience.saturating_add(1);
        let clock = typed::field_number("a number of plies without a capture", clock, 0, limit.into())? as u32;
        self.check(sides.as_flattened(), pots, turn).map_err(PositionError::Impossible)?;
        let mut state = State::by_seat(sides.map(u64::from_le_bytes), pots, turn, clock);
        if pots == [0, 0] && clock == 0 && state != self.start() {
            let reason = "before the first ply, it is the start and the turn of seat 1";
            return Err(PositionError::Impossible(reason.to_owned()));
        }
        let skipped = if self.skip(&mut state) { vec![turn] } else { Vec::new() };
        Ok(Loaded { state, skipped })
    }

    fn ending(&self, state: &State) -> String {
        if self.is_won(state) {
            format!("a seat has captured {} stones or more", self.win)
        } else if !Seat::all(2).any(|seat| self.can_move(state, seat)) {
            "no stones are left in the bowls".to_owned()
        } else {
            format!("{} plies without a capture", state.clock)
        }
    }

    fn skip_reason(&self, _state: &State, _seat: Seat) -> String {
        "has no stones".to_owned()
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
                let what = "the stones of one side, a number for each bowl, joined by commas";
                return Err(PositionError::Malformed { what, found: words.join(",") });
            }
            for (stones, word) in side.iter_mut().zip(words) {
                *stones = self.read_stones(word)?;
            }
        }
        Ok(sides)
    }

    fn read_pots(&self, text: &str) -> Result<[u8; 2], PositionError> {
        let what = "the captured stones of both seats, as in `0,0`";
        let malformed = || PositionError::Malformed { what, found: text.to_owned() };
        let (one, two) = text.split_once(',').ok_or_else(malformed)?;
        Ok([self.read_stones(one)?, self.read_stones(two)?])
    }

    fn read_stones(&self, text: &str) -> Result<u8, PositionError> {
        // There are at most 240.
        typed::field_number("a number of stones", text, 0, self.stones.into()).map(|stones| stones as u8)
    }

    /// Can a game come to this position?
    fn check(&self, bowls: &[u8], pots: [u8; 2], turn: Seat) -> Result<(), String> {
        let found: u32 = bowls.iter().chain(&pots).map(|stones| u32::from(*stones)).sum();
        if found != self.stones {
            return Err(format!("it has {found} stones, this game has {}", self.stones));
        }
        if pots.contains(&1) {
            return Err("a seat has captured 1 stone, and captures are of 2 or more".to_owned());
        }
        let has_won = |seat: Seat| u32::from(pots[seat.index()]) >= self.win;
        if has_won(turn) && has_won(turn.other()) {
            return Err(format!("both seats have captured {} stones or more", self.win));
        }
        if has_won(turn) {
            return Err(format!("seat {turn} is to move and has won already, with {} stones or more", self.win));
        }
        Ok(())
    }
}
