//! Mouse, touch and keyboard input.

use serde_json::{Value, json};

use super::{Find, Page};

/// The middle of an element, once it is visible and at rest, and a press there would reach it.
const AIM: &str = "async element => {
    const middle = () => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return [left + width / 2, top + height / 2];
    };
    const isReached = () => {
        const there = document.elementFromPoint(...middle());
        return element.contains(there) || there?.closest('label')?.contains(element);
    };
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (!isReached()) element.scrollIntoView({ block: 'center', inline: 'nearest' });
    const before = middle();
    await new Promise(requestAnimationFrame);
    if (before.join() !== middle().join()) throw 'it moves';
    if (!isReached()) throw `it is covered by ${document.elementFromPoint(...before)?.outerHTML.slice(0, 100)}`;
    return before;
}";

impl Page {
    /// Clicks in the middle of an element.
    pub async fn click(&self, find: impl Into<Find>) {
        let at = self.aim(find).await;
        self.mouse("mouseMoved", at, 0).await;
        self.mouse("mousePressed", at, 1).await;
        self.mouse("mouseReleased", at, 1).await;
    }

    /// Moves the pointer to the middle of an element.
    pub async fn point(&self, find: impl Into<Find>) {
        let at = self.aim(find).await;
        self.mouse("mouseMoved", at, 0).await;
    }

    /// Drags from the middle of one element to that of another.
    pub async fn drag(&self, from: impl Into<Find>, to: impl Into<Find>) {
        let (from, to) = (from.into(), to.into());
        // Both must be in view before the drag begins.
        self.aim(&to).await;
        let (start, end) = (self.aim(&from).await, self.aim(&to).await);
        self.mouse("mouseMoved", start, 0).await;
        self.mouse("mousePressed", start, 1).await;
        for part in [0.1, 0.5, 0.9, 1.0] {
            let between = [0, 1].map(|axis| start[axis] + part * (end[axis] - start[axis]));
            self.mouse("mouseMoved", between, 1).await;
        }
        self.mouse("mouseReleased", end, 1).await;
    }

    /// Drags with the right button from the middle of one element to that of another, which may be
    /// the same.
    pub async fn draw(&self, from: impl Into<Find>, to: impl Into<Find>) {
        let (from, to) = (self.aim(from).await, self.aim(to).await);
        for (kind, [x, y], buttons) in
            [("mousePressed", from, 2), ("mouseMoved", to, 2), ("mouseReleased", to, 0)]
        {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "right", "buttons": buttons, "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event).await;
        }
    }

    /// Touches the middle of an element.
    pub async fn tap(&self, find: impl Into<Find>) {
        let [x, y] = self.aim(find).await;
        self.call(
            "Input.dispatchTouchEvent",
            json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] }),
        )
        .await;
        self.call("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] }))
            .await;
    }

    /// Presses keys one after another. Their names are separated by blanks: `Tab ArrowDown Enter
    /// a`, `Shift+Tab`.
    pub async fn press(&self, keys: &str) {
        for key in keys.split(' ') {
            let (shift, key) = key.strip_prefix("Shift+").map_or((0, key), |key| (8, key));
            let (code, text) = known(key);
            let wanted = |kind: &str| {
                json!({
                    "type": kind, "key": if key == "Space" { " " } else { key }, "modifiers": shift, "windowsVirtualKeyCode": code,
                    "text": if kind == "keyDown" { text } else { "" },
                })
            };
            self.call(
                "Input.dispatchKeyEvent",
                wanted(if text.is_empty() { "rawKeyDown" } else { "keyDown" }),
            )
            .await;
            self.call("Input.dispatchKeyEvent", wanted("keyUp")).await;
        }
    }

    /// Types a text into the element with the keyboard focus.
    pub async fn insert(&self, text: &str) {
        self.call("Input.insertText", json!({ "text": text })).await;
    }

    /// Replaces the text in a field.
    pub async fn fill(&self, find: impl Into<Find>, text: &str) {
        let find = find.into();
        self.click(&find).await;
        self.of(&find, "element => element.select()").await;
        self.insert(text).await;
        let text = Value::from(text);
        self.wait_of(&find, &format!("element => element.value === {text}")).await;
    }

    /// Chooses from a drop-down list. Its popup belongs to the system, and is not in the page.
    pub async fn choose(&self, find: impl Into<Find>, value: &str) {
        let value = Value::from(value);
        let choose = "element.dispatchEvent(new Event('change', { bubbles: true }))";
        self.of(find, &format!("element => {{ element.value = {value}; {choose}; }}")).await;
    }

    async fn aim(&self, find: impl Into<Find>) -> [f64; 2] {
        let at = self.of(find, AIM).await;
        [&at[0], &at[1]].map(|part| part.as_f64().expect("a number"))
    }

    async fn mouse(&self, kind: &str, [x, y]: [f64; 2], buttons: u8) {
        // Every move must name the button that is held down. Otherwise it counts as released.
        let button = if buttons == 0 { "none" } else { "left" };
        let count = u8::from(kind != "mouseMoved");
        let buttons = if kind == "mouseReleased" { 0 } else { buttons };
        let event = json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": count });
        self.call("Input.dispatchMouseEvent", event).await;
    }
}

/// The code of a key, and the text that it types.
fn known(key: &str) -> (u32, &str) {
    match key {
        "Tab" => (9, ""),
        "Enter" => (13, "\r"),
        "Escape" => (27, ""),
        "Space" => (32, " "),
        "End" => (35, ""),
        "Home" => (36, ""),
        "ArrowLeft" => (37, ""),
        "ArrowUp" => (38, ""),
        "ArrowRight" => (39, ""),
        "ArrowDown" => (40, ""),
        letter => {
            let first = letter.chars().next().expect("a key").to_ascii_uppercase();
            (u32::from(first), letter)
        }
    }
}
