//! The home page: from the first click to the first move, what can be chosen at a glance, the small
//! boards, and invitations.

use serde_json::Value;

use crate::access::check;
use crate::driver::{Page, Screen, called};
use crate::house::{House, visit};
use crate::play::{Dice, Hand, play_on, steps};

/// A choice of a group by its value, as somebody clicks it.
fn pick(group: &str, value: &str) -> String {
    format!("[name={group}][value=\"{value}\"]")
}

async fn home(house: &House, screen: Screen) -> Page {
    let page = house.open_with("/", screen).await;
    page.finds(".preview .board-place").await;
    page
}

/// One click begins a game, and the second makes a move.
#[test]
fn two_clicks_to_a_first_move() {
    visit(async |house| {
        for screen in [Screen::USUAL, Screen::Phone] {
            let page = home(house, screen).await;
            page.click(called("button", "Play")).await;
            page.finds(".status.mine").await;
            page.click(".board-place[aria-label$=', can be played']").await;
            page.wait_js("document.querySelectorAll('.step-list .step').length > 0").await;
        }
    });
}

/// The last game and the last opponent are offered again.
#[test]
fn the_last_game_comes_first() {
    visit(async |house| {
        let page = home(house, Screen::USUAL).await;
        page.click(pick("game", "breakthrough").as_str()).await;
        page.click(pick("preset", "breakthrough").as_str()).await;
        page.click(pick("opponent", "7").as_str()).await;
        page.sees(".about-opponent", "Duarte hard to trick").await;
        page.sees(".about-opponent", "Level 7 of 10").await;
        page.click(pick("opponent", "6").as_str()).await;
        page.sees(".about-opponent", "takes 70% of the points against Tomás").await;
        page.click(called("button", "Play")).await;
        page.sees(".seats", "Greta").await;
        page.click(".brand").await;
        page.wait_of(pick("game", "breakthrough").as_str(), "game => game.checked").await;
        page.wait_of(pick("preset", "breakthrough").as_str(), "preset => preset.checked").await;
        page.wait_of(pick("opponent", "6").as_str(), "opponent => opponent.checked").await;
    });
}

/// Variants, sides and clocks, which need no form.
#[test]
fn choices_at_a_glance() {
    visit(async |house| {
        let page = home(house, Screen::USUAL).await;
        page.click(pick("game", "alquerque").as_str()).await;
        page.click(pick("side", "1").as_str()).await;
        page.click(pick("clock", "blitz").as_str()).await;
        check(&page).await;
        page.picture("home-computer").await;
        page.click(called("button", "Play")).await;
        page.sees(".desk", "3 min + 2 s").await;
        page.wait_js("[...document.querySelectorAll('.seat')].some((seat) => seat.innerText.includes('black') && seat.innerText.includes('you'))").await;
        page.go(&house.link("/")).await;
        page.click(pick("game", "ataxx").as_str()).await;
        page.click(pick("preset", "ataxx rows=9 cols=9 seats=4").as_str()).await;
        page.sees(".chosen", "9×9 board, 4 players").await;
        page.click(pick("verb", "friend").as_str()).await;
        page.finds(called("button", "Make an invite link")).await;
        page.click(pick("others", "open").as_str()).await;
        page.finds(called("button", "Open the table")).await;
        page.click(pick("clock", "days").as_str()).await;
        check(&page).await;
        page.picture("home-friend").await;
        page.click(pick("others", "me").as_str()).await;
        page.click(called("button", "Play")).await;
        page.sees(".desk", "9×9 board, 4 players").await;
        page.sees(".desk", "3 days per move").await;
        play_on(&page, Hand::Mouse, Dice(2), 4).await;
        assert!(steps(&page).await >= 4, "everybody is here");
    });
}

/// Somebody who only wants to watch sees the games in progress, or two engines.
#[test]
fn something_to_watch() {
    visit(async |house| {
        let page = home(house, Screen::USUAL).await;
        page.click(pick("verb", "watch").as_str()).await;
        page.sees(".running", "Nobody is playing in public right now").await;
        check(&page).await;
        page.picture("home-watch").await;
        page.click(called("button", "Watch")).await;
        page.wait_js("document.querySelectorAll('.step-list .step').length > 1").await;
        page.go(&house.link("/")).await;
        page.finds(".preview .board-place").await;
        page.click(pick("verb", "friend").as_str()).await;
        page.click(pick("others", "me").as_str()).await;
        page.click(".customise summary").await;
        page.click(called("checkbox", "Show the table in the public lists")).await;
        page.click(called("button", "Play")).await;
        page.finds(".desk .board-place").await;
        let other = home(house, Screen::USUAL).await;
        other.click(pick("verb", "watch").as_str()).await;
        other.click(".running a.table-item").await;
        other.sees(".desk", "You are watching").await;
    });
}

/// An empty lobby invites to begin.
#[test]
fn an_empty_list_invites() {
    visit(async |house| {
        let page = home(house, Screen::USUAL).await;
        page.sees(".lists", "No open games").await;
        page.click(called("button", "Start one")).await;
        page.wait_of(pick("others", "open").as_str(), "other => other.checked").await;
        page.click(called("button", "Open the table")).await;
        page.finds("#open-link").await;
    });
}

/// Every card has a small board, which plays until it is stopped.
#[test]
fn small_boards_play() {
    visit(async |house| {
        let page = home(house, Screen::Desk(1200, 1400)).await;
        page.show_as("light", false).await;
        page.wait_js("document.querySelectorAll('.card .demo .board-picture').length === 8").await;
        // They are only to look at.
        let reached = page.js("[...document.querySelectorAll('.demo')].every((demo) => demo.inert && demo.ariaHidden)").await;
        assert_eq!(reached, true);
        let seen = "JSON.stringify([...document.querySelectorAll('.demo .board-place')].map((place) => place.ariaLabel))";
        let before = page.js(seen).await;
        page.wait_js(&format!("{seen} !== {}", Value::from(before.to_string()))).await;
        page.click(called("button", "Stop the boards")).await;
        page.finds(called("button", "Let the boards play")).await;
        let stopped = page.js(seen).await;
        page.js("new Promise((done) => setTimeout(done, 1500))").await;
        assert_eq!(page.js(seen).await, stopped);
        page.reload().await;
        page.finds(called("button", "Let the boards play")).await;
    });
}

/// On a phone the choices are below the games, and what begins the game is always in sight.
#[test]
fn home_on_a_phone() {
    visit(async |house| {
        let page = home(house, Screen::Phone).await;
        let in_sight = "button => button.getBoundingClientRect().bottom <= innerHeight";
        page.wait_of(".go button", in_sight).await;
        page.tap(pick("game", "owari").as_str()).await;
        page.wait_of("#choices", "choices => choices.getBoundingClientRect().top < 100").await;
        page.wait_of(".go button", in_sight).await;
        page.sees(".go .summary", "Owari").await;
        check(&page).await;
        page.picture("home-phone-choices").await;
        let wide = page.js("document.documentElement.scrollWidth").await;
        assert_eq!(wide, page.js("innerWidth").await);
    });
}

/// The invitation says who invites to what before anybody joins, and a phone can read the link.
#[test]
fn invitations_say_what_they_are_for() {
    visit(async |house| {
        let ada = home(house, Screen::USUAL).await;
        ada.click(pick("game", "alquerque").as_str()).await;
        ada.click(pick("verb", "friend").as_str()).await;
        ada.fill("#my-name", "Ada").await;
        ada.click(called("button", "Make an invite link")).await;
        ada.sees(".waiting", "This link works only on this computer").await;
        check(&ada).await;
        ada.picture("invite").await;
        ada.click("#invite-2 ~ button[aria-label='QR code']").await;
        ada.wait_of("dialog img.code", "code => code.complete && code.naturalWidth > 0").await;
        check(&ada).await;
        ada.picture("invite-code").await;
        ada.press("Escape").await;
        let link = ada.of("#invite-2", "field => field.value").await;
        let link = link.as_str().expect("a link").to_owned();
        let bob = house.browser.open(&link, Screen::Phone).await;
        bob.sees(".join", "Ada invites you to a game of Alquerque").await;
        bob.sees(".join", "You play black").await;
        check(&bob).await;
        bob.picture("invitation").await;
        bob.click(called("button", "Take your seat")).await;
        bob.finds(".seats").await;
        let eve = house.browser.open(&link, Screen::USUAL).await;
        eve.finds(".desk .board-place").await;
        assert!(!eve.has(".join").await, "the seat is taken");
    });
}
