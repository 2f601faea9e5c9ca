//! The page in all its languages: every text once, whole games, and nothing that is cut off.

use serde_json::json;

use crate::driver::{Page, Screen};
use crate::house::visit;
use crate::play::{Dice, Hand, begin, play_on};

/// What a page says in one language.
struct Spoken {
    code: &'static str,
    title: &'static str,
    /// What the board's places are called in Tic-Tac-Toe, and what is said of an empty one.
    empty: &'static str,
    my_turn: &'static str,
    refused: &'static str,
    rules: &'static str,
}

const SPOKEN: [Spoken; 4] = [
    Spoken {
        code: "en",
        title: "Board games, together",
        empty: "b2: empty, can be played",
        my_turn: "Your turn",
        refused: "`z9` is no move",
        rules: "Ataxx",
    },
    Spoken {
        code: "es",
        title: "Juegos de mesa",
        empty: "b2: libre, ",
        my_turn: "Te toca",
        refused: "z9",
        rules: "Ataxx",
    },
    Spoken {
        code: "pt",
        title: "Jogos de tabuleiro",
        empty: "b2: ",
        my_turn: "É a sua vez",
        refused: "z9",
        rules: "Ataxx",
    },
    Spoken {
        code: "de",
        title: "Gemeinsam Brettspiele spielen",
        empty: "b2: frei, ",
        my_turn: "am Zug",
        refused: "z9",
        rules: "Ataxx",
    },
];

/// Texts that are the same in English and another language.
const ALIKE: &[&str] = &[
    "Ludoteca",
    "Engine",
    "online",
    "Ann min + Ann s",
    "Chat",
    "Tab",
    "Esc",
    "Home, End",
    "Blitz 3+2",
];

/// Chooses a language at the foot of the page, as somebody does who cannot read the one that is
/// shown.
async fn choose(page: &Page, code: &str) {
    page.click(&format!("#foot button[lang={code}]")).await;
    page.wait_js(&format!("document.documentElement.lang === '{code}'")).await;
    page.finds(".preview .board-place").await;
}

/// Checks that no text is cut off or sticks out of its place.
async fn fits(page: &Page, at: &str) {
    let faults = page.js(&format!("({})()", include_str!("fits.js"))).await;
    assert_eq!(faults, json!([]), "{at}");
}

#[test]
fn every_text_of_every_language() {
    visit(async |house| {
        let page = house.open("/").await;
        let script = include_str!("texts.js").replace("ALIKE_WORDS", &json!(ALIKE).to_string());
        let faults = page.js(&format!("({script})()")).await;
        assert_eq!(faults, json!([]));
    });
}

#[test]
fn the_browser_says_which_language() {
    visit(async |house| {
        let page = house.open("/").await;
        for (browser, code) in
            [("de-CH,de,en", "de"), ("pt-BR", "pt"), ("fr,es", "es"), ("fr", "en")]
        {
            page.prefer(browser).await;
            page.reload().await;
            page.wait_js(&format!("document.documentElement.lang === '{code}'")).await;
        }
        page.finds(".preview .board-place").await;
        // A choice is kept, whatever the browser says.
        choose(&page, "de").await;
        page.prefer("es").await;
        page.reload().await;
        page.sees("h1", "Brettspiele").await;
    });
}

#[test]
fn games_in_every_language() {
    visit(async |house| {
        for Spoken { code, title, empty, my_turn, refused, rules } in SPOKEN {
            let page = house.open("/").await;
            page.finds(".preview .board-place").await;
            choose(&page, code).await;
            page.sees("h1", title).await;
            begin(house, &page, "ttt", &["me", "random"]).await;
            page.sees(".status", my_turn).await;
            page.wait_of(
                ".board-place[data-place='4']",
                &format!("place => place.ariaLabel.startsWith({empty:?})"),
            )
            .await;
            page.click(".typed-fold summary").await;
            page.fill(".typed input", "z9").await;
            page.press("Enter").await;
            page.sees(".message", refused).await;
            page.forgive("409").await;
            play_on(&page, Hand::Mouse, Dice(5), usize::MAX).await;
            page.finds(".status.over").await;
            page.go(&house.link("/rules/ataxx")).await;
            page.sees("h1", rules).await;
        }
    });
}

/// German has the longest words, and is looked at on the smallest screen, too.
#[test]
fn every_text_has_room() {
    visit(async |house| {
        for (code, screen) in [
            ("en", Screen::Phone),
            ("es", Screen::Phone),
            ("pt", Screen::Phone),
            ("de", Screen::Phone),
            ("de", Screen::USUAL),
        ] {
            let page = house.open_with("/", screen).await;
            page.finds(".preview .board-place").await;
            choose(&page, code).await;
            page.js("for (const fold of document.querySelectorAll('details')) fold.open = true")
                .await;
            fits(&page, &format!("home, {code}")).await;
            page.picture(&format!("language-{code}-{screen:?}-home")).await;
            page.click("#top button").await;
            page.finds("dialog[open]").await;
            fits(&page, &format!("settings, {code}")).await;
            page.picture(&format!("language-{code}-{screen:?}-settings")).await;
            page.press("Escape").await;
            for game in
                ["ataxx rows=5 cols=5", "owari", "dawn", "alquerque", "attt", "breakthrough"]
            {
                begin(house, &page, game, &["me", "random"]).await;
                play_on(&page, Hand::Mouse, Dice(5), 6).await;
                page.js(
                    "for (const fold of document.querySelectorAll('details')) fold.open = true",
                )
                .await;
                fits(&page, &format!("{game}, {code}")).await;
                let name = game.split(' ').next().expect("a game");
                page.picture(&format!("language-{code}-{screen:?}-{name}")).await;
            }
            begin(house, &page, "ttt", &["me", "random"]).await;
            play_on(&page, Hand::Mouse, Dice(5), usize::MAX).await;
            page.click(".to-review").await;
            page.finds(".tally").await;
            fits(&page, &format!("review, {code}")).await;
            page.picture(&format!("language-{code}-{screen:?}-review")).await;
        }
    });
}
