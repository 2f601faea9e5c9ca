//! A table at a moment, for all who look at it: what is the same for everybody is made once.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use ludoteca_core::Table as Position;
use ludoteca_play::Awaits;
use ludoteca_play::streams::Entropy;
use serde::{Deserialize, Serialize};

use super::scene::{End, Parts, Scene, Turn};
use super::table::{
    Clock, Common, CommonSeat, Dice, From, Muted, Offer, Said, Seat, ShortTable, Since, Skipped, Step, StepsPage,
    Table, Variation,
};
use crate::fact::{Occupant, Person};
use crate::ids::Id;
use crate::settings::STEPS_A_PAGE;
use crate::sitting::{Sitting, Stage};

/// What is around a table at a moment.
#[derive(Clone, Debug, Default)]
pub struct Around {
    /// The time.
    pub now: u64,
    /// Since when players are away; those who are not in it are here.
    pub away: BTreeMap<Id, u64>,
    /// How many look on who have no seat.
    pub watchers: usize,
    /// From when on the game can be claimed.
    pub claim_at: Option<u64>,
}

/// What a reader knows already.
#[derive(Copy, Clone, Debug, Default)]
pub struct Known {
    /// So many steps.
    pub steps: usize,
    /// So many lines of the chat, forgotten ones included.
    pub chat: usize,
    /// So many variations.
    pub variations: usize,
}

impl Known {
    /// All that can be known of a table.
    pub fn all(sitting: &Sitting) -> Known {
        let (forgotten, chat) = sitting.chat();
        Known { steps: sitting.play().steps(), chat: forgotten + chat.len(), variations: sitting.variations().len() }
    }

    /// What somebody knows who last saw a table after so many facts. Nothing where it has not come so far: it is not the one that they saw.
    pub fn since(sitting: &Sitting, facts: u64) -> Known {
        if facts > sitting.facts() || facts < sitting.rewritten_at() {
            return Known::default();
        }
        let (forgotten, chat) = sitting.chat();
        Known {
            // What was taken back and played otherwise has new numbers.
            steps: sitting.step_facts().partition_point(|fact| *fact < facts),
            chat: forgotten + chat.partition_point(|said| said.fact < facts),
            variations: sitting.variations().partition_point(|variation| variation.fact < facts),
        }
    }
}

/// What is the same for all who look at a table, without its board: what a list shows. It is kept in the file, so that lists need not play
/// games again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Summary {
    common: Common,
    seats: Vec<CommonSeat>,
    /// The codes of invite links, for each seat.
    invites: Vec<Option<String>>,
    /// Seats whose guests the maker may send away.
    dismissible: Vec<bool>,
    maker: Option<Id>,
}

/// What the file has beside a summary: it changes more often.
#[derive(Clone, Debug)]
pub struct Current {
    /// How far the table has come.
    pub stage: String,
    /// The number of the game's state, where it is known.
    pub state: Option<usize>,
    /// What comes next, where it is known.
    pub next: Option<Turn>,
    /// How much has happened.
    pub facts: u64,
    /// The time.
    pub now: u64,
}

/// A table at a moment, for all who look at it.
pub struct Snapshot {
    summary: Summary,
    /// Who is to move, if a person is.
    mover: Option<Id>,
    table: Box<dyn Position>,
    /// What each seat is called where its pieces are told of.
    names: Vec<String>,
    /// With and without the board, and in each with and without the choices.
    scenes: [OnceLock<Scene>; 4],
}

impl Summary {
    /// What is kept of a table: as it looks while nobody is there.
    pub fn to_keep(sitting: &Sitting) -> Summary {
        let (created_at, now) = sitting.times();
        let persons = sitting.occupants().iter().filter_map(Occupant::person);
        let away = persons.map(|person| (person.player.clone(), created_at)).collect();
        let mut summary = Summary::new(sitting, None, &Around { now, away, watchers: 0, claim_at: None });
        // These change without it being written again.
        (summary.common.clock.running, summary.common.clock.ends_at) = (None, None);
        summary.common.offers.clear();
        summary.seats.iter_mut().for_each(|seat| seat.thinking = false);
        if sitting.stage() == Stage::Playing {
            summary.dismissible.fill(false);
        }
        summary
    }

    /// Brings what was kept up to date.
    pub fn bring_up(&mut self, current: Current) {
        let Current { stage, state, next, facts, now } = current;
        let common = &mut self.common;
        let unknown = if stage == self::stage(Stage::Over) { Turn::Over } else { Turn::Waiting };
        common.next = next.unwrap_or(unknown);
        common.state = state.unwrap_or(common.state);
        (common.stage, common.facts, common.now_at) = (stage.into(), facts, now);
    }

    fn new(sitting: &Sitting, known: Option<Known>, around: &Around) -> Summary {
        let play = sitting.play();
        let info = play.record().options.info();
        let common = Common {
            id: sitting.id().clone(),
            game: play.record().options.to_string(),
            game_id: info.id.into(),
            title: info.title.into(),
            position: play.record().position.clone(),
            stage: stage(sitting.stage()).into(),
            state: sitting.state(),
            facts: sitting.facts(),
            now_at: around.now,
            created_at: sitting.times().0,
            listed: sitting.opened().listed,
            next: turn(sitting),
            end: play.ending().map(|ending| End::of(ending, play.seats().len())).unwrap_or_default(),
            hint: play.table().hint().into(),
            clock: clock(sitting, around.now),
            claim_at: around.claim_at,
            offers: sitting.offers().iter().map(|offer| self::offer(sitting, offer)).collect(),
            commitment: sitting.commitment(),
            seed: sitting.seed(),
            dice: known.and_then(|_| dice(sitting)),
            steps: known.map(|known| latest_steps(sitting, known.steps)),
            chat: known.map(|known| chat(sitting, known.chat)),
            muted: if known.is_some() { muted(sitting) } else { Vec::new() },
            variations: known.map_or(Some(Vec::new()), |known| variations(sitting, known.variations)),
            watchers: around.watchers,
            rematch: sitting.rematch().cloned(),
            from: sitting.opened().from.clone().map(|(table, step)| From { table, step }),
        };
        Summary {
            common,
            seats: seats(sitting, around),
            invites: sitting.occupants().iter().map(invite).collect(),
            dismissible: (0..sitting.occupants().len()).map(|seat| sitting.may_dismiss(seat)).collect(),
            maker: sitting.opened().maker.clone(),
        }
    }

    /// What somebody sees of it.
    pub fn seen_by(&self, viewer: Option<&Id>) -> Table<'_> {
        let is_theirs = |seat: &CommonSeat| viewer.is_some() && seat.player.as_ref() == viewer;
        let is_maker = viewer.is_some() && self.maker.as_ref() == viewer;
        let seats = self.seats.iter().zip(&self.invites).zip(&self.dismissible);
        let seats = seats.map(|((seat, invite), dismissible)| Seat {
            common: seat,
            you: is_theirs(seat),
            invite: invite.as_deref().filter(|_| is_maker),
            dismissible: *dismissible && is_maker,
        });
        Table { common: &self.common, maker: is_maker, seats: seats.collect(), scene: None, moves: None }
    }
}

impl Snapshot {
    /// The table as it is, for readers who know so much of it; for a list, where that is not said.
    pub fn new(sitting: &Sitting, known: Option<Known>, around: &Around) -> Snapshot {
        Snapshot {
            summary: Summary::new(sitting, known, around),
            mover: sitting.person_to_move().map(|(_, person, _)| person.player.clone()),
            table: sitting.play().table().boxed_clone(),
            names: names(sitting),
            scenes: Default::default(),
        }
    }

    /// What one of those who look at it sees.
    pub fn seen_by(&self, viewer: Option<&Id>, form: Form) -> Table<'_> {
        let is_mover = viewer.is_some() && viewer == self.mover.as_ref();
        let scene = match form {
            Form::Scene { board } => Some(self.scene(Parts { board, choices: is_mover })),
            Form::Moves | Form::Listed => None,
        };
        let moves = (form == Form::Moves && is_mover).then(|| self.table.steps());
        Table { scene, moves, ..self.summary.seen_by(viewer) }
    }

    fn scene(&self, parts: Parts) -> &Scene {
        let scene = &self.scenes[2 * usize::from(parts.board) + usize::from(parts.choices)];
        scene.get_or_init(|| Scene::of(&*self.table, &self.names, parts))
    }
}

/// A page of the steps at a table, from this one on.
pub fn steps_page(sitting: &Sitting, from: usize) -> StepsPage {
    let total = sitting.play().steps();
    let from = from.min(total);
    let list = steps(sitting, from);
    StepsPage { from, total, more: from + list.len() < total, list, facts: sitting.facts() }
}

/// Where a table stands, in short.
pub fn short(sitting: &Sitting) -> ShortTable {
    ShortTable {
        id: sitting.id().clone(),
        state: sitting.state(),
        facts: sitting.facts(),
        stage: stage(sitting.stage()),
        next: turn(sitting),
    }
}

/// How much of a table is wanted.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Form {
    /// What is to be drawn.
    Scene {
        /// With the board, for who does not know it yet?
        board: bool,
    },
    /// With the legal moves alone, for a program.
    Moves,
    /// What a list shows.
    Listed,
}

/// What the seats of a table are called where their pieces are told of: `X (Ada)`, or `X` alone.
pub fn names(sitting: &Sitting) -> Vec<String> {
    let called = |(symbol, occupant): (&str, &Occupant)| match occupant.person().map(|it| sitting.shown_name(it)) {
        Some(name) if name != symbol => format!("{symbol} ({name})"),
        _ => symbol.to_owned(),
    };
    sitting.play().names().into_iter().zip(sitting.occupants()).map(called).collect()
}

/// What a stage is called.
pub fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Waiting => "waiting",
        Stage::Playing => "playing",
        Stage::Over => "over",
        Stage::Closed => "closed",
    }
}

/// What comes next at a table.
pub fn turn(sitting: &Sitting) -> Turn {
    match sitting.stage() {
        Stage::Waiting | Stage::Closed => Turn::Waiting,
        Stage::Playing | Stage::Over => Turn::in_play(sitting.play()),
    }
}

fn clock(sitting: &Sitting, now: u64) -> Clock {
    let clocks = sitting.clocks();
    let ends = clocks.ends();
    Clock {
        pace: clocks.pace(),
        left_ms: clocks.left(now),
        running: ends.map(|(seat, _)| seat + 1),
        ends_at: ends.map(|(_, end)| end),
    }
}

fn offer(sitting: &Sitting, offer: &crate::sitting::Offer) -> Offer {
    let waits_for = sitting.waits_for(offer).iter().map(|seat| seat + 1).collect();
    Offer { what: offer.what, by: offer.by + 1, waits_for }
}

/// The steps that somebody lacks who knows so many, up to the last: what is told later goes on from there.
fn latest_steps(sitting: &Sitting, known: usize) -> Since<Step> {
    let made = sitting.play().steps();
    let known = known.min(made);
    let from = known.max(made.saturating_sub(STEPS_A_PAGE));
    Since { from, list: steps(sitting, from), missing_from: (known < from).then_some(known) }
}

/// At most a page of steps.
fn steps(sitting: &Sitting, from: usize) -> Vec<Step> {
    let play = sitting.play();
    let made = from..play.steps().min(from + STEPS_A_PAGE);
    let (record, made_by) = (&play.record().steps[made.clone()], &play.made_by()[made.clone()]);
    let all = made.clone().zip(record.iter().zip(made_by).zip(&sitting.skips()[made]));
    let skipped = |skips: &Vec<(ludoteca_core::Seat, String)>| {
        let skips = skips.iter();
        skips.map(|(seat, reason)| Skipped { seat: seat.number(), reason: reason.clone() }).collect()
    };
    all.map(|(number, ((noted, by), skips))| Step {
        step: noted.step.clone(),
        by: by.map(ludoteca_core::Seat::number),
        skipped: skipped(skips),
        clock_ms: noted.clock,
        known: sitting.is_known(number),
    })
    .collect()
}

fn dice(sitting: &Sitting) -> Option<Dice> {
    let (open, given) = sitting.contributions()?;
    let digits = |entropy: Option<Entropy>| entropy.map(|entropy| entropy.to_string());
    Some(Dice { open, contributions: given.into_iter().map(digits).collect() })
}

fn chat(sitting: &Sitting, known: usize) -> Since<Said> {
    let (forgotten, lines) = sitting.chat();
    let from = known.max(forgotten);
    let blank = |at| Said { name: String::new(), player: Id::given(""), seat: None, text: String::new(), at };
    let line = |said: &crate::sitting::Said| Said {
        name: sitting.shown_name(&said.person),
        player: said.person.player.clone(),
        seat: sitting.seats_of(&said.person.player).first().map(|seat| seat + 1),
        text: said.text.clone(),
        at: said.at,
    };
    let line = |said: &crate::sitting::Said| if said.is_blank() { blank(said.at) } else { line(said) };
    Since { from, list: lines.iter().skip(from - forgotten).map(line).collect(), missing_from: None }
}

fn muted(sitting: &Sitting) -> Vec<Muted> {
    let muted = |person: &Person| Muted { player: person.player.clone(), name: sitting.shown_name(person) };
    sitting.muted().iter().map(muted).collect()
}

/// All of them, where one of them is new; they never change.
fn variations(sitting: &Sitting, known: usize) -> Option<Vec<Variation>> {
    let all = sitting.variations();
    if known > 0 && known == all.len() {
        return None;
    }
    let tell = |it: &crate::sitting::Variation| Variation {
        after: it.after,
        steps: it.steps.clone(),
        name: sitting.shown_name(&it.person),
    };
    Some(all.iter().map(tell).collect())
}

fn seats(sitting: &Sitting, around: &Around) -> Vec<CommonSeat> {
    let play = sitting.play();
    let sides = play.record().options.info().customs.sides;
    let thinker = match sitting.awaits() {
        Awaits::Engine { seat, .. } => Some(seat.index()),
        _ => None,
    };
    let seat = |(seat, occupant): (usize, &Occupant)| {
        let (kind, level) = match occupant {
            Occupant::Open => ("open", None),
            Occupant::Friend { .. } => ("friend", None),
            Occupant::Person(person) if person.program => ("program", None),
            Occupant::Person(_) => ("person", None),
            Occupant::Engine { level } => ("engine", Some(*level)),
            Occupant::Random => ("random", None),
        };
        let person = occupant.person();
        let away_at = person.and_then(|person| around.away.get(&person.player)).copied();
        CommonSeat {
            seat: seat + 1,
            symbol: play.names()[seat].to_owned(),
            side: sides.get(seat).map(|side| (*side).into()),
            kind: kind.into(),
            name: person.map(|person| sitting.shown_name(person)),
            player: person.map(|person| person.player.clone()),
            level,
            here: !occupant.is_free() && away_at.is_none(),
            away_at,
            thinking: thinker == Some(seat),
        }
    };
    sitting.occupants().iter().enumerate().map(seat).collect()
}

fn invite(occupant: &Occupant) -> Option<String> {
    match occupant {
        Occupant::Friend { invite } => Some(invite.clone()),
        _ => None,
    }
}
