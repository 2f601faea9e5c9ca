//! German.

use ludoteca_core::{Language, shared};

use super::{Texts, told};
use crate::WindowError;
use crate::actions::Action;
use crate::board::{BoardChoice, PieceChoice};

const LANGUAGE: Language = Language::German;

pub(super) static TEXTS: Texts = Texts {
    game_menu: "Partie",
    move_menu: "Zug",
    view_menu: "Ansicht",
    language_menu: "Sprache",
    help_menu: "Hilfe",
    action,
    key: |name| match name {
        "Ctrl" => "Strg",
        "Shift" => "Umschalt",
        "Home" => "Pos1",
        "End" => "Ende",
        "PageUp" => "Bild auf",
        "PageDown" => "Bild ab",
        "Period" => "Punkt",
        other => other,
    },

    you: "(du!)",
    turn: |name| format!("{name} ist am Zug"),
    roll_now: "Es muss gewürfelt werden",
    game_over: "Die Partie ist zu Ende",
    scored: |points| match points {
        1 => "Zu Ende mit 1 Punkt".to_owned(),
        _ => format!("Zu Ende mit {points} Punkten"),
    },
    turn_and_lay: "R dreht den Spielstein, L legt ihn ab",
    thinking: |name, seconds| format!("{name} denkt nach … {seconds} s"),
    looking_for_hint: |seconds| format!("Suche einen Tipp … {seconds} s"),
    roll_shows: "Was zeigt der Würfel?",
    which_move: "Welcher Zug?",

    started: "Eine neue Partie beginnt",
    skipped: |name, reason| format!("{name} {reason} und setzt aus"),
    back_at_start: "Zurück am Anfang",
    back_at: |step| format!("Zurück bei Schritt {step}"),
    saved: |path| format!("Gespeichert in {path}"),
    opened: |file| format!("{file} geöffnet"),
    opened_of: |file, number, games| format!("{file} geöffnet, Partie {number} von {games}"),
    copied: "Die Stellung wurde kopiert",
    watching: "das ist eine frühere Stellung; geh zur letzten, um weiterzuspielen",
    over: "die Partie ist zu Ende",
    roll_first: "zuerst muss gewürfelt werden",
    others_turn: |name| format!("{name} ist am Zug"),
    still_thinking: |name| format!("{name} denkt noch nach; wähle zuerst „Anhalten“"),
    no_move: "das ist hier kein Zug",
    engine_failed: "die Engine hat keinen Zug gefunden",

    seats: "Spieler",
    messages: "Meldungen",
    play_group: "Spielen",
    look_group: "Ansehen",
    analysis_group: "Auswerten",
    steps: "Schritte",
    start: "Anfang",
    die: "Würfel",
    step_of: |step, steps| format!("Schritt {step} von {steps}"),
    manual: "Mensch",
    random: "Zufall",
    ai: "KI",
    ai_level: |level| format!("KI, Stufe {level}"),
    level_score: |share| format!("holt {share} % der Punkte gegen die Stufe darunter"),
    mode_of: |name| format!("Spielerart von {name}"),
    colour_of: |name| format!("Farbe von {name}"),
    usual_colour: "Standardfarbe",
    analysing: "Die Stellung wird analysiert …",
    depth: |depth, goes_on| {
        let plies = match depth {
            1 => "1 Halbzug vorausgerechnet".to_owned(),
            _ => format!("{depth} Halbzüge vorausgerechnet"),
        };
        if goes_on { format!("{plies}, es geht weiter …") } else { plies }
    },
    best_line: "Bester Zug:",
    graph: |steps| match steps {
        1 => "Bewertung über 1 Schritt".to_owned(),
        _ => format!("Bewertung über {steps} Schritte"),
    },

    quit_question: "Möchtest du die Partie beenden?",
    quit_for_all: "Möchtest du die Partie beenden? Sie endet dann für alle Spieler.",
    quit_finished: "Möchtest du die Partie schließen?",
    yes_close: "Partie schließen",
    stay_here: "Hier bleiben",
    yes_quit: "Partie beenden",
    restart_question: "Möchtest du die Partie neu beginnen?",
    yes_restart: "Neu beginnen",
    keep_playing: "Weiterspielen",
    unsaved: "Die laufende Partie ist nicht gespeichert.",
    unsaved_finished: "Die beendete Partie ist nicht gespeichert.",
    cancel: "Abbrechen",
    close: "Schließen",
    keys: [
        ("Pfeiltasten", "das Feld wechseln"),
        ("Eingabe", "ein Feld wählen"),
        ("Escape, Rechtsklick", "die Auswahl abbrechen"),
        ("R", "einen Spielstein über mehrere Felder drehen"),
        ("L", "ihn wie gezeigt ablegen"),
        ("Tab", "zu den Bedienelementen gehen"),
    ],

    open_title: "Partieaufzeichnung öffnen",
    save_title: "Partieaufzeichnung speichern",
    open: "Öffnen",
    save: "Speichern",
    replace: "Ersetzen",
    file_name: "Dateiname",
    which_game: "Nummer der Partie",
    the_last: "wenn leer: die letzte der Datei",
    record_files: "Partieaufzeichnungen",
    no_file_name: "Die Datei braucht einen Namen",
    would_replace: |path| format!("{path} gibt es schon und würde ersetzt"),
    no_game_number: |text| {
        format!("`{text}` ist keine Partienummer; erlaubt ist eine ganze Zahl ab 1")
    },

    new_game: "Neue Partie",
    begin: "Beginnen",
    minutes: |least, most| format!("{least} bis {most} Minuten"),
    preset: "Variante",
    opponent: "Gegner:",
    computer: "der Computer",
    friend: "jemand neben mir",
    customise: "Anpassen",
    obstacles: "Zufällige Hindernisse",
    obstacles_drawn: "wie viele; wenn leer: keine",
    mirrored: "in allen vier Vierteln gleich",
    position: "Stellung",
    position_usual: "wenn leer: die übliche",
    seed: "Startwert",
    seed_usual: "macht alles Zufällige wiederholbar",
    no_seed: |text, allowed| format!("`{text}` ist kein Startwert; {}", told(allowed, LANGUAGE)),
    typed_dice: "Ich würfle selbst mit einem echten Würfel",
    name_of_player: |number| format!("Name von Spieler {number}"),
    mode_of_player: |number| format!("Art von Spieler {number}"),

    no_reason: "ohne Angabe von Gründen",
    window_error,
};

fn action(action: Action) -> &'static str {
    match action {
        Action::NewGame => "Neue Partie …",
        Action::Open => "Aufzeichnung öffnen …",
        Action::Save => "Aufzeichnung speichern …",
        Action::CopyPosition => "Stellung kopieren",
        Action::Restart => "Neu beginnen",
        Action::Quit => "Beenden",
        Action::Undo => "Zurücknehmen",
        Action::Redo => "Wiederholen",
        Action::RandomMove => "Zufallszug",
        Action::EngineMove => "KI-Zug",
        Action::Hint => "Tipp",
        Action::Automatic => "Automatisch ziehen",
        Action::LetMove => "Ziehen lassen",
        Action::MoveNow => "Sofort ziehen",
        Action::StopThinking => "Anhalten",
        Action::FirstStep => "Erste Stellung",
        Action::StepBack => "Vorige Stellung",
        Action::StepOn => "Nächste Stellung",
        Action::LastStep => "Letzte Stellung",
        Action::PlayFromHere => "Ab hier weiterspielen",
        Action::Analysis => "Analyse",
        Action::TurnBoard => "Spielbrett drehen",
        Action::SystemTheme => "Farben des Systems",
        Action::LightTheme => "Helle Farben",
        Action::DarkTheme => "Dunkle Farben",
        Action::Rematch => "Revanche",
        Action::Review => "Partie durchgehen",
        Action::Board(BoardChoice::Own) => "Eigenes Spielbrett des Spiels",
        Action::Board(BoardChoice::Wood) => "Spielbrett aus Holz",
        Action::Board(BoardChoice::Slate) => "Spielbrett aus Schiefer",
        Action::Board(BoardChoice::Paper) => "Spielbrett aus Papier",
        Action::Pieces(PieceChoice::Own) => "Eigene Spielsteine des Spiels",
        Action::Pieces(PieceChoice::Letters) => "Spielsteine mit Buchstaben",
        Action::Language(language) => language.name(),
        Action::Rules => "Spielregeln",
        Action::Keys => "Tasten",
    }
}

fn window_error(error: &WindowError) -> String {
    match error {
        WindowError::NoDisplay => {
            "es gibt keinen Bildschirm; weder DISPLAY noch WAYLAND_DISPLAY ist gesetzt".to_owned()
        }
        WindowError::Unreachable { display, reason } => {
            format!("der Bildschirm `{display}` ist nicht erreichbar ({reason})")
        }
        WindowError::Missing(libraries) => {
            let names = shared::listed(libraries.iter().map(|library| library.name), LANGUAGE);
            let packages: Vec<&str> = libraries.iter().map(|library| library.package).collect();
            let verb = if libraries.len() == 1 { "lässt" } else { "lassen" };
            format!("{names} {verb} sich nicht laden (Debian: apt install {})", packages.join(" "))
        }
        WindowError::NoOpenGl(reason) => {
            format!(
                "OpenGL funktioniert hier nicht ({reason}; Debian: apt install libgl1 libegl1 \
                libgl1-mesa-dri)"
            )
        }
        WindowError::Failed(reason) => format!("es lässt sich kein Fenster öffnen ({reason})"),
        WindowError::Broken { reason, place } => {
            let reason = reason.as_deref().unwrap_or(TEXTS.no_reason);
            format!("das Fenster ist abgestürzt: {reason} ({place})")
        }
    }
}
