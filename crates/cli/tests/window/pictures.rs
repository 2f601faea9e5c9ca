//! The pictures of the documents: made again by `PICTURES=docs/pictures cargo test -p ludoteca --test window pictures`.

use crate::act;
use crate::driver::{Desktop, Window};

/// What is done before a picture is taken: each word a key, or a click on what begins so.
#[test]
fn pictures_of_the_documents() {
    let Some(desktop) = Desktop::start() else { return };
    let ataxx = |window: &Window| {
        for step in ["Step 4", "Step 8", "Step 12", "Step 16", "Step 20", "Step 24"] {
            window.key("ctrl+d");
            window.find(step);
        }
        act(window, "0 3");
    };
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
        window.lacks("Looking at");
    };
    let owari = |window: &Window| {
        window.click("View");
        window.click("Light theme");
        for place in ["bowl 3", "bowl 9", "bowl 6", "bowl 12", "bowl 1"] {
            act(window, place);
        }
    };
    for (name, line, prepare) in [
        ("window-ataxx", "-g ataxx -p W,B:r,R:r,Y:r -o 2 --mirror --seed 3", &ataxx as &dyn Fn(&Window)),
        ("window-dawn", "-g dawn --seed 4", &dawn),
        ("window-breakthrough", "-g breakthrough -p 1,2:a1 --seed 5", &breakthrough),
        ("window-owari", "-g owari --seed 1", &owari),
    ] {
        let game = desktop.play(line);
        let window = game.window();
        prepare(&window);
        let picture = window.settle();
        assert!(picture.colours() > 100, "{name} has {} colours", picture.colours());
        picture.keep(name);
    }
}
