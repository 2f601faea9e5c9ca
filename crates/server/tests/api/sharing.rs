//! What helps people to share a table: previews of links with a picture, invitations, QR codes, and
//! the short games of the home page.

use ludoteca_games::catalog::GAMES;
use serde_json::{Value, json};

use crate::client::{Answer, Bot, raw, send};
use crate::host::Host;

/// A name that would end an attribute and begin a script, if it were not escaped.
const HOSTILE: &str = "\"><script>alert('&')</script>";

/// The page at a path, as a chat program requests it.
async fn page(host: &Host, path: &str, headers: &str) -> Answer {
    send(None, host.address, headers, "GET", path, None).await
}

/// The content of a tag in the page's head, as the browser reads it.
fn tag(page: &Answer, name: &str) -> String {
    let found = page.body.lines().find(|line| line.contains(&format!("=\"{name}\"")));
    let content = found.and_then(|line| line.split("content=\"").nth(1)?.split('"').next());
    let content = content.unwrap_or_else(|| panic!("no {name}: {}", page.body));
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        .iter()
        .fold(content.to_owned(), |text, (escaped, letter)| text.replace(escaped, letter))
}

async fn invite(ada: &Bot, game: &str) -> (String, String) {
    let seats = json!([{ "kind": "me" }, { "kind": "friend" }]);
    let (id, invites) = ada.make(json!({ "game": game, "seats": seats })).await;
    (id, invites["2"].as_str().expect("a code").to_owned())
}

#[tokio::test]
async fn links_have_previews() {
    let host = Host::start().await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let (id, code) = invite(&ada, "cn rows=15 cols=15 line=5").await;
    let path = format!("/t/{id}");
    let waiting = page(&host, &path, "").await;
    assert_eq!(waiting.status, 200);
    assert_eq!(waiting.header("content-language"), Some("en"));
    assert_eq!(tag(&waiting, "og:title"), "Ada invites you to a game of Connect-N");
    assert_eq!(tag(&waiting, "twitter:title"), tag(&waiting, "og:title"));
    assert_eq!(
        tag(&waiting, "og:description"),
        "15×15 board, 5 in a row · Open the link to take your seat: no account, nothing to install"
    );
    assert_eq!(tag(&waiting, "og:url"), format!("http://{}/t/{id}", host.address));
    assert_eq!(tag(&waiting, "twitter:card"), "summary_large_image");
    assert_eq!(tag(&waiting, "robots"), "noindex");
    assert!(
        waiting.body.contains("<title>Ada invites you to a game of Connect-N · Ludoteca</title>")
    );
    assert!(!waiting.body.contains(&code), "an invite code is only in its link");

    assert!(waiting.body.contains("<html lang=\"en\">"));

    let german = page(&host, &path, "Accept-Language: de\r\n").await;
    assert!(german.body.contains("<html lang=\"de\">"), "{}", german.body);
    assert_eq!(tag(&german, "og:title"), "Ada lädt dich zu einer Partie Connect-N ein");
    assert!(tag(&german, "og:description").starts_with("Brett 15×15, 5 in einer Reihe · Öffne"));

    ben.command(&id, json!({ "do": "sit", "seat": 2, "invite": code })).await.well();
    let playing = page(&host, &path, "").await;
    assert_eq!(tag(&playing, "og:title"), "Ada – Ben · Connect-N");
    ben.command(&id, json!({ "do": "resign" })).await.well();
    let over = page(&host, &path, "").await;
    assert!(tag(&over, "og:description").starts_with("Ada won: "), "{over:?}");

    let seats = json!([{ "kind": "me" }, { "kind": "engine", "level": 3 }]);
    let (id, _) = ada.make(json!({ "game": "ttt", "seats": seats })).await;
    let playing = page(&host, &format!("/t/{id}"), "").await;
    assert_eq!(tag(&playing, "og:title"), "Ada – Otto · Tic-Tac-Toe");
    assert_eq!(tag(&playing, "og:description"), "Open the link to watch");
}

/// Names are written by people, and everything that they write is shown as text.
#[tokio::test]
async fn names_in_previews_are_escaped() {
    let host = Host::start().await;
    let ada = host.bot(HOSTILE).await;
    let (id, _) = invite(&ada, "ttt").await;
    let answer = page(&host, &format!("/t/{id}"), "").await;
    assert!(!answer.body.contains("<script>alert"), "{}", answer.body);
    assert!(tag(&answer, "og:title").starts_with(HOSTILE), "{}", answer.body);
    let plain = page(&host, "/", "").await.body;
    let count = |text: &str, what: &str| text.matches(what).count();
    assert_eq!(count(&answer.body, "<script"), count(&plain, "<script"));
}

/// The addresses in a preview are those under which the reader has reached the server.
#[tokio::test]
async fn previews_have_the_address_of_the_reader() {
    let proxied = Host::with(|settings| settings.behind_proxy = true).await;
    let direct = Host::start().await;
    let headers =
        "X-Forwarded-Proto: https\r\nX-Forwarded-Host: here\r\nX-Forwarded-For: 192.0.2.7\r\n";
    for (host, expected) in
        [(&proxied, "https://here".to_owned()), (&direct, format!("http://{}", direct.address))]
    {
        let ada = host.bot("Ada").await;
        let (id, _) = invite(&ada, "ttt").await;
        let answer = page(host, &format!("/t/{id}"), headers).await;
        assert_eq!(tag(&answer, "og:url"), format!("{expected}/t/{id}"));
        let picture = tag(&answer, "og:image");
        assert!(
            picture.starts_with(&format!("{expected}/api/tables/{id}/picture.png?")),
            "{picture}"
        );
    }
}

/// The home page and rules have previews that anybody may find, in the language of the reader.
#[tokio::test]
async fn pages_without_a_table_have_previews() {
    let host = Host::start().await;
    for (path, language, title, picture) in [
        ("/", "en", "Board games, together", "/api/games/cn/picture.png"),
        ("/", "de", "Gemeinsam Brettspiele spielen", "/api/games/cn/picture.png"),
        ("/rules/owari", "es", "Reglas de Owari", "/api/games/owari/picture.png"),
    ] {
        let answer = page(&host, path, &format!("Accept-Language: {language}\r\n")).await;
        let origin = format!("http://{}", host.address);
        assert_eq!(tag(&answer, "og:title"), title);
        assert_eq!(tag(&answer, "og:url"), format!("{origin}{path}"));
        assert_eq!(tag(&answer, "og:image"), format!("{origin}{picture}"));
        assert!(tag(&answer, "og:description").len() > 20, "{path}");
        assert!(!answer.body.contains("noindex"), "{path}");
        let request = format!(
            "GET {picture} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            host.address
        );
        let bytes = raw(host.address, request.as_bytes()).await;
        assert!(bytes.windows(8).any(|at| at == b"\x89PNG\r\n\x1a\n"), "{picture}");
    }
}

/// A link to a table that is not there opens the page, which says so.
#[tokio::test]
async fn links_to_nothing_have_no_preview() {
    let host = Host::start().await;
    for path in ["/t/nothing", "/t/%ff", "/t/%22%3E%3Cscript%3E"] {
        let answer = page(&host, path, "").await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.body.contains("<title>Ludoteca</title>"), "{path}");
        assert!(!answer.body.contains("og:title"), "{path}");
    }
}

#[tokio::test]
async fn tables_have_pictures() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    let (id, _) = ada.make(json!({ "game": "ttt", "seats": seats })).await;
    let path = format!("/api/tables/{id}/picture.png");
    let seen = async |headers: &str| {
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\n{headers}Connection: close\r\n\r\n",
            host.address
        );
        let bytes = raw(host.address, request.as_bytes()).await;
        let body = bytes.windows(4).position(|at| at == b"\r\n\r\n").expect("a head") + 4;
        (Answer::read(&bytes[..body]), bytes[body..].to_vec())
    };
    let (head, png) = seen("").await;
    assert_eq!((head.status, head.header("content-type")), (200, Some("image/png")));
    assert_eq!(head.header("cache-control"), Some("public, max-age=60"));
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let tag = format!("If-None-Match: {}\r\n", head.header("etag").expect("a tag"));
    assert_eq!(seen(&tag).await.0.status, 304);
    ada.step(&id, "1 1").await.well();
    let (head, moved) = seen(&tag).await;
    assert_eq!(head.status, 200, "a move makes another picture");
    assert_ne!(png, moved);
    assert_eq!(ada.get("/api/tables/nothing/picture.png").await.refused(), "not_found");
}

#[tokio::test]
async fn invitations_say_who_invites_to_which_seat() {
    let host = Host::start().await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let (id, code) = invite(&ada, "ttt").await;
    let path = format!("/api/tables/{id}/invitation");
    let asked = ben.post(&path, json!({ "invite": code })).await.well();
    assert_eq!(asked, json!({ "seat": 2, "by": "Ada" }));
    for wrong in ["", "abc"] {
        let refused = ben.post(&path, json!({ "invite": wrong })).await;
        assert_eq!(refused.refused(), "forbidden");
    }
    // Asking does not use up the invitation, but taking the seat does.
    ben.command(&id, json!({ "do": "sit", "seat": 2, "invite": code })).await.well();
    assert_eq!(ben.post(&path, json!({ "invite": code })).await.refused(), "forbidden");
    let seats = json!([{ "kind": "engine", "level": 1 }, { "kind": "friend" }]);
    let (id, invites) = ada.make(json!({ "game": "ttt", "seats": seats })).await;
    let path = format!("/api/tables/{id}/invitation");
    let asked = ben.post(&path, json!({ "invite": invites["2"] })).await.well();
    assert_eq!(asked, json!({ "seat": 2, "by": null }), "Ada does not play");
}

/// The pictures themselves are decoded by a test of the module.
#[tokio::test]
async fn links_become_codes() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let code = ada.post("/api/qr", json!({ "text": "http://here/t/abc#invite=def" })).await.well();
    assert!(code["svg"].as_str().expect("a picture").starts_with("<svg "), "{code}");
    for wrong in [json!({ "text": "" }), json!({ "text": "x".repeat(513) }), json!({})] {
        assert_eq!(ada.post("/api/qr", wrong).await.refused(), "bad_request");
    }
}

/// A short game has the board once, and then only positions.
#[tokio::test]
async fn every_game_has_a_short_game_to_look_at() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    for info in GAMES {
        let demo = ada.get(&format!("/api/games/{}/demo", info.id)).await;
        assert_eq!(demo.header("cache-control"), Some("private, max-age=3600"));
        let demo = demo.well();
        let scenes = demo["scenes"].as_array().expect("scenes");
        assert!(scenes.len() > 5, "{}", info.id);
        let has_board = |scene: &&Value| scene.get("places").is_some();
        assert_eq!(scenes.iter().filter(has_board).count(), 1, "{}", info.id);
        assert!(scenes[0].get("places").is_some());
        assert!(scenes.iter().all(|scene| scene["choices"] == json!([])), "{}", info.id);
    }
    assert_eq!(ada.get("/api/games/nothing/demo").await.refused(), "not_found");
}

/// Options are told in words, in the language of the reader, in lists as well.
#[tokio::test]
async fn options_are_told_in_words() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let (id, _) =
        ada.make(json!({ "game": "owari bowls=4 stones=3", "seats": seats, "listed": true })).await;
    for (language, words) in [
        ("en", "4 bowls each, 3 stones in each bowl"),
        ("es", "4 hoyos por puesto, 3 semillas por hoyo"),
    ] {
        let headers = format!("Accept-Language: {language}\r\n");
        let seen = async |path: &str| page(&host, path, &headers).await.well();
        assert_eq!(seen(&format!("/api/tables/{id}")).await["variant"], words);
        assert_eq!(seen("/api/tables").await["tables"][0]["variant"], words);
        let games = seen("/api/games").await;
        let owari = games["games"].as_array().expect("games").iter().find(|it| it["id"] == "owari");
        assert_eq!(owari.expect("the game")["presets"][1]["words"], words);
    }
}
