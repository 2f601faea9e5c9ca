//! English.

use super::{KeyTexts, Texts};
use crate::choices::{BoardSurface, PieceSet};

pub(super) static TEXTS: Texts = Texts {
    help_key: "? help",
    too_small: |columns, rows| {
        format!("This window is too small: a game needs {columns} columns and {rows} rows.")
    },
    to_move: |name| format!("{name} is about to move"),
    thinking: |name, seconds| format!("{name} is thinking … {seconds} s"),
    looking_for_hint: |seconds| format!("Looking for a good move … {seconds} s"),
    waits: |name| format!("{name} waits until you press g"),
    step_of: |step, steps| match step {
        0 => "Starting position".to_owned(),
        _ => format!("After move {step} of {steps}"),
    },
    type_the_roll: "Roll the die and type what it shows",
    die: "The die",
    die_shows: |roll| format!("The die shows {roll}"),
    moves: "Moves",
    person: "person",
    random: "random moves",
    ai: "AI",
    of_level: |name, level| format!("{name}, level {level}"),
    skipped: |name, reason| format!("{name} {reason} and is skipped"),
    saved: |file| format!("Saved to {file}"),
    opened: |file| format!("Opened {file}"),
    board_is: |board| {
        match board {
            BoardSurface::Own => "Board: the game's own",
            BoardSurface::Wood => "Board: wood",
            BoardSurface::Slate => "Board: slate",
            BoardSurface::Paper => "Board: paper",
        }
        .to_owned()
    },
    pieces_are: |pieces| {
        match pieces {
            PieceSet::Own => "Pieces: the game's own",
            PieceSet::Letters => "Pieces: letters",
        }
        .to_owned()
    },
    language_is: |language| format!("Language: {language}"),
    offer: |title, moves| {
        let moves = if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") };
        format!("c: continue your game of {title} ({moves})")
    },
    watching: "this is an earlier position: press g to play on from here, or End to return",
    over: "the game is over",
    roll_first: "the die must be rolled first",
    others_turn: |name| format!("it is {name}'s turn"),
    no_move: "that is no move",
    engine_failed: "the engine found no move",
    your_move: "Your move:",
    your_roll: "The die shows:",
    save_to: "Save to:",
    replace: |file| format!("{file} exists. Replace it? (y/n)"),
    open_from: "Open:",
    new_game: "New game",
    against: "Against",
    you_play: |name| format!("You play {name}"),
    people: "people at this keyboard",
    people_play: "everybody takes turns here",
    random_plays: "moves without any thought",
    minutes: |least, most| format!("{least} to {most} minutes"),
    which_move: "Which move?",
    rematch_question: "Begin this game again? What was played so far stays in its file.",
    quit_question: "Quit? This game is not saved in a file and will be lost.",
    yes_or_no: "y yes   n no",
    yes: &["y", "yes"],
    keys: KeyTexts {
        choose: ("Enter", "choose"),
        cancel: ("Esc", "cancel"),
        typed: (":", "type"),
        hint: ("h", "hint"),
        undo: ("u", "undo"),
        new: ("n", "new"),
        rematch: ("r", "rematch"),
        quit: ("q", "quit"),
        now: ("m", "move now"),
        stop: ("Esc", "stop"),
        go_on: ("g", "go on"),
        earlier: ("PgUp", "look back"),
        back: ("End", "return"),
        turn: ("t", "turn"),
        lay: ("l", "lay"),
        resume: ("c", "continue"),
        opponent: ("←→", "opponent"),
        side: ("s", "side"),
    },
    help_title: "Keys",
    help: &[
        ("arrows, mouse", "point at a place"),
        ("Enter, click", "choose a piece, a bowl or a destination; pieces can be dragged"),
        ("Esc", "cancel what was chosen, or stop an AI that thinks"),
        (":", "type a move, as in 1 2 1 3 or b5–c5; you can also just begin with a digit"),
        ("t, l", "turn the piece that is to be laid, lay it"),
        ("h", "ask for a good move"),
        ("u, U", "undo, redo"),
        ("m, g", "let an AI move now, let the game go on"),
        ("PgUp, PgDn", "look at earlier positions; Home and End lead to the first and the last"),
        ("n, r, q", "new game, rematch, quit; an unfinished game is kept"),
        ("s, o", "save the game, open a saved one"),
        ("i", "the rules of the game"),
        ("b, p, f", "another board, other pieces, turn the board round"),
        ("L", "another language"),
        ("Ctrl+L, Ctrl+Z", "draw everything again, back to the shell until you type fg"),
    ],
    kept: |title| format!("Your game of {title} has been saved. To continue it:"),
};
