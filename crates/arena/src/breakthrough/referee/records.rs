//! Records in a folder, one file a game, written by a thread of its own, since a disk may be slow:
//! games wait for it only where it falls far behind.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use ludoteca_play::Record;
use tokio::sync::mpsc::{self, Receiver, Sender};

use super::texts::{self, RefereeEvent};
use ludoteca_system::files::{self, WriteError};

/// The thread that writes, and the folder.
pub struct RecordFolder {
    folder: PathBuf,
    /// The number of the last file in the folder before we came.
    earlier: u64,
    sender: Sender<RecordWrite>,
    thread: JoinHandle<()>,
}

/// What is to be written about one game.
pub struct RecordWriter {
    path: PathBuf,
    sender: Sender<RecordWrite>,
    /// So many steps are written.
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

/// How far the thread may fall behind.
const ENTRIES: usize = 1024;

impl RecordFolder {
    /// Goes on in a folder: numbers follow those of the files that are there.
    ///
    /// # Errors
    /// Where the folder cannot be read.
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

    /// Begins the record of a game.
    pub async fn begin(&self, game: u64, record: &Record) -> RecordWriter {
        let path = self.folder.join(texts::record_name(self.earlier + game));
        let keeper = RecordWriter { path, sender: self.sender.clone(), steps: record.steps.len() };
        keeper.write(RecordWrite::Begin(keeper.path.clone(), record.to_string())).await;
        keeper
    }

    /// Ends when everything is written. All keepers must be gone.
    pub async fn finish(self) {
        drop(self.sender);
        let thread = self.thread;
        let _ = tokio::task::spawn_blocking(move || thread.join()).await;
    }
}

impl RecordWriter {
    /// The game has gone on.
    pub async fn append(&mut self, record: &Record) {
        let numbered = record.steps.iter().enumerate().skip(self.steps);
        let lines: String = numbered.map(|(at, noted)| format!("{}. {noted}\n", at + 1)).collect();
        self.steps = record.steps.len();
        self.write(RecordWrite::Append(self.path.clone(), lines)).await;
    }

    /// The game is over.
    pub async fn end(self, record: &Record) {
        self.write(RecordWrite::End(self.path.clone(), record.to_string())).await;
    }

    async fn write(&self, entry: RecordWrite) {
        // The thread ends after everybody who sends.
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
            // The result stands at the top: the file is replaced.
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
