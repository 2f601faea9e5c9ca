//! A slot in which the games of a tournament are played one after the other.

use std::sync::Arc;
use std::time::Duration;

use ludoteca_core::Seat;
use ludoteca_play::seeds::{game_seed, next_seed};
use ludoteca_play::{BadRecord, Play, Player, Record, Seated};
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::{Fixture, GameEnded, PlayedGame, TournamentError, TournamentSettings};
use crate::contest::{ContestResult, Side, forfeit, play_contest};
use crate::entrant::{Entrant, EntrantKind};
use ludoteca_engines::external::{EngineDriver, EngineFailure, Program, ProgramLocation};
use ludoteca_engines::house;

/// Starts every program once and checks that it plays this game: a program that cannot be started
/// cannot take part. A remote program may accept only one connection, so it is started for all
/// games that are played at once.
///
/// # Errors
/// When a program cannot play.
pub(super) async fn open_slots(
    settings: &TournamentSettings,
    concurrency: usize,
) -> Result<Vec<EngineSlot>, TournamentError> {
    let seats: Vec<usize> = (0..settings.plan.seats).collect();
    let play = begin(settings, 0, &seats)?;
    let mut slots = Vec::new();
    for at_once in 1..=concurrency {
        let mut slot = EngineSlot::new(settings);
        for (player, entrant) in settings.entrants.iter().enumerate() {
            if at_once == 1 || is_remote(&entrant.kind) {
                let patience = settings.conduct.control.patience;
                let acquainted = start_for_game(entrant, &play, patience).await;
                slot.sides[player] = Some(acquainted.map_err(|reason| {
                    let (name, player) = (entrant.name.clone(), entrant.kind.to_string());
                    match at_once {
                        1 => TournamentError::CannotPlay { name, player, reason },
                        _ => TournamentError::NotAtOnce { name, player, at_once, reason },
                    }
                })?);
                slot.mark_used(player);
                slot.quit_least_recent(2 * settings.plan.seats).await;
            }
        }
        slots.push(slot);
    }
    // Slots are taken from the end.
    slots.reverse();
    Ok(slots)
}

/// A slot for one game at a time, with its running players by number.
pub(super) struct EngineSlot {
    sides: Vec<Option<Side>>,
    /// The players that were used here, the most recent one last.
    recent: Vec<usize>,
}

impl EngineSlot {
    /// A slot in which no program has been started yet.
    pub fn new(settings: &TournamentSettings) -> EngineSlot {
        EngineSlot { sides: settings.entrants.iter().map(|_| None).collect(), recent: Vec::new() }
    }

    /// Do programs run in it?
    #[cfg(feature = "fleet")]
    pub fn has_programs(&self) -> bool {
        self.sides.iter().flatten().any(|side| matches!(side, Side::Program(_)))
    }

    /// Ends all programs.
    pub async fn quit(self) {
        let mut quitting = JoinSet::new();
        for side in self.sides.into_iter().flatten() {
            if let Side::Program(driver) = side {
                quitting.spawn(driver.quit());
            }
        }
        quitting.join_all().await;
    }

    fn mark_used(&mut self, player: usize) {
        self.recent.retain(|other| *other != player);
        self.recent.push(player);
    }

    /// Ends the least recently used players until at most this many are left: waiting programs take
    /// resources, too.
    async fn quit_least_recent(&mut self, most: usize) {
        while self.recent.len() > most {
            let player = self.recent.remove(0);
            if let Some(Side::Program(driver)) = self.sides[player].take() {
                driver.quit().await;
            }
        }
    }
}

/// A finished game, with the slot of its players, and its record without date and programs.
pub(super) struct FixtureResult {
    pub slot: EngineSlot,
    pub played: PlayedGame,
    pub record: Record,
}

/// Plays a game.
///
/// # Errors
/// When a player that worked before can no longer be started: that is not a fault in this game.
pub(super) async fn play_fixture(
    settings: Arc<TournamentSettings>,
    mut slot: EngineSlot,
    fixture: Fixture,
) -> Result<FixtureResult, TournamentError> {
    let mut play =
        begin(&settings, fixture.opening, &fixture.seating).expect("it was begun before");
    let mut sides = Vec::new();
    let mut absent = None;
    for (seat, player) in fixture.seating.iter().enumerate() {
        let entrant = &settings.entrants[*player];
        let side = match slot.sides[*player].take() {
            Some(side) => Ok(side),
            None => start_with_retries(entrant, settings.conduct.control.patience).await,
        };
        match side {
            Ok(side) => sides.push(side),
            Err(reason @ EngineFailure::Start(_)) => {
                let (name, player) = (entrant.name.clone(), entrant.kind.to_string());
                return Err(TournamentError::CannotPlay { name, player, reason });
            }
            Err(failed) => {
                absent = Some((Seat::new(seat), failed));
                break;
            }
        }
    }
    let finish = match absent {
        Some((seat, failed)) => forfeit(&mut play, seat, failed),
        None => {
            let luck = game_seed(next_seed(settings.seed), fixture.number as u32);
            play_contest(&mut play, &mut sides, &settings.conduct, luck).await
        }
    };
    let ContestResult { ended, places, points, thought } = finish;
    for (seat, (player, side)) in fixture.seating.iter().zip(sides).enumerate() {
        // A player at fault is dropped: a newly started one works again.
        let is_at_fault =
            matches!(&ended, GameEnded::Fault { seat: at_fault, .. } if *at_fault == seat);
        slot.sides[*player] = Some(side).filter(|_| !is_at_fault);
        slot.mark_used(*player);
    }
    slot.quit_least_recent(2 * settings.plan.seats).await;
    let played = PlayedGame {
        places,
        points,
        scored: settings.options.info().scored,
        ended,
        steps: play.steps() as u32,
        thought: thought.iter().map(|time| time.as_millis() as u64).collect(),
        fixture,
    };
    let record = play.record().clone();
    Ok(FixtureResult { slot, played, record })
}

/// Starts a game at its opening, with the names of its players.
///
/// # Errors
/// When the options, seats and position do not go together.
pub(super) fn begin(
    settings: &TournamentSettings,
    opening: u64,
    seating: &[usize],
) -> Result<Play, BadRecord> {
    let seats: Vec<Seated> =
        seating.iter().map(|player| seated(&settings.entrants[*player])).collect();
    settings.openings.begin(&settings.options, &seats, settings.seed, opening)
}

/// A record has no notion of programs: they are listed as persons.
fn seated(entrant: &Entrant) -> Seated {
    let player = match &entrant.kind {
        EntrantKind::House(player) => player.clone(),
        EntrantKind::Program(_) => Player::Manual,
    };
    Seated { name: entrant.name.clone(), player }
}

fn is_remote(kind: &EntrantKind) -> bool {
    matches!(kind, EntrantKind::Program(Program { location: ProgramLocation::Tcp(_), .. }))
}

async fn start(entrant: &Entrant, patience: Duration) -> Result<Side, EngineFailure> {
    Ok(match &entrant.kind {
        EntrantKind::House(_) => Side::House(house::OPPONENTS),
        EntrantKind::Program(program) => {
            Side::Program(Box::new(EngineDriver::start(program, patience).await?))
        }
    })
}

/// Starts a player, and checks that it plays this game.
async fn start_for_game(
    entrant: &Entrant,
    play: &Play,
    patience: Duration,
) -> Result<Side, EngineFailure> {
    let mut side = start_with_retries(entrant, patience).await?;
    if let Side::Program(driver) = &mut side {
        driver.new_game(play.table(), play.record().position.as_deref()).await?;
    }
    Ok(side)
}

/// Starts a player. A remote program may need a moment to notice that the previous connection is
/// gone.
async fn start_with_retries(entrant: &Entrant, patience: Duration) -> Result<Side, EngineFailure> {
    const MOMENT: Duration = Duration::from_millis(200);
    const TIMES: u32 = 5;
    let mut started = start(entrant, patience).await;
    for _ in 1..TIMES {
        if started.is_ok() || !is_remote(&entrant.kind) {
            break;
        }
        sleep(MOMENT).await;
        started = start(entrant, patience).await;
    }
    started
}
