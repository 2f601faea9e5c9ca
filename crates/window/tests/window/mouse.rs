//! Clicks and drags on the board, and the messages for refused ones.

use egui::Pos2;
use egui_kittest::kittest::Queryable;

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
    let places = game.table().scene().places.into_iter().map(|place| place.label.to_string());
    places.filter(|place| game.description(place).ends_with(", chosen")).collect()
}

fn steps(game: &Game) -> Vec<String> {
    game.play().record().steps.iter().map(|recorded| recorded.step.clone()).collect()
}

/// The last refusal or other message.
fn last_message(game: &Game) -> String {
    game.harness.state().session().messages().last().expect("there is a greeting").text.clone()
}

#[test]
fn a_piece_is_dragged_to_where_it_goes() {
    for (options, from, to, step) in [
        ("ataxx", "a7", "c7", "0 0 0 2"),
        ("breakthrough", "a5", "b4", "1 0 2 1"),
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
        scene.choices.iter().find(|choice| choice.covers.len() > 1 && choice.question.is_none());
    let choice = choice.expect("something can be laid").clone();
    let [from, to] = [0, 1].map(|end| scene.places[choice.clicks[end]].label.to_string());
    let before = game.play().steps();
    drag(&mut game, &from, &to);
    assert_eq!(steps(&game)[before], choice.step);
}

#[test]
fn a_drag_without_a_target_does_nothing() {
    let mut game = Game::new("ataxx", "");
    drag(&mut game, "a7", "f2");
    assert!(
        last_message(&game).starts_with("a7 to f2 is a distance of 5"),
        "{}",
        last_message(&game)
    );
    assert!(chosen(&game).is_empty());

    // This drag ends away from the board.
    let (from, away) = (game.rect("a7").center(), Pos2::new(3.0, game.rect("a1").bottom() + 30.0));
    drag_between(&mut game, from, away);
    assert!(chosen(&game).is_empty());

    // This drag goes away and back again.
    let near = game.rect("b7").center();
    game.harness.hover_at(from);
    game.harness.drag_at(from);
    game.harness.hover_at(near);
    game.harness.hover_at(from);
    game.harness.drop_at(from);
    game.harness.run_ok();
    assert_eq!(steps(&game), [""; 0]);
    assert_eq!(chosen(&game), ["a7"], "the next click tells where it goes");
}

#[test]
fn refused_drags_explain_themselves() {
    for (options, players, from, to, reason) in [
        ("ataxx", "", "g7", "f7", "This belongs to O"),
        ("ataxx", "", "d4", "e4", "Nothing that can move lies here"),
        ("ataxx", "X:a:time=60s,O", "a7", "b7", "X is thinking: stop that first"),
        ("ttt", "", "a3", "b3", "Tic-Tac-Toe: three in a row on a board of nine cells."),
    ] {
        let mut game = Game::new(options, players);
        drag(&mut game, from, to);
        assert_eq!(last_message(&game), reason, "{options}");
        assert_eq!(game.play().steps(), 0, "{options}");
    }
    let mut game = Game::new("ttt", "");
    let middle = game.rect("b2").center();
    drag_between(&mut game, middle, middle + egui::Vec2::splat(9.0));
    assert_eq!(steps(&game), ["1 1"], "the click of an unsteady hand");
}

#[test]
fn a_choice_is_taken_back() {
    let back: [fn(&mut Game); 3] = [
        |game| game.click("a7"),
        |game| {
            game.place("a7").click_secondary();
            game.harness.run_ok();
        },
        |game| {
            game.place("e3").click_secondary();
            game.harness.run_ok();
        },
    ];
    for (at, back) in back.into_iter().enumerate() {
        let mut game = Game::new("ataxx", "");
        game.click("a7");
        assert_eq!(chosen(&game), ["a7"]);
        back(&mut game);
        assert!(chosen(&game).is_empty(), "{at}");
        assert_eq!(game.play().log().len(), 1, "{at}");
    }
    let mut game = Game::new("ataxx", "");
    game.click("a7");
    game.click("g1");
    assert_eq!(chosen(&game), ["g1"], "another piece in place of the first");
}

#[test]
fn places_say_what_can_be_played() {
    let mut game = Game::new("ataxx", "");
    for (clicks, description) in [
        (&[][..], &["a7: X, can be played", "b7: empty", "g7: O"][..]),
        (
            &["a7"],
            &["a7: X, chosen", "b7: empty, can be played", "c5: empty, can be played", "d4: empty"],
        ),
        (&["b7"], &["a7: X", "b7: X, last move", "g7: O, can be played"]),
    ] {
        clicks.iter().for_each(|place| game.click(place));
        for label in description {
            let (place, _) = label.split_once(": ").expect("a place and what is there");
            assert_eq!(game.description(place), *label, "{clicks:?}");
        }
    }
}

#[test]
fn refused_clicks_explain_themselves() {
    for (options, before, clicks, reason) in [
        ("ttt", "1 1", &["b2"][..], "Cell b2 is taken"),
        ("cn", "1 1", &["b4"], "Cell b4 is taken"),
        ("attt", "1 1", &["b2"], "Cell b2 is taken"),
        ("ataxx", "", &["g7"], "This belongs to O"),
        ("ataxx", "", &["d4"], "Nothing that can move lies here"),
        ("ataxx obstacles=1,1", "", &["b6"], "Nothing that can move lies here"),
        ("ataxx obstacles=1,1", "", &["a7", "b6"], "There is an obstacle on b6"),
        ("ataxx", "", &["a7", "d7"], "a7 to d7 is a distance of 3: a piece moves 1 or 2 cells"),
        ("breakthrough", "", &["a1"], "This belongs to 2"),
        ("breakthrough", "", &["a6"], "This piece has no legal move"),
        ("breakthrough", "", &["a5", "a3"], "A piece moves one row down, straight or diagonally"),
        ("alquerque", "", &["A1"], "This belongs to B"),
        ("alquerque", "", &["E5"], "This piece has no legal move"),
        ("alquerque", "", &["C4", "C2"], "Point C2 is taken"),
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
fn a_refusal_is_gone_after_the_next_move() {
    let mut game = Game::after("ttt", "", "1 1");
    let shown = |game: &Game| game.harness.query_all_by_label("Cell b2 is taken").count();
    game.click("b2");
    assert_eq!(shown(&game), 2, "in the status and among the messages");
    game.click("a1");
    assert_eq!(shown(&game), 1, "only among the messages");
}

#[test]
fn clicks_at_the_wrong_time_explain_themselves() {
    /// The reason why nobody can play, a game with that reason, a click, and the message that it
    /// gets.
    type Row = (&'static str, fn() -> Game, &'static str, &'static str);
    let rows: [Row; 5] = [
        (
            "an earlier position",
            || {
                let mut game = Game::after("ttt", "", "0 0, 1 1");
                game.press("Previous position");
                game
            },
            "c1",
            "This is an earlier position: go to the last one to play on",
        ),
        ("the end", || Game::after("ttt", "", "0 0, 1 1, 0 1, 2 2, 0 2"), "a1", "The game is over"),
        (
            "another's turn",
            || {
                let mut game = Game::new("ttt", "X,O:r");
                game.press("Automatic moves");
                game.click("b2");
                game
            },
            "c1",
            "It is O's turn",
        ),
        (
            "an engine",
            || Game::new("ataxx", &format!("X:{THINKER},O")),
            "a7",
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
            "The die must be rolled first",
        ),
    ];
    for (what, game, place, reason) in rows {
        let mut game = game();
        let before = game.play().log().len();
        game.click(place);
        assert_eq!(last_message(&game), reason, "{what}");
        assert_eq!(game.play().log().len(), before, "{what}");
        assert!(!game.description(place).contains(", "), "{what}: {}", game.description(place));
    }
}
