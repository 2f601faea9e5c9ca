//! Long games: a page has all steps, and after losing the connection asks only for the steps that
//! it does not know.

use serde_json::{Value, json};

use crate::client::Bot;
use crate::driver::Page;
use crate::house::{House, visit};

/// Pieces that jump back and forth for ever.
const SHUTTLE: [&str; 4] = ["0 0 2 0", "0 6 2 6", "2 0 0 0", "2 6 0 6"];

/// The same moves as people read them.
const READABLE: [&str; 4] = ["a7–a5", "g7–g5", "a5–a7", "g5–g7"];

/// From now on no socket can be opened until `back` is called. All messages over new sockets are
/// recorded.
const CUT: &str = "(() => {
    const Real = WebSocket;
    window.said = [];
    window.heard = [];
    window.WebSocket = function () {
        const none = { readyState: 3, send() {}, close() {} };
        setTimeout(() => none.onclose?.(), 50);
        return none;
    };
    window.back = () => {
        window.WebSocket = class extends Real {
            constructor(address) {
                super(address);
                this.addEventListener('message', (event) => window.heard.push(JSON.parse(event.data)));
            }
            send(text) {
                window.said.push(JSON.parse(text));
                super.send(text);
            }
        };
        dispatchEvent(new Event('online'));
    };
})()";

/// Makes this many more steps.
async fn go_on(bot: &Bot, table: &str, steps: usize) {
    let seen = bot.see(table).await;
    let made = seen["steps"]["from"].as_u64().expect("a number") as usize
        + seen["steps"]["list"].as_array().expect("a list").len();
    let state = seen["state"].as_u64().expect("a number") as usize;
    let mut socket = bot.socket().await;
    for at in 0..steps {
        let step = SHUTTLE[(made + at) % SHUTTLE.len()];
        socket.say(json!({ "type": "deed", "table": table, "do": "move", "step": step, "state": state + at })).await;
    }
    for _ in 0..steps {
        assert_eq!(socket.hear().await.expect("an answer")["type"], "done");
    }
}

/// Waits until the page shows this many steps, each in its place.
async fn shows(page: &Page, steps: usize) {
    page.wait_js(&format!("document.querySelectorAll('.step-list .step').length === {steps}"))
        .await;
    let wrong = format!(
        "[...document.querySelectorAll('.step-list .step')].findIndex((step, at) => \
         !step.innerText.includes({}[at % 4]))",
        json!(READABLE)
    );
    assert_eq!(page.js(&wrong).await, -1, "a step that is not where it was played");
}

/// Restarts the server. Meanwhile steps are played that the page does not receive. Returns what the
/// page received when it came back.
async fn miss(house: &House, page: &Page, ada: &Bot, table: &str, steps: usize) -> Value {
    page.js(CUT).await;
    house.stop().await;
    house.start().await;
    go_on(ada, table, steps).await;
    page.js("back()").await;
    page.wait_js("heard.some((message) => message.type === 'table')").await;
    page.js("[said.find((message) => message.type === 'watch'), heard.find((message) => message.type === 'table')]")
        .await
}

#[test]
fn who_comes_back_asks_for_what_is_missing() {
    visit(async |house| {
        let address = house.link("").trim_start_matches("http://").parse().expect("an address");
        let ada = Bot::new(address, "Ada").await;
        let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
        let (table, _) = ada.make(json!({ "game": "ataxx no-progress=0", "seats": seats })).await;
        go_on(&ada, &table, 1050).await;
        let page = house.open(&format!("/t/{table}")).await;
        shows(&page, 1050).await;
        page.forgive("ERR_CONNECTION").await;
        page.forgive("WebSocket").await;

        // A few missing steps come with the first message.
        let facts = ada.see(&table).await["facts"].clone();
        let told = miss(house, &page, &ada, &table, 3).await;
        assert_eq!((&told[0]["since"], &told[1]["table"]["steps"]["from"]), (&facts, &json!(1050)));
        assert_eq!(told[1]["table"]["steps"]["list"].as_array().map(Vec::len), Some(3));
        shows(&page, 1053).await;

        // If more than a page is missing, the page requests the rest.
        let told = miss(house, &page, &ada, &table, 1010).await;
        assert_eq!(told[1]["table"]["steps"]["missing_from"], 1053);
        shows(&page, 2063).await;
        page.click(".step-list .step:nth-child(1) button").await;
        page.sees(".step-list [aria-current]", READABLE[0]).await;
    });
}
