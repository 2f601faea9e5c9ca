//! Where the games of a tournament are played. The tournament plans and stores games; a venue plays
//! them.

use std::collections::VecDeque;
use std::iter::{Peekable, from_fn};
use std::panic::resume_unwind;
use std::sync::Arc;

use ludoteca_play::Record;
use tokio::task::JoinSet;

use super::slot::{EngineSlot, FixtureResult, open_slots, play_fixture};
use super::{Fixture, PlayedGame, TournamentError, TournamentSettings};

/// A place where games are played, several at once.
pub(super) trait Venue {
    /// Begins as many of these games as there is room for, and returns the next game that has
    /// ended; `None` when all of them are over.
    ///
    /// # Errors
    /// When the tournament cannot go on.
    async fn next(
        &mut self,
        groups: &mut Peekable<impl Iterator<Item = FixtureGroup>>,
    ) -> Result<Option<UnstoredGame>, TournamentError>;

    /// Says that the game that was returned last is stored.
    async fn stored(&mut self);

    /// Breaks off unfinished games. If the tournament is complete, there are none, and programs may
    /// take their time to quit.
    async fn close(self, is_complete: bool);
}

/// Games with the same opening, in the order of their numbers.
pub(super) type FixtureGroup = Vec<Fixture>;

/// A game that has ended, and its record without date and programs.
pub(super) struct UnstoredGame {
    pub played: PlayedGame,
    pub record: Record,
}

/// Collects the games of each opening, which follow each other in a plan.
pub(super) fn groups(
    fixtures: impl Iterator<Item = Fixture>,
) -> impl Iterator<Item = FixtureGroup> {
    let mut fixtures = fixtures.peekable();
    from_fn(move || {
        let mut group = vec![fixtures.next()?];
        while let Some(more) = fixtures.next_if(|fixture| fixture.opening == group[0].opening) {
            group.push(more);
        }
        Some(group)
    })
}

/// This process, with a slot for each game that is played at once.
pub(super) struct Here {
    settings: Arc<TournamentSettings>,
    idle: Vec<EngineSlot>,
    /// Games of a group that was begun.
    waiting: VecDeque<Fixture>,
    games: JoinSet<Result<FixtureResult, TournamentError>>,
}

impl Here {
    /// Starts the players for this many games at once.
    ///
    /// # Errors
    /// When a program cannot play.
    pub async fn open(
        settings: Arc<TournamentSettings>,
        concurrency: usize,
    ) -> Result<Here, TournamentError> {
        let idle = open_slots(&settings, concurrency).await?;
        Ok(Here { settings, idle, waiting: VecDeque::new(), games: JoinSet::new() })
    }
}

impl Venue for Here {
    async fn next(
        &mut self,
        groups: &mut Peekable<impl Iterator<Item = FixtureGroup>>,
    ) -> Result<Option<UnstoredGame>, TournamentError> {
        while !self.idle.is_empty() {
            if self.waiting.is_empty() {
                self.waiting.extend(groups.next().into_iter().flatten());
            }
            let Some(fixture) = self.waiting.pop_front() else { break };
            let Some(slot) = self.idle.pop() else { break };
            self.games.spawn(play_fixture(Arc::clone(&self.settings), slot, fixture));
        }
        let Some(over) = self.games.join_next().await else { return Ok(None) };
        let FixtureResult { slot, played, record } =
            over.unwrap_or_else(|failed| resume_unwind(failed.into_panic()))?;
        self.idle.push(slot);
        Ok(Some(UnstoredGame { played, record }))
    }

    async fn stored(&mut self) {}

    async fn close(mut self, is_complete: bool) {
        // Unfinished games are broken off, and their programs are killed.
        self.games.shutdown().await;
        if is_complete {
            let mut quitting = JoinSet::new();
            for slot in self.idle {
                quitting.spawn(slot.quit());
            }
            quitting.join_all().await;
        }
    }
}
