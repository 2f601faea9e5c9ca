//! English.

use ludoteca_core::{Language, shared};

use super::{Texts, told};
use crate::WindowError;
use crate::actions::Action;
use crate::board::{BoardChoice, PieceChoice};

const LANGUAGE: Language = Language::English;

pub(super) static TEXTS: Texts = Texts {
    game_menu: "Game",
    move_menu: "Move",
    view_menu: "View",
    language_menu: "Language",
    help_menu: "Help",
    action,
    key: |name| name,

    you: "(You!)",
    turn: |name| format!("Turn for {name}"),
    roll_now: "The die is to be rolled",
    game_over: "Game over",
    scored: |points| match points {
        1 => "Finished with 1 point".to_owned(),
        _ => format!("Finished with {points} points"),
    },
    turn_and_lay: "R turns the piece, L lays it",
    thinking: |name, seconds| format!("{name} is thinking… {seconds} s"),
    looking_for_hint: |seconds| format!("Looking for a hint… {seconds} s"),
    roll_shows: "What does the die show?",
    which_move: "Which move?",

    started: "A new game begins",
    skipped: |name, reason| format!("{name} is skipped: {reason}"),
    back_at_start: "Back at the start",
    back_at: |step| format!("Back at step {step}"),
    saved: |path| format!("Saved to {path}"),
    opened: |file| format!("Opened {file}"),
    opened_of: |file, number, games| format!("Opened {file}, game {number} of {games}"),
    copied: "The position was copied",
    watching: "this is an earlier position: go to the last one to play on",
    over: "the game is over",
    roll_first: "the die must be rolled first",
    others_turn: |name| format!("it is {name}'s turn"),
    still_thinking: |name| format!("{name} is thinking: stop that first"),
    no_move: "that is not a move here",
    engine_failed: "the engine found no move",

    seats: "Players",
    messages: "Messages",
    play_group: "Play",
    look_group: "Look",
    analysis_group: "Analyse",
    steps: "Steps",
    start: "start",
    die: "die",
    step_of: |step, steps| format!("Step {step} of {steps}"),
    manual: "Person",
    random: "Random",
    ai: "AI",
    ai_level: |level| format!("AI level {level}"),
    level_score: |share| format!("scores {share}% against the level below"),
    mode_of: |name| format!("Mode of {name}"),
    colour_of: |name| format!("Colour of {name}"),
    usual_colour: "Default colour",
    analysing: "Analysing the position…",
    depth: |depth, goes_on| {
        let ahead = if depth == 1 { "1 ply".to_owned() } else { format!("{depth} plies") };
        if goes_on { format!("{ahead} ahead, going on…") } else { format!("{ahead} ahead") }
    },
    best_line: "Best:",
    graph: |steps| match steps {
        1 => "Values over 1 step".to_owned(),
        _ => format!("Values over {steps} steps"),
    },

    quit_question: "Do you want to quit the game?",
    quit_for_all: "Do you want to quit the game? It ends for all players.",
    quit_finished: "Do you want to close the game?",
    yes_close: "Close the game",
    stay_here: "Stay here",
    yes_quit: "Quit the game",
    restart_question: "Do you want to begin the game again?",
    yes_restart: "Begin again",
    keep_playing: "Keep playing",
    unsaved: "The game that is being played has not been saved.",
    unsaved_finished: "The game that has ended has not been saved.",
    cancel: "Cancel",
    close: "Close",
    keys: [
        ("Arrows", "move between places"),
        ("Enter", "choose a place"),
        ("Escape, right click", "cancel the choice"),
        ("R", "turn a piece that covers several places"),
        ("L", "lay it as shown"),
        ("Tab", "go to the controls"),
    ],

    open_title: "Open a record",
    save_title: "Save the record",
    open: "Open",
    save: "Save",
    replace: "Replace it",
    file_name: "File name",
    which_game: "Game number",
    the_last: "if empty, the last game of the file",
    record_files: "Game records",
    no_file_name: "A file needs a name",
    would_replace: |path| format!("{path} exists and would be replaced"),
    no_game_number: |text| {
        format!("`{text}` is not the number of a game: allowed is a whole number from 1")
    },

    new_game: "New game",
    begin: "Begin",
    minutes: |least, most| format!("{least} to {most} minutes"),
    preset: "Variant",
    opponent: "Opponent:",
    computer: "the computer",
    friend: "a friend, here",
    customise: "Customise",
    obstacles: "Random obstacles",
    obstacles_drawn: "how many; if empty, none",
    mirrored: "the same in all four quarters",
    position: "Position",
    position_usual: "if empty, the usual one",
    seed: "Seed",
    seed_usual: "makes everything random repeatable",
    no_seed: |text, allowed| format!("`{text}` is no seed: {}", told(allowed, LANGUAGE)),
    typed_dice: "I roll a die of my own",
    name_of_player: |number| format!("Name of player {number}"),
    mode_of_player: |number| format!("Mode of player {number}"),

    no_reason: "no reason was given",
    window_error,
};

fn action(action: Action) -> &'static str {
    match action {
        Action::NewGame => "New game…",
        Action::Open => "Open record…",
        Action::Save => "Save record…",
        Action::CopyPosition => "Copy position",
        Action::Restart => "Restart",
        Action::Quit => "Quit",
        Action::Undo => "Undo",
        Action::Redo => "Redo",
        Action::RandomMove => "Random move",
        Action::EngineMove => "AI move",
        Action::Hint => "Hint",
        Action::Automatic => "Automatic moves",
        Action::LetMove => "Let it move",
        Action::MoveNow => "Move now",
        Action::StopThinking => "Stop thinking",
        Action::FirstStep => "First position",
        Action::StepBack => "Previous position",
        Action::StepOn => "Next position",
        Action::LastStep => "Last position",
        Action::PlayFromHere => "Play on from here",
        Action::Analysis => "Analysis",
        Action::TurnBoard => "Turn the board",
        Action::SystemTheme => "System theme",
        Action::LightTheme => "Light theme",
        Action::DarkTheme => "Dark theme",
        Action::Rematch => "Rematch",
        Action::Review => "Review",
        Action::Board(BoardChoice::Own) => "Board of the game",
        Action::Board(BoardChoice::Wood) => "Wooden board",
        Action::Board(BoardChoice::Slate) => "Slate board",
        Action::Board(BoardChoice::Paper) => "Paper board",
        Action::Pieces(PieceChoice::Own) => "Pieces of the game",
        Action::Pieces(PieceChoice::Letters) => "Pieces with letters",
        Action::Language(language) => language.name(),
        Action::Rules => "Rules of the game",
        Action::Keys => "Keys",
    }
}

fn window_error(error: &WindowError) -> String {
    match error {
        WindowError::NoDisplay => {
            "there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set".to_owned()
        }
        WindowError::Unreachable { display, reason } => {
            format!("the display `{display}` cannot be reached ({reason})")
        }
        WindowError::Missing(libraries) => {
            let names = shared::listed(libraries.iter().map(|library| library.name), LANGUAGE);
            let packages: Vec<&str> = libraries.iter().map(|library| library.package).collect();
            format!("{names} cannot be loaded (Debian: apt install {})", packages.join(" "))
        }
        WindowError::NoOpenGl(reason) => {
            format!(
                "OpenGL does not work here ({reason}; Debian: apt install libgl1 libegl1 libgl1-mesa-dri)"
            )
        }
        WindowError::Failed(reason) => format!("no window can be opened ({reason})"),
        WindowError::Broken { reason, place } => {
            let reason = reason.as_deref().unwrap_or(TEXTS.no_reason);
            format!("the window broke: {reason} ({place})")
        }
    }
}
