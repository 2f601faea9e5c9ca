//! Files and folders that are nobody else's business. On Unix their permissions say so. On Windows
//! they get those of the folder that they are in: what is in somebody's own folder is for them, the
//! system and its administrators.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::Path;

/// Makes a folder where it is missing, and those around it. One that was there before is left as it
/// is.
///
/// # Errors
/// Where it cannot be made.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Can others look into a folder? Windows is not asked: there it is as private as what is around
/// it.
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

/// Opens a file that only its owner can read and write, made where it is missing. One that others
/// could read before is theirs no more.
///
/// # Errors
/// Where it cannot be opened, or stays open to others.
pub fn open_file(path: &Path) -> io::Result<File> {
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

/// Makes an empty file that was not there before, for its owner alone.
///
/// # Errors
/// Where there is one, or it cannot be made.
pub fn create_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    private(&mut options).open(path)
}

fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}
