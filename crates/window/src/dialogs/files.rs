//! The dialog for a file to open or to save to. A person can browse folders, or type a name.

use std::cmp::Ordering;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use egui::{Response, RichText, TextEdit, Ui};
use ludoteca_core::{Message, text};
use ludoteca_system::records::FileError;

use super::{focus_once, scroll_area, unsaved};
use crate::session::Session;
use crate::texts;

/// A dialog in which a person chooses a file.
pub struct FileDialog {
    saves: bool,
    folder: PathBuf,
    name: String,
    /// The number of the game in the file, as typed; empty for the last game.
    nth: String,
    /// The entries of the folder: whether each is a folder, and its name.
    entries: Vec<(bool, String)>,
    /// Why the last attempt failed.
    error: Option<Message>,
    /// A file that would be overwritten. The person is asked about it.
    replaces: Option<PathBuf>,
}

impl FileDialog {
    pub fn to_open() -> FileDialog {
        FileDialog::new(false, "")
    }

    pub fn to_save(name: &str) -> FileDialog {
        FileDialog::new(true, name)
    }

    /// A dialog about a file that was chosen elsewhere, with the reason why that did not succeed.
    pub fn after(saves: bool, path: &Path, error: Option<String>) -> FileDialog {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let mut files = FileDialog::new(saves, &name);
        if let Some(folder) = path.parent() {
            files.enter(folder);
        }
        files.error = error.map(Message::same).or(files.error);
        files
    }

    fn new(saves: bool, name: &str) -> FileDialog {
        let mut files = FileDialog {
            saves,
            folder: PathBuf::new(),
            name: name.to_owned(),
            nth: String::new(),
            entries: Vec::new(),
            error: None,
            replaces: None,
        };
        match env::current_dir() {
            Ok(folder) => files.enter(&folder),
            Err(error) => files.refuse(Path::new("."), error),
        }
        files
    }

    /// Shows the dialog. Returns whether it is still open.
    pub fn show(&mut self, ui: &mut Ui, session: &mut Session, height: f32) -> bool {
        let texts = session.texts();
        ui.heading(if self.saves { texts.save_title } else { texts.open_title });
        ui.label(RichText::new(self.folder.display().to_string()).weak());
        self.show_entries(ui, height);
        let mut done = false;
        ui.horizontal(|ui| {
            let label = ui.label(texts.file_name);
            let field = ui
                .add(TextEdit::singleline(&mut self.name).desired_width(260.0))
                .labelled_by(label.id);
            if field.changed() {
                self.replaces = None;
            }
            focus_once(&field);
            done |= is_entered(ui, &field);
        });
        if !self.saves {
            ui.horizontal(|ui| {
                let label = ui.label(texts.which_game);
                let field = ui
                    .add(TextEdit::singleline(&mut self.nth).desired_width(50.0))
                    .labelled_by(label.id);
                done |= is_entered(ui, &field);
                ui.label(RichText::new(texts.the_last).weak());
            });
        }
        if !self.saves && session.is_unsaved() {
            ui.colored_label(ui.visuals().warn_fg_color, unsaved(session));
        }
        if let Some(error) = &self.error {
            ui.colored_label(ui.visuals().error_fg_color, error.tell(session.language()));
        }
        if let Some(path) = &self.replaces {
            let path = path.display().to_string();
            ui.colored_label(ui.visuals().warn_fg_color, (texts.would_replace)(&path));
        }
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            let label = match (self.saves, &self.replaces) {
                (false, _) => texts.open,
                (true, None) => texts.save,
                (true, Some(_)) => texts.replace,
            };
            done |= ui.button(label).clicked();
            if ui.button(texts.cancel).clicked() {
                return false;
            }
            !(done && self.finish(session))
        })
        .inner
    }

    fn show_entries(&mut self, ui: &mut Ui, height: f32) {
        let mut entered = None;
        scroll_area((height - 160.0).clamp(60.0, 260.0)).auto_shrink([false, true]).show(
            ui,
            |ui| {
                if self.folder.parent().is_some()
                    && ui.selectable_label(false, texts::PARENT_FOLDER).clicked()
                {
                    entered = self.folder.parent().map(Path::to_owned);
                }
                for (is_folder, name) in &self.entries {
                    let text = if *is_folder { format!("{name}/") } else { name.clone() };
                    if !ui.selectable_label(*name == self.name, text).clicked() {
                        continue;
                    }
                    if *is_folder {
                        entered = Some(self.folder.join(name));
                    } else {
                        self.name.clone_from(name);
                        self.replaces = None;
                    }
                }
            },
        );
        if let Some(folder) = entered {
            self.enter(&folder);
        }
    }

    /// Opens or saves. Returns whether that succeeded.
    fn finish(&mut self, session: &mut Session) -> bool {
        self.error = None;
        let name = self.name.trim();
        if name.is_empty() {
            self.error = Some(Message::same(session.texts().no_file_name));
            return false;
        }
        // A person may also type a whole path.
        let path = self.folder.join(name);
        if path.is_dir() {
            self.enter(&path);
            self.name.clear();
            return false;
        }
        let result = if self.saves {
            if session.would_replace(&path) && self.replaces.as_ref() != Some(&path) {
                self.replaces = Some(path);
                return false;
            }
            session.save(&path)
        } else {
            match self.nth.trim() {
                "" => session.open(&path, None),
                text => match text::number_from(text).and_then(|number| u64::try_from(number).ok())
                {
                    Some(number) if number > 0 => session.open(&path, Some(number)),
                    _ => Err((session.texts().no_game_number)(text)),
                },
            }
        };
        self.error = result.err().map(Message::same);
        self.error.is_none()
    }

    fn enter(&mut self, folder: &Path) {
        self.replaces = None;
        match fs::read_dir(folder) {
            Ok(entries) => {
                let entry = |entry: fs::DirEntry| {
                    (entry.path().is_dir(), entry.file_name().to_string_lossy().into_owned())
                };
                self.entries = entries
                    .flatten()
                    .map(entry)
                    .filter(|(_, name)| !name.starts_with('.'))
                    .collect();
                self.entries.sort_by(|one, other| match other.0.cmp(&one.0) {
                    Ordering::Equal => one.1.cmp(&other.1),
                    folders_first => folders_first,
                });
                self.entries.truncate(MOST_ENTRIES);
                self.folder = folder.to_owned();
                self.error = None;
            }
            Err(error) => self.refuse(folder, error),
        }
    }

    /// Says that a folder cannot be read.
    fn refuse(&mut self, folder: &Path, error: io::Error) {
        self.error = Some(Message::new(FileError::unread(folder, error)));
    }
}

/// Did somebody press Enter in a field?
fn is_entered(ui: &Ui, field: &Response) -> bool {
    field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter))
}

/// The greatest number of entries that are shown. Nobody reads more.
const MOST_ENTRIES: usize = 1000;
