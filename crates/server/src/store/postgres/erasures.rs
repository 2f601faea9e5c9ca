//! Players who are erased, so that no server does anything in their name any more; how many new
//! players each address has; and what is deleted after a while.

use sqlx::Row;
use sqlx::postgres::{PgConnection, PgRow};

use super::{DEAD_AFTER, PostgresStore, now};
use crate::ids::{Id, hash, keyed_hash};
use crate::store::shared::TooMany;
use crate::store::{DOWNTIME_RETENTION, ErasureNotice, StoreError};

/// The notices after this one, the oldest first.
///
/// # Errors
/// Fails if the database cannot be read.
pub async fn notices(
    connection: &mut PgConnection,
    after: i64,
) -> Result<Vec<ErasureNotice>, StoreError> {
    const NOTICES: &str =
        "SELECT player_hash, number, withdrawn FROM erasures WHERE number > $1 ORDER BY number";
    let notice = |row: &PgRow| {
        Ok(ErasureNotice {
            player_hash: row.try_get(0)?,
            number: row.try_get(1)?,
            is_withdrawn: row.try_get(2)?,
        })
    };
    let rows = sqlx::query(NOTICES).bind(after).fetch_all(connection).await?;
    rows.iter().map(notice).collect()
}

impl PostgresStore {
    pub async fn announce_erasure(&self, player: &Id) -> Result<i64, StoreError> {
        let row = self.write_notice(player, false).await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?.unwrap_or_default())
    }

    pub async fn withdraw_erasure(&self, player: &Id) -> Result<(), StoreError> {
        self.write_notice(player, true).await.map(drop)
    }

    async fn write_notice(
        &self,
        player: &Id,
        is_withdrawn: bool,
    ) -> Result<Option<PgRow>, StoreError> {
        // One at a time, so that numbers become visible in their order.
        const NOTICE: &str = concat!(
            "WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(7022106)), \
             next AS MATERIALIZED (SELECT nextval('erasure_numbers') AS number FROM turn) \
             INSERT INTO erasures (player_hash, number, withdrawn, at) SELECT $1, number, $2, ",
            now!(),
            " FROM next ON CONFLICT (player_hash) DO UPDATE \
             SET number = excluded.number, withdrawn = excluded.withdrawn, at = excluded.at \
             RETURNING number"
        );
        self.row(sqlx::query(NOTICE).bind(hash(player.as_str())).bind(is_withdrawn)).await
    }

    pub async fn waiting_for(&self, number: i64) -> Result<usize, StoreError> {
        const WAITING: &str = concat!(
            "SELECT count(*) FROM servers WHERE id <> $1 AND erasure < $2 AND alive_at >= ",
            now!(),
            " - $3"
        );
        let query = sqlx::query(WAITING).bind(self.me.id.as_str()).bind(number);
        self.count(query.bind(DEAD_AFTER)).await
    }

    pub async fn count_newcomer(&self, address: &str, most: u32) -> Result<TooMany, StoreError> {
        // Of the hour before, as large a part counts as lies within the last sixty minutes.
        const COUNT: &str = concat!(
            "WITH clock AS (SELECT t / 3600000 AS hour, 1 - (t % 3600000) / 3600000.0 AS share FROM (SELECT ",
            now!(),
            " AS t) AS now), before AS (SELECT coalesce((SELECT n.number FROM newcomers n, clock \
             WHERE n.address = $1 AND n.hour = clock.hour - 1), 0) * share AS number FROM clock) \
             INSERT INTO newcomers AS n (address, hour, number) \
             SELECT $1, clock.hour, 1 FROM clock, before WHERE before.number < $2 \
             ON CONFLICT (address, hour) DO UPDATE SET number = n.number + 1 \
             WHERE n.number + (SELECT number FROM before) < $2 RETURNING n.number"
        );
        let address = keyed_hash(&self.address_key().await?, address);
        let query = sqlx::query(COUNT).bind(address).bind(f64::from(most));
        Ok(self.row(query).await?.is_none())
    }

    /// The key that hides addresses.
    async fn address_key(&self) -> Result<Vec<u8>, StoreError> {
        let key = self.address_key.get_or_try_init(|| async {
            let row = self.row(sqlx::query("SELECT address_key FROM secrets")).await?;
            row.ok_or(sqlx::Error::RowNotFound)?.try_get(0).map_err(StoreError::from)
        });
        key.await.cloned()
    }

    pub async fn tidy(&self) -> Result<(), StoreError> {
        const OLD_DOWNTIMES: &str =
            concat!("DELETE FROM absences WHERE until_at < ", now!(), " - $1");
        let retention = DOWNTIME_RETENTION.as_millis() as i64;
        self.rows(sqlx::query(OLD_DOWNTIMES).bind(retention)).await?;
        for statement in [
            concat!("DELETE FROM newcomers WHERE hour < ", now!(), " / 3600000 - 1"),
            // A server that has slept for longer hears of nothing else before it does anything.
            concat!("DELETE FROM erasures WHERE at < ", now!(), " - 30 * 86400000::bigint"),
            // Away for so long, or at a game that is over: nobody asks any more.
            concat!(
                "DELETE FROM seen WHERE connections = 0 AND (at < ",
                now!(),
                " - 30 * 86400000::bigint OR NOT EXISTS (SELECT 1 FROM tables t \
                 WHERE t.id = seen.table_id AND t.stage IN ('waiting', 'playing')))"
            ),
            concat!(
                "DELETE FROM servers v WHERE alive_at < ",
                now!(),
                " - 86400000 AND NOT EXISTS (SELECT 1 FROM duties WHERE server = v.id)"
            ),
        ] {
            self.rows(sqlx::query(statement)).await?;
        }
        Ok(())
    }
}
