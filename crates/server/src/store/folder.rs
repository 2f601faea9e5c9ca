//! The folder with the file: who may read it, and that one server at a time uses it.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use super::{FILE, StoreError};

/// The name of the file that a server holds locked, however the process ends: two would each keep what the other does not know.
const LOCK: &str = "ludoteca.lock";

/// A folder that nobody else uses until this is dropped.
pub struct Locked {
    _lock: File,
    /// The database itself is locked, too, since it can be reached by more than one path. Closing any handle of a file gives up all locks
    /// that SQLite has on it, so that this one must be dropped after SQLite's.
    _database: File,
}

/// Makes the folder and the file where they are missing, for nobody else to read, and locks both.
///
/// # Errors
/// Where that cannot be done, or another server has them.
pub fn lock(folder: &Path) -> Result<Locked, StoreError> {
    let failed = |error| StoreError::Folder { folder: folder.to_owned(), error };
    make_private_folder(folder).map_err(failed)?;
    let lock = open_private_file(&folder.join(LOCK)).map_err(failed)?;
    let database = open_private_file(&folder.join(FILE)).map_err(failed)?;
    for file in files_to_lock(&lock, &database) {
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => StoreError::InUse(folder.to_owned()),
            TryLockError::Error(error) => failed(error),
        })?;
    }
    for beside in ["-wal", "-shm"] {
        let path = folder.join(format!("{FILE}{beside}"));
        if path.exists() {
            open_private_file(&path).map_err(failed)?;
        }
    }
    Ok(Locked { _lock: lock, _database: database })
}

/// Locks of Windows keep out everybody, SQLite included.
fn files_to_lock<'a>(lock: &'a File, database: &'a File) -> Vec<&'a File> {
    if cfg!(unix) { vec![lock, database] } else { vec![lock] }
}

fn make_private_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Can others look into the folder? One that was there before is left as it is, but its owner is told.
pub fn is_open_to_others(folder: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        folder.metadata().is_ok_and(|metadata| metadata.permissions().mode() & 0o077 != 0)
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        false
    }
}

/// A file that only its owner can read and write, made where it is missing. The files of SQLite beside it get the same permissions.
fn open_private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let file = private(&mut options).open(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let metadata = file.metadata()?;
        if metadata.permissions().mode() & 0o777 != 0o600 {
            file.set_permissions(PermissionsExt::from_mode(0o600))?;
        }
    }
    Ok(file)
}

/// An empty file that was not there before, for its owner alone.
///
/// # Errors
/// Where there is one, or it cannot be made.
pub fn create_private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    private(&mut options).open(path)
}

fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}
