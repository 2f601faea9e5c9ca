//! Engines take turns by whom they think for.

use std::time::Duration;

use serde_json::{Value, json};

use crate::client::Socket;
use crate::host::Host;

/// How many moves are told of at other tables before this one is in a state of which something holds.
async fn others_first(socket: &mut Socket, table: &str, is_it: impl Fn(&Value) -> bool) -> usize {
    let mut others = 0;
    loop {
        let told = socket.until_table(|_| true).await;
        let has_moved = told["steps"]["list"].as_array().is_some_and(|steps| !steps.is_empty());
        if told["id"] == table && is_it(&told) {
            return others;
        }
        others += usize::from(told["id"] != table && has_moved);
    }
}

/// What is told over one socket comes in the order in which it happened, however long that takes.
#[tokio::test]
async fn forty_games_of_one_person_hold_up_nobody_else() {
    let host = Host::with(|settings| settings.engine_time = Duration::from_millis(700)).await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let seats = json!([{ "kind": "engine", "level": 10 }, { "kind": "me" }]);
    let proposal = json!({ "game": "ataxx rows=15 cols=15", "seats": seats });
    let mut socket = ben.socket().await;
    for _ in 0..40 {
        let (id, _) = ada.make(proposal.clone()).await;
        socket.say(json!({ "type": "watch", "table": id })).await;
    }
    let (id, _) = ben.make(proposal).await;
    let turn_of = |seat: usize| move |table: &Value| table["next"]["seat"] == seat;
    if turn_of(1)(&socket.watch(&id).await) {
        check_few(others_first(&mut socket, &id, turn_of(2)).await);
    }
    let table = ben.see(&id).await;
    ben.deed(&id, json!({ "do": "move", "step": table["moves"][0], "state": table["state"] })).await.well();
    others_first(&mut socket, &id, turn_of(1)).await;
    check_few(others_first(&mut socket, &id, turn_of(2)).await);
}

/// One of Ada's engines is thinking when Ben asks for a move, and another may have its turn before.
fn check_few(others: usize) {
    assert!(others <= 4, "{others} of Ada's engines have moved first");
}
