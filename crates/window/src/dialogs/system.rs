//! The system's own dialogs for files. Where there are none, and in windows of tests, ours are
//! used.

use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll, Wake, Waker};
use std::time::{Duration, Instant};

use egui::{Context, ViewportId};
use rfd::{AsyncFileDialog, FileHandle};

use crate::texts::Texts;

/// A dialog of the system that is open.
pub struct SystemDialog {
    /// Is it for saving?
    pub saves: bool,
    answer: Pin<Box<dyn Future<Output = Option<FileHandle>>>>,
    opened: Instant,
}

/// What came of a dialog.
pub enum Answer {
    /// The person has chosen a file.
    File(PathBuf),
    /// The person has chosen none.
    Cancelled,
    /// Nobody has answered: the system has no dialog after all.
    Nobody,
}

impl SystemDialog {
    /// Opens a dialog for a file to open.
    pub fn to_open(texts: &Texts) -> SystemDialog {
        let dialog = AsyncFileDialog::new().set_title(texts.open_title);
        SystemDialog::new(false, dialog.pick_file())
    }

    /// Opens a dialog for a file to save to, with this name at first.
    pub fn to_save(name: &str, texts: &Texts) -> SystemDialog {
        let dialog = AsyncFileDialog::new().set_title(texts.save_title).set_file_name(name);
        let dialog = dialog.add_filter(texts.record_files, &["txt"]);
        SystemDialog::new(true, dialog.save_file())
    }

    fn new(
        saves: bool,
        answer: impl Future<Output = Option<FileHandle>> + 'static,
    ) -> SystemDialog {
        SystemDialog { saves, answer: Box::pin(answer), opened: Instant::now() }
    }

    /// The answer, once there is one. It makes the windows redraw.
    pub fn poll(&mut self, ctx: &Context) -> Option<Answer> {
        let waker = Waker::from(Arc::new(Redraw(ctx.clone())));
        match self.answer.as_mut().poll(&mut TaskContext::from_waker(&waker)) {
            Poll::Pending => None,
            Poll::Ready(Some(file)) => Some(Answer::File(file.path().to_owned())),
            Poll::Ready(None) if self.opened.elapsed() < TOO_SOON => Some(Answer::Nobody),
            Poll::Ready(None) => Some(Answer::Cancelled),
        }
    }
}

/// No person cancels a dialog in this time.
const TOO_SOON: Duration = Duration::from_millis(300);

struct Redraw(Context);

impl Wake for Redraw {
    fn wake(self: Arc<Redraw>) {
        self.0.request_repaint_of(ViewportId::ROOT);
    }
}

/// Does the system have dialogs for files?
#[cfg(not(all(unix, not(target_vendor = "apple"))))]
pub fn has_system_dialogs() -> bool {
    true
}

/// Does the system have dialogs for files? On desktops of this kind a service shows them. It is
/// asked through the bus of the session, so both have to be there.
#[cfg(all(unix, not(target_vendor = "apple")))]
pub fn has_system_dialogs() -> bool {
    is_there(|name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from))
}

#[cfg(all(unix, not(target_vendor = "apple")))]
fn is_there(variable: impl Fn(&str) -> Option<PathBuf>) -> bool {
    const SERVICE: &str = "dbus-1/services/org.freedesktop.portal.Desktop.service";
    let in_runtime = variable("XDG_RUNTIME_DIR").is_some_and(|folder| folder.join("bus").exists());
    let has_bus = variable("DBUS_SESSION_BUS_ADDRESS").is_some() || in_runtime;
    let data = variable("XDG_DATA_DIRS").unwrap_or_else(|| "/usr/local/share:/usr/share".into());
    let has_service = std::env::split_paths(&data).any(|folder| folder.join(SERVICE).exists());
    has_bus && has_service
}

#[cfg(all(test, unix, not(target_vendor = "apple")))]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn dialogs_need_a_bus_and_the_service() {
        let folder = tempfile::tempdir().expect("a folder");
        let services = folder.path().join("share/dbus-1/services");
        fs::create_dir_all(&services).expect("a folder");
        let share = folder.path().join("share");
        let ask = |runtime: Option<PathBuf>, address: Option<&str>| {
            is_there(|name| match name {
                "XDG_RUNTIME_DIR" => runtime.clone(),
                "DBUS_SESSION_BUS_ADDRESS" => address.map(PathBuf::from),
                _ => Some(share.clone()),
            })
        };
        assert!(!ask(None, Some("unix:path=/bus")), "there is no service");
        fs::write(services.join("org.freedesktop.portal.Desktop.service"), "").expect("a file");
        assert!(ask(None, Some("unix:path=/bus")));
        assert!(!ask(Some(folder.path().to_owned()), None), "there is no bus");
        fs::write(folder.path().join("bus"), "").expect("a file");
        assert!(ask(Some(folder.path().to_owned()), None));
    }
}
