//! Interactions at a table other than clicks on legal targets.

use crate::access::check;
use crate::driver::called;
use crate::house::visit;
use crate::play::{begin, place, play, resign, steps};

use serde_json::Value;

/// Each row: the clicks, and why they are not a legal move.
#[test]
fn refused_moves_are_explained() {
    visit(async |house| {
        for (game, moves, clicks, why) in [
            ("ataxx rows=5 cols=5", &[][..], &["e5"][..], "This belongs to O (Guest)"),
            ("ataxx rows=5 cols=5", &[], &["a5", "d5"], "a piece moves 1 or 2 cells"),
            ("ttt", &["b2"], &["b2"], "taken"),
            ("owari", &[], &["bowl 9"], "Bowl 9 is the other seat's"),
            ("alquerque", &[], &["B4", "B1"], "No line leads from"),
            ("alquerque", &[], &["A5"], "has no legal move"),
            ("alquerque", &[], &["C3"], "Nothing that can move"),
        ] {
            let page = house.open("/").await;
            begin(house, &page, game, &["me", "me"]).await;
            if !moves.is_empty() {
                play(&page, moves).await;
            }
            let before = steps(&page).await;
            for label in clicks {
                page.click(&place(label)).await;
            }
            page.wait_of(".message", "message => message.innerText !== ''").await;
            let told = page.text(".message").await;
            assert!(told.contains(why), "{game} {clicks:?}: {told}");
            page.sees("#said-at-once", why).await;
            assert_eq!(steps(&page).await, before);
        }
    });
}

/// Moves can be dragged and typed, too; both are refused with a reason.
#[test]
fn moves_are_dragged_and_typed() {
    visit(async |house| {
        let page = house.open("/").await;
        page.show_as("light", false).await;
        begin(house, &page, "ataxx rows=5 cols=5", &["me", "me"]).await;
        page.drag(&place("a5"), &place("b4")).await;
        page.sees(".step-list", "b4").await;
        page.drag(&place("e5"), &place("c3")).await;
        page.sees(".step-list", "e5–c3").await;
        page.drag(&place("a5"), &place("a2")).await;
        page.sees(".message", "a piece moves 1 or 2 cells").await;
        page.click(".typed-fold summary").await;
        page.fill(called("textbox", "Type a move"), "0 0 2 0").await;
        page.press("Enter").await;
        page.sees(".step-list", "a5–a3").await;
        page.fill(called("textbox", "Type a move"), "9 9 2 0").await;
        page.press("Enter").await;
        page.sees(".message", "There is no cell 9 9").await;
        page.forgive("409").await;
        assert_eq!(steps(&page).await, 3);
    });
}

#[test]
fn stepping_back_disturbs_nothing() {
    visit(async |house| {
        let page = house.open("/").await;
        begin(house, &page, "ttt", &["me", "me"]).await;
        for label in ["b2", "a3", "c1"] {
            play(&page, &[label]).await;
        }
        let is = |label: &'static str, what: &'static str| {
            (place(label), format!("place => place.ariaLabel.includes({what:?})"))
        };
        let sees = async |label, what| {
            let (find, function) = is(label, what);
            page.wait_of(&find, &function).await;
        };
        page.click(called("button", "Previous position")).await;
        sees("c1", "empty").await;
        page.click(called("button", "First position")).await;
        sees("b2", "empty").await;
        check(&page).await;
        page.click(&place("b3")).await;
        page.sees(".message", "earlier position").await;
        page.click(called("button", "Next position")).await;
        sees("b2", "X").await;
        sees("a3", "empty").await;
        page.press("ArrowLeft").await;
        sees("b2", "empty").await;
        page.press("End").await;
        sees("c1", "X").await;
        page.click(".step-list .step:nth-child(2) button").await;
        sees("c1", "empty").await;
        page.click(called("button", "Back to the game")).await;
        sees("c1", "X").await;
        play(&page, &["b3"]).await;
        assert_eq!(steps(&page).await, 4);
    });
}

#[test]
fn boards_are_turned() {
    visit(async |house| {
        for (game, seats, one, other) in [
            ("breakthrough", ["me", "me"], "a6", "a1"),
            ("ataxx", ["me", "me"], "a7", "a1"),
            ("owari", ["me", "me"], "bowl 1", "bowl 7"),
        ] {
            let page = house.open("/").await;
            begin(house, &page, game, &seats).await;
            let top = async |label| {
                let top =
                    page.of(&place(label), "place => place.getBoundingClientRect().top").await;
                top.as_f64().expect("a number")
            };
            let (before, beneath) = (top(one).await, top(other).await);
            assert!((before - beneath).abs() > 50.0, "{game}");
            let down = async || {
                let count =
                    "document.querySelectorAll('.pawns.seat-2 [transform=\"rotate(180)\"]').length";
                page.js(count).await.as_u64().expect("a number")
            };
            assert_eq!(down().await, 0, "{game}");
            page.click(called("button", "Flip board")).await;
            page.wait("the board to be turned", async || {
                ((top(one).await < top(other).await) == (beneath < before)).then_some(())
            })
            .await;
            // Pieces that point forward are turned with it.
            assert_eq!(down().await, if game == "breakthrough" { 12 } else { 0 }, "{game}");
        }
    });
}

#[test]
fn settings_are_kept() {
    visit(async |house| {
        let page = house.open("/").await;
        let ground = "getComputedStyle(document.body).backgroundColor";
        page.finds(".preview .board-place").await;
        let light = page.js(ground).await;
        for (theme, name) in [("dark", "Dark"), ("light", "Light")] {
            page.click(called("button", "Settings")).await;
            page.click(called("radio", name)).await;
            page.wait_of("html", &format!("html => html.dataset.theme === {theme:?}")).await;
            page.click(called("button", "Done")).await;
            page.reload().await;
            page.wait_of("html", &format!("html => html.dataset.theme === {theme:?}")).await;
            page.wait_js(&format!("({ground} === {light}) === {}", theme == "light")).await;
        }
        page.click(called("button", "Settings")).await;
        assert_eq!(
            page.of(called("checkbox", "Sound when a move is made"), "sound => sound.checked")
                .await,
            true
        );
        // Boards and pieces change at once, everywhere, and stay as they were chosen.
        let board = ".board";
        let letters = "board => board.querySelectorAll('.token.letters .letter').length";
        assert_eq!(page.of(board, letters).await, 0);
        page.click(called("radio", "With letters")).await;
        page.click(called("radio", "Slate")).await;
        for _ in 0..2 {
            page.wait_of(board, "board => board.dataset.material === 'slate'").await;
            page.click(called("button", "Done")).await;
            begin(house, &page, "ataxx", &["me", "me"]).await;
            assert_eq!(page.of(board, letters).await, 4);
            check(&page).await;
            page.click(called("button", "Settings")).await;
        }
    });
}

/// Every diagram of every game is a board.
#[test]
fn rules_have_boards() {
    visit(async |house| {
        let page = house.open("/rules/ttt").await;
        for info in ludoteca_games::catalog::GAMES {
            page.go(&house.link(&format!("/rules/{}", info.id))).await;
            page.finds("figure .board-picture").await;
            let others = "document.querySelectorAll('figure:not(:has(.board-picture))').length";
            assert_eq!(page.js(others).await, 0, "{}", info.id);
            page.js("document.querySelector('figure').scrollIntoView()").await;
            for theme in ["dark", "light"] {
                page.show_as(theme, true).await;
                page.picture(&format!("rules-{}-{theme}", info.id)).await;
            }
        }
    });
}

#[test]
fn rules_are_one_click_away() {
    visit(async |house| {
        let page = house.open("/").await;
        page.click(called("button", "Rules of Connect-N")).await;
        page.sees("dialog article", "row").await;
        // A diagram is a board, which is a picture with words and not something to play on.
        page.finds("dialog figure [role=img] .board-picture").await;
        let words = "[...document.querySelectorAll('dialog figure')].filter((figure) =>
            figure.querySelector('[inert]') && !figure.querySelector('pre') &&
            figure.querySelector('figcaption').textContent)
            .map((figure) => figure.querySelector('[role=img]').ariaLabel)";
        let words = page.js(words).await;
        let words: Vec<&str> =
            words.as_array().expect("diagrams").iter().flat_map(Value::as_str).collect();
        assert_eq!(words.len(), 2, "{words:?}");
        assert!(words[0].starts_with("a5: X, ") && words[1].contains("f5: X"), "{words:?}");
        page.press("Escape").await;
        page.lacks("dialog").await;
        begin(house, &page, "dawn", &["me", "random"]).await;
        page.click(called("button", "Rules")).await;
        page.sees("dialog article", "Vesta").await;
        page.finds("dialog figure .arrow-shaft").await;
        page.click(called("button", "Close")).await;
        page.lacks("dialog").await;
    });
}

/// Only where nobody else plays, and where the rules allow it.
#[test]
fn what_can_be_asked_for() {
    visit(async |house| {
        let page = house.open("/").await;
        begin(house, &page, "ttt", &["me", "engine"]).await;
        assert!(!page.has(called("button", "Take back")).await, "nothing has been played");
        assert!(!page.has(called("button", "Offer a draw")).await, "an engine takes none");
        page.click(called("button", "Hint")).await;
        page.sees(".hinted", "Hint: ").await;
        page.finds(".arrow path").await;
        check(&page).await;
        page.picture("hint").await;
        play(&page, &["b2"]).await;
        page.wait_js(
            "!document.querySelector('.hinted') && !document.querySelector('.arrow path')",
        )
        .await;
        page.finds(called("button", "Take back")).await;
        begin(house, &page, "ttt", &["me", "me"]).await;
        assert!(!page.has(called("button", "Hint")).await, "two people play here");
    });
}

/// What is drawn with the right button stays until the next click or move.
#[test]
fn arrows_are_drawn() {
    visit(async |house| {
        let page = house.open("/").await;
        begin(house, &page, "breakthrough", &["me", "me"]).await;
        let drawn = async |arrows: usize, rings: usize| {
            let count = "['.drawn-arrow', '.drawn-ring'].map((kind) => document.querySelectorAll(kind).length).join()";
            page.wait_js(&format!("{count} === '{arrows},{rings}'")).await;
        };
        page.draw(&place("c5"), &place("c3")).await;
        page.draw(&place("d4"), &place("d4")).await;
        drawn(1, 1).await;
        page.picture("arrows").await;
        page.draw(&place("c5"), &place("c3")).await;
        drawn(0, 1).await;
        page.click(&place("e5")).await;
        drawn(0, 0).await;
        // With a piece chosen, the right button takes that back first.
        page.draw(&place("e4"), &place("e4")).await;
        drawn(0, 0).await;
        page.wait_of(&place("e5"), "place => !place.ariaLabel.includes('chosen')").await;
        page.draw(&place("e4"), &place("e4")).await;
        drawn(0, 1).await;
        play(&page, &["e5", "e4"]).await;
        drawn(0, 0).await;
    });
}

/// Stones are sown one by one, and a click ends that without doing anything else.
#[test]
fn sowing_can_be_skipped() {
    visit(async |house| {
        let page = house.open("/").await;
        page.show_as("light", false).await;
        begin(house, &page, "owari", &["me", "me"]).await;
        page.click(&place("bowl 3")).await;
        page.finds(".flying .seed").await;
        // What the move has done is told when the stones have landed.
        let is_told = "document.querySelector('.flying .seed') && document.querySelector('.step')";
        assert_eq!(page.js(&format!("Boolean({is_told})")).await, false);
        page.click(&place("bowl 9")).await;
        page.lacks(".flying .seed").await;
        page.wait_of(&place("bowl 3"), "place => place.ariaLabel.includes('no stones')").await;
        assert_eq!(steps(&page).await, 1);
        play(&page, &["bowl 9"]).await;
        page.press("a").await;
        page.lacks(".flying .seed").await;
    });
}

/// A game that is over says so to each person, shows why, and what can come next.
#[test]
fn the_end_is_told() {
    visit(async |house| {
        let page = house.open("/").await;
        begin(house, &page, "ttt", &["me", "me"]).await;
        for label in ["a1", "a2", "b2", "a3", "c3"] {
            play(&page, &[label]).await;
        }
        page.sees(".status.over", "X").await;
        page.sees(".status.over", "Three in a row").await;
        // A line through the three in a row.
        page.wait_js("document.querySelectorAll('.decisive-line').length === 1").await;
        for (role, name) in [("button", "Rematch"), ("button", "Review"), ("link", "New game")] {
            page.finds(called(role, name)).await;
        }
        page.click(".actions a").await;
        page.wait_js("location.hash.includes('game=ttt') && location.pathname === '/'").await;

        // A person who has resigned is told so, and a game without a move has nothing to review.
        begin(house, &page, "ttt", &["me", "engine"]).await;
        resign(&page).await;
        page.sees(".status.over", "You resigned").await;
        page.finds(called("button", "Rematch")).await;
        assert!(!page.has(called("button", "Review")).await);
    });
}
