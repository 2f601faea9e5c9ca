//! Plays games to their ends.

use serde_json::{Value, json};

use crate::client::{Bot, Chance, Socket};

/// What a player saw of a finished game.
pub struct Played {
    /// The table in its last update.
    pub table: Value,
    /// The steps, put together from the updates.
    pub steps: Vec<Value>,
    /// Everything that was received before the game was over.
    pub heard: String,
}

/// Plays for a bot, over a socket, until the game is over.
pub async fn play(bot: &Bot, table: &str, seed: u64) -> Played {
    let mut socket = bot.socket().await.keeping();
    socket.say(json!({ "type": "watch", "table": table })).await;
    play_on(&mut socket, table, seed).await
}

/// Plays on a socket that watches the table already.
pub async fn play_on(socket: &mut Socket, id: &str, seed: u64) -> Played {
    let (mut chance, mut steps, mut answered) = (Chance::new(seed), Vec::new(), None);
    loop {
        let before = socket.heard.len();
        let mut message = socket.hear().await.expect("the game goes on");
        assert_ne!(message["type"], "error", "{message}");
        if message["type"] != "table" || message["table"]["id"] != id {
            continue;
        }
        let table = message["table"].take();
        merge(&mut steps, &table);
        if table["stage"] == "over" {
            return Played { table, steps, heard: socket.heard[..before].to_owned() };
        }
        assert_eq!(table["seed"], Value::Null);
        // The same state is sent again when somebody comes or goes.
        if let Some(step) =
            chance.choose(&table).filter(|_| answered != Some(table["state"].clone()))
        {
            answered = Some(table["state"].clone());
            let command = json!({ "type": "deed", "table": id, "do": "move", "step": step, "state": table["state"] });
            socket.say(command).await;
        }
    }
}

/// Plays for several bots over HTTP alone, until the game is over. Returns all earlier answers, and
/// the table at the end.
pub async fn play_by_requests(bots: &[&Bot], id: &str, seed: u64) -> (String, Value) {
    let (mut chance, mut heard) = (Chance::new(seed), String::new());
    loop {
        for bot in bots {
            let answer = bot.get(&format!("/api/tables/{id}?scene=false")).await;
            let table = answer.json();
            if table["stage"] == "over" {
                return (heard, table);
            }
            heard.push_str(&answer.body);
            let Some(step) = chance.choose(&table) else { continue };
            let done = bot
                .command(id, json!({ "do": "move", "step": step, "state": table["state"] }))
                .await;
            assert_eq!(done.status, 200, "{done:?}");
            if done.json()["table"]["stage"] != "over" {
                heard.push_str(&done.body);
            }
        }
    }
}

/// Merges the new steps of a table into the known ones.
pub fn merge(steps: &mut Vec<Value>, table: &Value) {
    let from = table["steps"]["from"].as_u64().expect("a number") as usize;
    assert!(from <= steps.len(), "a gap: {table}");
    steps.truncate(from);
    steps.extend(table["steps"]["list"].as_array().expect("a list").iter().cloned());
}
