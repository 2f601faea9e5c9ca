//! A game's options as data: what can be set, to what, and the one-line form
//! `ataxx rows=5 cols=5 seats=4`.

use std::fmt;

use rand_core::Rng;

use crate::conventions::Conventions;
use crate::language::{Language, Message, Spelling, Tell, Text};
use crate::text;
use crate::texts::{shared, texts};

/// What the catalogue says about a game, besides its rules.
#[derive(Debug)]
pub struct Info {
    /// What people type: `ataxx`.
    pub id: &'static str,
    /// What people read: `Ataxx`.
    pub title: &'static str,
    /// One sentence about the game.
    pub about: Text,
    /// A sentence that tells more to people who do not know the game, where `about` says little.
    pub summary: Option<Text>,
    /// The rules as people read them.
    pub rules: Text,
    /// Default names of the seats, as many as the game can seat.
    pub names: &'static [&'static str],
    /// Conventions that differ from those of other games.
    pub conventions: Conventions,
    /// Does a game end with points and without a winner
    /// ([`Verdict::Scored`](crate::Verdict::Scored))? Several such games with roles exchanged are
    /// then counted as one result.
    pub scored: bool,
    /// Can the rules of the game end it in a draw? If not, nobody is asked to agree to one.
    pub draws: bool,
    /// How many minutes a game of the [first preset](Info::presets) takes people, at least and at
    /// most.
    pub minutes: (u8, u8),
    /// What can be set, in the order in which people are shown it.
    pub options: &'static [OptionSpec],
    /// Options that are worth playing, the first of them for people who do not know the game.
    pub presets: &'static [Preset],
    /// The share of the points, in per cent, that each engine level from 2 on has scored against
    /// the level below. A level that was not measured has none, and the last ones may be missing.
    pub level_scores: &'static [Option<u8>],
    /// The lead, in hundredths, with which a seat wins about three games for each that it loses. It
    /// is the unit for comparing values of different games and for calling a difference large or
    /// small. In a game without a winner it is a lead that makes a comparable difference.
    pub clear_advantage: i32,
    /// What the benchmark measures.
    pub bench: &'static [Bench],
    /// What the benchmark searches, a line each: `number | options | position | depth | nodes |
    /// best move | value`. The number counts the searches of all games, from 1. The position is `-`
    /// for the usual first one. The fields after the depth are the results, and `UPDATE_BENCH=1
    /// cargo test -p ludoteca-search --test all bench` fills them in.
    pub searches: &'static str,
    /// Draws obstacles, in a game that has them: see [`Scatter`].
    pub scatter: Option<Scatter>,
}

impl Info {
    /// The [clear advantage](Info::clear_advantage) of a game whose weights are tuned: 400
    /// hundredths are odds of ten to one.
    pub const TUNED_CLEAR_ADVANTAGE: i32 = 174;

    /// The sentence about the game for people who do not know it.
    pub fn introduction(&self) -> Text {
        self.summary.unwrap_or(self.about)
    }
}

/// Options of a game that are worth playing, under a name.
#[derive(Debug)]
pub struct Preset {
    /// What people read: `Gomoku`.
    pub name: Text,
    /// The options in their one-line form.
    pub options: &'static str,
}

impl Preset {
    /// These options in their one-line form, under this name.
    pub const fn new(name: Text, options: &'static str) -> Preset {
        Preset { name, options }
    }
}

/// Draws random obstacles and sets them in the options. The text is their number as typed, and the
/// flag says whether they are mirrored into the four quarters of the board. The options keep the
/// cells, not the seed.
pub type Scatter = fn(&mut Options, &str, bool, &mut dyn Rng) -> Result<(), OptionError>;

/// A fixed piece of work for the benchmark: a perft whose answer is known, and random games.
#[derive(Debug)]
pub struct Bench {
    /// The options in their one-line form.
    pub options: &'static str,
    /// Plies of the perft.
    pub depth: u32,
    /// perft(depth) from the start.
    pub nodes: u64,
    /// Random games in one run.
    pub games: u64,
}

/// One thing that can be set.
#[derive(Debug)]
pub struct OptionSpec {
    /// What people type before the `=`, different for each option of a game.
    pub key: &'static str,
    /// What it sets, in a few words.
    pub about: Text,
    /// What it may be set to, and its default.
    pub kind: OptionKind,
    /// What a person says of a value: `4 in a row`. Without it, people read what the option sets.
    pub said: Option<SaidValue>,
}

/// A value of an option in a few words: `4 in a row`.
pub type SaidValue = fn(u32, Language) -> String;

impl OptionSpec {
    /// A whole number from `min` to `max`.
    pub const fn number(
        key: &'static str,
        about: Text,
        min: u32,
        max: u32,
        default: u32,
    ) -> OptionSpec {
        OptionSpec { key, about, kind: OptionKind::Number { min, max, default }, said: None }
    }

    /// An odd number from `min` to `max`.
    pub const fn odd(
        key: &'static str,
        about: Text,
        min: u32,
        max: u32,
        default: u32,
    ) -> OptionSpec {
        OptionSpec { key, about, kind: OptionKind::Odd { min, max, default }, said: None }
    }

    /// A number whose default follows from other options.
    pub const fn derived(
        key: &'static str,
        about: Text,
        min: u32,
        max: u32,
        default: Derivation,
    ) -> OptionSpec {
        OptionSpec { key, about, kind: OptionKind::Derived { min, max, default }, said: None }
    }

    /// Cells of the board, none by default.
    pub const fn cells(key: &'static str, about: Text) -> OptionSpec {
        OptionSpec {
            key,
            about,
            kind: OptionKind::Cells,
            said: Some(|count, language| (texts(language).obstacles)(count)),
        }
    }

    /// The number of rows of the board.
    pub const fn rows(min: u32, max: u32, default: u32) -> OptionSpec {
        OptionSpec::number(ROWS, shared::ROWS_OPTION, min, max, default)
    }

    /// The number of columns of the board.
    pub const fn cols(min: u32, max: u32, default: u32) -> OptionSpec {
        OptionSpec::number(COLS, shared::COLS_OPTION, min, max, default)
    }

    /// The number of seats, which every game has: 2, or more where there is room.
    pub const fn seats(max: u32) -> OptionSpec {
        OptionSpec::number("seats", Text(|language| texts(language).seats_option), 2, max, 2)
            .said(|seats, language| (texts(language).player_count)(seats))
    }

    /// The limit of plies without progress, in a game that could otherwise go on for ever.
    pub const fn no_progress(about: Text, default: u32) -> OptionSpec {
        OptionSpec::number("no-progress", about, 0, 1_000_000, default)
            .said(|plies, language| (texts(language).no_progress)(plies))
    }

    /// The same option, whose values are said like this.
    pub const fn said(self, said: SaidValue) -> OptionSpec {
        OptionSpec { said: Some(said), ..self }
    }
}

/// The keys of the size of a board, which people read as one.
const ROWS: &str = "rows";
const COLS: &str = "cols";

/// What an option may be set to, and its default.
#[derive(Debug)]
pub enum OptionKind {
    /// A whole number.
    Number {
        /// The least that is allowed.
        min: u32,
        /// The greatest that is allowed.
        max: u32,
        /// The default.
        default: u32,
    },
    /// An odd number.
    Odd {
        /// The least that is allowed.
        min: u32,
        /// The greatest that is allowed.
        max: u32,
        /// The default.
        default: u32,
    },
    /// A number whose default follows from other options.
    Derived {
        /// The least that is allowed.
        min: u32,
        /// The greatest that is allowed.
        max: u32,
        /// The default.
        default: Derivation,
    },
    /// Cells of the board, `row,col` joined by `/`; none by default.
    Cells,
}

/// A default that follows from other options.
#[derive(Debug)]
pub struct Derivation {
    /// The rule in words.
    pub rule: Text,
    /// Computes the default from the other options. It must not read its own option, since that
    /// would never end.
    pub value: fn(&Options) -> u32,
}

/// A game with its options. Options that were not set have their defaults.
#[derive(Clone, Debug)]
pub struct Options {
    info: &'static Info,
    /// The values that were set, one entry for each of `info.options`.
    values: Vec<Option<OptionValue>>,
}

#[derive(Clone, Eq, PartialEq, Debug)]
enum OptionValue {
    Number(u32),
    Cells(Vec<(u32, u32)>),
}

/// Why an option is refused.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum OptionError {
    /// No game has this id.
    UnknownGame {
        /// The id as typed.
        id: String,
        /// The known ids.
        known: Vec<&'static str>,
    },
    /// The game has no option with this key.
    UnknownOption {
        /// The game's id.
        game: &'static str,
        /// The key as typed.
        key: String,
        /// The keys that the game has.
        known: Vec<&'static str>,
    },
    /// A word has no `=`.
    NoValue {
        /// The word.
        text: String,
    },
    /// The value is malformed, out of range, or does not go together with other options.
    NotAllowed {
        /// The game's id.
        game: &'static str,
        /// The option's key.
        key: &'static str,
        /// The value that is refused.
        value: Message,
        /// What may be set, in words.
        allowed: Message,
    },
    /// Two words set the same option, even to the same value.
    Twice {
        /// The game's id.
        game: &'static str,
        /// The option's key.
        key: &'static str,
        /// The value of the first word.
        first: String,
        /// The value of the second.
        second: String,
    },
}

impl Options {
    /// All options at their defaults.
    pub fn new(info: &'static Info) -> Options {
        Options { info, values: vec![None; info.options.len()] }
    }

    /// The game that these options belong to.
    pub fn info(&self) -> &'static Info {
        self.info
    }

    /// Does the game have such an option, set or not?
    pub fn has(&self, key: &str) -> bool {
        self.info.options.iter().any(|spec| spec.key == key)
    }

    /// What may be set, in words, where the game has such an option.
    pub fn allowed(&self, key: &str) -> Option<Message> {
        self.info.options.iter().find(|spec| spec.key == key).map(|spec| spec.kind.allowed())
    }

    /// Sets an option from text.
    ///
    /// # Errors
    /// Where the game has no such option or it does not allow the value.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), OptionError> {
        let at = self.find(key)?;
        let spec = &self.info.options[at];
        let value = spec.kind.read(text);
        self.values[at] =
            Some(value.ok_or_else(|| {
                self.not_allowed(spec.key, Message::same(text), spec.kind.allowed())
            })?);
        Ok(())
    }

    /// Sets options from `KEY=VALUE` words. Each key may occur once.
    ///
    /// # Errors
    /// Where a word is malformed, unknown, repeated or not allowed. No option is then set.
    pub fn set_all<'a>(
        &mut self,
        words: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), OptionError> {
        let mut all = self.clone();
        let mut seen: Vec<(usize, &str)> = Vec::new();
        for word in words {
            let (key, value) = word
                .split_once('=')
                .ok_or_else(|| OptionError::NoValue { text: word.to_owned() })?;
            let at = self.find(key)?;
            if let Some((_, first)) = seen.iter().find(|(earlier, _)| *earlier == at) {
                return Err(OptionError::Twice {
                    game: self.info.id,
                    key: self.info.options[at].key,
                    first: (*first).to_owned(),
                    second: value.to_owned(),
                });
            }
            seen.push((at, value));
            all.set(key, value)?;
        }
        *self = all;
        Ok(())
    }

    /// The cells of a [`OptionKind::Cells`] option, as `(row, col)`.
    ///
    /// # Panics
    /// Where the game has no such option: a mistake in the game's own code.
    pub fn cells(&self, key: &str) -> &[(u32, u32)] {
        match &self.values[self.position(key)] {
            Some(OptionValue::Cells(cells)) => cells,
            _ => &[],
        }
    }

    /// Sets the cells of a [`OptionKind::Cells`] option.
    ///
    /// # Panics
    /// Where the game has no such option: a mistake in the game's own code.
    pub fn set_cells(&mut self, key: &str, mut cells: Vec<(u32, u32)>) {
        let at = self.position(key);
        cells.sort_unstable();
        self.values[at] = Some(OptionValue::Cells(cells));
    }

    /// The value of a number.
    ///
    /// # Panics
    /// Where the game has no such option: a mistake in the game's own code.
    pub fn number(&self, key: &str) -> u32 {
        match self.value(self.position(key)) {
            OptionValue::Number(number) => number,
            OptionValue::Cells(_) => panic!("{key} is not a number"),
        }
    }

    /// What an option was set to, as typed, where that differs from its default.
    pub fn written(&self, key: &str) -> Option<String> {
        let at = self.find(key).ok()?;
        let value = self.value(at);
        (value != self.default(at)).then(|| value.to_string())
    }

    /// What differs from the defaults, as people say it: `15×15 board, 5 in a row`. Empty if
    /// nothing does.
    ///
    /// A default that follows from other options is said as well, since nobody knows it by heart.
    pub fn words(&self, language: Language) -> String {
        let is_set = |at: usize| self.value(at) != self.default(at);
        let size = [self.find(ROWS), self.find(COLS)].map(Result::ok);
        let sized = size.into_iter().flatten().any(is_set);
        let specs = self.info.options.iter().enumerate();
        let board = match size {
            [Some(_), Some(_)] if sized => {
                Some((texts(language).board_size)(self.number(ROWS), self.number(COLS)))
            }
            _ => None,
        };
        let others = specs.filter(|(at, spec)| {
            let follows = matches!(spec.kind, OptionKind::Derived { .. }) && spec.said.is_some();
            !size.contains(&Some(*at)) && (is_set(*at) || sized && follows)
        });
        let others = others.map(|(at, spec)| {
            let number = match self.value(at) {
                OptionValue::Number(number) => number,
                OptionValue::Cells(cells) => cells.len() as u32,
            };
            spec.said.map_or_else(
                || format!("{}: {number}", spec.about.tell(language)),
                |said| said(number, language),
            )
        });
        board.into_iter().chain(others).collect::<Vec<_>>().join(", ")
    }

    /// The error for a value that the game refuses for a reason of its own.
    pub fn not_allowed(&self, key: &'static str, value: Message, allowed: Message) -> OptionError {
        OptionError::NotAllowed { game: self.info.id, key, value, allowed }
    }

    /// The value of an option: the one that was set, or else its default.
    fn value(&self, at: usize) -> OptionValue {
        self.values[at].clone().unwrap_or_else(|| self.default(at))
    }

    fn default(&self, at: usize) -> OptionValue {
        match &self.info.options[at].kind {
            OptionKind::Number { default, .. } | OptionKind::Odd { default, .. } => {
                OptionValue::Number(*default)
            }
            OptionKind::Derived { default, .. } => OptionValue::Number((default.value)(self)),
            OptionKind::Cells => OptionValue::Cells(Vec::new()),
        }
    }

    fn find(&self, key: &str) -> Result<usize, OptionError> {
        let specs = self.info.options;
        specs.iter().position(|spec| spec.key == key).ok_or_else(|| OptionError::UnknownOption {
            game: self.info.id,
            key: key.to_owned(),
            known: specs.iter().map(|spec| spec.key).collect(),
        })
    }

    fn position(&self, key: &str) -> usize {
        self.find(key).expect("a game asks only for its own options")
    }
}

/// The one-line form: the game's id, then what differs from the defaults.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info.id)?;
        for spec in self.info.options {
            if let Some(value) = self.written(spec.key) {
                write!(f, " {}={value}", spec.key)?;
            }
        }
        Ok(())
    }
}

impl PartialEq for Options {
    fn eq(&self, other: &Options) -> bool {
        self.info.id == other.info.id
            && (0..self.values.len()).all(|at| self.value(at) == other.value(at))
    }
}

impl Eq for Options {}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Number(number) => write!(f, "{number}"),
            OptionValue::Cells(cells) => {
                let words: Vec<String> =
                    cells.iter().map(|(row, col)| format!("{row},{col}")).collect();
                f.write_str(&words.join("/"))
            }
        }
    }
}

impl OptionKind {
    fn read(&self, text: &str) -> Option<OptionValue> {
        let number =
            |text: &str| text::number_from(text).and_then(|number| u32::try_from(number).ok());
        match *self {
            OptionKind::Number { min, max, .. } | OptionKind::Derived { min, max, .. } => {
                number(text).filter(|n| (min..=max).contains(n)).map(OptionValue::Number)
            }
            OptionKind::Odd { min, max, .. } => number(text)
                .filter(|n| (min..=max).contains(n) && n % 2 == 1)
                .map(OptionValue::Number),
            OptionKind::Cells if text.is_empty() => Some(OptionValue::Cells(Vec::new())),
            OptionKind::Cells => {
                let cell = |word: &str| {
                    let (row, col) = word.split_once(',')?;
                    Some((number(row)?, number(col)?))
                };
                let mut cells: Vec<_> = text.split('/').map(cell).collect::<Option<_>>()?;
                cells.sort_unstable();
                Some(OptionValue::Cells(cells))
            }
        }
    }

    /// Does it allow more than one value?
    pub fn is_open(&self) -> bool {
        match self {
            OptionKind::Number { min, max, .. }
            | OptionKind::Odd { min, max, .. }
            | OptionKind::Derived { min, max, .. } => min < max,
            OptionKind::Cells => true,
        }
    }

    /// What may be set, in words.
    pub fn allowed(&'static self) -> Message {
        Message::new(Allowed(self))
    }

    /// The default, in words.
    pub fn default(&self) -> Message {
        match self {
            OptionKind::Number { default, .. } | OptionKind::Odd { default, .. } => {
                Message::same(default.to_string())
            }
            OptionKind::Derived { default, .. } => Message::new(default.rule),
            OptionKind::Cells => Message::new(Text(|language| texts(language).none)),
        }
    }
}

#[derive(Debug)]
struct Allowed(&'static OptionKind);

impl Tell for Allowed {
    fn tell(&self, language: Language, _spelling: Spelling) -> String {
        (texts(language).allowed)(self.0)
    }
}
