//! The connected programs, by the server that they are connected to.

use sqlx::Row;
use sqlx::postgres::PgRow;

use super::{DEAD_AFTER, PostgresStore, id, ids, is_dead, now};
use crate::ids::Id;
use crate::store::{StoreError, StoredProgram};

impl PostgresStore {
    pub async fn save_programs(&self, programs: &[StoredProgram]) -> Result<(), StoreError> {
        const SAVE: &str = "WITH old AS (DELETE FROM programs WHERE server = $5 AND NOT id = ANY($1::text[])) \
             INSERT INTO programs (id, name, games, busy, server) SELECT w.*, $5 \
             FROM unnest($1::text[], $2::text[], $3::text[], $4::boolean[]) AS w(i, n, g, b) \
             ORDER BY w.i ON CONFLICT (id) DO UPDATE \
             SET name = excluded.name, games = excluded.games, busy = excluded.busy, server = excluded.server";
        let games =
            |program: &StoredProgram| program.games.as_ref().map(serde_json::to_string).transpose();
        let games: Vec<Option<String>> = programs.iter().map(games).collect::<Result<_, _>>()?;
        let query = sqlx::query(SAVE)
            .bind(programs.iter().map(|program| program.id.as_str()).collect::<Vec<_>>())
            .bind(programs.iter().map(|program| program.name.as_str()).collect::<Vec<_>>())
            .bind(games)
            .bind(programs.iter().map(|program| program.is_busy).collect::<Vec<_>>())
            .bind(self.me.id.as_str());
        self.rows(query).await.map(drop)
    }

    pub async fn programs(&self) -> Result<Vec<StoredProgram>, StoreError> {
        const PROGRAMS: &str = concat!(
            "SELECT p.id, p.name, p.games, p.busy FROM programs p JOIN servers v ON v.id = p.server \
             WHERE v.alive_at >= ",
            now!(),
            " - $1 ORDER BY p.id"
        );
        let program = |row: &PgRow| {
            let games: Option<String> = row.try_get(2)?;
            let games = games.map(|games| serde_json::from_str(&games)).transpose()?;
            Ok(StoredProgram {
                id: id(row)?,
                name: row.try_get(1)?,
                games,
                is_busy: row.try_get(3)?,
            })
        };
        let rows = self.rows(sqlx::query(PROGRAMS).bind(DEAD_AFTER)).await?;
        rows.iter().map(program).collect()
    }

    pub async fn lost_programs(&self) -> Result<Vec<Id>, StoreError> {
        const LOST: &str = concat!(
            "SELECT p.id FROM programs p LEFT JOIN servers v ON v.id = p.server \
             WHERE v.id IS NULL OR ",
            is_dead!("v.alive_at", "$1"),
            " ORDER BY p.id LIMIT 100"
        );
        ids(&self.rows(sqlx::query(LOST).bind(DEAD_AFTER)).await?)
    }

    pub async fn forget_programs(&self, programs: &[Id]) -> Result<(), StoreError> {
        // A server that was thought dead may have come back.
        const FORGET: &str = concat!(
            "DELETE FROM programs p WHERE p.id = ANY($1) AND NOT EXISTS (SELECT 1 FROM servers v \
             WHERE v.id = p.server AND v.alive_at >= ",
            now!(),
            " - $2)"
        );
        let programs: Vec<&str> = programs.iter().map(Id::as_str).collect();
        self.rows(sqlx::query(FORGET).bind(programs).bind(DEAD_AFTER)).await.map(drop)
    }

    pub async fn open_tables_of(&self, players: &[Id]) -> Result<Vec<(Id, Id, bool)>, StoreError> {
        const OPEN: &str = "SELECT s.table_id, s.player, t.stage = 'playing' FROM seats s \
             JOIN tables t ON t.id = s.table_id \
             WHERE s.player = ANY($1) AND t.stage IN ('waiting', 'playing') ORDER BY s.table_id";
        let players: Vec<&str> = players.iter().map(Id::as_str).collect();
        let open =
            |row: &PgRow| Ok((id(row)?, Id::given(row.try_get::<String, _>(1)?), row.try_get(2)?));
        self.rows(sqlx::query(OPEN).bind(players)).await?.iter().map(open).collect()
    }
}
