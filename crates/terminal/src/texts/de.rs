//! German.

use super::{KeyTexts, Texts};
use crate::choices::{BoardSurface, PieceSet};

pub(super) static TEXTS: Texts = Texts {
    help_key: "? Hilfe",
    too_small: |columns, rows| {
        format!(
            "Dieses Fenster ist zu klein: eine Partie braucht {columns} Spalten und {rows} Zeilen."
        )
    },
    to_move: |name| format!("{name} zieht gleich"),
    thinking: |name, seconds| format!("{name} denkt nach … {seconds} s"),
    looking_for_hint: |seconds| format!("Ein guter Zug wird gesucht … {seconds} s"),
    waits: |name| format!("{name} wartet, bis du g drückst"),
    step_of: |step, steps| match step {
        0 => "Anfangsstellung".to_owned(),
        _ => format!("Nach Zug {step} von {steps}"),
    },
    type_the_roll: "Wirf den Würfel und tippe ein, was er zeigt",
    die: "Der Würfel",
    die_shows: |roll| format!("Der Würfel zeigt {roll}"),
    moves: "Züge",
    person: "Mensch",
    random: "Zufallszüge",
    ai: "KI",
    of_level: |name, level| format!("{name}, Stufe {level}"),
    skipped: |name, reason| format!("{name} {reason} und setzt aus"),
    saved: |file| format!("Gespeichert in {file}"),
    opened: |file| format!("{file} geöffnet"),
    board_is: |board| {
        match board {
            BoardSurface::Own => "Spielbrett: das des Spiels",
            BoardSurface::Wood => "Spielbrett: Holz",
            BoardSurface::Slate => "Spielbrett: Schiefer",
            BoardSurface::Paper => "Spielbrett: Papier",
        }
        .to_owned()
    },
    pieces_are: |pieces| {
        match pieces {
            PieceSet::Own => "Spielsteine: die des Spiels",
            PieceSet::Letters => "Spielsteine: Buchstaben",
        }
        .to_owned()
    },
    language_is: |language| format!("Sprache: {language}"),
    offer: |title, moves| {
        let moves = if moves == 1 { "1 Zug".to_owned() } else { format!("{moves} Züge") };
        format!("c: deine Partie {title} fortsetzen ({moves})")
    },
    watching: "das ist eine frühere Stellung: g spielt von hier aus weiter, Ende führt zurück",
    over: "die Partie ist zu Ende",
    roll_first: "erst muss gewürfelt werden",
    others_turn: |name| format!("{name} ist am Zug"),
    no_move: "das ist kein Zug",
    engine_failed: "die Engine hat keinen Zug gefunden",
    your_move: "Dein Zug:",
    your_roll: "Der Würfel zeigt:",
    save_to: "Speichern in:",
    replace: |file| format!("{file} gibt es schon. Ersetzen? (j/n)"),
    open_from: "Öffnen:",
    new_game: "Neue Partie",
    against: "Gegen",
    you_play: |name| format!("Du spielst {name}"),
    people: "Menschen an dieser Tastatur",
    people_play: "alle ziehen abwechselnd hier",
    random_plays: "zieht, ohne nachzudenken",
    minutes: |least, most| format!("{least} bis {most} Minuten"),
    which_move: "Welcher Zug?",
    rematch_question: "Diese Partie neu beginnen? Was bisher gespielt wurde, bleibt in seiner Datei.",
    quit_question: "Aufhören? Diese Partie steht in keiner Datei und geht verloren.",
    yes_or_no: "j ja   n nein",
    yes: &["j", "ja"],
    keys: KeyTexts {
        choose: ("Enter", "wählen"),
        cancel: ("Esc", "abbrechen"),
        typed: (":", "tippen"),
        hint: ("h", "Tipp"),
        undo: ("u", "zurücknehmen"),
        new: ("n", "neu"),
        rematch: ("r", "Revanche"),
        quit: ("q", "beenden"),
        now: ("m", "jetzt ziehen"),
        stop: ("Esc", "anhalten"),
        go_on: ("g", "weiter"),
        earlier: ("Bild↑", "zurückblicken"),
        back: ("Ende", "zurück zur Partie"),
        turn: ("t", "drehen"),
        lay: ("l", "legen"),
        resume: ("c", "fortsetzen"),
        opponent: ("←→", "Gegner"),
        side: ("s", "Seite"),
    },
    help_title: "Tasten",
    help: &[
        ("Pfeile, Maus", "auf ein Feld zeigen"),
        ("Enter, Klick", "Stein, Mulde oder Ziel wählen; Steine lassen sich auch ziehen"),
        ("Esc", "Auswahl aufheben oder eine KI anhalten, die nachdenkt"),
        (
            ":",
            "einen Zug eintippen, etwa 1 2 1 3 oder b5–c5; er kann gleich mit einer Ziffer beginnen",
        ),
        ("t, l", "den Spielstein drehen, der gelegt wird, und ihn legen"),
        ("h", "um einen guten Zug bitten"),
        ("u, U", "zurücknehmen, wiederholen"),
        ("m, g", "eine KI jetzt ziehen lassen, die Partie weitergehen lassen"),
        (
            "Bild↑, Bild↓",
            "frühere Stellungen ansehen; Pos1 und Ende führen zur ersten und zur letzten",
        ),
        ("n, r, q", "neue Partie, Revanche, beenden; eine unfertige Partie bleibt gespeichert"),
        ("s, o", "die Partie speichern, eine gespeicherte öffnen"),
        ("i", "die Regeln des Spiels"),
        ("b, p, f", "anderes Spielbrett, andere Spielsteine, das Brett umdrehen"),
        ("L", "andere Sprache"),
        ("Strg+L, Strg+Z", "alles neu zeichnen, zur Shell zurück, bis du fg tippst"),
    ],
    kept: |title| format!("Deine Partie {title} ist gespeichert. So geht es weiter:"),
};
