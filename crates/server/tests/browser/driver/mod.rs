//! Drives a real browser as a person does: with a pointer, a finger and keys. No test assumes how
//! long anything takes. It looks repeatedly until it sees what it waits for, and gives up only
//! after a very long time.

mod find;
mod input;
mod page;
mod process;
mod wire;

use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::Mutex;

use process::Process;
use wire::Wire;

pub use find::{Find, called};
pub use page::Page;

/// Anything that takes longer than this counts as hung.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The pause between two looks.
pub const PAUSE: Duration = Duration::from_millis(15);

/// The screen of a page.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Screen {
    /// A window of this size on a computer with a mouse.
    Desk(u32, u32),
    /// A small touch screen.
    Phone,
}

impl Screen {
    /// A window that is large enough for everything.
    pub const USUAL: Screen = Screen::Desk(1200, 850);
}

/// The shared browser of all tests, as one test sees it: with pages of its own.
pub struct Browser {
    wire: Wire,
    process: &'static Process,
    contexts: Mutex<Vec<String>>,
    pages: Mutex<Vec<Page>>,
}

impl Browser {
    /// Starts the browser, unless it is running already. If this machine has none, prints a line
    /// about that and returns `None`; panics if a browser is required.
    pub async fn start() -> Option<Browser> {
        let process = Process::shared()?;
        let wire = Wire::connect(&process.address().await).await;
        Some(Browser { wire, process, contexts: Mutex::default(), pages: Mutex::default() })
    }

    /// Opens an address as a new person, who shares no data with others.
    pub async fn open(&self, address: &str, screen: Screen) -> Page {
        let context = self.call("Target.createBrowserContext", json!({})).await;
        let context = text(&context["browserContextId"]);
        self.contexts.lock().await.push(context.clone());
        self.open_in(&context, address, screen).await
    }

    /// Opens one more page for a person who has one already.
    pub async fn open_beside(&self, page: &Page, address: &str, screen: Screen) -> Page {
        self.open_in(page.context(), address, screen).await
    }

    async fn open_in(&self, context: &str, address: &str, screen: Screen) -> Page {
        let wanted =
            json!({ "url": "about:blank", "browserContextId": context, "newWindow": true });
        let target = self.call("Target.createTarget", wanted).await;
        let wire = Wire::connect(&self.process.page(&text(&target["targetId"])).await).await;
        let page = Page::new(wire, context.to_owned()).await;
        page.look_with(screen).await;
        page.go(address).await;
        self.pages.lock().await.push(page.clone());
        page
    }

    /// Sets the folder for files that this person saves.
    pub async fn save_into(&self, page: &Page, folder: &std::path::Path) {
        let wanted = json!({ "behavior": "allow", "browserContextId": page.context(), "downloadPath": folder });
        self.call("Browser.setDownloadBehavior", wanted).await;
    }

    /// Allows the pages of this person to use the clipboard.
    pub async fn allow_clipboard(&self, page: &Page) {
        let permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"];
        self.call(
            "Browser.grantPermissions",
            json!({ "browserContextId": page.context(), "permissions": permissions }),
        )
        .await;
    }

    /// Closes all pages of this test, none of which may have reported an error.
    pub async fn end(self) {
        for page in self.pages.lock().await.iter() {
            page.must_be_content().await;
        }
        for context in self.contexts.lock().await.iter() {
            self.call("Target.disposeBrowserContext", json!({ "browserContextId": context })).await;
        }
    }

    async fn call(&self, method: &str, params: Value) -> Value {
        self.wire.call(method, params).await.unwrap_or_else(|error| panic!("{method}: {error}"))
    }
}

/// The text in a value from the browser.
fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}
