//! Plays in a real browser as a person does: with a pointer, a finger and keys. Nothing here knows
//! how long anything takes; it looks until it sees what it waits for, and gives up only when that
//! would be absurd.

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

/// Whatever takes longer than this is taken to hang.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Between two looks.
pub const PAUSE: Duration = Duration::from_millis(15);

/// What a page is looked at with.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Screen {
    /// A window of this size, with a mouse.
    Desk(u32, u32),
    /// A small screen that is touched.
    Phone,
}

impl Screen {
    /// A window that is large enough for everything.
    pub const USUAL: Screen = Screen::Desk(1200, 850);
}

/// The browser that all tests share, as one of them sees it: with pages of its own.
pub struct Browser {
    wire: Wire,
    process: &'static Process,
    contexts: Mutex<Vec<String>>,
    pages: Mutex<Vec<Page>>,
}

impl Browser {
    /// Starts one, unless it runs already. `None`, and a line that says so, where this machine has
    /// none; unless it must have one.
    pub async fn start() -> Option<Browser> {
        let process = Process::shared()?;
        let wire = Wire::connect(&process.address().await).await;
        Some(Browser { wire, process, contexts: Mutex::default(), pages: Mutex::default() })
    }

    /// Opens an address as somebody new, who shares nothing with others.
    pub async fn open(&self, address: &str, screen: Screen) -> Page {
        let context = self.call("Target.createBrowserContext", json!({})).await;
        let context = text(&context["browserContextId"]);
        self.contexts.lock().await.push(context.clone());
        self.open_in(&context, address, screen).await
    }

    /// One more page of a person who has one already.
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

    /// What this person saves goes there.
    pub async fn save_into(&self, page: &Page, folder: &std::path::Path) {
        let wanted = json!({ "behavior": "allow", "browserContextId": page.context(), "downloadPath": folder });
        self.call("Browser.setDownloadBehavior", wanted).await;
    }

    /// This person lets pages write and read what was copied.
    pub async fn allow_clipboard(&self, page: &Page) {
        let permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"];
        self.call(
            "Browser.grantPermissions",
            json!({ "browserContextId": page.context(), "permissions": permissions }),
        )
        .await;
    }

    /// Closes all pages of this test, none of which may have complained.
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

/// A text that the browser told.
fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}
