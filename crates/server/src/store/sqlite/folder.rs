//! The folder of the file: it sets who may read it, and ensures that only one server uses it.

use std::fs::{File, TryLockError};
use std::path::Path;

use ludoteca_system::{files, private};

use super::FILE;
use crate::store::StoreError;

/// The name of the file that a running server keeps locked; the lock ends with the process. Two
/// servers on one folder would each store events that the other does not know.
const LOCK: &str = "ludoteca.lock";

/// A lock on a folder. Nobody else uses the folder until the lock is dropped.
pub struct FolderLock {
    _lock: File,
    /// The database itself is locked, too, since it can be reached by more than one path. Closing
    /// any handle of a file gives up all locks that SQLite has on it, so this handle must be
    /// dropped after SQLite's.
    _database: File,
}

/// Creates the folder and the file if they are missing, readable by the owner only, and locks both.
///
/// # Errors
/// Fails if that is not possible, or another server has locked them.
pub fn lock(folder: &Path) -> Result<FolderLock, StoreError> {
    let failed = |error| StoreError::Folder { folder: folder.to_owned(), error };
    private::make_folder(folder).map_err(failed)?;
    let lock = private::open_file(&folder.join(LOCK)).map_err(failed)?;
    let database = private::open_file(&folder.join(FILE)).map_err(failed)?;
    for file in files_to_lock(&lock, &database) {
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => StoreError::InUse(folder.to_owned()),
            TryLockError::Error(error) => failed(error),
        })?;
    }
    for suffix in ["-wal", "-shm"] {
        let path = folder.join(format!("{FILE}{suffix}"));
        if path.exists() {
            private::open_file(&path).map_err(failed)?;
        }
    }
    Ok(FolderLock { _lock: lock, _database: database })
}

/// The files to lock. A lock on Windows excludes everybody, including SQLite.
fn files_to_lock<'a>(lock: &'a File, database: &'a File) -> Vec<&'a File> {
    if files::LOCKS_ARE_ADVICE { vec![lock, database] } else { vec![lock] }
}
