//! A game in progress with its types erased. Views, servers and arenas use it.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use rand_chacha::ChaCha8Rng;
use rand_core::Rng;

use crate::drawing::Drawing;
use crate::evaluation::Evaluate;
use crate::language::{Language, Message, Spelling, Tell, Text};
use crate::next::Next;
use crate::notation::{Loaded, PositionError};
use crate::options::Options;
use crate::perft::{self, Branch, Counting};
use crate::playout::{Tally, playouts};
use crate::readable::{PlaceNames, typed_form};
use crate::rules::{Chance, Step, StepOf};
use crate::scene::words::plain_refusal;
use crate::scene::{Board, Choice, Moved, Piece, Presentation, Scene, Score};
use crate::seat::Seat;
use crate::texts::{Prompt, texts};

/// A complete game: rules, notation, scene and evaluation. Every type that has all of them is a
/// game.
pub trait Game: Presentation + Evaluate {}

impl<G: Presentation + Evaluate> Game for G {}

/// A game in progress with its types erased. [`TypedTable`] implements it once for all games. Steps
/// are text here.
pub trait Table: Send + Sync {
    /// The game and its options.
    fn options(&self) -> &Options;
    /// How many seats the table has, 2 to 4.
    fn seats(&self) -> usize;
    /// What the table waits for.
    fn next(&self) -> Next;
    /// Is there a die in this game?
    fn has_dice(&self) -> bool;
    /// The legal steps as typed: moves in the rules' order, or the possible rolls.
    fn steps(&self) -> Vec<String>;
    /// The possible rolls as typed, each with its weight. Empty where no die is to be rolled.
    fn chances(&self) -> Vec<(String, u32)>;
    /// Reads, checks and makes a step.
    ///
    /// # Errors
    /// Says why it is refused. The table is then unchanged.
    fn step(&mut self, text: &str) -> Result<Stepped, Refusal>;
    /// A random legal step as typed: a uniformly random move, or a roll by weight. `None` when the
    /// game is over.
    fn random_step(&self, generator: &mut dyn Rng) -> Option<String>;
    /// The position string, which [`set_position`](Table::set_position) reads.
    fn position(&self) -> String;
    /// Sets up a position.
    ///
    /// # Errors
    /// Says why it is refused. The table is then unchanged.
    fn set_position(&mut self, text: &str) -> Result<(), PositionError>;
    /// The seats that were to move when the game was opened, restarted or set up, but could not, in
    /// order, with the reason.
    fn skipped_at_start(&self) -> Vec<(Seat, Message)>;
    /// Returns to the usual first position.
    fn restart(&mut self);
    /// One line for a person who types a move.
    fn hint(&self) -> Text;
    /// Why the game ended; `None` while it goes on.
    fn ending(&self) -> Option<Message>;
    /// The position as data, with the last step marked: all that a view needs. Code that needs only
    /// one part of it should ask for that part.
    fn scene(&self) -> Scene {
        Scene { choices: self.choices(), ..self.scene_without_choices() }
    }
    /// The same without the list of moves, for viewers whose turn it is not.
    fn scene_without_choices(&self) -> Scene;
    /// See [`Presentation::board`].
    fn board(&self) -> Board;
    /// See [`Presentation::pieces`].
    fn pieces(&self) -> Vec<Piece>;
    /// See [`Presentation::choices`].
    fn choices(&self) -> Vec<Choice>;
    /// See [`Presentation::die`].
    fn die(&self) -> Option<String>;
    /// See [`Scene::prompt`].
    fn prompt(&self) -> Option<Message>;
    /// See [`Presentation::score`].
    fn score(&self) -> Vec<Score>;
    /// See [`Presentation::stage`].
    fn stage(&self) -> Option<Message>;
    /// The places that show what the last step was. Empty before the first step.
    fn last(&self) -> Vec<usize>;
    /// Why the move that these clicks make is refused; `None` where it is legal. `names` has a name
    /// for each seat.
    fn refusal_of(&self, clicks: &[usize], names: &[&str]) -> Option<Refusal>;
    /// The last step as people read it; `None` before the first step.
    fn last_readable(&self) -> Option<Readable>;
    /// These steps, made one after another from here, as people read them. A step that is refused
    /// ends the list.
    fn readable_line(&self, steps: &[String]) -> Vec<Readable> {
        let mut table = self.boxed_clone();
        let made = |step: &String| {
            table.step(step).ok()?;
            table.last_readable()
        };
        steps.iter().map_while(made).collect()
    }
    /// A move that a person has typed in either spelling, as it is typed: what [`Table::step`]
    /// reads. Text that is neither stays as it is.
    fn typed(&self, text: &str) -> (String, Spelling);
    /// The board drawn in text, with a name for each seat.
    fn drawing(&self, names: &[&str], language: Language) -> Drawing;
    /// The text of [`drawing`](Table::drawing) alone, in English.
    fn board_text(&self, names: &[&str]) -> String {
        self.drawing(names, Language::English).text
    }
    /// The line that names the seats beneath the board, if the game has one.
    fn players_line(&self, names: &[&str], language: Language) -> Option<String>;
    /// See [`Rules::key`](crate::Rules::key).
    fn key(&self) -> u64;
    /// See [`Rules::symmetric_key`](crate::Rules::symmetric_key).
    fn symmetric_key(&self) -> u64;
    /// The number of different sequences of `depth` steps from here. A branch ends where the game
    /// ends.
    fn perft(&self, depth: u32, counting: Counting) -> u64;
    /// The same without bulk counting: the last step of each sequence is also made, as a search
    /// would do. It is meant for benchmarks.
    fn perft_without_bulk(&self, depth: u32) -> u64;
    /// The branches that [`perft`](Table::perft) adds up, for code that divides the work or the
    /// answer.
    fn divide(&self, depth: u32, counting: Counting) -> Vec<TableBranch>;
    /// Plays uniformly random games from here. Each game is broken off after `most_plies`.
    fn playouts(&self, games: u64, most_plies: u64, generator: &mut ChaCha8Rng) -> Tally;
    /// An independent copy of this table.
    fn boxed_clone(&self) -> Box<dyn Table>;
    /// The [`TypedTable`] behind this. Only [`catalog::visit_as`](crate::catalog::visit_as) uses
    /// it. Other code that needs the types asks a catalogue to [`visit`](crate::Catalog::visit) the
    /// table, and need not know them.
    #[doc(hidden)]
    fn as_any(&self) -> &dyn Any;
}

/// A step that was made.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Stepped {
    /// The seat that made it; `None` for a roll.
    pub seat: Option<Seat>,
    /// The step in its usual spelling.
    pub text: String,
    /// The seats that were skipped after it, in order, with the reason.
    pub skipped: Vec<(Seat, Message)>,
}

/// A step as people read it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Readable {
    /// The move with the names of its places, `c6–d6`; for a roll, what the die shows.
    pub step: Message,
    /// Its effects: `captures 3`, `jump`.
    pub effects: Vec<Message>,
}

impl Tell for Readable {
    /// The step, and its effects in parentheses.
    fn tell(&self, language: Language, _spelling: Spelling) -> String {
        let effects: Vec<String> =
            self.effects.iter().map(|effect| effect.tell(language)).collect();
        let step = self.step.tell(language);
        if effects.is_empty() { step } else { format!("{step} ({})", effects.join(", ")) }
    }
}

/// One step from a table, and what remains to be counted after it.
pub struct TableBranch {
    /// The step into the branch, as typed.
    pub step: String,
    /// The table after that step.
    pub after: Box<dyn Table>,
    /// The plies that remain after the step and the skips that it caused.
    pub depth: u32,
    /// How many times the branch counts.
    pub forms: u64,
}

/// Why a step is refused.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Refusal {
    /// The game has ended.
    Over,
    /// The rules do not allow it. The message gives the reason in the game's own words.
    Illegal(Message),
}

impl Refusal {
    /// The refusal with moves and places named like this.
    #[must_use]
    pub fn spelled(self, spelling: Spelling) -> Refusal {
        match self {
            Refusal::Over => Refusal::Over,
            Refusal::Illegal(reason) => Refusal::Illegal(reason.spelled(spelling)),
        }
    }
}

impl Tell for Refusal {
    fn tell(&self, language: Language, _spelling: Spelling) -> String {
        match self {
            Refusal::Over => texts(language).game_over.to_owned(),
            Refusal::Illegal(reason) => reason.tell(language),
        }
    }
}

crate::errors_in_english!(Refusal);

/// The one implementation of [`Table`].
pub struct TypedTable<G: Game> {
    /// The rules, which clones of the table share.
    pub game: Arc<G>,
    /// The current position.
    pub state: G::State,
    // A game in progress keeps a table for each of its positions, so these share what does not
    // change.
    options: Arc<Options>,
    /// The names of the places, once somebody has typed one.
    place_names: Arc<OnceLock<PlaceNames>>,
    /// The last step, and the state in which it was made.
    last: Option<(StepOf<G>, G::State)>,
    /// The places that each piece covers, for pieces that lie across several places: see
    /// [`Presentation::span`].
    spans: Vec<Vec<usize>>,
    /// The seats that were skipped before the first step, and the state in which they were skipped.
    start: Arc<(Vec<Seat>, G::State)>,
}

/// Written by hand, since a derived `Clone` would require the shared rules to be `Clone`.
impl<G: Game> Clone for TypedTable<G> {
    fn clone(&self) -> Self {
        TypedTable {
            game: Arc::clone(&self.game),
            state: self.state.clone(),
            options: Arc::clone(&self.options),
            place_names: Arc::clone(&self.place_names),
            last: self.last.clone(),
            spans: self.spans.clone(),
            start: Arc::clone(&self.start),
        }
    }
}

impl<G: Game> TypedTable<G> {
    /// A table at the usual first position.
    pub fn new(game: G, options: Options) -> Self {
        let state = game.start();
        let start = Arc::new((game.skipped_at_start(), state.clone()));
        TypedTable {
            state,
            game: Arc::new(game),
            options: Arc::new(options),
            place_names: Arc::default(),
            last: None,
            spans: Vec::new(),
            start,
        }
    }

    /// The same with its types erased.
    pub fn boxed(game: G, options: &Options) -> Box<dyn Table> {
        Box::new(TypedTable::new(game, options.clone()))
    }

    fn begin(&mut self, state: G::State, skipped: Vec<Seat>) {
        self.start = Arc::new((skipped, state.clone()));
        self.state = state;
        self.last = None;
        self.spans.clear();
    }

    fn with_reasons(&self, seats: &[Seat], state: &G::State) -> Vec<(Seat, Message)> {
        seats.iter().map(|seat| (*seat, self.game.skip_reason(state, *seat))).collect()
    }

    /// Makes a step that is known to be legal.
    fn make(&mut self, step: StepOf<G>) -> Stepped {
        let before = self.state.clone();
        let (seat, text) = match step {
            Step::Move(m) => {
                self.game.play(&mut self.state, m);
                (self.game.next(&before).seat(), self.game.write_move(&before, m))
            }
            Step::Roll(chance) => {
                self.game.roll(&mut self.state, chance);
                (None, self.game.write_chance(chance))
            }
        };
        self.spans.extend(Some(self.game.span(&step)).filter(|span| !span.is_empty()));
        let skipped = self.with_reasons(&self.game.skipped(&before, &self.state), &self.state);
        self.last = Some((step, before));
        Stepped { seat, text, skipped }
    }
}

impl<G: Game> Table for TypedTable<G> {
    fn options(&self) -> &Options {
        &self.options
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn next(&self) -> Next {
        self.game.next(&self.state)
    }

    fn has_dice(&self) -> bool {
        G::Chance::IS_ROLLED
    }

    fn steps(&self) -> Vec<String> {
        let game = &self.game;
        match self.next() {
            Next::Move(_) => {
                let moves = game.moves(&self.state).into_iter();
                moves.map(|m| game.write_move(&self.state, m)).collect()
            }
            Next::Chance => self.chances().into_iter().map(|(roll, _)| roll).collect(),
            Next::Over(_) => Vec::new(),
        }
    }

    fn chances(&self) -> Vec<(String, u32)> {
        match self.next() {
            Next::Chance => {
                let chances = self.game.chances(&self.state).into_iter();
                chances.map(|(chance, weight)| (self.game.write_chance(chance), weight)).collect()
            }
            Next::Move(_) | Next::Over(_) => Vec::new(),
        }
    }

    fn step(&mut self, text: &str) -> Result<Stepped, Refusal> {
        let illegal = |error: G::Illegal| Refusal::Illegal(Message::new(error));
        let step = match self.next() {
            Next::Move(_) => Step::Move(self.game.read_move(&self.state, text).map_err(illegal)?),
            Next::Chance => Step::Roll(self.game.read_chance(&self.state, text).map_err(illegal)?),
            Next::Over(_) => return Err(Refusal::Over),
        };
        Ok(self.make(step))
    }

    fn random_step(&self, generator: &mut dyn Rng) -> Option<String> {
        let game = &self.game;
        match self.next() {
            Next::Move(_) => {
                Some(game.write_move(&self.state, game.random_move(&self.state, generator)))
            }
            Next::Chance => Some(game.write_chance(game.random_chance(&self.state, generator))),
            Next::Over(_) => None,
        }
    }

    fn position(&self) -> String {
        self.game.write_position(&self.state)
    }

    fn set_position(&mut self, text: &str) -> Result<(), PositionError> {
        let Loaded { state, skipped } = self.game.read_position(text)?;
        self.begin(state, skipped);
        Ok(())
    }

    fn skipped_at_start(&self) -> Vec<(Seat, Message)> {
        let (seats, state) = &*self.start;
        self.with_reasons(seats, state)
    }

    fn restart(&mut self) {
        self.begin(self.game.start(), self.game.skipped_at_start());
    }

    fn hint(&self) -> Text {
        self.game.hint()
    }

    fn ending(&self) -> Option<Message> {
        self.next().outcome().map(|_| self.game.ending(&self.state))
    }

    fn scene_without_choices(&self) -> Scene {
        let Board { places, lines, marks, look, is_grid: _ } = self.board();
        let mut scene = Scene {
            owners: (0..places.len()).map(|place| self.game.owner(place)).collect(),
            places,
            lines,
            marks,
            look,
            pieces: self.pieces(),
            spans: self.spans.clone(),
            stock: self.game.stock(&self.state),
            holdings: self.game.holdings(&self.state),
            die: self.die(),
            last: self.last(),
            prompt: self.prompt(),
            score: self.score(),
            stage: self.stage(),
            decisive: self.game.decisive(&self.state),
            ..Scene::default()
        };
        if let Some((step, before)) = &self.last {
            let laid = usize::from(!self.game.span(step).is_empty());
            let spans = &self.spans[..self.spans.len() - laid];
            scene.moved = Moved::between(&self.game.pieces(before), spans, &scene);
        }
        scene
    }

    fn board(&self) -> Board {
        self.game.board()
    }

    fn pieces(&self) -> Vec<Piece> {
        self.game.pieces(&self.state)
    }

    fn choices(&self) -> Vec<Choice> {
        self.game.choices(&self.state)
    }

    fn die(&self) -> Option<String> {
        self.game.die(&self.state)
    }

    fn prompt(&self) -> Option<Message> {
        match self.next() {
            Next::Move(_) => Some(self.game.prompt(&self.state)),
            Next::Chance => Some(Message::new(Prompt::Roll)),
            Next::Over(_) => None,
        }
    }

    fn score(&self) -> Vec<Score> {
        self.game.score(&self.state)
    }

    fn stage(&self) -> Option<Message> {
        self.game.stage(&self.state)
    }

    fn last(&self) -> Vec<usize> {
        self.last.as_ref().map(|(step, _)| self.game.touched(step)).unwrap_or_default()
    }

    fn refusal_of(&self, clicks: &[usize], names: &[&str]) -> Option<Refusal> {
        let plain = |mover| {
            plain_refusal(&self.board(), &self.pieces(), &self.choices(), mover, clicks, names)
        };
        match self.next().seat().and_then(plain) {
            Some(reason) => Some(Refusal::Illegal(reason)),
            None => {
                let refused = self.clone().step(&self.game.clicked(&self.state, clicks)).err();
                refused.map(|refusal| refusal.spelled(Spelling::Readable))
            }
        }
    }

    fn last_readable(&self) -> Option<Readable> {
        let (step, before) = self.last.as_ref()?;
        Some(match step {
            Step::Move(m) => Readable {
                step: self.game.readable_move(before, *m),
                effects: self.game.effects(before, *m),
            },
            Step::Roll(chance) => Readable {
                step: Message::same(self.game.write_chance(*chance)),
                effects: Vec::new(),
            },
        })
    }

    fn typed(&self, text: &str) -> (String, Spelling) {
        let names = self.place_names.get_or_init(|| PlaceNames::of(&*self.game));
        typed_form(&*self.game, names, &self.state, text)
    }

    fn drawing(&self, names: &[&str], language: Language) -> Drawing {
        self.game.drawing(&self.state, names, language)
    }

    fn players_line(&self, names: &[&str], language: Language) -> Option<String> {
        self.game.players_line(&self.state, names, language)
    }

    fn key(&self) -> u64 {
        self.game.key(&self.state)
    }

    fn symmetric_key(&self) -> u64 {
        self.game.symmetric_key(&self.state)
    }

    fn perft(&self, depth: u32, counting: Counting) -> u64 {
        perft::count(&*self.game, &self.state, depth, counting)
    }

    fn perft_without_bulk(&self, depth: u32) -> u64 {
        perft::perft_without_bulk(&*self.game, &self.state, depth)
    }

    fn divide(&self, depth: u32, counting: Counting) -> Vec<TableBranch> {
        let branches = perft::divide(&*self.game, &self.state, depth, counting).into_iter();
        let erased = |Branch { step, after, depth, forms }: Branch<G>| {
            let step = match step {
                Step::Move(m) => self.game.write_move(&self.state, m),
                Step::Roll(chance) => self.game.write_chance(chance),
            };
            TableBranch {
                step,
                after: Box::new(TypedTable { state: after, ..self.clone() }),
                depth,
                forms,
            }
        };
        branches.map(erased).collect()
    }

    fn playouts(&self, games: u64, most_plies: u64, generator: &mut ChaCha8Rng) -> Tally {
        playouts(&*self.game, &self.state, games, most_plies, generator)
    }

    fn boxed_clone(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
