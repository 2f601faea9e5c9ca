//! Who is connected to a table, and over which server.

use std::collections::BTreeSet;

use sqlx::Row;
use sqlx::postgres::PgRow;

use super::{DEAD_AFTER, PostgresStore, id, ids, is_dead, is_storable, now};
use crate::ids::Id;
use crate::store::{CutOff, FollowedTable, PresenceRow, RemotePresence, StoreError};

/// Who is connected to the table `$1` over other servers than `$2`, as JSON: for each player the
/// number of connections, when that changed, a stamp, and whether the server has been silent for
/// longer than between two heartbeats. Connections over a server without a heartbeat for `$3`
/// milliseconds have ended with its last one. Then, since when the database runs.
macro_rules! presence {
    () => {
        concat!(
            "(SELECT json_agg(json_build_array(s.player, \
             CASE WHEN v.alive_at >= ",
            now!(),
            " - $3 THEN s.connections ELSE 0 END, \
             CASE WHEN s.connections > 0 AND v.alive_at < ",
            now!(),
            " - $3 THEN v.alive_at ELSE s.at END, s.stamp, coalesce(v.alive_at < ",
            now!(),
            " - 2500, false))) \
             FROM seen s LEFT JOIN servers v ON v.id = s.server \
             WHERE s.table_id = $1 AND s.server <> $2)::text, \
             (extract(epoch FROM pg_postmaster_start_time()) * 1000)::bigint"
        )
    };
}
pub(super) use presence;

/// Reads [`presence`] from the columns of a row that begin at this one.
///
/// # Errors
/// Fails if they are something else.
pub fn read(row: &PgRow, column: usize) -> Result<RemotePresence, StoreError> {
    let rows: Option<String> = row.try_get(column)?;
    let known_since = row.try_get::<i64, _>(column + 1)? as u64;
    let mut presence = RemotePresence { known_since, ..RemotePresence::default() };
    let rows: Vec<(String, usize, u64, i64, bool)> =
        rows.map_or(Ok(Vec::new()), |rows| serde_json::from_str(&rows))?;
    let mut certain = BTreeSet::new();
    for (player, connections, at, stamp, is_silent) in rows {
        presence.stamp = presence.stamp.wrapping_add(stamp);
        if player.is_empty() {
            presence.watchers += connections;
        } else if connections > 0 {
            let player = Id::given(player);
            let known = if is_silent { &mut presence.uncertain } else { &mut certain };
            known.insert(player.clone());
            presence.here.insert(player);
        } else {
            let left = presence.left.entry(Id::given(player)).or_default();
            *left = at.max(*left);
        }
    }
    presence.uncertain.retain(|player| !certain.contains(player));
    presence.left.retain(|player, _| !presence.here.contains(player));
    Ok(presence)
}

impl PostgresStore {
    pub async fn presence(&self, table: &Id) -> Result<RemotePresence, StoreError> {
        if !is_storable(table.as_str()) {
            return Ok(RemotePresence::default());
        }
        const PRESENCE: &str = concat!("SELECT ", presence!());
        let query = sqlx::query(PRESENCE).bind(table.as_str()).bind(self.me.id.as_str());
        let row = self.row(query.bind(DEAD_AFTER)).await?;
        row.map_or_else(|| Ok(RemotePresence::default()), |row| read(&row, 0))
    }

    pub async fn save_presence(&self, rows: &[PresenceRow]) -> Result<(), StoreError> {
        const SAVE: &str = "INSERT INTO seen (table_id, server, player, connections, at, stamp) \
             SELECT t, $5, p, c, a, floor(random() * 1e15)::bigint \
             FROM unnest($1::text[], $2::text[], $3::integer[], $4::bigint[]) AS w(t, p, c, a) \
             ORDER BY t, p ON CONFLICT (table_id, server, player) DO UPDATE \
             SET connections = excluded.connections, at = excluded.at, stamp = excluded.stamp";
        if rows.is_empty() {
            return Ok(());
        }
        let player = |row: &PresenceRow| row.player.as_ref().map_or("", Id::as_str).to_owned();
        let query = sqlx::query(SAVE)
            .bind(rows.iter().map(|row| row.table.as_str()).collect::<Vec<_>>())
            .bind(rows.iter().map(player).collect::<Vec<_>>())
            .bind(rows.iter().map(|row| row.connections as i32).collect::<Vec<_>>())
            .bind(rows.iter().map(|row| row.at as i64).collect::<Vec<_>>())
            .bind(self.me.id.as_str());
        self.rows(query).await.map(drop)
    }

    pub async fn cut_off(&self) -> Result<Vec<CutOff>, StoreError> {
        const CUT_OFF: &str = concat!(
            "WITH gone AS (SELECT s.table_id, s.server, s.player, v.alive_at \
             FROM servers v JOIN seen s ON s.server = v.id AND s.connections > 0 \
             WHERE s.player <> '' AND ",
            is_dead!("v.alive_at", "$1"),
            " LIMIT $2 FOR UPDATE OF s SKIP LOCKED) \
             UPDATE seen s SET connections = 0, at = gone.alive_at, \
             stamp = floor(random() * 1e15)::bigint FROM gone \
             WHERE s.table_id = gone.table_id AND s.server = gone.server AND s.player = gone.player \
             RETURNING s.table_id, s.player, gone.alive_at"
        );
        let cut_off = |row: &PgRow| {
            let (player, alive_at) = (row.try_get::<String, _>(1)?, row.try_get::<i64, _>(2)?);
            Ok(CutOff { table: id(row)?, player: Id::given(player), alive_at: alive_at as u64 })
        };
        let rows = self.rows(sqlx::query(CUT_OFF).bind(DEAD_AFTER).bind(AT_ONCE)).await?;
        rows.iter().map(cut_off).collect()
    }

    pub async fn changed(&self, known: &[FollowedTable]) -> Result<Vec<Id>, StoreError> {
        const CHANGED: &str = "SELECT w.t FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::boolean[]) \
             AS w(t, n, p, a) \
             WHERE EXISTS (SELECT 1 FROM facts f WHERE f.table_id = w.t AND f.number >= w.n) OR w.p <> coalesce( \
             (SELECT sum(s.stamp) FROM seen s WHERE s.table_id = w.t AND s.server <> $5), 0) \
             OR w.a AND EXISTS (SELECT 1 FROM analyses a WHERE a.table_id = w.t)";
        let query = sqlx::query(CHANGED)
            .bind(known.iter().map(|table| table.id.as_str()).collect::<Vec<_>>())
            .bind(known.iter().map(|table| table.event_count as i64).collect::<Vec<_>>())
            .bind(known.iter().map(|table| table.stamp).collect::<Vec<_>>())
            .bind(known.iter().map(|table| table.awaits_analysis).collect::<Vec<_>>())
            .bind(self.me.id.as_str());
        ids(&self.rows(query).await?)
    }

    pub async fn take_driving(&self, table: &Id) -> Result<bool, StoreError> {
        const TAKE: &str = concat!(
            "INSERT INTO duties AS d (table_id, server, driver) \
             SELECT id, $2, $2 FROM tables WHERE id = $1 AND stage = 'playing' \
             ON CONFLICT (table_id) DO UPDATE SET driver = $2 \
             WHERE d.driver IS NULL OR d.driver = $2 OR NOT EXISTS (SELECT 1 FROM servers v \
             WHERE v.id = d.driver AND NOT v.leaving AND v.alive_at >= ",
            now!(),
            " - $3) RETURNING table_id"
        );
        let query = sqlx::query(TAKE).bind(table.as_str()).bind(self.me.id.as_str());
        Ok(self.row(query.bind(DEAD_AFTER)).await?.is_some())
    }

    pub async fn stop_driving(&self, table: &Id) -> Result<(), StoreError> {
        const STOP: &str = "UPDATE duties SET driver = NULL WHERE table_id = $1 AND driver = $2";
        let query = sqlx::query(STOP).bind(table.as_str()).bind(self.me.id.as_str());
        self.rows(query).await.map(drop)
    }

    pub async fn stop_driving_everywhere(&self) -> Result<(), StoreError> {
        let query = sqlx::query("UPDATE duties SET driver = NULL WHERE driver = $1");
        self.rows(query.bind(self.me.id.as_str())).await.map(drop)
    }
}

/// How many rows of servers that are gone one statement changes.
const AT_ONCE: i64 = 1000;
