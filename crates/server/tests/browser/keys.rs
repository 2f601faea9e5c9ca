//! A whole game by keyboard alone, from the first page on.

use crate::access::check;
use crate::driver::{Find, Page, called};
use crate::house::visit;
use crate::play::steps;

#[test]
fn a_whole_game_by_keys_alone() {
    visit(async |house| {
        let page = house.open("/").await;
        page.finds(".preview .board-place").await;
        // The first key skips the navigation that is on every page.
        page.press("Tab Enter").await;
        page.wait_js("document.activeElement.id === 'main'").await;
        tab_to(&page, "[name=game]:checked").await;
        for _ in 0..8 {
            if page.of("[name=game]:checked", "game => game.value === 'ttt'").await == true {
                break;
            }
            page.press("ArrowDown").await;
        }
        page.wait_of("[name=game][value=ttt]", "game => game.checked").await;
        tab_to(&page, ".customise summary").await;
        page.press("Enter").await;
        tab_to(&page, "#seat-1").await;
        page.press("R").await;
        page.wait_of("#seat-1", "seat => seat.value === 'random'").await;
        tab_to(&page, called("button", "Play")).await;
        page.press("Enter").await;
        page.finds(".desk .board-place").await;
        tab_to(&page, ".board-place[tabindex='0']").await;
        check(&page).await;
        while !play_a_move(&page).await {}
        page.finds(".status.over").await;
        tab_to(&page, called("button", "Rematch")).await;
        page.press("Enter").await;
        // The seats are exchanged.
        page.lacks(".status.over").await;
        page.finds(".status.mine").await;
        page.sees(".seats.above", "Random").await;
        assert_eq!(steps(&page).await, 1, "now the other player has begun");
    });
}

/// Goes to a place that can be played and chooses it, without looking at the board; returns whether
/// the game is over.
async fn play_a_move(page: &Page) -> bool {
    page.wait_js("document.querySelector('.status.over, .status.mine') !== null").await;
    let free =
        page.js("document.querySelector(\".board-place[aria-label$=', can be played']\")?.ariaLabel ?? null").await;
    let (Some(free), false) = (free.as_str(), page.has(".status.over").await) else { return true };
    let wanted = place_of(free);
    page.wait_js("document.activeElement.matches('.board-place')").await;
    loop {
        let here =
            place_of(page.js("document.activeElement.ariaLabel").await.as_str().expect("a place"));
        let key = match (wanted[0].cmp(&here[0]), wanted[1].cmp(&here[1])) {
            (std::cmp::Ordering::Less, _) => "ArrowUp",
            (std::cmp::Ordering::Greater, _) => "ArrowDown",
            (_, std::cmp::Ordering::Less) => "ArrowLeft",
            (_, std::cmp::Ordering::Greater) => "ArrowRight",
            _ => break,
        };
        page.press(key).await;
    }
    page.press("Enter").await;
    page.wait_js(&format!("document.activeElement.ariaLabel !== {free:?}")).await;
    false
}

/// The row, counted downwards, and the column of a place with a label like `b3: empty`.
fn place_of(label: &str) -> [i32; 2] {
    let (name, _) = label.split_once(':').expect("a label");
    let column = name.chars().next().expect("a letter");
    let row: i32 = name[1..].parse().expect("a number");
    [-row, column as i32]
}

/// Presses Tab until the element has the keyboard focus.
async fn tab_to(page: &Page, find: impl Into<Find>) {
    let find = find.into();
    for _ in 0..60 {
        if page.of(&find, "element => element === document.activeElement").await == true {
            return;
        }
        page.press("Tab").await;
    }
    panic!("Tab does not lead to {find}");
}
