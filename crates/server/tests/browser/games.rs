//! Whole games of every kind of board, in the page.

use crate::house::visit;
use crate::play::{Dice, Hand, begin, play_on};

/// A whole game against a random player in the other seat.
fn whole_game(game: &str, seats: &[&str], hand: Hand) {
    visit(async |house| {
        let page = house.open("/").await;
        begin(house, &page, game, seats).await;
        let name = game.split(' ').next().expect("a game");
        play_on(&page, hand, Dice(1), 9).await;
        page.picture(&format!("board-{name}-{}", seats[0])).await;
        page.show_as("dark", true).await;
        page.picture(&format!("board-{name}-{}-dark", seats[0])).await;
        page.show_as("light", true).await;
        play_on(&page, hand, Dice(2), usize::MAX).await;
        page.finds(".status.over").await;
        page.picture(&format!("board-{name}-{}-over", seats[0])).await;
    });
}

macro_rules! whole_games {
    ($($name:ident: $game:literal, $seats:expr, $hand:ident;)*) => { $(
        #[test]
        fn $name() {
            whole_game($game, &$seats, Hand::$hand);
        }
    )* };
}

whole_games! {
    tic_tac_toe: "ttt", ["me", "random"], Mouse;
    connect_n: "cn rows=6 cols=7 n=4", ["random", "me"], Mouse;
    advanced_tic_tac_toe: "attt", ["me", "engine"], Mouse;
    ataxx: "ataxx rows=5 cols=5", ["me", "random"], Mouse;
    ataxx_of_four: "ataxx rows=5 cols=5 seats=4", ["random", "me", "engine", "me"], Mouse;
    breakthrough: "breakthrough rows=6 cols=4", ["random", "me"], Mouse;
    owari: "owari", ["me", "random"], Mouse;
    alquerque: "alquerque", ["me", "random"], Mouse;
    dawn_as_nature: "dawn", ["me", "random"], Mouse;
    dawn_as_mission_control: "dawn", ["random", "me"], Mouse;
}
