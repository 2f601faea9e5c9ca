//! Writing files safely.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// Why a file was not written. The old file is then unchanged.
#[derive(Debug)]
pub enum WriteError {
    /// The path is a folder, a device, or cannot be the name of a file.
    NotPlain,
    /// The system reports an error.
    Io(io::Error),
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> WriteError {
        WriteError::Io(error)
    }
}

/// Writes a file atomically: a crash leaves the old file or the new one. A link stays a link, and
/// its target is replaced. The new file has the permissions of the old one.
///
/// # Errors
/// Says why it was not written. The error does not name the file, which the caller knows.
pub fn write(path: &Path, text: &str) -> Result<(), WriteError> {
    write_bytes(path, text.as_bytes())
}

/// The same as [`write()`] for a file that is not text.
///
/// # Errors
/// As for [`write()`].
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    put(path, bytes, File::sync_all)
}

/// The same as [`write()`] for one of many files that are written in quick succession. Readers see
/// the old file or the new one, but the system may write it to the disk later.
///
/// # Errors
/// As for [`write()`].
pub fn replace(path: &Path, text: &str) -> Result<(), WriteError> {
    put(path, text.as_bytes(), |_| Ok(()))
}

fn put(
    path: &Path,
    contents: &[u8],
    settle: impl Fn(&File) -> io::Result<()>,
) -> Result<(), WriteError> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&target).ok();
    if target.file_name().is_none() || old.as_ref().is_some_and(|old| !old.is_file()) {
        return Err(WriteError::NotPlain);
    }
    let fill = |mut file: &File| {
        file.write_all(contents)?;
        if let Some(old) = &old {
            file.set_permissions(old.permissions())?;
        }
        settle(file)
    };
    let folder =
        target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    #[cfg(target_os = "linux")]
    if let Some(put) = put_nameless(&target, folder, fill) {
        return Ok(put?);
    }
    let part = create(folder)?;
    fill(part.as_file())?;
    part.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

/// Removes temporary files that killed processes have left in a folder. Files that are being
/// written stay.
pub fn sweep(folder: &Path) {
    // If that fails, the file stays, which does no harm.
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(PREFIX) && name.ends_with(SUFFIX) {
            // The lock of a process ends with the process. We hold our lock until the file is
            // removed, so that no process begins to write it meanwhile.
            let file = File::open(entry.path());
            if !file.as_ref().is_ok_and(|file| file.try_lock().is_err()) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

const PREFIX: &str = ".ludoteca-";
const SUFFIX: &str = ".part";

/// Names of temporary files that are about to replace others.
fn parts() -> Builder<'static, 'static> {
    let mut parts = Builder::new();
    parts.prefix(PREFIX).suffix(SUFFIX);
    parts
}

/// An empty temporary file with a unique name, which is removed when it is dropped. It is locked,
/// so that nobody [sweeps](sweep) it away.
fn create(folder: &Path) -> io::Result<NamedTempFile> {
    parts().make_in(folder, |path| {
        let file = File::options().write(true).create_new(true).open(path)?;
        lock(&file);
        // It may have been swept away before it was locked.
        if path.exists() { Ok(file) } else { Err(io::ErrorKind::AlreadyExists.into()) }
    })
}

/// Writes a file that has no name until it is complete. If the process is killed meanwhile, the
/// system removes the file. Not every file system supports this.
#[cfg(target_os = "linux")]
fn put_nameless(
    target: &Path,
    folder: &Path,
    fill: impl FnOnce(&File) -> io::Result<()>,
) -> Option<io::Result<()>> {
    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};
    use std::os::fd::AsRawFd;

    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    let file = File::from(open(folder, flags, Mode::from_raw_mode(0o666)).ok()?);
    fill(&file).ok()?;
    lock(&file);
    let itself = format!("/proc/self/fd/{}", file.as_raw_fd());
    let name = |path: &Path| {
        linkat(CWD, &itself, CWD, path, AtFlags::SYMLINK_FOLLOW).map_err(io::Error::from)
    };
    if name(target).is_ok() {
        return Some(Ok(()));
    }
    // No system call gives it the name of an existing file directly, so for a moment it has a name
    // of its own.
    let part = parts().make_in(folder, name).ok()?;
    Some(part.persist(target).map_err(|error| error.error))
}

/// Are file locks advisory, as on Unix? On Windows nobody else can read or write a locked file.
pub const LOCKS_ARE_ADVICE: bool = cfg!(unix);

/// Locks a file, which marks it as being written. If the system does not support locks, the file
/// may be swept away, and then writing it fails.
fn lock(file: &File) {
    // If locks are not advisory, the lock would keep others from reading, even after the file has
    // got its name.
    if LOCKS_ARE_ADVICE {
        let _ = file.lock();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn files_are_written_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("folder")).unwrap();
        fs::write(at("old"), "old").unwrap();
        // This file belongs to another process.
        let part = ".ludoteca-1-0.part";
        fs::write(at(part), "mine").unwrap();
        #[derive(PartialEq, Debug)]
        enum Written {
            Whole,
            NotPlain,
            /// An error in the words of the system, which differ between systems.
            SystemRefuses,
        }
        for (name, expected) in [
            ("new", Written::Whole),
            ("old", Written::Whole),
            ("old", Written::Whole),
            ("folder", Written::NotPlain),
            (".", Written::NotPlain),
            ("..", Written::NotPlain),
            ("none/new", Written::SystemRefuses),
            ("old/new", Written::SystemRefuses),
        ] {
            let text = format!("text of {name}\n");
            let written = match write(&at(name), &text) {
                Ok(()) => Written::Whole,
                Err(WriteError::NotPlain) => Written::NotPlain,
                Err(WriteError::Io(_)) => Written::SystemRefuses,
            };
            assert_eq!(written, expected, "{name}");
            if written == Written::Whole {
                assert_eq!(fs::read_to_string(at(name)).unwrap(), text);
            }
        }
        assert_eq!(fs::read_to_string(at(part)).unwrap(), "mine");
        let mut names: Vec<String> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, [part, "folder", "new", "old"]);
        assert!(write(Path::new(""), "").is_err());
        sweep(folder.path());
        sweep(&at("none"));
        assert!(!at(part).exists() && at("new").exists());
    }

    /// A process that is killed while it writes leaves no temporary file, since the file has no
    /// name until it is complete.
    #[cfg(target_os = "linux")]
    #[test]
    fn an_unfinished_file_has_no_name() {
        let folder = tempfile::tempdir().unwrap();
        let count = || fs::read_dir(folder.path()).unwrap().count();
        for there in [0, 1] {
            put(&folder.path().join("file"), b"text", |_| {
                assert_eq!(count(), there);
                Ok(())
            })
            .unwrap();
        }
        assert_eq!(count(), 1);
    }

    #[test]
    fn files_being_written_are_not_swept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let part = create(folder.path()).unwrap();
        sweep(folder.path());
        part.persist(&file).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        // One writer has given up, and another was killed.
        drop(create(folder.path()).unwrap());
        fs::write(folder.path().join(".ludoteca-1-0.part"), "half").unwrap();
        sweep(folder.path());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("file", &link).unwrap();
        write(&link, "new").unwrap();
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o640);
    }

    /// Many concurrent writers of one folder and one file do not disturb each other.
    #[test]
    fn files_are_written_at_the_same_time() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        thread::scope(|scope| {
            for letter in ["a", "b", "c", "d"] {
                let file = &file;
                scope.spawn(move || {
                    (0..50).for_each(|_| write(file, &letter.repeat(10_000)).unwrap());
                });
            }
        });
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.len() == 10_000 && text.bytes().all(|byte| byte == text.as_bytes()[0]));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
