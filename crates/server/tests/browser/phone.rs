//! The page on a small touch screen.

use crate::access::check;
use crate::driver::{Page, Screen, called};
use crate::house::visit;
use crate::play::{Dice, Hand, begin, place, play_on, steps};

/// Checks that nothing is wider than the screen.
async fn fits(page: &Page) {
    let widths = page.js("[document.documentElement.scrollWidth, innerWidth]").await;
    assert_eq!(widths[0], widths[1], "{}", page.js("document.title").await);
}

/// Counts the places that something else covers in their middle.
const COVERED: &str = "(() => {
    const places = [...document.querySelectorAll('.board-place')];
    const isCovered = (place) => {
        place.scrollIntoView({ block: 'nearest' });
        const { left, top, width, height } = place.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2) !== place;
    };
    return places.filter(isCovered).length;
})()";

#[test]
fn boards_fill_the_width() {
    visit(async |house| {
        for (game, steps) in [
            ("cn rows=19 cols=19", 2),
            ("ttt", 2),
            ("attt", 7),
            ("ataxx rows=15 cols=15", 2),
            ("breakthrough", 2),
            ("owari", 2),
            ("dawn", 5),
            ("alquerque", 2),
        ] {
            let page = house.open_with("/", Screen::Phone).await;
            begin(house, &page, game, &["me", "me"]).await;
            play_on(&page, Hand::Finger, Dice(1), steps).await;
            let board = page.of(".board", "board => board.getBoundingClientRect().width").await;
            assert!(board.as_f64() >= Some(0.85 * 360.0), "{game}: {board}");
            fits(&page).await;
            for _ in 0..2 {
                assert_eq!(page.js(COVERED).await, 0, "{game}");
                page.tap(called("button", "Flip board")).await;
            }
            let name = game.split(' ').next().expect("a game");
            page.js("scrollTo(0, 0)").await;
            page.picture(&format!("phone-{name}")).await;
        }
    });
}

#[test]
fn a_game_by_taps() {
    visit(async |house| {
        let page = house.open_with("/", Screen::Phone).await;
        page.finds(".preview .board-place").await;
        fits(&page).await;
        check(&page).await;
        page.picture("phone-home").await;
        page.tap("[name=game][value=ataxx]").await;
        page.tap(".customise summary").await;
        page.choose("#seat-1", "me").await;
        for option in ["#option-rows", "#option-cols"] {
            page.tap(option).await;
            page.insert("5").await;
        }
        fits(&page).await;
        page.tap(called("button", "Play")).await;
        page.finds(".desk .board-place").await;
        play_on(&page, Hand::Finger, Dice(3), usize::MAX).await;
        page.finds(".status.over").await;
        fits(&page).await;
        check(&page).await;
        page.forgive("404").await;
        for path in ["/rules/dawn", "/rules/ataxx", "/nowhere"] {
            page.go(&house.link(path)).await;
            page.finds("h1").await;
            fits(&page).await;
            page.picture(&format!("phone{}", path.replace('/', "-"))).await;
        }
    });
}

/// On a board whose places are too small for a finger, the first touch magnifies, and the second
/// one plays. A touch beside the board shows the whole board again.
#[test]
fn small_places_are_magnified() {
    visit(async |house| {
        let page = house.open_with("/", Screen::Phone).await;
        begin(house, &page, "cn rows=19 cols=19 line=5", &["me", "me"]).await;
        page.tap(&place("d4")).await;
        page.finds(".board-zoomed").await;
        assert_eq!(steps(&page).await, 0);
        let width = "place => place.getBoundingClientRect().width >= 32";
        assert_eq!(page.of(&place("d4"), width).await, true);
        // It says what is to be done, which rows are seen, and how to go back.
        page.sees(".board-zoom-note", "Magnified").await;
        let marks = "[...document.querySelectorAll('.board-zoom-mark')]";
        page.wait_js(&format!("{marks}.some((mark) => mark.textContent === 'd')")).await;
        page.picture("phone-magnified").await;
        page.tap(".board-zoom-note button").await;
        page.lacks(".board-zoomed").await;
        page.tap(&place("q16")).await;
        page.finds(".board-zoomed").await;
        page.tap(&place("q16")).await;
        page.sees(".step-list", "q16").await;
        page.lacks(".board-zoomed").await;

        // Large places are played at once.
        begin(house, &page, "ttt", &["me", "me"]).await;
        page.tap(&place("b2")).await;
        page.sees(".step-list", "b2").await;
    });
}
