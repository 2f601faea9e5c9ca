//! `ludoteca serve`, as people start and stop it.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::client::Bot;
use crate::external::{program, refuses, run};
use crate::referee::python;

/// A server that runs until it is dropped.
pub struct Serving {
    pub child: Child,
    pub address: SocketAddr,
    /// The text that the server printed when it started.
    pub greeting: String,
}

impl Serving {
    /// Starts a server without limits, with this data folder. If a file is given, the log goes
    /// there.
    pub fn start(folder: &Path, more: &str, log: Option<File>) -> Serving {
        let limits = "--connections 100000 --requests 1000000 --tables 100000 --newcomers 1000000";
        let listen = if more.contains("--listen") { "" } else { "--listen 127.0.0.1:0" };
        let line = format!("serve {listen} --data '{}' {limits} {more}", folder.display());
        Serving::start_as(&mut program(&line), log)
    }

    /// Starts a server with this command.
    pub fn start_as(command: &mut Command, log: Option<File>) -> Serving {
        let err = log.map_or_else(Stdio::inherit, Stdio::from);
        let mut child = command.stderr(err).spawn().expect("it runs");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut greeting = String::new();
        while !greeting.ends_with("Ctrl-C ends it.\n") {
            assert_ne!(out.read_line(&mut greeting).expect("a line"), 0, "{greeting}");
        }
        let address =
            greeting.lines().next().and_then(|line| line.strip_prefix("Ludoteca is at http://"));
        let address = address
            .and_then(|address| address.parse().ok())
            .unwrap_or_else(|| panic!("{greeting}"));
        Serving { child, address, greeting }
    }

    /// Asks the server to stop, and returns its exit code.
    #[cfg(unix)]
    pub fn stop(mut self, signal: rustix::process::Signal) -> Option<i32> {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, signal).expect("it is there");
        self.child.wait().expect("it ends").code()
    }

    /// Kills the server, like a power cut.
    pub fn kill(mut self) {
        self.child.kill().expect("it still runs");
        self.child.wait().expect("it ends");
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays two games against oneself: one to its end, and one that goes on.
async fn two_games(bot: &Bot) -> [String; 2] {
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    let (over, _) = bot.make(json!({ "game": "ttt", "seats": seats })).await;
    let (goes_on, _) = bot.make(json!({ "game": "ttt", "seats": seats })).await;
    for table in [&over, &goes_on] {
        for step in ["1 1", "0 0"] {
            bot.step(table, step).await.well();
        }
    }
    bot.command(&over, json!({ "do": "resign", "seat": 1 })).await.well();
    [over, goes_on]
}

/// A table without the values that depend on the moment.
async fn lasting(bot: &Bot, table: &str) -> Value {
    let mut seen = bot.see(table).await;
    for moment in ["now_at", "seats", "claim_at"] {
        seen[moment] = Value::Null;
    }
    seen
}

#[cfg(unix)]
#[tokio::test]
async fn games_go_on_after_a_restart() {
    use rustix::process::Signal;

    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("not/yet/there");
    let mut server = Serving::start(&data, "--log none", None);
    let kept = format!("Games are kept in {}. Ctrl-C ends it.\n", data.display());
    let alone = format!(
        "Only this computer can open it. With --listen 0.0.0.0:{}, others can, too.\n",
        server.address.port()
    );
    assert_eq!(server.greeting, format!("Ludoteca is at http://{}\n{alone}{kept}", server.address));
    let ada = Bot::new(server.address, "Ada").await;
    let tables = two_games(&ada).await;
    for signal in [Signal::INT, Signal::TERM] {
        let bot = ada.at(server.address);
        let before = [lasting(&bot, &tables[0]).await, lasting(&bot, &tables[1]).await];
        let mut socket = bot.socket().await;
        assert_eq!(server.stop(signal), Some(0));
        assert_eq!(socket.hear().await.expect("a word")["type"], "bye");
        assert_eq!(socket.hear().await, None);
        server = Serving::start(&data, "--log none", None);
        let bot = ada.at(server.address);
        assert_eq!([lasting(&bot, &tables[0]).await, lasting(&bot, &tables[1]).await], before);
    }
}

/// A server for the whole network says under which addresses other devices reach it, and they do.
#[tokio::test]
async fn a_server_on_the_network_says_how_to_reach_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Serving::start(folder.path(), "--listen 0.0.0.0:0 --log none", None);
    let port = server.address.port();
    let own = ludoteca_system::sockets::own_addresses();
    let links: Vec<String> = own.iter().map(|own| format!("http://{own}:{port}")).collect();
    let others = match &links[..] {
        [] => String::new(),
        _ => format!("Other devices open {}\n", links.join(" or ")),
    };
    let kept = format!("Games are kept in {}. Ctrl-C ends it.\n", folder.path().display());
    let expected = format!("Ludoteca is at http://127.0.0.1:{port}\n{others}{kept}");
    assert_eq!(server.greeting, expected, "a pipe gets no picture");
    for own in own {
        let here = SocketAddr::new(own, port);
        let answer = crate::client::request(here, None, "GET", "/api/addresses", None).await;
        assert_eq!(answer.well(), json!({ "addresses": [] }), "this is for the machine itself");
    }
    let answer = crate::client::request(server.address, None, "GET", "/api/addresses", None).await;
    assert_eq!(answer.well(), json!({ "addresses": links }));
    for more in ["--host play.example", "--behind-proxy"] {
        let other = folder.path().join(more);
        let server = Serving::start(&other, &format!("--listen 0.0.0.0:0 --log none {more}"), None);
        assert_eq!(server.greeting.lines().count(), 2, "{}", server.greeting);
    }
}

/// At a terminal a phone can read the address from a QR code.
#[cfg(unix)]
#[test]
fn a_terminal_shows_the_address_as_a_code() {
    use std::io::Read;

    if ludoteca_system::sockets::own_addresses().is_empty() {
        println!("skipped: this machine has no address that others could reach");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    for (listen, columns, has_code) in
        [("0.0.0.0:0", 80, true), ("0.0.0.0:0", 20, false), ("127.0.0.1:0", 80, false)]
    {
        let (mut pty, other) = pty_process::blocking::open().expect("a terminal");
        pty.resize(pty_process::Size::new(40, columns)).expect("it can be resized");
        let command = pty_process::blocking::Command::new(env!("CARGO_BIN_EXE_ludoteca"))
            .args(["serve", "--log", "none", "--listen", listen, "--data"])
            .arg(folder.path())
            .env("TERM", "xterm-256color")
            .env_remove("NO_COLOR");
        let mut child = command.spawn(other).expect("it runs");
        let (mut shown, mut bytes) = (Vec::new(), [0; 4096]);
        while !String::from_utf8_lossy(&shown).contains("ends it.") {
            let read = pty.read(&mut bytes).expect("it writes");
            shown.extend(&bytes[..read]);
        }
        child.kill().expect("it still runs");
        child.wait().expect("it ends");
        let shown = String::from_utf8_lossy(&shown);
        assert_eq!(shown.contains('▀'), has_code, "{listen}, {columns}: {shown}");
        assert_eq!(shown.contains("\u{1b}[38;5;231m"), has_code, "{listen}, {columns}: {shown}");
    }
}

#[tokio::test]
async fn a_backup_is_made_while_the_server_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, other) = (folder.path().join("data"), folder.path().join("other"));
    let server = Serving::start(&data, "--log none", None);
    let ada = Bot::new(server.address, "Ada").await;
    let tables = two_games(&ada).await;
    fs::create_dir(&other).expect("a folder");
    let (data, copy) = (data.display(), other.join("ludoteca.db"));
    let line = format!("serve --data '{data}' --backup '{}'", copy.display());
    let ran = run(&line);
    let expected = format!("{data} is copied to {}\n", copy.display());
    assert_eq!((ran.out, ran.err.as_str(), ran.code), (expected, "", Some(0)));
    let again = run(&line);
    assert_eq!((again.out.as_str(), again.code), ("", Some(1)), "there is one already");
    assert_eq!(again.err.lines().count(), 1, "{}", again.err);
    let there = Serving::start(&other, "--log none", None);
    for table in &tables {
        assert_eq!(lasting(&ada, table).await, lasting(&ada.at(there.address), table).await);
    }
    let none =
        run(&format!("serve --data '{}' --backup x.db", folder.path().join("none").display()));
    assert_eq!(
        (none.out.as_str(), none.code, none.err.lines().count()),
        ("", Some(1), 1),
        "{}",
        none.err
    );
}

#[cfg(unix)]
#[tokio::test]
async fn people_and_old_games_are_deleted() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let server = Serving::start(&data, "--log none --retain 3 --abandon-after 10", None);
    let (ada, ben) = (Bot::new(server.address, "Ada").await, Bot::new(server.address, "Ben").await);
    two_games(&ada).await;
    let delete =
        |id: &str| run(&format!("serve --data '{}' --delete-player '{id}'", data.display()));
    let refused = delete(&ben.id);
    assert_eq!((refused.out.as_str(), refused.code), ("", Some(1)), "the server runs");
    assert!(refused.err.contains("another server is using this folder"), "{}", refused.err);
    assert_eq!(server.stop(rustix::process::Signal::TERM), Some(0));
    let expected = format!("{} is deleted; tables with data of this player: 0\n", ben.id);
    assert_eq!(
        (delete(&ben.id).out, delete(&ben.id).code),
        (expected, Some(1)),
        "there is no such player any more"
    );
    let prune = |days: &str| run(&format!("serve --data '{}' --prune {days}", data.display()));
    assert_eq!(prune("1").out, "deleted tables: 0, deleted players: 0\n");
    assert_eq!(prune("-1").code, Some(2));
    assert_eq!(delete(&ada.id).code, Some(0));
    assert!(prune("0").out.ends_with("deleted players: 0\n"));
    let none = run(&format!("serve --data '{}' --prune 1", folder.path().join("none").display()));
    assert_eq!(
        (none.out.as_str(), none.code, none.err.lines().count()),
        ("", Some(1), 1),
        "{}",
        none.err
    );
}

#[test]
fn a_server_that_cannot_start_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let server = Serving::start(&data, "--log none", None);
    let file = folder.path().join("file");
    fs::write(&file, "no folder").expect("it is written");
    let damaged = folder.path().join("damaged");
    fs::create_dir(&damaged).expect("a folder");
    fs::write(
        damaged.join("ludoteca.db"),
        "this is no database, however long it may be".repeat(100),
    )
    .expect("it is written");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let taken = taken.local_addr().expect("an address");
    let free = "--listen 127.0.0.1:0";
    let rows = [
        (
            format!("--data '{}' {free}", data.display()),
            format!("{}: another server is using this folder", data.display()),
        ),
        (format!("--data '{}' {free}", file.display()), format!("{}: ", file.display())),
        (format!("--data '{}' {free}", damaged.display()), String::new()),
        (
            format!("--data '{}' --listen {}", damaged.display(), server.address),
            format!("{}: ", server.address),
        ),
        (format!("--data '{}' --listen {taken}", damaged.display()), format!("{taken}: ")),
        (format!("--data '{}' {free} --engines {taken}", damaged.display()), format!("{taken}: ")),
    ];
    for (line, reason) in rows {
        let ran = run(&format!("serve --log none {line}"));
        assert_eq!((ran.out.as_str(), ran.code), ("", Some(1)), "{line}: {}", ran.err);
        assert!(
            ran.err.starts_with(&format!("error: {reason}")) && ran.err.lines().count() == 1,
            "{line}: {}",
            ran.err
        );
    }
    for (words, reason) in [
        ("--listen nonsense", "nonsense: invalid socket address"),
        (
            "--host http://play.example.org",
            "invalid value 'http://play.example.org' for '--host <NAME>': allowed is a name as in play.example.org, without a port",
        ),
        ("--metrics nonsense", "nonsense: invalid socket address"),
        (
            "--thinkers 0",
            "--thinkers 0 is for servers with workers: it needs --nats; allowed without it are 1 to 1024",
        ),
        (
            "--requests 0",
            "invalid value '0' for '--requests <N>': allowed is a whole number from 1 to 1000000",
        ),
    ] {
        refuses(&format!("serve --data '{}' {words}", data.display()), reason);
    }
    // Passwords are not repeated.
    #[cfg(feature = "cluster")]
    for (words, reason) in [
        (
            "--nats nats://ada:secret@nats.example",
            "the option --nats is for servers with a database: it needs --database, or the variable LUDOTECA_DATABASE",
        ),
        (
            "--database postgres://nowhere/games --nats ada:secret@nats.example",
            "--nats: this is no address of NATS: it does not begin with nats:// or tls://; allowed is nats://USER:PASSWORD@HOST:PORT or tls://…, several separated by commas",
        ),
        (
            "--data folder --nats nats://ada:secret@nats.example",
            "the argument '--data <DIR>' cannot be used with '--nats <URL>'",
        ),
        (
            "--cluster a.b",
            "invalid value 'a.b' for '--cluster <NAME>': `a.b` is no name of a cluster; allowed are 1 to 32 letters of ASCII, digits, - and _",
        ),
    ] {
        refuses(&format!("serve {words}"), reason);
    }
}

/// The log tells the operator what happens, but contains nothing that would let anybody in.
#[tokio::test]
async fn logs_keep_secrets() {
    for form in ["text", "json"] {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("log");
        let file = File::create(&log).expect("a file");
        let server =
            Serving::start(&folder.path().join("data"), &format!("--log {form}"), Some(file));
        let ada = Bot::new(server.address, "Ada of the secret name").await;
        let seats = json!([{ "kind": "me" }, { "kind": "friend" }]);
        let (id, invites) = ada.make(json!({ "game": "dawn", "seats": seats })).await;
        let ben = Bot::new(server.address, "Ben").await;
        ben.command(&id, json!({ "do": "sit", "seat": 2, "invite": "wrong" })).await;
        ben.command(&id, json!({ "do": "sit", "seat": 2, "invite": invites["2"] })).await.well();
        ben.command(&id, json!({ "do": "chat", "text": "a secret word" })).await.well();
        ada.command(&id, json!({ "do": "resign" })).await.well();
        let seed = ada.see(&id).await["seed"].as_str().expect("a seed").to_owned();
        server.kill();
        let text = fs::read_to_string(&log).expect("a log");
        assert!(
            text.lines().count() >= 7 && text.contains(&format!("/api/tables/{id}/deeds")),
            "{text}"
        );
        let code = invites["2"].as_str().expect("a code");
        for secret in [&ada.token, &ben.token, &seed, code, "secret", "127.0.0.1"] {
            assert!(!text.contains(secret), "{secret}: {text}");
        }
        for line in text.lines().filter(|_| form == "json") {
            let line: Value =
                serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
            assert!(line["timestamp"].is_string() && line["level"].is_string(), "{line}");
        }
    }
}

/// The bot of the documents: one bot opens a table and waits, another finds it, and both see how
/// their game ends.
#[test]
fn the_bot_of_the_documents_plays() {
    const BOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/bots/random_bot.py");
    let (Some(mut waiting), Some(mut coming)) = (python(), python()) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let serving = Serving::start(folder.path(), "--log none", None);
    let address = format!("http://{}", serving.address);
    let waiting = waiting
        .args([BOT, &address, "--open", "ttt", "--name", "first"])
        .spawn()
        .expect("it starts");
    let coming = coming.args([BOT, &address]).spawn().expect("it starts");
    let ended = [waiting, coming].map(|bot| {
        let ran = bot.wait_with_output().expect("it ends");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8(ran.stdout).expect("text")
    });
    assert_eq!(ended[0], ended[1]);
    assert!(
        ended[0].starts_with(&format!("{address}/t/")) && ended[0].lines().count() == 2,
        "{}",
        ended[0]
    );
}
