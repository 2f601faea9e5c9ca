//! Writes records into a folder, one file for each game. A separate thread does the writing, since
//! a disk may be slow: games wait for it only if it falls far behind.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use ludoteca_play::Record;
use tokio::sync::mpsc::{self, Receiver, Sender};

use super::texts::{self, RefereeEvent};
use ludoteca_system::files::{self, WriteError};

/// A folder of records, with the thread that writes them.
pub struct RecordFolder {
    folder: PathBuf,
    /// The number of the last file that was already in the folder.
    earlier: u64,
    sender: Sender<RecordWrite>,
    thread: JoinHandle<()>,
}

/// The writer for the record of one game.
pub struct RecordWriter {
    path: PathBuf,
    sender: Sender<RecordWrite>,
    /// The number of steps that are already written.
    steps: usize,
}

enum RecordWrite {
    /// The beginning of a game.
    Begin(PathBuf, String),
    /// Steps that were made.
    Append(PathBuf, String),
    /// The whole game.
    End(PathBuf, String),
}

/// How many writes the thread may be behind.
const ENTRIES: usize = 1024;

impl RecordFolder {
    /// Opens a folder of records: new numbers continue after those of the existing files.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn open(
        folder: &Path,
        tell: Arc<dyn Fn(RefereeEvent) + Send + Sync>,
    ) -> io::Result<RecordFolder> {
        let mut earlier = 0;
        for entry in fs::read_dir(folder)? {
            earlier = earlier
                .max(texts::record_number(&entry?.file_name().to_string_lossy()).unwrap_or(0));
        }
        let (sender, receiver) = mpsc::channel(ENTRIES);
        let thread = thread::Builder::new()
            .name("records".to_owned())
            .spawn(move || write_all(receiver, &*tell))?;
        Ok(RecordFolder { folder: folder.to_owned(), earlier, sender, thread })
    }

    /// Starts the record of a game.
    pub async fn begin(&self, game: u64, record: &Record) -> RecordWriter {
        let path = self.folder.join(texts::record_name(self.earlier + game));
        let keeper = RecordWriter { path, sender: self.sender.clone(), steps: record.steps.len() };
        keeper.write(RecordWrite::Begin(keeper.path.clone(), record.to_string())).await;
        keeper
    }

    /// Returns when everything is written. All record writers must have been dropped before.
    pub async fn finish(self) {
        drop(self.sender);
        let thread = self.thread;
        let _ = tokio::task::spawn_blocking(move || thread.join()).await;
    }
}

impl RecordWriter {
    /// Appends the new steps of the game.
    pub async fn append(&mut self, record: &Record) {
        let numbered = record.steps.iter().enumerate().skip(self.steps);
        let lines: String =
            numbered.map(|(at, recorded)| format!("{}. {recorded}\n", at + 1)).collect();
        self.steps = record.steps.len();
        self.write(RecordWrite::Append(self.path.clone(), lines)).await;
    }

    /// Writes the whole record after the end of the game.
    pub async fn end(self, record: &Record) {
        self.write(RecordWrite::End(self.path.clone(), record.to_string())).await;
    }

    async fn write(&self, entry: RecordWrite) {
        // The thread outlives all senders.
        let _ = self.sender.send(entry).await;
    }
}

fn write_all(mut entries: Receiver<RecordWrite>, tell: &(dyn Fn(RefereeEvent) + Send + Sync)) {
    while let Some(entry) = entries.blocking_recv() {
        let (path, written) = match entry {
            RecordWrite::Begin(path, text) => {
                let file = File::options().write(true).create_new(true).open(&path);
                let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
                (path, written.map_err(WriteError::from))
            }
            RecordWrite::Append(path, text) => {
                let file = File::options().append(true).open(&path);
                let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
                (path, written.map_err(WriteError::from))
            }
            // The result belongs at the top, so the whole file is replaced.
            RecordWrite::End(path, text) => {
                let written = files::write(&path, &text);
                (path, written)
            }
        };
        if let Err(error) = written {
            tell(RefereeEvent::Unwritten { path, reason: error.to_string() });
        }
    }
}
