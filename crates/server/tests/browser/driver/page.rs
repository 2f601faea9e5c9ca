//! A page of the browser.

use std::env;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use data_encoding::BASE64;
use serde_json::{Value, json};
use tokio::sync::Mutex;
use tokio::time::{sleep, timeout};

use super::wire::Wire;
use super::{Find, PATIENCE, PAUSE, Screen, text};

/// A page. Copies are the same page.
#[derive(Clone)]
pub struct Page {
    pub(super) inner: Arc<Inner>,
}

pub(super) struct Inner {
    wire: Wire,
    context: String,
    /// Error messages that a test expects begin with one of these texts, or contain it.
    forgiven: Mutex<Vec<String>>,
}

impl Page {
    pub(super) async fn new(wire: Wire, context: String) -> Page {
        let page = Page { inner: Arc::new(Inner { wire, context, forgiven: Mutex::default() }) };
        for domain in ["Page", "Runtime", "Log", "DOM", "Accessibility", "Network"] {
            page.call(&format!("{domain}.enable"), json!({})).await;
        }
        // Every page behaves as if it were in front.
        page.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true })).await;
        page.call("Emulation.setScrollbarsHidden", json!({ "hidden": true })).await;
        page.show_as("light", true).await;
        page
    }

    pub(super) fn context(&self) -> &str {
        &self.inner.context
    }

    pub(super) async fn call(&self, method: &str, params: Value) -> Value {
        self.try_call(method, params).await.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    async fn try_call(&self, method: &str, params: Value) -> Result<Value, String> {
        self.inner.wire.call(method, params).await
    }

    /// Sets the preferred theme, `light` or `dark`, and whether the system prefers reduced motion.
    pub async fn show_as(&self, theme: &str, still: bool) {
        let motion = if still { "reduce" } else { "no-preference" };
        let features = [("prefers-color-scheme", theme), ("prefers-reduced-motion", motion)];
        let features = features.map(|(name, value)| json!({ "name": name, "value": value }));
        self.call("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    /// Changes the screen of the page.
    pub async fn look_with(&self, screen: Screen) {
        let (width, height, mobile) = match screen {
            Screen::Desk(width, height) => (width, height, false),
            Screen::Phone => (360, 740, true),
        };
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": if mobile { 2 } else { 1 }, "mobile": mobile });
        self.call("Emulation.setDeviceMetricsOverride", metrics).await;
        self.call(
            "Emulation.setTouchEmulationEnabled",
            json!({ "enabled": mobile, "maxTouchPoints": 1 }),
        )
        .await;
    }

    /// Sets the languages that the reader prefers, the best first, from the next document on.
    pub async fn prefer(&self, languages: &str) {
        let agent = self.js("navigator.userAgent").await;
        let wanted = json!({ "userAgent": agent, "acceptLanguage": languages });
        self.call("Emulation.setUserAgentOverride", wanted).await;
    }

    /// Turns the network off or on.
    pub async fn be_offline(&self, offline: bool) {
        let wanted = json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.call("Network.emulateNetworkConditions", wanted).await;
    }

    /// Goes to an address.
    pub async fn go(&self, address: &str) {
        // The mark distinguishes the old document from the next one, which does not have it.
        self.js("window.left = true").await;
        let gone = self.call("Page.navigate", json!({ "url": address })).await;
        assert!(gone["errorText"].is_null(), "{address}: {}", gone["errorText"]);
        if gone["loaderId"].is_null() {
            // If only the part after `#` differs, the document stays.
            self.reload().await;
        } else {
            self.wait_js("!window.left && document.readyState === 'complete'").await;
        }
    }

    /// Reloads the page.
    pub async fn reload(&self) {
        self.js("window.left = true").await;
        self.call("Page.reload", json!({})).await;
        self.wait_js("!window.left && document.readyState === 'complete'").await;
    }

    /// The value of an expression in the page; the expression may be a promise.
    pub async fn js(&self, expression: &str) -> Value {
        self.try_js(expression).await.unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    async fn try_js(&self, expression: &str) -> Result<Value, String> {
        let wanted = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true, "userGesture": true });
        worth(self.try_call("Runtime.evaluate", wanted).await?)
    }

    /// Waits until an expression in the page is true.
    pub async fn wait_js(&self, expression: &str) {
        // A document that is being left cannot answer.
        self.wait(expression, async || (self.try_js(expression).await.ok()? == true).then_some(()))
            .await;
    }

    /// The result of a function of an element, once the element exists: `page.of("main", "element
    /// => element.id")`.
    pub async fn of(&self, find: impl Into<Find>, function: &str) -> Value {
        let find = find.into();
        let trouble = Mutex::new("there is none".to_owned());
        let look = async || {
            let object = self.look_for(&find).await?;
            match self.apply(&object, function).await {
                Ok(worth) => Some(worth),
                Err(error) => {
                    *trouble.lock().await = error;
                    None
                }
            }
        };
        match timeout(PATIENCE, self.seek(look)).await {
            Ok(found) => found,
            Err(_) => self.give_up(&format!("{find} ({})", trouble.into_inner())).await,
        }
    }

    /// Waits until this function of the element returns true.
    pub async fn wait_of(&self, find: impl Into<Find>, function: &str) {
        let find = find.into();
        self.wait(&format!("{find}: {function}"), async || {
            let object = self.look_for(&find).await?;
            (self.apply(&object, function).await.ok()? == true).then_some(())
        })
        .await;
    }

    /// The text of an element.
    pub async fn text(&self, find: impl Into<Find>) -> String {
        text(&self.of(find, "element => element.innerText ?? element.textContent").await)
    }

    /// Waits until an element contains this text.
    pub async fn sees(&self, find: impl Into<Find>, words: &str) {
        let words = Value::from(words);
        self.wait_of(
            find,
            &format!("element => (element.innerText ?? element.textContent).includes({words})"),
        )
        .await;
    }

    /// Waits until an element exists.
    pub async fn finds(&self, find: impl Into<Find>) {
        self.of(find, "() => null").await;
    }

    /// Waits until an element no longer exists.
    pub async fn lacks(&self, find: impl Into<Find>) {
        let find = find.into();
        self.wait(&format!("the end of {find}"), async || {
            self.look_for(&find).await.is_none().then_some(())
        })
        .await;
    }

    /// Does the element exist now?
    pub async fn has(&self, find: impl Into<Find>) -> bool {
        self.look_for(&find.into()).await.is_some()
    }

    /// Controls without an accessible name.
    pub async fn nameless(&self) -> Vec<String> {
        let tree = self.call("Accessibility.getFullAXTree", json!({})).await;
        let nodes = tree["nodes"].as_array().expect("a tree");
        let role = |node: &Value| node["role"]["value"].as_str().unwrap_or_default().to_owned();
        let is_nameless = |node: &&Value| {
            node["ignored"] != true
                && NAMED.contains(&&*role(node))
                && node["name"]["value"].as_str().unwrap_or_default().trim().is_empty()
        };
        nodes
            .iter()
            .filter(is_nameless)
            .map(|node| format!("a {} without a name", role(node)))
            .collect()
    }

    /// The browser's id of an element.
    async fn look_for(&self, find: &Find) -> Option<String> {
        let found = match find {
            Find::Style(selector) => {
                let expression =
                    format!("document.querySelector({})", Value::from(selector.as_str()));
                self.try_call("Runtime.evaluate", json!({ "expression": expression })).await.ok()?
            }
            Find::Called(role, name) => {
                let root = self
                    .try_call("Runtime.evaluate", json!({ "expression": "document" }))
                    .await
                    .ok()?;
                let wanted = json!({ "objectId": root["result"]["objectId"], "role": role, "accessibleName": name });
                let nodes = self.try_call("Accessibility.queryAXTree", wanted).await.ok()?;
                let node =
                    nodes["nodes"].as_array()?.iter().find(|node| node["ignored"] != true)?;
                let node = json!({ "backendNodeId": node["backendDOMNodeId"] });
                let resolved = self.try_call("DOM.resolveNode", node).await.ok()?;
                json!({ "result": resolved["object"] })
            }
        };
        Some(found["result"]["objectId"].as_str()?.to_owned())
    }

    async fn apply(&self, object: &str, function: &str) -> Result<Value, String> {
        let wanted = json!({
            "objectId": object, "arguments": [{ "objectId": object }], "functionDeclaration": function,
            "returnByValue": true, "awaitPromise": true, "userGesture": true,
        });
        worth(self.try_call("Runtime.callFunctionOn", wanted).await?)
    }

    /// Calls a function repeatedly until it returns something.
    pub async fn wait<T>(&self, what: &str, look: impl AsyncFn() -> Option<T>) -> T {
        match timeout(PATIENCE, self.seek(look)).await {
            Ok(found) => found,
            Err(_) => self.give_up(what).await,
        }
    }

    async fn seek<T>(&self, look: impl AsyncFn() -> Option<T>) -> T {
        loop {
            if let Some(found) = look().await {
                return found;
            }
            sleep(PAUSE).await;
        }
    }

    async fn give_up(&self, what: &str) -> ! {
        let seen = self.try_js("`${location}\n${document.body.innerText}`").await;
        panic!(
            "waited in vain for {what}\n{}",
            seen.unwrap_or_default().as_str().unwrap_or_default()
        );
    }

    /// Takes a picture of the page as a PNG, if pictures were requested.
    pub async fn picture(&self, name: &str) {
        let Some(folder) = env::var_os("PICTURES") else { return };
        // The folder is relative to the root of the repository, but tests run elsewhere.
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
        fs::create_dir_all(&folder).expect("a folder for pictures");
        let taken = self.call("Page.captureScreenshot", json!({ "format": "png" })).await;
        let bytes = BASE64.decode(text(&taken["data"]).as_bytes()).expect("Base64");
        fs::write(folder.join(format!("{name}.png")), bytes).expect("a picture");
    }

    /// Declares that the test expects an error message with these words.
    pub async fn forgive(&self, words: &str) {
        self.inner.forgiven.lock().await.push(words.to_owned());
    }

    /// Checks that nothing was thrown, nothing was written to the console as an error, and nothing
    /// was blocked by the content security policy.
    pub(super) async fn must_be_content(&self) {
        // The answer to this arrives after all earlier events.
        self.js("0").await;
        let forgiven = self.inner.forgiven.lock().await;
        let told = self.inner.wire.take_told().await;
        let complaints: Vec<String> = told.iter().filter_map(complaint).collect();
        let unforgiven: Vec<&String> = complaints
            .iter()
            .filter(|complaint| !forgiven.iter().any(|words| complaint.contains(words)))
            .collect();
        assert!(unforgiven.is_empty(), "the page complains: {unforgiven:#?}");
    }
}

/// Roles that must have a name.
const NAMED: &[&str] = &[
    "application",
    "button",
    "checkbox",
    "combobox",
    "dialog",
    "heading",
    "image",
    "link",
    "log",
    "progressbar",
    "radio",
    "slider",
    "spinbutton",
    "textbox",
    "timer",
];

/// The error message in this event, if there is one.
fn complaint(told: &Value) -> Option<String> {
    let params = &told["params"];
    match told["method"].as_str()? {
        "Runtime.exceptionThrown" => Some(params["exceptionDetails"].to_string()),
        "Runtime.consoleAPICalled" if params["type"] == "error" || params["type"] == "warning" => {
            Some(params["args"].to_string())
        }
        "Log.entryAdded" if params["entry"]["level"] == "error" => {
            Some(params["entry"].to_string())
        }
        "Inspector.targetCrashed" => Some("the page has crashed".to_owned()),
        _ => None,
    }
}

/// The result of an evaluation.
fn worth(mut answer: Value) -> Result<Value, String> {
    let thrown = &answer["exceptionDetails"];
    if thrown.is_object() {
        let exception = &thrown["exception"];
        return Err([&exception["value"], &exception["description"], thrown]
            .map(Value::to_string)
            .join(", "));
    }
    Ok(answer["result"]["value"].take())
}
