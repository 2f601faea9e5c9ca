//! Playing in the page, by what can be seen there.

use serde::Deserialize;

use crate::driver::{Page, called};
use crate::house::House;

/// What a person plays with.
#[derive(Copy, Clone, Debug)]
pub enum Hand {
    /// Clicks.
    Mouse,
    /// Taps.
    Finger,
}

/// What a person sees of a game in progress.
#[derive(Debug, Deserialize)]
struct Seen {
    over: bool,
    mine: bool,
    /// Steps in the list.
    steps: usize,
    /// Places that are chosen, and places that can be played next.
    chosen: usize,
    targets: Vec<usize>,
    /// Answers to the question which move is meant.
    answers: usize,
}

/// Reads the page as a person does, who may not see it: by the names of its places.
const LOOK: &str = "(() => {
    const places = [...document.querySelectorAll('.board-place')];
    const called = (ending) => places.filter((place) => place.ariaLabel.endsWith(ending)).map((place) => Number(place.dataset.place));
    const count = (selector) => document.querySelectorAll(selector).length;
    return {
        over: count('.status.over') > 0,
        mine: count('.status.mine') > 0,
        steps: count('.step-list .step'),
        chosen: places.filter((place) => place.ariaLabel.includes(', chosen')).length,
        targets: called(', can be played'),
        answers: count('.board-question button'),
    };
})()";

/// Makes a table in the page: a game in one line, and who sits at each seat.
pub async fn begin(house: &House, page: &Page, game: &str, seats: &[&str]) {
    set_up(house, page, game, seats).await;
    page.click(".new-game .go button").await;
    page.finds(".desk .board-place").await;
}

/// Says what is to be played, and by whom.
pub async fn set_up(house: &House, page: &Page, game: &str, seats: &[&str]) {
    page.go(&house.link(&format!("/#game={}", game.replace(' ', "%20")))).await;
    // What stands beneath the board moves once more when that comes.
    page.finds(".new-game .board-place").await;
    for (at, kind) in seats.iter().enumerate() {
        page.choose(&format!("#seat-{at}"), kind).await;
        if *kind == "engine" {
            page.of(&format!("#level-{at}"), "element => element.focus()").await;
            page.press("Home").await;
        }
    }
}

/// The button of a place that is called so on the board.
pub fn place(label: &str) -> String {
    format!(".board-host .board-place[aria-label^=\"{label}: \"]")
}

/// Makes a move by clicks on places.
pub async fn play(page: &Page, places: &[&str]) {
    let before = steps(page).await;
    for label in places {
        page.click(&place(label)).await;
    }
    page.wait_js(&format!("document.querySelectorAll('.step-list .step').length > {before}")).await;
}

/// How many steps the page has listed.
pub async fn steps(page: &Page) -> usize {
    look(page).await.steps
}

/// Plays at random, whenever it is one's turn, until the page says that the game is over; or until
/// so many steps have been made.
pub async fn play_on(page: &Page, hand: Hand, mut dice: Dice, until: usize) {
    loop {
        let wanted = async || {
            let seen = look(page).await;
            (seen.over
                || seen.steps >= until
                || seen.mine && !(seen.targets.is_empty() && seen.answers == 0))
                .then_some(seen)
        };
        let before = page.wait("a turn, or the end", wanted).await;
        if before.over || before.steps >= until {
            return;
        }
        act(page, hand, &before, &mut dice).await;
        let has_changed = async || {
            let seen = look(page).await;
            (seen.over
                || seen.steps > before.steps
                || seen.chosen > before.chosen
                || seen.answers > before.answers)
                .then_some(())
        };
        page.wait("what a click came to", has_changed).await;
    }
}

async fn act(page: &Page, hand: Hand, seen: &Seen, dice: &mut Dice) {
    let button = if seen.answers > 0 {
        format!(".board-question button:nth-of-type({})", 1 + dice.below(seen.answers))
    } else {
        format!(".board-place[data-place=\"{}\"]", seen.targets[dice.below(seen.targets.len())])
    };
    match hand {
        Hand::Mouse => page.click(&button).await,
        Hand::Finger => page.tap(&button).await,
    }
}

async fn look(page: &Page) -> Seen {
    serde_json::from_value(page.js(LOOK).await).expect("what is seen")
}

/// Resigns, with the question before it.
pub async fn resign(page: &Page) {
    page.click(called("button", "Resign")).await;
    page.click("dialog button.danger").await;
}

/// Chance that is the same each time.
#[derive(Copy, Clone)]
pub struct Dice(pub u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        // Knuth's numbers; the upper bits are the good ones.
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}
