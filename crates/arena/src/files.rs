//! Files that are written with care.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Why a file was not written. Nothing has then changed.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A folder, a device, or nothing that could have a name.
    #[error("it is not a plain file")]
    NotPlain,
    /// The system says no.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes a file whole or not at all: a crash leaves the old one or the new one. A link stays one, and what it leads to is replaced; who may
/// read the old one may read the new one.
///
/// # Errors
/// Says why not, but not the name of the file, which whoever asked knows.
pub fn write(path: &Path, text: &str) -> Result<(), WriteError> {
    put(path, text, File::sync_all)
}

/// The same for one of many files that are written in quick succession: whoever reads it finds the old one or the new one, but the system may take
/// its time to bring it to the disk.
///
/// # Errors
/// As for [`write()`].
pub fn replace(path: &Path, text: &str) -> Result<(), WriteError> {
    put(path, text, |_| Ok(()))
}

fn put(path: &Path, text: &str, settle: fn(&File) -> io::Result<()>) -> Result<(), WriteError> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&target).ok();
    if target.file_name().is_none() || old.as_ref().is_some_and(|old| !old.is_file()) {
        return Err(WriteError::NotPlain);
    }
    let (part, mut file) = new_part(&target)?;
    let written = file
        .write_all(text.as_bytes())
        .and_then(|()| old.map_or(Ok(()), |old| file.set_permissions(old.permissions())))
        .and_then(|()| settle(&file))
        .and_then(|()| fs::rename(&part, &target));
    if written.is_err() {
        // The half of a file is of no use to anybody.
        let _ = fs::remove_file(&part);
    }
    Ok(written?)
}

/// Removes what a process that was killed while it wrote has left in a folder. Nobody else may be writing there.
pub fn sweep(folder: &Path) {
    // Where that fails, it stays: it is in nobody's way.
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(PREFIX) && name.ends_with(SUFFIX) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

const PREFIX: &str = ".ludoteca-";
const SUFFIX: &str = ".part";

/// A new file beside another, by a name that nobody else has.
fn new_part(path: &Path) -> io::Result<(PathBuf, File)> {
    let mut number = 0;
    loop {
        let part = path.with_file_name(format!("{PREFIX}{}-{number}{SUFFIX}", process::id()));
        match File::options().write(true).create_new(true).open(&part) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            opened => return Ok((part, opened?)),
        }
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
        // Somebody else's.
        let part = format!(".ludoteca-{}-0.part", process::id());
        fs::write(at(&part), "mine").unwrap();
        #[derive(PartialEq, Debug)]
        enum Written {
            Whole,
            NotPlain,
            /// In the words of the system, which are others on every one.
            SystemSaysNo,
        }
        for (name, expected) in [
            ("new", Written::Whole),
            ("old", Written::Whole),
            ("old", Written::Whole),
            ("folder", Written::NotPlain),
            (".", Written::NotPlain),
            ("..", Written::NotPlain),
            ("none/new", Written::SystemSaysNo),
            ("old/new", Written::SystemSaysNo),
        ] {
            let text = format!("text of {name}\n");
            let written = match write(&at(name), &text) {
                Ok(()) => Written::Whole,
                Err(WriteError::NotPlain) => Written::NotPlain,
                Err(WriteError::Io(_)) => Written::SystemSaysNo,
            };
            assert_eq!(written, expected, "{name}");
            if written == Written::Whole {
                assert_eq!(fs::read_to_string(at(name)).unwrap(), text);
            }
        }
        assert_eq!(fs::read_to_string(at(&part)).unwrap(), "mine");
        let mut names: Vec<String> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, [part.as_str(), "folder", "new", "old"]);
        assert!(write(Path::new(""), "").is_err());
        sweep(folder.path());
        sweep(&at("none"));
        assert!(!at(&part).exists() && at("new").exists());
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

    /// Many at once, in one folder and in one file, do not get into each other's way.
    #[test]
    fn files_are_written_at_the_same_time() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        thread::scope(|scope| {
            for letter in ["a", "b", "c", "d"] {
                let file = &file;
                scope.spawn(move || (0..50).for_each(|_| write(file, &letter.repeat(10_000)).unwrap()));
            }
        });
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.len() == 10_000 && text.bytes().all(|byte| byte == text.as_bytes()[0]));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
