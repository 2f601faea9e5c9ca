//! The pictures of the documents. They are made anew by `PICTURES=docs/pictures cargo test -p
//! ludoteca --test window pictures`.

use std::fs;

use crate::act;
use crate::driver::{Desktop, Window};

/// Four players in the middle of a game.
const ATAXX: &str = "Record: 1
Game: ataxx seats=4 obstacles=2,2/2,4/4,2/4,4
Players: W:m,B:m,R:m,Y:m
Position: xx3oo/x1x1o1o/1x-1-o1/3r3/1r-b-1x/rr1b1b1/r1r2bb x 0 1

1. 0 1 0 2
2. 1 6 2 6
";

#[test]
fn pictures_of_the_documents() {
    let Some(desktop) = Desktop::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("game");
    fs::write(&record, ATAXX).expect("a file");
    let ataxx = |window: &Window| act(window, "d4");
    let dawn = |window: &Window| {
        for place in ["5;7", "2;2", "2;6", "5;9"] {
            act(window, place);
        }
        window.aim("8;5: ");
        window.key("r");
    };
    let breakthrough = |window: &Window| {
        for step in ["Step 2", "Step 4", "Step 6", "Step 8", "Step 10"] {
            window.key("ctrl+d");
            window.find(step);
        }
        window.key("ctrl+i");
        window.find("Best: ");
    };
    let owari = |window: &Window| {
        window.click("View");
        window.click("Light theme");
        for place in ["bowl 3", "bowl 9", "bowl 6", "bowl 12", "bowl 1"] {
            act(window, place);
        }
    };
    let new_game = |window: &Window| {
        window.click("View");
        window.click("Light theme");
        window.key("ctrl+n");
        window.click("Ataxx");
        window.find("Begin");
    };
    for (name, line, prepare) in [
        (
            "window-ataxx",
            &*format!("--replay {} --to 2", record.display()),
            &ataxx as &dyn Fn(&Window),
        ),
        ("window-dawn", "-g dawn --seed 4", &dawn),
        ("window-breakthrough", "-g breakthrough -p 1,2:a1 --seed 5", &breakthrough),
        ("window-owari", "-g owari --seed 1", &owari),
        ("window-new-game", "-g alquerque --seed 1", &new_game),
    ] {
        let game = desktop.play(line);
        let window = game.window();
        prepare(&window);
        game.rests();
        let picture = window.settle();
        assert!(picture.colours() > 100, "{name} has {} colours", picture.colours());
        picture.keep(name);
    }
}
