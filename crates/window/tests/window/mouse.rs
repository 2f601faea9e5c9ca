//! Clicks and drags on the board, and the messages for those that do nothing.

use egui::Pos2;

use crate::harness::{Game, THINKER};

/// Moves the pointer from one place to another with its button down.
fn drag(game: &mut Game, from: &str, to: &str) {
    let [from, to] = [from, to].map(|place| game.rect(place).center());
    drag_between(game, from, to);
}

fn drag_between(game: &mut Game, from: Pos2, to: Pos2) {
    game.harness.hover_at(from);
    game.harness.drag_at(from);
    // The pointer is on its way.
    for part in 1..=4 {
        game.harness.hover_at(from + (to - from) * (part as f32 / 4.0));
    }
    game.harness.run_ok();
    game.harness.drop_at(to);
    game.harness.run_ok();
}

fn chosen(game: &Game) -> Vec<String> {
    let places = game.table().scene().places.into_iter().map(|place| place.label);
    places.filter(|place| game.told(place).ends_with(", chosen")).collect()
}

fn steps(game: &Game) -> Vec<String> {
    game.play().record().steps.iter().map(|noted| noted.step.clone()).collect()
}

/// The last refusal or other message.
fn last_message(game: &Game) -> String {
    game.harness.state().session().messages().last().expect("there is a greeting").text.clone()
}

#[test]
fn a_piece_is_dragged_to_where_it_goes() {
    for (options, from, to, step) in [
        ("ataxx", "0 0", "0 2", "0 0 0 2"),
        ("breakthrough", "1 0", "2 1", "1 0 2 1"),
        ("alquerque", "C4", "C3", "18 13"),
    ] {
        let mut game = Game::new(options, "");
        drag(&mut game, from, to);
        assert_eq!(steps(&game), [step], "{options}");
        assert!(chosen(&game).is_empty(), "{options}");
    }
}

#[test]
fn a_token_is_dragged_from_end_to_end() {
    let mut game = Game::new("dawn", "");
    game.click("10;14");
    let scene = game.table().scene();
    let choice =
        scene.choices.iter().find(|choice| choice.covers.len() > 1 && choice.question.is_empty());
    let choice = choice.expect("something can be laid").clone();
    let [from, to] = [0, 1].map(|end| scene.places[choice.clicks[end]].label.clone());
    let before = game.play().steps();
    drag(&mut game, &from, &to);
    assert_eq!(steps(&game)[before], choice.step);
}

#[test]
fn what_is_dragged_nowhere_does_nothing() {
    let mut game = Game::new("ataxx", "");
    drag(&mut game, "0 0", "5 5");
    assert!(
        last_message(&game).starts_with("0 0 to 5 5 is a distance of 5"),
        "{}",
        last_message(&game)
    );
    assert!(chosen(&game).is_empty());

    // This drag ends away from the board.
    let (from, away) =
        (game.rect("0 0").center(), Pos2::new(3.0, game.rect("6 0").bottom() + 30.0));
    drag_between(&mut game, from, away);
    assert!(chosen(&game).is_empty());

    // This drag goes away and back again.
    let near = game.rect("0 1").center();
    game.harness.hover_at(from);
    game.harness.drag_at(from);
    game.harness.hover_at(near);
    game.harness.hover_at(from);
    game.harness.drop_at(from);
    game.harness.run_ok();
    assert_eq!(steps(&game), [""; 0]);
    assert_eq!(chosen(&game), ["0 0"], "the next click tells where it goes");
}

#[test]
fn what_cannot_be_dragged_explains_itself() {
    for (options, players, from, to, reason) in [
        ("ataxx", "", "0 6", "0 5", "This belongs to O"),
        ("ataxx", "", "3 3", "3 4", "Nothing that can move lies here"),
        ("ataxx", "X:a:time=60s,O", "0 0", "0 1", "X is thinking: stop that first"),
        ("ttt", "", "0 0", "0 1", "Tic-Tac-Toe: three in a row on a board of nine cells."),
    ] {
        let mut game = Game::new(options, players);
        drag(&mut game, from, to);
        assert_eq!(last_message(&game), reason, "{options}");
        assert_eq!(game.play().steps(), 0, "{options}");
    }
    let mut game = Game::new("ttt", "");
    let middle = game.rect("1 1").center();
    drag_between(&mut game, middle, middle + egui::Vec2::splat(9.0));
    assert_eq!(steps(&game), ["1 1"], "the click of an unsteady hand");
}

#[test]
fn a_choice_is_taken_back() {
    let back: [fn(&mut Game); 3] = [
        |game| game.click("0 0"),
        |game| {
            game.place("0 0").click_secondary();
            game.harness.run_ok();
        },
        |game| {
            game.place("4 4").click_secondary();
            game.harness.run_ok();
        },
    ];
    for (at, back) in back.into_iter().enumerate() {
        let mut game = Game::new("ataxx", "");
        game.click("0 0");
        assert_eq!(chosen(&game), ["0 0"]);
        back(&mut game);
        assert!(chosen(&game).is_empty(), "{at}");
        assert_eq!(game.play().log().len(), 1, "{at}");
    }
    let mut game = Game::new("ataxx", "");
    game.click("0 0");
    game.click("6 6");
    assert_eq!(chosen(&game), ["6 6"], "another piece in place of the first");
}

#[test]
fn it_is_told_what_can_be_played() {
    let mut game = Game::new("ataxx", "");
    for (clicks, told) in [
        (&[][..], &["0 0: X, can be played", "0 1: empty", "0 6: O"][..]),
        (
            &["0 0"],
            &[
                "0 0: X, chosen",
                "0 1: empty, can be played",
                "2 2: empty, can be played",
                "3 3: empty",
            ],
        ),
        (&["0 1"], &["0 0: X", "0 1: X, last move", "0 6: O, can be played"]),
    ] {
        clicks.iter().for_each(|place| game.click(place));
        for label in told {
            let (place, _) = label.split_once(": ").expect("a place and what is there");
            assert_eq!(game.told(place), *label, "{clicks:?}");
        }
    }
}

#[test]
fn refused_clicks_explain_themselves() {
    for (options, before, clicks, reason) in [
        ("ttt", "1 1", &["1 1"][..], "Cell 1 1 is taken"),
        ("cn", "1 1", &["1 1"], "Cell 1 1 is taken"),
        ("attt", "1 1", &["1 1"], "Cell 1 1 is taken"),
        ("ataxx", "", &["0 6"], "This belongs to O"),
        ("ataxx", "", &["3 3"], "Nothing that can move lies here"),
        ("ataxx obstacles=1,1", "", &["1 1"], "Nothing that can move lies here"),
        ("ataxx obstacles=1,1", "", &["0 0", "1 1"], "There is an obstacle on 1 1"),
        ("ataxx", "", &["0 0", "0 3"], "0 0 to 0 3 is a distance of 3: a piece moves 1 or 2 cells"),
        ("breakthrough", "", &["5 0"], "This belongs to 2"),
        ("breakthrough", "", &["0 0"], "This piece has no legal move"),
        ("breakthrough", "", &["1 0", "3 0"], "A piece moves one row down, straight or diagonally"),
        ("alquerque", "", &["A1"], "This belongs to B"),
        ("alquerque", "", &["E5"], "This piece has no legal move"),
        ("alquerque", "", &["C4", "C2"], "Point 8 is taken"),
        ("owari", "", &["bowl 7"], "Bowl 7 is the other seat's: yours are 1 to 6"),
        ("owari", "1, 7", &["bowl 1"], "Bowl 1 is empty"),
        ("owari", "", &["pot 1"], "Captured stones are not played"),
        ("dawn", "", &["5;6", "5;6"], "No piece that is to be laid can end here"),
    ] {
        let mut game = if before.is_empty() {
            Game::new(options, "")
        } else {
            Game::after(options, "", before)
        };
        clicks.iter().for_each(|place| game.click(place));
        assert_eq!(last_message(&game), reason, "{options} {clicks:?}");
        assert!(game.reads(reason), "{options} {clicks:?}");
    }
}

#[test]
fn who_cannot_play_now_is_told_why() {
    /// Why somebody cannot play, a game where that is so, a click, and the answer to it.
    type Row = (&'static str, fn() -> Game, &'static str, &'static str);
    let rows: [Row; 5] = [
        (
            "an earlier position",
            || {
                let mut game = Game::after("ttt", "", "0 0, 1 1");
                game.press("Step back");
                game
            },
            "2 2",
            "You are looking at an earlier position: go to the last one to play on",
        ),
        (
            "the end",
            || Game::after("ttt", "", "0 0, 1 1, 0 1, 2 2, 0 2"),
            "2 0",
            "The game is over",
        ),
        (
            "another's turn",
            || {
                let mut game = Game::new("ttt", "X,O:r");
                game.press("Automatic moves");
                game.click("1 1");
                game
            },
            "2 2",
            "It is the turn of O",
        ),
        (
            "an engine",
            || Game::new("ataxx", &format!("X:{THINKER},O")),
            "0 0",
            "X is thinking: stop that first",
        ),
        (
            "a roll",
            || {
                let mut game = Game::new("dawn", "");
                game.press("Automatic moves");
                game.click("5;6");
                game
            },
            "0;0",
            "The die is to be rolled first",
        ),
    ];
    for (what, game, place, reason) in rows {
        let mut game = game();
        let before = game.play().log().len();
        game.click(place);
        assert_eq!(last_message(&game), reason, "{what}");
        assert_eq!(game.play().log().len(), before, "{what}");
        assert!(!game.told(place).contains(", "), "{what}: {}", game.told(place));
    }
}
