//! Accessibility: what screen readers announce, contrast for people with poor sight, and use by
//! keyboard alone. Other tests run these checks on every page that they visit.

use serde_json::Value;

use crate::driver::{Page, Screen, called};
use crate::house::visit;
use crate::play::{begin, play, set_up};

/// Checks the page in both themes for accessibility faults.
pub async fn check(page: &Page) {
    for theme in ["dark", "light"] {
        page.show_as(theme, true).await;
        let faults = faults(page).await;
        let at = page.js("`${location.pathname}, ${document.title}`").await;
        assert!(faults.is_empty(), "{at} in the {theme} theme: {faults:#?}");
    }
}

async fn faults(page: &Page) -> Vec<String> {
    let found = page.js(&format!("({})()", include_str!("access.js"))).await;
    let found =
        found.as_array().expect("a list").iter().filter_map(Value::as_str).map(str::to_owned);
    page.nameless().await.into_iter().chain(found).collect()
}

/// The check finds faults: each of these, put into a correct page, is reported.
#[test]
fn the_check_finds_faults() {
    visit(async |house| {
        let page = house.open("/rules/ttt").await;
        page.finds("article").await;
        for (html, style, fault) in [
            ("<button></button>", "", "a button without a name"),
            ("<button>small</button>", "all: unset; font-size: 5px", "is small"),
            ("<h4>deep</h4>", "", "a heading of level 4"),
            ("<h1>again</h1>", "", "2 of h1, not 1"),
            ("<input>", "", "a field without a label"),
            ("<img src='/web/favicon.svg'>", "", "a picture without a name"),
            ("<svg width='9' height='9'></svg>", "", "neither named nor hidden"),
            ("<p id='main'>twice</p>", "", "two elements have the id main"),
            ("<p aria-describedby='nobody'>?</p>", "", "aria-describedby names nobody"),
            ("<p>pale</p>", "color: rgb(128 128 128 / 0.5)", "a contrast of"),
            (
                "<button class='other'>where?</button>",
                "outline: none",
                "it cannot be seen that the keyboard is here",
            ),
        ] {
            let put = "(html, style) => {
                const box = document.createElement('div');
                box.id = 'fault';
                box.innerHTML = html;
                box.firstElementChild.style.cssText = style;
                document.querySelector('.page').append(box);
            }";
            page.js(&format!("({put})({}, {})", Value::from(html), Value::from(style))).await;
            let faults = faults(&page).await;
            assert!(faults.iter().any(|found| found.contains(fault)), "{html}: {faults:#?}");
            page.js("document.querySelector('#fault').remove()").await;
        }
        check(&page).await;
    });
}

#[test]
fn pages_without_a_table() {
    visit(async |house| {
        let page = house.open("/").await;
        page.finds(".preview .board-place").await;
        check(&page).await;
        page.js("for (const more of document.querySelectorAll('details')) more.open = true").await;
        page.choose("#clock-kind", "game").await;
        page.finds("#clock-base").await;
        check(&page).await;
        page.click(called("button", "Settings")).await;
        page.finds("dialog[open]").await;
        check(&page).await;
        page.press("Escape").await;
        page.lacks("dialog").await;
        for path in ["/rules/dawn", "/rules/ataxx", "/rules/nothing", "/nowhere", "/t/nothing"] {
            page.forgive("404").await;
            page.forgive("400").await;
            page.go(&house.link(path)).await;
            page.finds("h1").await;
            check(&page).await;
        }
    });
}

/// Tables of every kind of board, from before the game to its middle, on large and on small
/// screens.
#[test]
fn tables() {
    visit(async |house| {
        for (game, moves) in [
            ("ataxx rows=5 cols=5 seats=4", &["a5", "b5"][..]),
            ("owari", &["bowl 3"]),
            ("alquerque", &["B4", "C3"]),
            ("dawn", &["5;5"]),
        ] {
            let page = house.open("/").await;
            let seats = game
                .ends_with("seats=4")
                .then_some(["me"; 4])
                .map_or(vec!["me"; 2], |seats| seats.to_vec());
            begin(house, &page, game, &seats).await;
            play(&page, moves).await;
            check(&page).await;
            page.look_with(Screen::Phone).await;
            check(&page).await;
        }
        let page = house.open("/").await;
        set_up(house, &page, "ttt", &["me", "friend"]).await;
        page.choose("#clock-kind", "game").await;
        page.click(called("button", "Make an invite link")).await;
        page.finds("#invite-2").await;
        check(&page).await;
        for button in ["Rules", "Keys"] {
            page.click(called("button", button)).await;
            page.finds("dialog[open] :is(article, dl)").await;
            check(&page).await;
            page.press("Escape").await;
            page.lacks("dialog").await;
        }
        let link = page.of("#invite-2", "field => field.value").await;
        let friend = house.browser.open(link.as_str().expect("a link"), Screen::USUAL).await;
        friend.finds(".join").await;
        check(&friend).await;
        friend.click(".join button").await;
        page.finds(".seat.turn .clock.runs").await;
        check(&page).await;
    });
}
