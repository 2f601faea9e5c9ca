//! A snapshot of a table for all who watch it. The parts that are the same for everybody are built
//! once.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use ludoteca_core::{Language, Message, Readable, Table};
use ludoteca_engines::characters::character;
use ludoteca_games::catalog;
use ludoteca_play::seeds::Entropy;
use ludoteca_play::{Awaits, Decision};
use serde::{Deserialize, Serialize};

use super::scene::{EndingView, NextView, SceneParts, SceneView};
use super::table::{
    ChatLineView, ClockView, Common, CommonSeat, ContinuedFrom, DiceView, Muted, OfferView,
    SeatView, ShortTable, Since, Skipped, StepView, StepsPage, TableView, VariationView,
};
use crate::events::{Occupant, Participant};
use crate::hosted_table::{HostedTable, TableStage};
use crate::ids::Id;
use crate::settings::STEPS_A_PAGE;
use crate::texts;

/// The circumstances of a table at a moment.
#[derive(Clone, Debug, Default)]
pub struct TableContext {
    /// The current time.
    pub now: u64,
    /// The times since which players have been away. Players who are not in the map are here.
    pub away: BTreeMap<Id, u64>,
    /// The number of people who watch without a seat.
    pub watchers: usize,
    /// The time from which the game can be claimed.
    pub claim_at: Option<u64>,
}

/// How much a reader knows already.
#[derive(Copy, Clone, Debug, Default)]
pub struct KnownCounts {
    /// The number of steps.
    pub steps: usize,
    /// The number of chat lines, including those that are no longer kept.
    pub chat: usize,
    /// The number of variations.
    pub variations: usize,
}

impl KnownCounts {
    /// Everything that can be known of a table.
    pub fn all(hosted: &HostedTable) -> KnownCounts {
        let (forgotten, chat) = hosted.chat();
        KnownCounts {
            steps: hosted.play().steps(),
            chat: forgotten + chat.len(),
            variations: hosted.variations().len(),
        }
    }

    /// What is known to a reader who last saw a table after this number of events. If the table has
    /// fewer events, the reader has seen another table and knows nothing.
    pub fn since(hosted: &HostedTable, event_count: u64) -> KnownCounts {
        if event_count > hosted.event_count() || event_count < hosted.rewritten_at() {
            return KnownCounts::default();
        }
        let (forgotten, chat) = hosted.chat();
        KnownCounts {
            // Steps that were taken back and replaced have new event numbers.
            steps: hosted.step_events().partition_point(|event| *event < event_count),
            chat: forgotten + chat.partition_point(|said| said.event_number < event_count),
            variations: hosted
                .variations()
                .partition_point(|variation| variation.event_number < event_count),
        }
    }
}

/// The part of a table that is the same for all readers of a language, without the board: what a
/// list shows. It is stored in the file in English, so that lists need not replay games.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TableSummary {
    common: Common,
    seats: Vec<CommonSeat>,
    /// The invite codes of the seats.
    invites: Vec<Option<String>>,
    /// The seats whose guests the maker can dismiss.
    dismissible: Vec<bool>,
    maker: Option<Id>,
    /// In a stored summary, the reason of the ending in each language.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    reasons: Vec<String>,
}

/// The part of a list entry that the file keeps beside the summary, because it changes more often.
#[derive(Clone, Debug)]
pub struct Current {
    /// The stage of the table.
    pub stage: String,
    /// The number of the game's state, if it is known.
    pub state: Option<usize>,
    /// What comes next, if it is known.
    pub next: Option<NextView>,
    /// The number of events.
    pub event_count: u64,
    /// The current time.
    pub now: u64,
}

/// A snapshot of a table, for all who watch it and read the same language.
pub struct Snapshot {
    language: Language,
    summary: TableSummary,
    /// The player to move, if it is a person.
    mover: Option<Id>,
    table: Box<dyn Table>,
    /// The names of the seats in descriptions of their pieces.
    names: Vec<String>,
    /// The scenes with and without the board, each with and without the choices.
    scenes: [OnceLock<SceneView>; 4],
}

impl TableSummary {
    /// The summary to be stored: the table as it looks while nobody is there.
    pub fn to_store(hosted: &HostedTable) -> TableSummary {
        let (created_at, now) = hosted.times();
        let persons = hosted.occupants().iter().filter_map(Occupant::person);
        let away = persons.map(|person| (person.player.clone(), created_at)).collect();
        let mut summary = TableSummary::new(
            hosted,
            None,
            &TableContext { now, away, watchers: 0, claim_at: None },
            Language::English,
        );
        if let Some(ending) = hosted.play().ending() {
            let reason = |language: Language| texts::reason_of(ending, language);
            summary.reasons = Language::ALL.into_iter().filter_map(reason).collect();
        }
        // These change without a new summary being written.
        (summary.common.clock.running, summary.common.clock.ends_at) = (None, None);
        summary.common.offers.clear();
        summary.seats.iter_mut().for_each(|seat| seat.thinking = false);
        if hosted.stage() == TableStage::Playing {
            summary.dismissible.fill(false);
        }
        summary
    }

    /// Updates a stored summary.
    pub fn update(&mut self, current: Current) {
        let Current { stage, state, next, event_count, now } = current;
        let common = &mut self.common;
        let unknown =
            if stage == self::stage(TableStage::Over) { NextView::Over } else { NextView::Waiting };
        common.next = next.unwrap_or(unknown);
        common.state = state.unwrap_or(common.state);
        (common.stage, common.event_count, common.now_at) = (stage.into(), event_count, now);
    }

    /// Translates a stored summary. The reason of the ending stays English if an earlier version
    /// stored the summary and the rules ended the game.
    pub fn translate(&mut self, language: Language) {
        if language == Language::English {
            return;
        }
        let common = &mut self.common;
        let english = common.end.reason.take();
        let index = Language::ALL.iter().position(|it| *it == language).unwrap_or_default();
        common.end.reason = self.reasons.get(index).cloned().or_else(|| {
            english.map(|english| texts::decision(&Decision::read(&english), language))
        });
        if let Ok(table) = catalog::open_line(&common.game) {
            common.hint = table.hint().tell(language).into();
            common.variant = table.options().words(language);
            let sides = table.options().info().conventions.sides;
            for (seat, side) in self.seats.iter_mut().zip(sides) {
                seat.side = Some(side.tell(language).into());
            }
        }
        for name in self.seats.iter_mut().filter_map(|seat| seat.name.as_mut()) {
            *name = texts::shown_name(name, language);
        }
    }

    fn new(
        hosted: &HostedTable,
        known: Option<KnownCounts>,
        context: &TableContext,
        language: Language,
    ) -> TableSummary {
        let play = hosted.play();
        let info = play.record().options.info();
        let common = Common {
            id: hosted.id().clone(),
            game: play.record().options.to_string(),
            game_id: info.id.into(),
            title: info.title.into(),
            variant: play.record().options.words(language),
            position: play.record().position.clone(),
            stage: stage(hosted.stage()).into(),
            state: hosted.state(),
            event_count: hosted.event_count(),
            now_at: context.now,
            created_at: hosted.times().0,
            listed: hosted.opened().listed,
            next: turn(hosted),
            end: play
                .ending()
                .map(|ending| EndingView::of(ending, play.seats().len(), language))
                .unwrap_or_default(),
            hint: play.table().hint().tell(language).into(),
            clock: clock(hosted, context.now),
            claim_at: context.claim_at,
            offers: hosted.offers().iter().map(|offer| self::offer(hosted, offer)).collect(),
            commitment: hosted.commitment(),
            seed: hosted.seed(),
            dice: known.and_then(|_| dice(hosted)),
            steps: known.map(|known| latest_steps(hosted, known.steps, language)),
            chat: known.map(|known| chat(hosted, known.chat, language)),
            muted: if known.is_some() { muted(hosted, language) } else { Vec::new() },
            variations: known
                .map_or(Some(Vec::new()), |known| variations(hosted, known.variations, language)),
            watchers: context.watchers,
            rematch: hosted.rematch().cloned(),
            from: hosted.opened().from.clone().map(|(table, step)| ContinuedFrom { table, step }),
        };
        TableSummary {
            common,
            seats: seats(hosted, context, language),
            invites: hosted.occupants().iter().map(invite).collect(),
            dismissible: (0..hosted.occupants().len())
                .map(|seat| hosted.may_dismiss(seat))
                .collect(),
            maker: hosted.opened().maker.clone(),
            reasons: Vec::new(),
        }
    }

    /// The list entry as somebody sees it.
    pub fn seen_by(&self, viewer: Option<&Id>) -> TableView<'_> {
        let is_theirs = |seat: &CommonSeat| viewer.is_some() && seat.player.as_ref() == viewer;
        let is_maker = viewer.is_some() && self.maker.as_ref() == viewer;
        let seats = self.seats.iter().zip(&self.invites).zip(&self.dismissible);
        let seats = seats.map(|((seat, invite), dismissible)| SeatView {
            common: seat,
            you: is_theirs(seat),
            invite: invite.as_deref().filter(|_| is_maker),
            dismissible: *dismissible && is_maker,
        });
        TableView {
            common: &self.common,
            maker: is_maker,
            seats: seats.collect(),
            scene: None,
            moves: None,
        }
    }
}

impl Snapshot {
    /// A snapshot for readers who know this much, or for a list if `known` is `None`.
    pub fn new(
        hosted: &HostedTable,
        known: Option<KnownCounts>,
        context: &TableContext,
        language: Language,
    ) -> Snapshot {
        Snapshot {
            language,
            summary: TableSummary::new(hosted, known, context, language),
            mover: hosted.person_to_move().map(|(_, person, _)| person.player.clone()),
            table: hosted.play().table().boxed_clone(),
            names: names(hosted, language),
            scenes: Default::default(),
        }
    }

    /// The view of the table for one viewer.
    pub fn seen_by(&self, viewer: Option<&Id>, form: ViewForm) -> TableView<'_> {
        let is_mover = viewer.is_some() && viewer == self.mover.as_ref();
        let scene = match form {
            ViewForm::Scene { board } => Some(self.scene(SceneParts { board, choices: is_mover })),
            ViewForm::Moves | ViewForm::Listed => None,
        };
        let moves = (form == ViewForm::Moves && is_mover).then(|| self.table.steps());
        TableView { scene, moves, ..self.summary.seen_by(viewer) }
    }

    fn scene(&self, parts: SceneParts) -> &SceneView {
        let scene = &self.scenes[2 * usize::from(parts.board) + usize::from(parts.choices)];
        scene.get_or_init(|| SceneView::of(&*self.table, &self.names, parts, self.language))
    }
}

/// A page of the steps of a table, beginning with this one.
pub fn steps_page(hosted: &HostedTable, from: usize, language: Language) -> StepsPage {
    let total = hosted.play().steps();
    let from = from.min(total);
    let list = steps(hosted, from, language);
    StepsPage {
        from,
        total,
        more: from + list.len() < total,
        list,
        event_count: hosted.event_count(),
    }
}

/// The short form of a table.
pub fn short(hosted: &HostedTable) -> ShortTable {
    ShortTable {
        id: hosted.id().clone(),
        state: hosted.state(),
        event_count: hosted.event_count(),
        stage: stage(hosted.stage()),
        next: turn(hosted),
    }
}

/// Which form of a table is requested.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum ViewForm {
    /// The scene to be drawn.
    Scene {
        /// Include the board, for a viewer who does not know it yet?
        board: bool,
    },
    /// Only the legal moves, for a program.
    Moves,
    /// The form for lists.
    Listed,
}

/// The names of the seats in descriptions of their pieces: `X (Ada)`, or `X` alone.
pub fn names(hosted: &HostedTable, language: Language) -> Vec<String> {
    let called = |(symbol, occupant): (&str, &Occupant)| match occupant
        .person()
        .map(|it| shown_name(hosted, it, language))
    {
        Some(name) if name != symbol => format!("{symbol} ({name})"),
        _ => symbol.to_owned(),
    };
    hosted.play().names().into_iter().zip(hosted.occupants()).map(called).collect()
}

/// The name under which a person is shown to readers of a language.
fn shown_name(hosted: &HostedTable, person: &Participant, language: Language) -> String {
    texts::shown_name(&hosted.shown_name(person), language)
}

/// The name of a stage in JSON.
pub fn stage(stage: TableStage) -> &'static str {
    match stage {
        TableStage::Waiting => "waiting",
        TableStage::Playing => "playing",
        TableStage::Over => "over",
        TableStage::Closed => "closed",
    }
}

/// What comes next at a table.
pub fn turn(hosted: &HostedTable) -> NextView {
    match hosted.stage() {
        TableStage::Waiting | TableStage::Closed => NextView::Waiting,
        TableStage::Playing | TableStage::Over => NextView::in_play(hosted.play()),
    }
}

fn clock(hosted: &HostedTable, now: u64) -> ClockView {
    let clocks = hosted.clocks();
    let ends = clocks.ends();
    ClockView {
        time_control: clocks.time_control(),
        left_ms: clocks.left(now),
        running: ends.map(|(seat, _)| seat + 1),
        ends_at: ends.map(|(_, end)| end),
    }
}

fn offer(hosted: &HostedTable, offer: &crate::hosted_table::Offer) -> OfferView {
    let waits_for = hosted.waits_for(offer).iter().map(|seat| seat + 1).collect();
    OfferView { what: offer.what, by: offer.by + 1, waits_for }
}

/// The steps up to the last one, for a reader who knows this many. Later updates continue from
/// there.
fn latest_steps(hosted: &HostedTable, known: usize, language: Language) -> Since<StepView> {
    let made = hosted.play().steps();
    let known = known.min(made);
    let from = known.max(made.saturating_sub(STEPS_A_PAGE));
    let list = steps(hosted, from, language);
    Since { from, list, missing_from: (known < from).then_some(known) }
}

/// The steps from this one on, at most one page.
fn steps(hosted: &HostedTable, from: usize, language: Language) -> Vec<StepView> {
    let play = hosted.play();
    let made = from..play.steps().min(from + STEPS_A_PAGE);
    let (record, made_by) = (&play.record().steps[made.clone()], &play.made_by()[made.clone()]);
    let all = made.clone().zip(record.iter().zip(made_by).zip(&hosted.skips()[made]));
    let skipped = |skips: &Vec<(ludoteca_core::Seat, Message)>| {
        let skips = skips.iter();
        skips
            .map(|(seat, reason)| Skipped { seat: seat.number(), reason: reason.tell(language) })
            .collect()
    };
    all.map(|(number, ((recorded, by), skips))| {
        let made = hosted.position(number + 1).and_then(Table::last_readable);
        let (readable, mut effects) = made.map_or_else(
            || (recorded.step.clone(), Vec::new()),
            |Readable { step, effects }| {
                let effects = effects.iter().map(|effect| effect.tell(language));
                (step.tell(language), effects.collect())
            },
        );
        if hosted.is_random_instead(number) {
            effects.push(texts::RANDOM_INSTEAD.tell(language).to_owned());
        }
        StepView {
            step: recorded.step.clone(),
            readable,
            effects,
            by: by.map(ludoteca_core::Seat::number),
            skipped: skipped(skips),
            clock_ms: recorded.clock,
            known: hosted.is_known(number),
        }
    })
    .collect()
}

fn dice(hosted: &HostedTable) -> Option<DiceView> {
    let (open, given) = hosted.contributions()?;
    let digits = |entropy: Option<Entropy>| entropy.map(|entropy| entropy.to_string());
    Some(DiceView { open, contributions: given.into_iter().map(digits).collect() })
}

fn chat(hosted: &HostedTable, known: usize, language: Language) -> Since<ChatLineView> {
    let (forgotten, lines) = hosted.chat();
    let from = known.max(forgotten);
    let blank = |at| ChatLineView {
        name: String::new(),
        player: Id::given(""),
        seat: None,
        text: String::new(),
        at,
    };
    let line = |said: &crate::hosted_table::ChatLine| ChatLineView {
        name: shown_name(hosted, &said.person, language),
        player: said.person.player.clone(),
        seat: hosted.seats_of(&said.person.player).first().map(|seat| seat + 1),
        text: said.text.clone(),
        at: said.at,
    };
    let line = |said: &crate::hosted_table::ChatLine| {
        if said.is_blank() { blank(said.at) } else { line(said) }
    };
    Since {
        from,
        list: lines.iter().skip(from - forgotten).map(line).collect(),
        missing_from: None,
    }
}

fn muted(hosted: &HostedTable, language: Language) -> Vec<Muted> {
    let muted = |person: &Participant| Muted {
        player: person.player.clone(),
        name: shown_name(hosted, person, language),
    };
    hosted.muted().iter().map(muted).collect()
}

/// All variations, if one of them is new; a variation never changes.
fn variations(
    hosted: &HostedTable,
    known: usize,
    language: Language,
) -> Option<Vec<VariationView>> {
    let all = hosted.variations();
    if known > 0 && known == all.len() {
        return None;
    }
    let tell = |it: &crate::hosted_table::Variation| VariationView {
        after: it.after,
        steps: it.steps.clone(),
        readable: readable_line(&it.readable, language),
        name: shown_name(hosted, &it.person, language),
    };
    Some(all.iter().map(tell).collect())
}

/// Steps as people read them, without their effects.
pub fn readable_line(line: &[Readable], language: Language) -> Vec<String> {
    line.iter().map(|readable| readable.step.tell(language)).collect()
}

fn seats(hosted: &HostedTable, context: &TableContext, language: Language) -> Vec<CommonSeat> {
    let play = hosted.play();
    let sides = play.record().options.info().conventions.sides;
    let thinking_seat = match hosted.awaits() {
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
        let away_at = person.and_then(|person| context.away.get(&person.player)).copied();
        CommonSeat {
            seat: seat + 1,
            symbol: play.names()[seat].to_owned(),
            side: sides.get(seat).map(|side| side.tell(language).into()),
            kind: kind.into(),
            name: match occupant {
                Occupant::Engine { level } => Some(character((*level).into()).name.to_owned()),
                _ => person.map(|person| shown_name(hosted, person, language)),
            },
            player: person.map(|person| person.player.clone()),
            level,
            here: !occupant.is_free() && away_at.is_none(),
            away_at,
            thinking: thinking_seat == Some(seat),
        }
    };
    hosted.occupants().iter().enumerate().map(seat).collect()
}

fn invite(occupant: &Occupant) -> Option<String> {
    match occupant {
        Occupant::Friend { invite } => Some(invite.clone()),
        _ => None,
    }
}
