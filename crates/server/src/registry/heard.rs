//! What other servers tell this one as news.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::newer::catch_up;
use super::{TableHandle, TableRegistry, TableState, lock};
use crate::ids::Id;
use crate::news::{HeardNews, News, NewsFeed, WrittenEvents};
use crate::trace;

/// What becomes of news about a table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Heard {
    /// The table is up to date, or nobody waits for it.
    Done,
    /// The store has to be asked.
    Refresh,
}

impl TableRegistry {
    /// Hears what other servers tell, until the server ends.
    pub(super) async fn follow_news(self: Arc<TableRegistry>, mut feed: NewsFeed) {
        while let Some(HeardNews { news, trace }) = feed.next().await {
            trace::because_of_news(trace, || match news {
                News::Events(written) => self.hear_events(written),
                News::Look(table) => self.hear_look(&table),
                News::Lobby(_) => self.lobby_changed.notify_one(),
                News::Seated { program, table } => self.programs.notify(&program, &table),
            });
        }
    }

    /// Another server has written events. Those of a table that is in memory here are applied at
    /// once; what has to wait, for the table or for the store, does not hold up other news.
    fn hear_events(self: &Arc<TableRegistry>, written: WrittenEvents) {
        // A table that is read from now on is read with these events.
        let Some(handle) = lock(&self.handles).get(&written.table).cloned() else { return };
        if let Ok(mut table_state) = handle.state.try_lock()
            && self.apply_news(&handle, &mut table_state, &written) == Heard::Done
        {
            return;
        }
        let registry = Arc::clone(self);
        self.spawn(trace::in_current_trace(async move {
            let mut table_state = handle.state.lock().await;
            // Others may have brought the table up to date meanwhile.
            if registry.apply_news(&handle, &mut table_state, &written) == Heard::Refresh {
                registry.refresh_followed(&handle, &mut table_state).await;
            }
        }));
    }

    /// Applies events of another server to a table, if they follow those that it has.
    fn apply_news(
        self: &Arc<TableRegistry>,
        handle: &Arc<TableHandle>,
        table_state: &mut TableState,
        written: &WrittenEvents,
    ) -> Heard {
        // A table that nobody waits for is compared with the store when somebody asks for it.
        let refresh = match table_state.is_followed(handle) {
            true => Heard::Refresh,
            false => Heard::Done,
        };
        let Some(table) = &table_state.table else { return refresh };
        let next = table.event_count();
        if written.end() <= next {
            return Heard::Done;
        }
        if written.first != next || !written.has_events() {
            return refresh;
        }
        let Some(events) = written.read() else {
            self.news.count_bad();
            return refresh;
        };
        // The database contains only events that were decided. This can be anything, and the code
        // that applies it relies on many things.
        let applied = catch_unwind(AssertUnwindSafe(|| catch_up(table_state, &events)));
        if !applied.as_ref().is_ok_and(|is_applied| *is_applied) {
            if applied.is_err() {
                self.news.count_bad();
            }
            table_state.table = None;
            return refresh;
        }
        // The request of the other server is logged there, with the same trace.
        tracing::info!(table = %handle.id, event = written.first, "news");
        self.announce_newer(handle, table_state);
        Heard::Done
    }

    /// Somebody came to a table or left it at another server.
    fn hear_look(self: &Arc<TableRegistry>, table: &Id) {
        let Some(handle) = lock(&self.handles).get(table).cloned() else { return };
        if handle.state.try_lock().is_ok_and(|table_state| table_state.subscribers.is_empty()) {
            return;
        }
        let registry = Arc::clone(self);
        self.spawn(async move { registry.refresh_presence(&handle).await });
    }
}
