//! Playing in the page, guided only by what can be seen there.

use serde::Deserialize;

use crate::driver::{Page, called};
use crate::house::House;

/// How a person plays.
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
    /// The number of steps in the list.
    steps: usize,
    /// The numbers of chosen places and of places that can be played next.
    chosen: usize,
    targets: Vec<usize>,
    /// The number of answers to the question which move is meant.
    answers: usize,
}

/// Reads the page as a screen reader does: by the names of its places, in the page's language.
const LOOK: &str = "(async () => {
    const { isChosen, isTarget } = (await import('/web/texts.js')).texts.board;
    const places = [...document.querySelectorAll('.board-place')];
    const called = (ending) => places.filter((place) => place.ariaLabel.endsWith(ending)).map((place) => Number(place.dataset.place));
    const count = (selector) => document.querySelectorAll(selector).length;
    return {
        over: count('.status.over') > 0,
        mine: count('.status.mine') > 0,
        steps: count('.step-list .step'),
        chosen: places.filter((place) => place.ariaLabel.includes(`, ${isChosen}`)).length,
        targets: called(`, ${isTarget}`),
        answers: count('.board-question button'),
    };
})()";

/// Creates a table in the page, for a game in one line and these kinds of seats.
pub async fn begin(house: &House, page: &Page, game: &str, seats: &[&str]) {
    set_up(house, page, game, seats).await;
    page.click(".new-game .go button").await;
    page.finds(".desk .board-place").await;
}

/// Fills in the form for a new table.
pub async fn set_up(house: &House, page: &Page, game: &str, seats: &[&str]) {
    page.go(&house.link(&format!("/#game={}", game.replace(' ', "%20")))).await;
    // The elements below the board move once more when the board appears.
    page.finds(".preview .board-place").await;
    page.of(".customise", "fold => { fold.open = true; }").await;
    for (at, kind) in seats.iter().enumerate() {
        page.choose(&format!("#seat-{at}"), kind).await;
        if *kind == "engine" {
            page.of(&format!("#level-{at}"), "element => element.focus()").await;
            // The weakest comes first.
            page.press("Home").await;
        }
    }
}

/// The button of the place with this name on the board.
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

/// Makes random moves whenever it is the player's turn, until the page says that the game is over,
/// or this many steps have been made.
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
        Hand::Finger => tap(page, &button).await,
    }
}

/// Touches a place, a second time if the first one has only magnified a small board.
pub async fn tap(page: &Page, button: &str) {
    let was_magnified = page.has(".board-zoomed").await;
    page.tap(button).await;
    if !was_magnified && page.has(".board-zoomed").await {
        page.tap(button).await;
    }
}

async fn look(page: &Page) -> Seen {
    serde_json::from_value(page.js(LOOK).await).expect("what is seen")
}

/// Resigns, and confirms the dialog.
pub async fn resign(page: &Page) {
    page.click(called("button", "Resign")).await;
    page.click("dialog button.danger").await;
}

/// A random number generator that gives the same numbers each time.
#[derive(Copy, Clone)]
pub struct Dice(pub u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        // These are Knuth's constants; the upper bits are the good ones.
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}
