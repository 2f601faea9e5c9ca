//! Work that exists once, whatever server does it.

use std::collections::BTreeMap;

use sqlx::Row;
use sqlx::postgres::PgRow;

use super::{DEAD_AFTER, PostgresStore, id, is_dead, is_storable, now};
use crate::ids::Id;
use crate::store::{JobKind, JobStart, StoreError, TakenJob};

impl JobKind {
    /// What the kind is called in the database.
    fn name(self) -> &'static str {
        match self {
            JobKind::Game => "game",
            JobKind::Position => "position",
        }
    }
}

impl PostgresStore {
    pub async fn begin_job(
        &self,
        kind: JobKind,
        key: &Id,
        person: &Id,
    ) -> Result<JobStart, StoreError> {
        const BEGIN: &str = "INSERT INTO jobs (kind, key, person, server, attempt, stamp) \
             VALUES ($1, $2, $3, $4, 1, 0) ON CONFLICT DO NOTHING RETURNING key";
        let query = sqlx::query(BEGIN).bind(kind.name()).bind(key.as_str()).bind(person.as_str());
        if self.row(query.bind(self.me.id.as_str())).await?.is_some() {
            return Ok(JobStart::Begun);
        }
        Ok(match self.job(kind, key).await? {
            Some(_) => JobStart::Running,
            None => JobStart::HasAnother,
        })
    }

    pub async fn update_job(
        &self,
        kind: JobKind,
        key: &Id,
        progress: &str,
    ) -> Result<(), StoreError> {
        const UPDATE: &str = "UPDATE jobs SET progress = $3, stamp = floor(random() * 1e15)::bigint \
             WHERE kind = $1 AND key = $2 AND server = $4";
        let query = sqlx::query(UPDATE).bind(kind.name()).bind(key.as_str()).bind(progress);
        self.rows(query.bind(self.me.id.as_str())).await.map(drop)
    }

    pub async fn end_job(&self, kind: JobKind, key: &Id) -> Result<(), StoreError> {
        let query = sqlx::query("DELETE FROM jobs WHERE kind = $1 AND key = $2 AND server = $3");
        let query = query.bind(kind.name()).bind(key.as_str()).bind(self.me.id.as_str());
        self.rows(query).await.map(drop)
    }

    pub async fn job(&self, kind: JobKind, key: &Id) -> Result<Option<Option<String>>, StoreError> {
        if !is_storable(key.as_str()) {
            return Ok(None);
        }
        let query = sqlx::query("SELECT progress FROM jobs WHERE kind = $1 AND key = $2");
        let row = self.row(query.bind(kind.name()).bind(key.as_str())).await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    pub async fn jobs(&self, kind: JobKind) -> Result<BTreeMap<Id, i64>, StoreError> {
        let query = sqlx::query("SELECT key, stamp FROM jobs WHERE kind = $1").bind(kind.name());
        let job = |row: &PgRow| Ok((id(row)?, row.try_get(1)?));
        self.rows(query).await?.iter().map(job).collect()
    }

    pub async fn has_analysis(&self, table: &Id) -> Result<bool, StoreError> {
        let query = sqlx::query("SELECT 1 FROM analyses WHERE table_id = $1");
        Ok(self.row(query.bind(table.as_str())).await?.is_some())
    }

    pub async fn take_over_jobs(&self) -> Result<Vec<TakenJob>, StoreError> {
        // Whoever asked for a position has lost the connection, and asks again.
        const TAKE: &str = concat!(
            "WITH dead AS (SELECT j.kind, j.key FROM jobs j LEFT JOIN servers v ON v.id = j.server \
             WHERE v.id IS NULL OR v.leaving OR ",
            is_dead!("v.alive_at", "$2"),
            " FOR UPDATE OF j SKIP LOCKED), dropped AS ( \
             DELETE FROM jobs j USING dead WHERE j.kind = dead.kind AND j.key = dead.key AND j.kind <> $3) \
             UPDATE jobs j SET server = $1, attempt = j.attempt + 1 FROM dead \
             WHERE j.kind = dead.kind AND j.key = dead.key AND j.kind = $3 \
             RETURNING j.key, j.person, j.attempt"
        );
        let query = sqlx::query(TAKE).bind(self.me.id.as_str()).bind(DEAD_AFTER);
        let taken = |row: &PgRow| {
            let (person, attempt) = (row.try_get::<String, _>(1)?, row.try_get::<i32, _>(2)?);
            Ok(TakenJob { key: id(row)?, person: Id::given(person), attempt: attempt as u32 })
        };
        self.rows(query.bind(JobKind::Game.name())).await?.iter().map(taken).collect()
    }
}
