//! Records in a folder, one file a game, written by a thread of its own, since a disk may be slow: games wait for it only where it falls far
//! behind.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use ludoteca_play::Record;
use tokio::sync::mpsc::{self, Receiver, Sender};

use super::texts::{self, News};
use ludoteca_system::files::{self, WriteError};

/// The thread that writes, and the folder.
pub struct Records {
    folder: PathBuf,
    /// The number of the last file in the folder before we came.
    earlier: u64,
    sender: Sender<Entry>,
    thread: JoinHandle<()>,
}

/// What is to be written about one game.
pub struct Keeper {
    path: PathBuf,
    sender: Sender<Entry>,
    /// So many steps are written.
    steps: usize,
}

enum Entry {
    /// The beginning of a game.
    Begin(PathBuf, String),
    /// Steps that were made.
    Append(PathBuf, String),
    /// The whole game.
    End(PathBuf, String),
}

/// How far the thread may fall behind.
const ENTRIES: usize = 1024;

impl Records {
    /// Goes on in a folder: numbers follow those of the files that are there.
    ///
    /// # Errors
    /// Where the folder cannot be read.
    pub fn open(folder: &Path, tell: Arc<dyn Fn(News) + Send + Sync>) -> io::Result<Records> {
        let mut earlier = 0;
        for entry in fs::read_dir(folder)? {
            earlier = earlier.max(texts::record_number(&entry?.file_name().to_string_lossy()).unwrap_or(0));
        }
        let (sender, receiver) = mpsc::channel(ENTRIES);
        let thread = thread::Builder::new().name("records".to_owned()).spawn(move || write_all(receiver, &*tell))?;
        Ok(Records { folder: folder.to_owned(), earlier, sender, thread })
    }

    /// Begins the record of a game.
    pub async fn begin(&self, game: u64, record: &Record) -> Keeper {
        let path = self.folder.join(texts::record_name(self.earlier + game));
        let keeper = Keeper { path, sender: self.sender.clone(), steps: record.steps.len() };
        keeper.write(Entry::Begin(keeper.path.clone(), record.to_string())).await;
        keeper
    }

    /// Ends when everything is written. All keepers must be gone.
    pub async fn finish(self) {
        drop(self.sender);
        let thread = self.thread;
        let _ = tokio::task::spawn_blocking(move || thread.join()).await;
    }
}

impl Keeper {
    /// The game has gone on.
    pub async fn keep(&mut self, record: &Record) {
        let numbered = record.steps.iter().enumerate().skip(self.steps);
        let lines: String = numbered.map(|(at, noted)| format!("{}. {noted}\n", at + 1)).collect();
        self.steps = record.steps.len();
        self.write(Entry::Append(self.path.clone(), lines)).await;
    }

    /// The game is over.
    pub async fn end(self, record: &Record) {
        self.write(Entry::End(self.path.clone(), record.to_string())).await;
    }

    async fn write(&self, entry: Entry) {
        // The thread ends after everybody who sends.
        let _ = self.sender.send(entry).await;
    }
}

fn write_all(mut entries: Receiver<Entry>, tell: &(dyn Fn(News) + Send + Sync)) {
    while let Some(entry) = entries.blocking_recv() {
        let (path, written) = match entry {
            Entry::Begin(path, text) => {
                let file = File::options().write(true).create_new(true).open(&path);
                let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
                (path, written.map_err(WriteError::from))
            }
            Entry::Append(path, text) => {
                let file = File::options().append(true).open(&path);
                let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
                (path, written.map_err(WriteError::from))
            }
            // The result stands at the top: the file is replaced.
            Entry::End(path, text) => {
                let written = files::write(&path, &text);
                (path, written)
            }
        };
        if let Err(error) = written {
            tell(News::Unwritten { path, reason: error.to_string() });
        }
    }
}
