//! The n-th operation on the file fails, for every n. All acknowledged writes must be there, and
//! everything must work again afterwards.

use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, Row, SqliteConnection};
use tempfile::TempDir;

use super::{FILE, SqliteStore, back_up};
use crate::events::{StoredEvent, TableEvent};
use crate::ids::Id;
use crate::simulator::vfs::{DiskFaults, FaultPlan, Operation};
use crate::store::{StoreChange, StoreError};

/// How many writes are tried while operations fail, and how many come after them.
const DURING: u64 = 8;
const AFTER: u64 = 3;

/// Each operation fails alone, and then pairs of operations fail.
#[tokio::test]
async fn acknowledged_writes_are_there() {
    let mut tried = 0;
    for operation in [Operation::Open, Operation::Read, Operation::Write, Operation::Sync] {
        for gap in [None, Some(1), Some(2), Some(3), Some(7)] {
            for number in 0.. {
                let numbers =
                    [Some(number), gap.map(|gap| number + gap)].into_iter().flatten().collect();
                if fail(FaultPlan::Numbers(operation, numbers)).await == 0 {
                    break;
                }
                tried += 1;
            }
        }
    }
    assert!(tried > 100, "{tried}");
}

/// All operations of a kind fail for a while.
#[tokio::test]
async fn a_disk_that_works_again_is_used_again() {
    let kinds = [Operation::Open, Operation::Read, Operation::Write, Operation::Sync];
    for operations in kinds.iter().map(|kind| vec![*kind]).chain([kinds.to_vec()]) {
        assert!(fail(FaultPlan::All(operations)).await > 0);
    }
    assert!(fail(FaultPlan::Full).await > 0);
}

/// Writes to a store while operations fail as planned; returns how many failed.
async fn fail(plan: FaultPlan) -> u64 {
    let folder = folder();
    let faults = DiskFaults::of(folder.path());
    let plan_text = format!("{plan:?}");
    let mut acknowledged = Vec::new();
    let store = SqliteStore::open(folder.path()).await.expect("nothing has failed yet");
    faults.plan(plan);
    for number in 0..DURING {
        save(&store, number, &mut acknowledged).await;
        let _ = store.probe(number, Vec::new(), 0).await;
        // Another connection with a working disk sees the acknowledged writes.
        check_from_outside(folder.path(), &acknowledged, &plan_text).await;
    }
    let failures = faults.failures();
    faults.plan(FaultPlan::None);
    assert!(store.probe(1000, Vec::new(), 0).await.is_ok(), "{plan_text}: it works again");
    for number in DURING..DURING + AFTER {
        assert!(save(&store, number, &mut acknowledged).await, "{plan_text}: it works again");
    }
    check_from_outside(folder.path(), &acknowledged, &plan_text).await;
    store.close().await;
    let again = SqliteStore::open(folder.path()).await.expect("it opens again");
    for number in &acknowledged {
        let events = again.events(&table(*number)).await.expect("it can be read");
        assert_eq!(
            events.read().expect("it is whole").len(),
            1,
            "{plan_text}: {number} was acknowledged"
        );
    }
    again.close().await;
    failures
}

async fn save(store: &SqliteStore, number: u64, acknowledged: &mut Vec<u64>) -> bool {
    let event = StoredEvent { at: number, request: None, event: TableEvent::Began };
    let change = StoreChange::Events { table: table(number), first: 0, events: vec![event] };
    let is_saved = store.save(vec![change]).await.is_ok();
    if is_saved {
        acknowledged.push(number);
    }
    is_saved
}

async fn check_from_outside(folder: &Path, acknowledged: &[u64], plan_text: &str) {
    let mut connection = plain(&folder.join(FILE)).await;
    let rows = sqlx::query("SELECT table_id FROM facts")
        .fetch_all(&mut connection)
        .await
        .expect("it can be read");
    let found: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
    for number in acknowledged {
        assert!(
            found.contains(&table(*number).to_string()),
            "{plan_text}: {number} was acknowledged, and is not there"
        );
    }
    connection.close().await.expect("it closes");
}

#[tokio::test]
async fn a_refused_change_does_not_affect_others() {
    let folder = folder();
    let store = SqliteStore::open(folder.path()).await.expect("it opens");
    let mut acknowledged = Vec::new();
    save(&store, 1, &mut acknowledged).await;
    let (mut twice, mut other) = (Vec::new(), Vec::new());
    let (is_saved_twice, is_other_saved) =
        tokio::join!(save(&store, 1, &mut twice), save(&store, 2, &mut other));
    assert_eq!((is_saved_twice, is_other_saved), (false, true));
    let again = StoreChange::Events { table: table(1), first: 0, events: vec![] };
    assert!(store.save(vec![again]).await.is_ok());
    store.close().await;
}

#[tokio::test]
async fn a_damaged_row_damages_one_table() {
    let folder = folder();
    let store = SqliteStore::open(folder.path()).await.expect("it opens");
    for number in 0..6 {
        save(&store, number, &mut Vec::new()).await;
    }
    store.close().await;
    let mut connection = plain(&folder.path().join(FILE)).await;
    let damages = [
        "UPDATE facts SET fact = replace(fact, 'began', 'drew') WHERE table_id = 'table-1'",
        "UPDATE facts SET fact = CAST(x'ff22' AS TEXT) WHERE table_id = 'table-2'",
        "UPDATE facts SET fact = '', checksum = NULL WHERE table_id = 'table-3'",
        "UPDATE facts SET number = 7 WHERE table_id = 'table-4'",
    ];
    for damage in damages {
        sqlx::query(damage).execute(&mut connection).await.expect("it is written");
    }
    connection.close().await.expect("it closes");
    let store = SqliteStore::open(folder.path()).await.expect("it opens all the same");
    for number in 0..6 {
        let events = store.events(&table(number)).await.expect("the file can be read");
        let is_whole = !(1..=4).contains(&number);
        match events.read() {
            Ok(events) => assert!(is_whole && events.len() == 1, "{number}"),
            Err(error) => assert!(
                !is_whole && matches!(error, StoreError::Damaged { .. }),
                "{number}: {error}"
            ),
        }
    }
    assert_eq!(store.check().await.expect("it can be checked"), None);
    assert!(store.untouched("playing", 5).await.is_ok());
    store.close().await;
}

#[tokio::test]
async fn a_write_that_is_not_there_stops_all_others() {
    let folder = folder();
    let store = SqliteStore::open(folder.path()).await.expect("it opens");
    store.probe(1, Vec::new(), 0).await.expect("it can be written");
    let mut connection = plain(&folder.path().join(FILE)).await;
    let lie = "CREATE TRIGGER lie AFTER UPDATE ON server BEGIN UPDATE server SET alive_at = 0; END";
    sqlx::query(lie).execute(&mut connection).await.expect("it is made");
    let lost = store.probe(2, Vec::new(), 0).await;
    assert!(matches!(lost, Err(StoreError::NotThere { written: 2, found: Some(0) })), "{lost:?}");
    let refused = store.save(Vec::new()).await;
    assert!(matches!(refused, Err(StoreError::Distrusted)), "{refused:?}");
    sqlx::query("DROP TRIGGER lie").execute(&mut connection).await.expect("it is gone");
    connection.close().await.expect("it closes");
    store.probe(3, Vec::new(), 0).await.expect("it is there");
    store.save(Vec::new()).await.expect("changes are accepted again");
    store.close().await;
}

#[tokio::test]
async fn a_clean_stop_leaves_one_file() {
    let folder = folder();
    let store = SqliteStore::open(folder.path()).await.expect("it opens");
    save(&store, 1, &mut Vec::new()).await;
    assert!(folder.path().join(format!("{FILE}-wal")).exists());
    store.close().await;
    let mut left: Vec<_> = folder
        .path()
        .read_dir()
        .expect("a folder")
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    left.sort();
    assert_eq!(left, [FILE, "ludoteca.lock"]);
    let copied = TempDir::new().expect("a folder");
    std::fs::copy(folder.path().join(FILE), copied.path().join(FILE)).expect("it is copied");
    let copy = SqliteStore::open(copied.path()).await.expect("it opens");
    assert!(!copy.events(&table(1)).await.expect("it can be read").is_empty());
    copy.close().await;
}

#[tokio::test]
async fn one_server_at_a_time_uses_a_database() {
    let folder = folder();
    let store = SqliteStore::open(folder.path()).await.expect("it opens");
    let refused = SqliteStore::open(folder.path()).await.err();
    assert!(matches!(refused, Some(StoreError::InUse(_))), "{refused:?}");
    // A hard link in another folder does not help, although the lock file there is free.
    #[cfg(unix)]
    {
        let elsewhere = self::folder();
        std::fs::hard_link(folder.path().join(FILE), elsewhere.path().join(FILE)).expect("a link");
        let refused = SqliteStore::open(elsewhere.path()).await.err();
        assert!(matches!(refused, Some(StoreError::InUse(_))), "{refused:?}");
    }
    store.close().await;
    SqliteStore::open(folder.path()).await.expect("it is free").close().await;
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_can_read_it() {
    use std::os::unix::fs::PermissionsExt;
    let parent = folder();
    let folder = parent.path().join("data");
    let store = SqliteStore::open(&folder).await.expect("it opens");
    save(&store, 1, &mut Vec::new()).await;
    let mode = |path: &Path| path.metadata().expect("it is there").permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    for file in
        [FILE.to_owned(), format!("{FILE}-wal"), format!("{FILE}-shm"), "ludoteca.lock".to_owned()]
    {
        assert_eq!(mode(&folder.join(&file)), 0o600, "{file}");
    }
    let copy = parent.path().join("copy.db");
    back_up(&folder, &copy).await.expect("it is copied");
    assert_eq!(mode(&copy), 0o600);
    assert!(back_up(&folder, &copy).await.is_err_and(|error| error.to_string().contains("exists")));
    store.close().await;
    // A file that an earlier version made readable for everybody becomes private.
    std::fs::set_permissions(folder.join(FILE), PermissionsExt::from_mode(0o644)).expect("ours");
    SqliteStore::open(&folder).await.expect("it opens").close().await;
    assert_eq!(mode(&folder.join(FILE)), 0o600);
}

/// A folder whose path contains no links. It is in memory if possible, because these tests do not
/// depend on the speed of a disk.
fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { TempDir::new_in(memory) } else { TempDir::new() };
    made.expect("a folder")
}

async fn plain(file: &Path) -> SqliteConnection {
    SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(file))
        .await
        .expect("it opens")
}

fn table(number: u64) -> Id {
    Id::given(format!("table-{number}"))
}
