//! Servers that share a store: what a server takes over from others that are gone, and what it
//! tells them of itself.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::task::JoinError;
use tokio::time::{Instant, sleep};

use super::{TableRegistry, TableState, lock};
use crate::error::{ApiError, ErrorCode};
use crate::http::Caller;
use crate::ids::Id;
use crate::store::{CutOff, ErasureNotice, StoreError};
use crate::texts::{self, ErrorText, ForfeitReason};

/// How often a server looks for what others have left behind, and how often for what nobody needs
/// any more.
const TAKEOVER: Duration = Duration::from_secs(1);
const TIDY: Duration = Duration::from_secs(60 * 60);

/// How many players who were cut off are dealt with at once. If a server finds this many, it looks
/// for more at once.
const AT_ONCE: usize = 32;
const MANY: usize = 256;

/// A shorter absence of a server is not noticed by players, in milliseconds.
const SHORT: u64 = 1000;

/// If an address has had too many new players and tables, at least one more is allowed after this
/// part of an hour, divided by what an hour allows.
const HOUR: Duration = Duration::from_secs(60 * 60);

impl TableRegistry {
    /// Takes over, again and again, what servers that are gone have left behind, apart from duties
    /// at tables.
    pub(super) async fn take_over_all(self: Arc<TableRegistry>) {
        let mut tidied = Instant::now();
        // Players who were cut off at tables that cannot be read or written yet.
        let mut left = Vec::new();
        let mut found = 0;
        while !self.has_handed_over() {
            if found < MANY {
                sleep(TAKEOVER).await;
            }
            // After an outage of the store, others are given the time to come back.
            self.wait_for_others().await;
            let taken = self.take_over(&mut left).await;
            if let Err(error) = &taken {
                // It is tried again.
                tracing::debug!(%error, "nothing can be taken over");
            }
            found = taken.unwrap_or_default();
            if tidied.elapsed() >= TIDY {
                tidied = Instant::now();
                drop(self.store.tidy().await);
            }
        }
    }

    /// Takes over what there is; returns how many more players were cut off.
    async fn take_over(
        self: &Arc<TableRegistry>,
        left: &mut Vec<CutOff>,
    ) -> Result<usize, StoreError> {
        let mut cut_off = self.store.cut_off().await?;
        let found = cut_off.len();
        cut_off.append(left);
        for (it, done) in self.for_each(cut_off, AT_ONCE, TableRegistry::cut_off).await {
            if let Ok(Some(Err(error))) = done {
                tracing::warn!(table = %it.table, %error, "a player was cut off");
                left.extend((error.code == ErrorCode::Busy).then_some(it));
            }
        }
        let mut lost = self.store.lost_programs().await?;
        if !lost.is_empty() {
            for (table, program, _) in self.store.open_tables_of(&lost).await? {
                let handle = self.handle(&table);
                let why = ForfeitReason::ServerStopped;
                let forfeited = self.forfeit(&handle, &program, why).await;
                if forfeited.is_err_and(|error| error.code == ErrorCode::Busy) {
                    // The program is remembered until that is done.
                    lost.retain(|it| *it != program);
                }
            }
            self.store.forget_programs(&lost).await?;
        }
        for job in self.store.take_over_jobs().await? {
            self.resume_analysis(job).await;
        }
        Ok(found)
    }

    /// Does this with each item, so many at once, each in a task of its own; returns what came of
    /// each.
    pub(super) async fn for_each<I, F>(
        self: &Arc<TableRegistry>,
        items: Vec<I>,
        at_once: usize,
        work: impl Fn(Arc<TableRegistry>, I) -> F,
    ) -> Vec<(I, Result<Option<F::Output>, JoinError>)>
    where
        I: Clone,
        F: Future<Output: Send + 'static> + Send + 'static,
    {
        let (mut begun, mut done) = (VecDeque::new(), Vec::new());
        for item in items {
            if begun.len() == at_once
                && let Some((item, task)) = begun.pop_front()
            {
                done.push((item, task.await));
            }
            let task = self.spawn(work(Arc::clone(self), item.clone()));
            begun.push_back((item, task));
        }
        for (item, task) in begun {
            done.push((item, task.await));
        }
        done
    }

    /// The server of a player is gone. A program is gone with it; a person finds another server,
    /// and is not charged for the time until now.
    async fn cut_off(self: Arc<TableRegistry>, it: CutOff) -> Result<(), ApiError> {
        let CutOff { table, player, alive_at } = &it;
        let handle = self.handle(table);
        let table_state = self.lock_table(&handle).await?;
        let missing = self.missing_programs(table_state.table()).await?;
        let is_missing = missing.iter().any(|program| program.player == *player);
        let is_to_move = |table_state: &TableState| {
            let to_move = table_state.table().person_to_move();
            to_move.is_some_and(|(_, person, _)| person.player == it.player)
        };
        let (must_move, is_here) = (is_to_move(&table_state), table_state.is_here(player));
        drop(table_state);
        if is_missing && !is_here {
            self.forfeit(&handle, player, ForfeitReason::ServerStopped).await?;
        } else if must_move {
            self.forgive(table, *alive_at, is_to_move).await?;
        }
        Ok(())
    }

    /// Charges nobody's clock at a table for the time since then, if that is a while. A second
    /// attempt finds nothing to forgive.
    pub(super) async fn forgive(
        self: &Arc<TableRegistry>,
        table: &Id,
        since: u64,
        is_due: impl Fn(&TableState) -> bool,
    ) -> Result<(), ApiError> {
        let handle = self.handle(table);
        let forgive = |table_state: &TableState| {
            let now = self.clock.now();
            let lasted = now.saturating_sub(since.max(table_state.table().times().1));
            let forgives = lasted > SHORT && is_due(table_state);
            Ok(if forgives { table_state.table().pause(lasted, now) } else { Vec::new() })
        };
        self.decide_at(&handle, forgive).await.map(drop)
    }

    /// Hears of erasures by other servers: from now on, nothing is begun in the names of those
    /// players.
    pub(super) fn hear_erasures(&self, notices: &[ErasureNotice]) {
        for ErasureNotice { player_hash, is_withdrawn, .. } in notices {
            if *is_withdrawn {
                lock(&self.erasures.gone).remove(player_hash);
            } else if lock(&self.erasures.gone).insert(player_hash.clone()) {
                self.disconnect_player(player_hash);
            }
        }
        if let Some(ErasureNotice { number, .. }) = notices.last() {
            self.erasures.heard.fetch_max(*number, Ordering::Relaxed);
            self.erasures.news.notify_one();
        }
    }

    /// Lets those who erase players know when everything in the names of these players that had
    /// begun here is done.
    pub(super) async fn obey_erasures(self: Arc<TableRegistry>) {
        loop {
            self.erasures.news.notified().await;
            let heard = self.erasures.heard.load(Ordering::Relaxed);
            drop(self.erasures.acting.write().await);
            if self.erasures.obeyed.fetch_max(heard, Ordering::Relaxed) < heard {
                // The next heartbeat says so; whoever waits for it is not kept waiting.
                drop(self.probe().await);
            }
        }
    }

    /// Counts a new player or table for an address at all servers that share the store.
    ///
    /// # Errors
    /// Fails if there were too many.
    pub async fn count_newcomer(&self, caller: Caller) -> Result<(), ApiError> {
        let most = self.settings.limits.newcomers;
        for (address, most) in caller.counted(most) {
            let counted = self.store.count_newcomer(&address, most).await;
            if counted.map_err(|error| self.storage_failed(&error))? {
                let wait = HOUR / most.max(1);
                return Err(ApiError::too_many(ErrorText::TooManyNewcomers(most), wait));
            }
        }
        Ok(())
    }

    /// Waits until all other servers do nothing more in the name of a player who is erased. Returns
    /// an error if that takes too long.
    pub(super) async fn others_obey(&self, player: &Id) -> Result<(), ApiError> {
        let failed = |error: StoreError| self.storage_failed(&error);
        let number = self.store.announce_erasure(player).await.map_err(failed)?;
        let start = Instant::now();
        while self.store.waiting_for(number).await.map_err(failed)? > 0 {
            if start.elapsed() > LONGEST_WAIT {
                return Err(ApiError::new(ErrorCode::Busy, texts::FAILED));
            }
            sleep(WAIT).await;
        }
        Ok(())
    }
}

/// How often a server looks whether the others obey, and for how long. One that is silent for six
/// seconds counts as dead.
const WAIT: Duration = Duration::from_millis(100);
const LONGEST_WAIT: Duration = Duration::from_secs(15);
