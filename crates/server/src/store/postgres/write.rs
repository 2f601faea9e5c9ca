//! How changes are written.

use serde_json::value::RawValue;
use sqlx::Row;
use sqlx::postgres::PgConnection;

use super::Member;
use super::erase::erase;
use crate::clock::Downtime;
use crate::events::StoredEvent;
use crate::ids::{Id, hash};
use crate::store::{
    StoreChange, StoreError, StoredPlayer, StoredTurn, StoredUptime, TableListing, checksum,
};

/// The events of one write to a table, as they are stored.
pub struct Append {
    /// The table.
    pub table: Id,
    /// The number of the first event.
    pub number: i64,
    /// How many events there are.
    pub count: i32,
    /// The events as a JSON array.
    pub text: String,
    /// The checksum of the text.
    pub checksum: i64,
}

impl Append {
    /// The write of these events.
    ///
    /// # Errors
    /// Fails if an event cannot be serialised.
    pub fn of(table: &Id, first: u64, events: &[StoredEvent]) -> Result<Append, StoreError> {
        Ok(Append::of_text(table, first, events.len(), serde_json::to_string(events)?))
    }

    /// The write of events that were stored before, as they were stored.
    ///
    /// # Errors
    /// Fails if one is no JSON.
    pub fn of_texts(table: &Id, first: u64, events: &[String]) -> Result<Append, StoreError> {
        let raw: Vec<&RawValue> =
            events.iter().map(|event| serde_json::from_str(event)).collect::<Result<_, _>>()?;
        Ok(Append::of_text(table, first, events.len(), serde_json::to_string(&raw)?))
    }

    fn of_text(table: &Id, first: u64, count: usize, text: String) -> Append {
        let checksum = checksum(table, first, &text);
        Append { table: table.clone(), number: first as i64, count: count as i32, text, checksum }
    }
}

/// Events are appended only right behind those that the table has: the number of the first one is
/// the key, and the write before must end where this one begins. So whoever decided on an earlier
/// state, or after a failover that lost the latest events, writes nothing.
macro_rules! append {
    ($writes:literal) => {
        concat!(
            "INSERT INTO facts (table_id, number, count, facts, checksum) \
             SELECT w.t, w.n, w.c, w.f, w.k FROM ",
            $writes,
            " WHERE w.n = 0 OR w.n = (SELECT g.number + g.count FROM facts g \
             WHERE g.table_id = w.t AND g.number < w.n ORDER BY g.number DESC LIMIT 1) \
             ORDER BY w.t, w.n ON CONFLICT DO NOTHING RETURNING table_id, number"
        )
    };
}
pub(super) use append;

/// Writes one change, in a transaction that has begun.
///
/// # Errors
/// Fails if the change cannot be written.
pub async fn write_one(
    connection: &mut PgConnection,
    me: &Member,
    change: &StoreChange,
) -> Result<(), StoreError> {
    match change {
        StoreChange::Player { id, name, token_hash, created_at } => {
            const NEW: &str = "INSERT INTO players (id, name, token_hash, created_at, seen_at) VALUES ($1, $2, $3, $4, $4)";
            let query = sqlx::query(NEW).bind(id.as_str()).bind(name).bind(token_hash);
            query.bind(*created_at as i64).execute(connection).await?;
        }
        StoreChange::Renamed { id, name } => {
            let query = sqlx::query("UPDATE players SET name = $1 WHERE id = $2").bind(name);
            query.bind(id.as_str()).execute(connection).await?;
        }
        StoreChange::Events { table, first, events } => {
            append_one(connection, &Append::of(table, *first, events)?).await?;
            for person in events.iter().flat_map(|stored_event| stored_event.event.people()) {
                write_person(connection, table, &person.player).await?;
            }
        }
        StoreChange::Listing(listing) => write_listing(connection, me, listing).await?,
        StoreChange::Analysis { table, analysis } => {
            const ANALYSIS: &str = "INSERT INTO analyses (table_id, analysis) VALUES ($1, $2) \
                 ON CONFLICT (table_id) DO UPDATE SET analysis = excluded.analysis";
            let query = sqlx::query(ANALYSIS).bind(table.as_str()).bind(analysis);
            query.execute(connection).await?;
        }
        // Heartbeats are sent apart from other changes, and the time is the database's.
        StoreChange::Alive { .. } => {}
        StoreChange::Turn { table, turn } => {
            const TURN: &str = "UPDATE tables SET state = $1, next = $2 WHERE id = $3";
            let query = sqlx::query(TURN).bind(turn.state as i64).bind(&turn.next);
            query.bind(table.as_str()).execute(connection).await?;
        }
        StoreChange::Summary { table, summary, turn, replaces } => {
            let (insert, update) = match replaces {
                true => (REPLACE_SUMMARY, "UPDATE tables SET state = $1, next = $2 WHERE id = $3"),
                false => (
                    "INSERT INTO summaries (table_id, summary) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                    "UPDATE tables SET state = $1, next = $2 WHERE id = $3 AND state IS NULL",
                ),
            };
            let query = sqlx::query(insert).bind(table.as_str()).bind(summary);
            query.execute(&mut *connection).await?;
            let query = sqlx::query(update).bind(turn.state as i64).bind(&turn.next);
            query.bind(table.as_str()).execute(connection).await?;
        }
        StoreChange::Due { table, is_due } => write_duty(connection, me, table, *is_due).await?,
        StoreChange::Driving(table) => {
            const DRIVE: &str = "INSERT INTO duties (table_id, server, driver) VALUES ($1, $2, $2) \
                 ON CONFLICT (table_id) DO UPDATE SET driver = excluded.driver";
            let query = sqlx::query(DRIVE).bind(table.as_str()).bind(me.id.as_str());
            query.execute(connection).await?;
        }
        StoreChange::Seen { player, at } => {
            let query = sqlx::query("UPDATE players SET seen_at = $1 WHERE id = $2");
            query.bind(*at as i64).bind(player.as_str()).execute(connection).await?;
        }
        StoreChange::Erased(erasure) => erase(connection, erasure).await?,
        StoreChange::CopiedPlayer(player) => {
            const COPY: &str = "INSERT INTO players (id, name, token_hash, created_at, seen_at) \
                 VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
            let StoredPlayer { id, name, token_hash, created_at, seen_at } = player;
            let query = sqlx::query(COPY).bind(id.as_str()).bind(name).bind(token_hash);
            query.bind(*created_at as i64).bind(*seen_at as i64).execute(connection).await?;
        }
        StoreChange::CopiedEvents { table, events } => {
            for (first, some) in (0..).step_by(COPIED_IN_A_ROW).zip(events.chunks(COPIED_IN_A_ROW))
            {
                append_one(connection, &Append::of_texts(table, first, some)?).await?;
                for event in some {
                    let stored_event: StoredEvent = serde_json::from_str(event)?;
                    for person in stored_event.event.people() {
                        write_person(connection, table, &person.player).await?;
                    }
                }
            }
        }
        StoreChange::WasAlive(StoredUptime { alive_at, downtimes, .. }) => {
            for Downtime { from, until } in downtimes {
                const DOWNTIME: &str = "INSERT INTO absences (from_at, until_at) VALUES ($1, $2) ON CONFLICT DO NOTHING";
                let query = sqlx::query(DOWNTIME).bind(*from as i64).bind(*until as i64);
                query.execute(&mut *connection).await?;
            }
            if let Some(alive_at) = alive_at {
                // The time until the next server starts is nobody's fault.
                const ALIVE: &str = "INSERT INTO cluster (one, alive_at, before) VALUES (1, $1, $1) \
                     ON CONFLICT (one) DO NOTHING";
                sqlx::query(ALIVE).bind(*alive_at as i64).execute(connection).await?;
            }
        }
    }
    Ok(())
}

/// Appends the events of one write.
///
/// # Errors
/// Fails with [`StoreError::Behind`] if the table has other events already.
pub async fn append_one(connection: &mut PgConnection, append: &Append) -> Result<(), StoreError> {
    const APPEND: &str = append!(
        "(SELECT $1::text AS t, $2::bigint AS n, $3::integer AS c, $4::json AS f, $5::bigint AS k) AS w"
    );
    let Append { table, number, count, text, checksum } = append;
    let query = sqlx::query(APPEND).bind(table.as_str()).bind(number).bind(count);
    let written = query.bind(text).bind(checksum).fetch_optional(connection).await?;
    written.map(|_| ()).ok_or(StoreError::Behind)
}

/// How many events of another store are one row.
const COPIED_IN_A_ROW: usize = 64;

async fn write_person(
    connection: &mut PgConnection,
    table: &Id,
    player: &Id,
) -> Result<(), StoreError> {
    // Nothing is written in the name of somebody who is being erased, by no server.
    const PERSON: &str = "WITH gone AS MATERIALIZED ( \
         SELECT 1 FROM erasures WHERE player_hash = $3 AND NOT withdrawn), written AS ( \
         INSERT INTO people (player, table_id) SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM gone) \
         ON CONFLICT DO NOTHING) SELECT count(*) FROM gone";
    let query = sqlx::query(PERSON).bind(player.as_str()).bind(table.as_str());
    let query = query.bind(hash(player.as_str()));
    let gone: i64 = query.fetch_one(connection).await?.try_get(0)?;
    if gone == 0 { Ok(()) } else { Err(StoreError::PersonGone) }
}

const REPLACE_SUMMARY: &str = "INSERT INTO summaries (table_id, summary) VALUES ($1, $2) \
     ON CONFLICT (table_id) DO UPDATE SET summary = excluded.summary";

async fn write_listing(
    connection: &mut PgConnection,
    me: &Member,
    listing: &TableListing,
) -> Result<(), StoreError> {
    const LIST: &str = "INSERT INTO tables (id, game, stage, listed, maker, request, state, next, turn) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, nextval('turns')) \
         ON CONFLICT (id) DO UPDATE SET stage = excluded.stage, turn = excluded.turn, \
         state = excluded.state, next = excluded.next";
    let TableListing { id, game, stage, listed, made_by, players, is_due, turn, summary } = listing;
    let StoredTurn { state, next } = turn;
    let maker = made_by.as_ref().map(|(maker, _)| maker.as_str());
    let request = made_by.as_ref().and_then(|(_, request)| request.as_deref()).map(str::as_bytes);
    let query = sqlx::query(LIST).bind(id.as_str()).bind(game).bind(*stage).bind(listed);
    let query = query.bind(maker).bind(request).bind(*state as i64).bind(next);
    query.execute(&mut *connection).await?;
    let query = sqlx::query(REPLACE_SUMMARY).bind(id.as_str()).bind(summary);
    query.execute(&mut *connection).await?;
    let query = sqlx::query("DELETE FROM seats WHERE table_id = $1").bind(id.as_str());
    query.execute(&mut *connection).await?;
    for (seat, player) in players {
        let query = sqlx::query("INSERT INTO seats (table_id, seat, player) VALUES ($1, $2, $3)");
        let query = query.bind(id.as_str()).bind(*seat as i32).bind(player.as_str());
        query.execute(&mut *connection).await?;
    }
    if *is_due {
        return write_duty(connection, me, id, true).await;
    }
    // The events that came with it decide: no server has anything to do.
    let query = sqlx::query("DELETE FROM duties WHERE table_id = $1").bind(id.as_str());
    query.execute(connection).await?;
    Ok(())
}

/// This server has something to do at a table from now on, or nobody has.
async fn write_duty(
    connection: &mut PgConnection,
    me: &Member,
    table: &Id,
    is_due: bool,
) -> Result<(), StoreError> {
    let query = match is_due {
        true => {
            "INSERT INTO duties (table_id, server) VALUES ($1, $2) \
             ON CONFLICT (table_id) DO UPDATE SET server = excluded.server"
        }
        // If another server has taken over meanwhile, it knows better.
        false => "DELETE FROM duties WHERE table_id = $1 AND server = $2",
    };
    sqlx::query(query).bind(table.as_str()).bind(me.id.as_str()).execute(connection).await?;
    Ok(())
}
