//! The pictures of the documents. They are made again by `PICTURES=docs/pictures cargo test -p
//! ludoteca-server --test browser pictures`. Without that variable, the test only checks that they
//! could be made.

use crate::driver::{Page, Screen, called};
use crate::house::{House, visit};
use crate::play::{Dice, Hand, begin, place, play, play_on, set_up};

/// Two players in the middle of a game.
const ATAXX: &str = "ataxx obstacles=2,2/2,4/4,2/4,4&position=xx3oo/x1x1o1o/1x-1-o1/3x3/1o-x-1x/oo1x1x1/o1o2xx x 0 1";

/// Creates a table as a person with this name.
async fn begin_as(house: &House, page: &Page, name: &str, game: &str, seats: &[&str]) {
    set_up(house, page, game, seats).await;
    page.fill("#my-name", name).await;
    page.click(".new-game .go button").await;
    page.finds(".desk .board-place").await;
}

/// Moves the pointer away, scrolls to the top, and waits until nothing moves.
async fn settle(page: &Page) {
    page.js("document.activeElement?.blur(); scrollTo(0, 0)").await;
    page.point(".brand").await;
    page.js("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        .await;
}

#[test]
fn pictures_of_the_documents() {
    visit(async |house| {
        // One person waits in the lobby, and another one plays.
        let other = house.open("/").await;
        begin_as(house, &other, "Grace", "breakthrough", &["me", "open"]).await;
        begin_as(house, &other, "Grace", "owari", &["me", "random"]).await;
        let page = house.open_with("/", Screen::Desk(1200, 850)).await;
        begin_as(house, &page, "Ada", ATAXX, &["me", "engine"]).await;
        play(&page, &["c6", "d6"]).await;
        page.finds(".status.mine").await;
        page.click(&place("d4")).await;
        settle(&page).await;
        page.picture("page-table").await;

        page.go(&house.link("/#game=ataxx")).await;
        page.sees(".lists", "Ataxx").await;
        page.sees(".lists", "Grace").await;
        page.wait_js("document.querySelectorAll('.card .demo .board-picture').length === 8").await;
        settle(&page).await;
        page.picture("page-home").await;

        begin(house, &page, "breakthrough", &["me", "me"]).await;
        play_on(&page, Hand::Mouse, Dice(5), usize::MAX).await;
        page.click(called("button", "Review")).await;
        page.finds(".tally").await;
        page.click(".step-list .step:nth-child(8) button").await;
        page.finds(".arrow path").await;
        settle(&page).await;
        page.picture("page-review").await;

        let phone = house.open_with("/", Screen::Phone).await;
        begin_as(house, &phone, "Ada", "dawn", &["random", "me"]).await;
        play_on(&phone, Hand::Finger, Dice(4), 20).await;
        phone.finds(".status.mine").await;
        phone.js("scrollTo(0, 0)").await;
        phone.picture("page-phone").await;
    });
}
