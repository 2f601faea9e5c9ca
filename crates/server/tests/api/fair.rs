//! Engines take turns by the address and the person for whom they think, and pause if nobody is
//! there.

use std::time::Duration;

use ludoteca_server::{MoveFinder, ThinkTask};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::client::{Answer, Bot, PATIENCE, Socket, raw, request};
use crate::host::Host;

/// Counts the updates of other tables that come before this table satisfies the condition.
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

/// Updates over one socket come in the order of the events, however long that takes.
#[tokio::test]
async fn forty_games_of_one_person_hold_up_nobody_else() {
    let host = Host::alone(|settings| settings.engine_time = Duration::from_millis(700)).await;
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
    ben.command(&id, json!({ "do": "move", "step": table["moves"][0], "state": table["state"] }))
        .await
        .well();
    others_first(&mut socket, &id, turn_of(1)).await;
    check_few(others_first(&mut socket, &id, turn_of(2)).await);
}

/// One of Ada's engines is thinking when Ben asks for a move, and another may have its turn before
/// his.
fn check_few(others: usize) {
    assert!(others <= 4, "{others} of Ada's engines have moved first");
}

/// A request to an engine that waits for its answer, with the name of its game.
struct Question {
    game: String,
    answer: oneshot::Sender<()>,
}

/// Engines that announce each request, and wait for permission before they play the first legal
/// move.
fn patient_engines() -> (MoveFinder, UnboundedReceiver<Question>) {
    let (ask, asked) = unbounded_channel();
    let brain = MoveFinder::new(move |task: ThinkTask| {
        let ask = ask.clone();
        Box::pin(async move {
            // The task and its permit are kept until the end.
            let task = task;
            let (answer, may_answer) = oneshot::channel();
            let game = task.position.options().to_string();
            let _ = ask.send(Question { game, answer });
            may_answer.await.ok()?;
            task.position.steps().into_iter().next()
        })
    });
    (brain, asked)
}

/// The next request to an engine.
async fn next(asked: &mut UnboundedReceiver<Question>) -> Question {
    timeout(PATIENCE, asked.recv()).await.expect("an engine is asked").expect("the server runs")
}

/// Sends a request as a proxy does for a client at this address.
async fn from(host: &Host, address: &str, token: Option<&str>, path: &str, body: &Value) -> Value {
    let body = body.to_string();
    let token = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\nX-Forwarded-For: {address}\r\n{token}\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    Answer::read(&raw(host.address, (head + &body).as_bytes()).await).well()
}

/// A new player at this address creates a table where an engine is to move.
async fn newcomer_plays(host: &Host, address: &str, game: &str) {
    newcomer_plays_level(host, address, game, 1).await;
}

async fn newcomer_plays_level(host: &Host, address: &str, game: &str, level: u8) {
    let welcome = from(host, address, None, "/api/players", &json!({ "name": "Somebody" })).await;
    let seats = json!([{ "kind": "engine", "level": level }, { "kind": "me" }]);
    let proposal = json!({ "game": game, "seats": seats });
    from(host, address, welcome["token"].as_str(), "/api/tables", &proposal).await;
}

/// Waits until this many engines are in the queue.
async fn until_waiting(host: &Host, count: usize) {
    let gauge = format!("ludoteca_engines_waiting {count}\n");
    let ask = async {
        while !request(host.address, None, "GET", "/metrics", None).await.body.contains(&gauge) {}
    };
    timeout(PATIENCE, ask).await.expect("they wait");
}

/// However many players an address creates, it has one turn, and then everybody else has one.
#[tokio::test]
async fn many_players_of_one_address_hold_up_nobody_elsewhere() {
    let (brain, mut asked) = patient_engines();
    let host =
        Host::alone(|settings| (settings.move_finder, settings.behind_proxy) = (brain, true)).await;
    for _ in 0..40 {
        newcomer_plays(&host, "192.0.2.1", "ttt").await;
    }
    let first = next(&mut asked).await;
    until_waiting(&host, 39).await;
    newcomer_plays(&host, "192.0.2.2", "cn").await;
    newcomer_plays(&host, "192.0.2.3", "owari").await;
    until_waiting(&host, 41).await;
    let mut games = Vec::new();
    let mut question = first;
    for _ in 0..4 {
        question.answer.send(()).expect("the engine waits");
        question = next(&mut asked).await;
        games.push(question.game.split(' ').next().expect("a game").to_owned());
    }
    // The address whose engine was thinking comes last.
    assert_eq!(games, ["ttt", "cn", "owari", "ttt"]);
}

/// A player against a weak engine does not wait for strong ones, which think for long.
#[tokio::test]
async fn weak_engines_do_not_wait_for_strong_ones() {
    let (brain, mut asked) = patient_engines();
    let host =
        Host::alone(|settings| (settings.move_finder, settings.behind_proxy) = (brain, true)).await;
    for _ in 0..3 {
        newcomer_plays_level(&host, "192.0.2.1", "ttt", 10).await;
    }
    let strong = next(&mut asked).await;
    until_waiting(&host, 2).await;
    newcomer_plays_level(&host, "192.0.2.2", "owari", 5).await;
    let weak = next(&mut asked).await;
    assert!(weak.game.starts_with("owari"), "{}", weak.game);
    weak.answer.send(()).expect("the engine waits");
    strong.answer.send(()).expect("the engine waits");
    assert!(next(&mut asked).await.game.starts_with("ttt"));
}

/// Checks that no other engine is thinking: a new table with a watcher gets the next request.
async fn check_only_asked(bot: &Bot, asked: &mut UnboundedReceiver<Question>) {
    let mut socket = bot.socket().await;
    let seats = json!([{ "kind": "engine", "level": 1 }, { "kind": "me" }]);
    let (id, _) = bot.make(json!({ "game": "owari", "seats": seats })).await;
    socket.watch(&id).await;
    let question = next(asked).await;
    assert!(
        question.game.starts_with("owari"),
        "{} is thought about although nobody is there",
        question.game
    );
    question.answer.send(()).expect("the engine waits");
    socket.until_table(|table| table["next"]["seat"] == 2).await;
}

/// Unsubscribes from a table, and waits until the server has processed that.
async fn look_away(socket: &mut Socket, table: &str) {
    socket.say(json!({ "type": "unwatch", "table": table })).await;
    socket.say(json!({ "type": "ping" })).await;
    socket.until("pong", |_| true).await;
}

#[tokio::test]
async fn engines_pause_where_nobody_looks() {
    let (brain, mut asked) = patient_engines();
    let host = Host::alone(|settings| {
        (settings.absence_grace, settings.polling_grace) = (Duration::ZERO, Duration::ZERO);
        settings.move_finder = brain;
    })
    .await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let mut socket = ada.socket().await;
    let engine = json!({ "kind": "engine", "level": 1 });
    for person in [json!({ "kind": "random" }), json!({ "kind": "me" })] {
        let proposal = json!({ "game": "ataxx seats=3", "seats": [person, engine, engine] });
        let (id, _) = ada.make(proposal).await;
        if person["kind"] == "me" {
            let moves = ada.see(&id).await["moves"].take();
            ada.step(&id, moves[0].as_str().expect("a move")).await.well();
        }
        check_only_asked(&ben, &mut asked).await;
        socket.watch(&id).await;
        let question = next(&mut asked).await;
        look_away(&mut socket, &id).await;
        // The engine plays the move that it has begun to think about, and no more.
        question.answer.send(()).expect("the engine waits");
        let moved = async { while ada.see(&id).await["next"]["seat"] != 3 {} };
        timeout(PATIENCE, moved).await.expect("it moves");
        check_only_asked(&ben, &mut asked).await;
        socket.watch(&id).await;
        let question = next(&mut asked).await;
        assert!(question.game.starts_with("ataxx"), "{}", question.game);
        question.answer.send(()).expect("the engine waits");
        socket.until_table(|table| table["id"] == id && table["state"] == 3).await;
        look_away(&mut socket, &id).await;
    }
}

/// Somebody who asks for a table or sends a command counts as present for a while, even without a
/// connection.
#[tokio::test]
async fn who_polls_is_there() {
    let (brain, mut asked) = patient_engines();
    let set_up = |brain: MoveFinder| {
        |settings: &mut ludoteca_server::ServerSettings| {
            (settings.absence_grace, settings.polling_grace) =
                (Duration::ZERO, Duration::from_secs(3600));
            settings.move_finder = brain;
        }
    };
    let host = Host::with(set_up(brain)).await;
    let ada = host.bot("Ada").await;
    let seats = json!([{ "kind": "me" }, { "kind": "engine", "level": 1 }]);
    let (id, _) = ada.make(json!({ "game": "ttt", "seats": seats })).await;
    ada.step(&id, "1 1").await.well();
    next(&mut asked).await.answer.send(()).expect("the engine waits");
    let moved = async { while ada.see(&id).await["next"]["seat"] != 1 {} };
    timeout(PATIENCE, moved).await.expect("it moves");
    let moves = ada.see(&id).await["moves"].take();
    ada.step(&id, moves[0].as_str().expect("a move")).await.well();
    let _unanswered = next(&mut asked).await;
    // After a restart nobody is present until somebody asks for the table.
    let (brain, mut asked) = patient_engines();
    let host = host.restart_with(set_up(brain)).await;
    check_only_asked(&host.bot("Ben").await, &mut asked).await;
    ada.at(host.address).see(&id).await;
    assert!(next(&mut asked).await.game.starts_with("ttt"));
}

#[tokio::test]
async fn tables_of_engines_alone_are_few() {
    let host =
        Host::alone(|settings| (settings.limits.engine_tables, settings.behind_proxy) = (2, true))
            .await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let seats = json!([{ "kind": "engine", "level": 10 }, { "kind": "engine", "level": 10 }]);
    let proposal = |request: &str| json!({ "game": "ataxx rows=15 cols=15", "seats": seats, "request": request });
    let (first, _) = ada.make(proposal("one")).await;
    ben.make(proposal("two")).await;
    for bot in [&ada, &ben] {
        let refused = bot.post("/api/tables", proposal("three")).await;
        assert_eq!((refused.status, refused.refused().as_str()), (429, "too_many"));
    }
    // A repeated request returns the existing table,
    assert_eq!(ada.post("/api/tables", proposal("one")).await.well()["repeated"], true);
    // and other addresses can create more.
    from(&host, "192.0.2.1", Some(&ben.token), "/api/tables", &proposal("three")).await;
    // Nobody else can close the table. Its maker can, and may then create another.
    assert_eq!(ben.command(&first, json!({ "do": "close" })).await.refused(), "forbidden");
    let stopped = ada.command(&first, json!({ "do": "close" })).await.well();
    assert_eq!(stopped["table"]["result"], json!({ "kind": "stopped" }));
    ada.make(proposal("four")).await;
    // A game between people cannot be closed this way.
    let (id, _) =
        ada.make(json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "me" }] })).await;
    assert_eq!(ada.command(&id, json!({ "do": "close" })).await.refused(), "refused");
}

#[tokio::test]
async fn analyses_of_an_address_are_few() {
    let (brain, mut asked) = patient_engines();
    let host = Host::alone(|settings| {
        (settings.limits.analyses, settings.behind_proxy, settings.move_finder) = (1, true, brain);
    })
    .await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let mut tables = Vec::new();
    for _ in 0..3 {
        let (id, _) =
            ada.make(json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "me" }] })).await;
        ada.command(&id, json!({ "do": "resign", "seat": 1 })).await.well();
        tables.push(format!("/api/tables/{id}/analysis"));
    }
    // A strong engine thinks for as long as the test likes. Analyses share its queue, and wait.
    newcomer_plays_level(&host, "192.0.2.1", "ttt", 10).await;
    let thinking = next(&mut asked).await;
    assert_eq!(ada.post(&tables[0], json!({})).await.well()["status"], "running");
    let line = json!({ "game": "ttt" });
    for (path, body) in [(tables[1].as_str(), &json!({})), ("/api/analysis", &line)] {
        let refused = ben.post(path, body.clone()).await;
        assert_eq!((refused.status, refused.refused().as_str()), (429, "too_many"), "{path}");
    }
    // A running analysis does not count twice.
    assert_eq!(ben.post(&tables[0], json!({})).await.well()["status"], "running");
    let elsewhere = from(&host, "192.0.2.1", Some(&ben.token), &tables[1], &json!({})).await;
    assert_eq!(elsewhere["status"], "running");
    thinking.answer.send(()).expect("the engine waits");
    let done = async { while ada.get(&tables[0]).await.well()["status"] != "done" {} };
    timeout(PATIENCE, done).await.expect("it is analysed");
    let looked = async { while ben.post("/api/analysis", line.clone()).await.status == 429 {} };
    timeout(PATIENCE, looked).await.expect("there is room again");
}
