//! The writers: each has a connection, and appends the events of all waiting writes in one
//! statement. A table always has the same writer.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use sqlx::postgres::PgConnection;
use sqlx::{Connection, Row};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::Member;
use super::connections::{DatabaseUrl, within_limit};
use super::write::{Append, append, write_one};
use crate::ids::Id;
use crate::metrics::Histogram;
use crate::store::pool::Connect;
use crate::store::{Erasure, StoreChange, StoreError, StoredTurn, WriteRequest};

/// How many writers there are, and the most writes in one statement.
const WRITERS: usize = 4;
const TOGETHER: usize = 256;

/// The writers of a server.
pub struct Writers(Vec<(mpsc::Sender<WriteRequest>, JoinHandle<()>)>);

/// Writes that only add events to a table, as most do.
struct PlainAppend {
    append: Append,
    turn: Option<StoredTurn>,
    done: oneshot::Sender<Result<(), StoreError>>,
}

impl Writers {
    /// Starts the writers.
    pub fn start(url: &DatabaseUrl, me: &Arc<Member>, batch_sizes: &Arc<Histogram>) -> Writers {
        let writer = |_| {
            let (sender, writes) = mpsc::channel(4 * TOGETHER);
            let writer = DatabaseWriter {
                url: url.clone(),
                me: Arc::clone(me),
                batch_sizes: Arc::clone(batch_sizes),
                connection: None,
            };
            (sender, tokio::spawn(writer.write_all(writes)))
        };
        Writers((0..WRITERS).map(writer).collect())
    }

    /// The way to the writer for these changes.
    pub fn choose(&self, changes: &[StoreChange]) -> WriterQueue {
        let mut hasher = DefaultHasher::new();
        changes.iter().find_map(table_of).hash(&mut hasher);
        WriterQueue(self.0[(hasher.finish() % WRITERS as u64) as usize].0.clone())
    }

    /// Waits until everything is written.
    pub async fn close(self) {
        for (writes, task) in self.0 {
            drop(writes);
            // If a writer has failed, there is nothing left to write.
            drop(task.await);
        }
    }

    /// Ends the writers at once.
    #[cfg(test)]
    pub fn kill(self) {
        for (_, task) in self.0 {
            task.abort();
        }
    }
}

/// The way to a writer.
pub struct WriterQueue(mpsc::Sender<WriteRequest>);

/// Lets a writer store all of these changes or none.
///
/// # Errors
/// Fails if they were not stored, or perhaps not.
pub async fn write(writer: WriterQueue, changes: Vec<StoreChange>) -> Result<(), StoreError> {
    let (done, result) = oneshot::channel();
    let WriterQueue(writes) = writer;
    writes.send(WriteRequest { changes, done }).await.map_err(|_| StoreError::Stopping)?;
    drop(writes);
    result.await.map_err(|_| StoreError::Stopping)?
}

/// The table that a change is about.
fn table_of(change: &StoreChange) -> Option<&Id> {
    match change {
        StoreChange::Events { table, .. }
        | StoreChange::Analysis { table, .. }
        | StoreChange::Turn { table, .. }
        | StoreChange::Summary { table, .. }
        | StoreChange::Due { table, .. }
        | StoreChange::CopiedEvents { table, .. }
        | StoreChange::Erased(Erasure::Event { table, .. } | Erasure::Person { table, .. })
        | StoreChange::Driving(table)
        | StoreChange::Erased(Erasure::Table(table)) => Some(table),
        StoreChange::Listing(listing) => Some(&listing.id),
        StoreChange::Player { .. }
        | StoreChange::Renamed { .. }
        | StoreChange::Alive { .. }
        | StoreChange::Seen { .. }
        | StoreChange::CopiedPlayer(_)
        | StoreChange::WasAlive(_)
        | StoreChange::Erased(Erasure::Player(_) | Erasure::Unseen { .. }) => None,
    }
}

struct DatabaseWriter {
    url: DatabaseUrl,
    me: Arc<Member>,
    batch_sizes: Arc<Histogram>,
    /// The connection, and how many failures were known when it was opened. `None` after an error:
    /// the next write opens another one.
    connection: Option<(PgConnection, u64)>,
}

impl DatabaseWriter {
    async fn write_all(mut self, mut writes: mpsc::Receiver<WriteRequest>) {
        let mut waiting = Vec::new();
        while writes.recv_many(&mut waiting, TOGETHER).await > 0 {
            let mut appends = Vec::new();
            let mut others = Vec::new();
            for request in waiting.drain(..) {
                match plain_append(request) {
                    Ok(append) => appends.push(append),
                    Err(other) => others.push(other),
                }
            }
            if !appends.is_empty() {
                self.batch_sizes.count(appends.len() as f64);
                self.append_all(appends).await;
            }
            for WriteRequest { changes, done } in others {
                self.batch_sizes.count(1.0);
                let written = self.transact(&changes).await;
                answer(done, written);
            }
        }
    }

    /// Appends the events of all these writes, each for itself: of those that lose a race, nothing
    /// is written.
    async fn append_all(&mut self, appends: Vec<PlainAppend>) {
        let appended = match self.take_connection().await {
            Ok((mut connection, failures)) => {
                let appended = within_limit(append_together(&mut connection, &appends)).await;
                match &appended {
                    Ok(_) => self.connection = Some((connection, failures)),
                    Err(error) => self.url.note_failure(error),
                }
                appended
            }
            Err(error) => Err(error),
        };
        for PlainAppend { append: Append { table, number, .. }, done, .. } in appends {
            let result = match &appended {
                Ok(won) if won.contains(&(table.to_string(), number)) => Ok(()),
                Ok(_) => Err(StoreError::Behind),
                Err(error) => Err(StoreError::Unwritten(error.to_string())),
            };
            answer(done, result);
        }
    }

    /// Writes all of these changes or none. After an error the connection is dropped, and with it
    /// the transaction, unless the error says only that the changes do not fit.
    async fn transact(&mut self, changes: &[StoreChange]) -> Result<(), StoreError> {
        let (mut connection, failures) = self.take_connection().await?;
        let me = Arc::clone(&self.me);
        let written = async {
            let mut transaction = connection.begin().await?;
            // Events first: if another server was first, nothing else is tried.
            let (events, others): (Vec<_>, Vec<_>) = changes.iter().partition(|change| {
                matches!(change, StoreChange::Events { .. } | StoreChange::CopiedEvents { .. })
            });
            let mut written = Ok(());
            for change in events.into_iter().chain(others) {
                written = write_one(&mut transaction, &me, change).await;
                if written.is_err() {
                    break;
                }
            }
            match written {
                Ok(()) => transaction.commit().await?,
                Err(error) if error.is_conflict() => {
                    transaction.rollback().await?;
                    return Ok(Err(error));
                }
                Err(error) => return Err(error),
            }
            Ok(Ok(()))
        };
        let written = within_limit::<_, StoreError>(written).await;
        let written = written.inspect_err(|error| self.url.note_failure(error))?;
        self.connection = Some((connection, failures));
        written
    }

    async fn take_connection(&mut self) -> Result<(PgConnection, u64), StoreError> {
        let failures = self.url.failures();
        match self.connection.take() {
            Some((connection, known)) if known == failures => Ok((connection, known)),
            _ => Ok((self.url.connect().await?, failures)),
        }
    }
}

/// Recognises a write that adds events and at most says whose turn it is then.
fn plain_append(request: WriteRequest) -> Result<PlainAppend, WriteRequest> {
    let mut found = None;
    let mut new_turn = None;
    for change in &request.changes {
        match change {
            StoreChange::Events { table, first, events } if found.is_none() => {
                if *first == 0 || events.iter().any(|event| event.event.people().next().is_some()) {
                    return Err(request);
                }
                found = Append::of(table, *first, events).ok();
            }
            StoreChange::Turn { turn, .. } => new_turn = Some(turn.clone()),
            StoreChange::Alive { .. } => {}
            _ => return Err(request),
        }
    }
    match found {
        Some(append) => Ok(PlainAppend { append, turn: new_turn, done: request.done }),
        None => Err(request),
    }
}

/// Appends the events of several writes; returns those that were appended, by table and number.
async fn append_together(
    connection: &mut PgConnection,
    appends: &[PlainAppend],
) -> Result<HashSet<(String, i64)>, StoreError> {
    const APPEND: &str = concat!(
        "WITH w AS (SELECT t, n, c, f::json AS f, k, s, x FROM unnest($1::text[], $2::bigint[], $3::integer[], \
         $4::text[], $5::bigint[], $6::bigint[], $7::text[]) AS w(t, n, c, f, k, s, x)), won AS (",
        append!("w"),
        "), turned AS (UPDATE tables SET state = w.s, next = w.x FROM w JOIN won ON won.table_id = w.t \
         WHERE tables.id = w.t AND w.s IS NOT NULL) SELECT table_id, number FROM won"
    );
    let each = || appends.iter().map(|it| &it.append);
    let turns = || appends.iter().map(|it| it.turn.as_ref());
    let query = sqlx::query(APPEND)
        .bind(each().map(|it| it.table.as_str()).collect::<Vec<_>>())
        .bind(each().map(|it| it.number).collect::<Vec<_>>())
        .bind(each().map(|it| it.count).collect::<Vec<_>>())
        .bind(each().map(|it| it.text.as_str()).collect::<Vec<_>>())
        .bind(each().map(|it| it.checksum).collect::<Vec<_>>())
        .bind(turns().map(|it| it.map(|turn| turn.state as i64)).collect::<Vec<_>>())
        .bind(turns().map(|it| it.map(|turn| turn.next.as_str())).collect::<Vec<_>>());
    let rows = query.fetch_all(connection).await?;
    let won = rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?)));
    won.collect()
}

fn answer(done: oneshot::Sender<Result<(), StoreError>>, result: Result<(), StoreError>) {
    match &result {
        Ok(()) | Err(StoreError::Behind) => {}
        Err(error) => tracing::error!(%error, "a change could not be stored"),
    }
    // The task that sent the request may be gone.
    let _ = done.send(result);
}
