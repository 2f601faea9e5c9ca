//! German.

use ludoteca_analysis::dice::{ClaimError, DiceClaim};
use ludoteca_core::shared::listed;
use ludoteca_core::{Language, Spelling, Tell};
use ludoteca_system::records::FileError;

use super::Texts;
use crate::failure::{CliError, Lacking};

const LANGUAGE: Language = Language::German;

pub(super) static TEXTS: Texts = Texts {
    error: "Fehler",
    play_prompt: "Tippe 'play', um zu ziehen, oder 'quit', um die Partie zu verlassen: ",
    move_prompt: "Gib deinen Zug ein: ",
    roll_prompt: "Gib den Wurf ein: ",
    continue_prompt: "Möchtest du noch eine Partie spielen? (j/n): ",
    replay_prompt: "Drücke die Eingabetaste für den nächsten Schritt oder tippe 'help': ",
    yes: &["j", "ja"],
    no: &["n", "nein"],
    yes_or_no: "tippe j (ja) oder n (nein)",
    help: &[
        ("play", "ziehen; du wirst nach deinem Zug gefragt, die anderen ziehen von selbst"),
        ("ein Zug", "lässt sich auch gleich eingeben, ohne 'play'"),
        ("moves", "die erlaubten Züge zeigen"),
        ("hint", "um einen Tipp bitten"),
        ("undo, undo N", "deinen letzten Zug zurücknehmen oder die letzten N, samt den Gegenzügen"),
        ("redo, redo N", "Zurückgenommenes wiederholen"),
        ("restart", "eine neue Partie beginnen"),
        ("save DATEI", "die Partie speichern ('save! DATEI' ersetzt eine vorhandene Datei)"),
        ("load DATEI", "eine gespeicherte Partie fortsetzen"),
        ("board", "das Spielbrett noch einmal zeigen"),
        ("position", "die Stellung in einer Zeile zeigen, für --position"),
        ("rules", "die Spielregeln zeigen"),
        ("player", "zeigen, wer spielt"),
        ("player NAME:ART", "ändern, wer unter dem Namen spielt: m Mensch, r Zufall, a KI"),
        ("help", "diese Liste zeigen"),
        ("quit", "die Partie beenden"),
    ],
    replay_help: &[
        ("Eingabetaste, next", "den nächsten Schritt zeigen"),
        ("back", "einen Schritt zurückgehen"),
        ("N", "zur Stellung nach N Schritten gehen; 0 ist der Anfang"),
        ("start, last", "zum Anfang oder zum Ende gehen"),
        ("moves", "die hier erlaubten Züge zeigen"),
        ("position", "die Stellung in einer Zeile zeigen, für --position"),
        ("play", "von hier aus weiterspielen"),
        ("help", "diese Liste zeigen"),
        ("quit", "beenden"),
    ],
    starting: |title, about| format!("Spiel: {title} – {about}"),
    turn_for: |name| format!("{name} ist am Zug"),
    your_turn: "Du bist am Zug",
    turn_for_the_die: "Jetzt wird gewürfelt",
    introduction: |example| {
        format!("Gib einen Zug ein, zum Beispiel {example}, oder 'help' für alle Befehle.")
    },
    plays_without_you: |name| format!("{name} spielt ohne dich: tippe 'play'"),
    possible_moves: "Mögliche Züge:",
    possible_rolls: "Mögliche Würfe:",
    legal_moves_of: |side| format!("{side} ist am Zug. Das sind die erlaubten Züge:"),
    plays: |name, step| format!("{name} zieht {step}"),
    die_shows: |roll| format!("Der Würfel zeigt {roll}"),
    skipped: |name, reason| format!("{name} {reason} und setzt aus"),
    thinking: |name| format!("{name} denkt nach …"),
    looking_for_a_hint: "suche einen guten Zug …",
    too_narrow: |board, terminal| {
        format!(
            "(Das Spielbrett ist {board} Zeichen breit, das Fenster nur {terminal}. \
            Hier ist es in Worten.)"
        )
    },
    saved: |path| format!("Partie gespeichert in {}", path.display()),
    loaded: |path, number, games| match games {
        1 => format!("Partie geladen aus {}", path.display()),
        _ => format!("Partie {number} von {games} geladen aus {}", path.display()),
    },
    did_you_mean: |meant| format!("meintest du {meant}?"),
    no_hint_for_a_die: "für einen Würfelwurf gibt es keinen Tipp",
    not_a_persons_turn: |name| {
        format!("{name} ist am Zug und spielt ohne dich; tippe 'play', damit {name} zieht")
    },
    not_in_the_list: |number, moves| {
        format!(
            "`{number}` steht nicht in der Liste der Züge; erlaubt ist eine Zahl von 1 bis {moves}"
        )
    },
    no_command: |reason| format!("{reason} ('help' zeigt die Befehle)"),
    file_exists: |path| format!("{0} gibt es schon; 'save! {0}' ersetzt die Datei", path.display()),
    loaded_is_over: |path| {
        format!("die Partie in {0} ist zu Ende; 'ludoteca --replay {0}' zeigt sie", path.display())
    },
    only_so_many: |moves| match moves {
        1 => "nur 1 Zug lässt sich zurücknehmen".to_owned(),
        _ => format!("nur {moves} Züge lassen sich zurücknehmen"),
    },
    no_such_player: |name, names| {
        format!("hier heißt niemand `{name}`; es spielen {}", listed(names, LANGUAGE))
    },
    takes_nothing: |command, rest| format!("`{rest}` ist zu viel; {command} steht allein"),
    takes_a_file: |command| format!("{command} braucht eine Datei: {command} DATEI"),
    takes_a_number: |command, rest| {
        format!("`{rest}` geht nach {command} nicht; erlaubt ist eine ganze Zahl von 1 bis 1000000")
    },
    step_of: |number, steps, what| format!("Schritt {number} von {steps}: {what}"),
    no_more_steps: "es gibt keine weiteren Schritte; 'back' geht zurück, 'play' spielt von hier \
        aus weiter",
    alternatives: "Es hätte auch anders weitergehen können:",
    unknown_replay_command: |text| {
        format!("`{text}` ist hier kein Befehl; 'help' zeigt die Befehle")
    },
    game_over: "Die Partie ist zu Ende!",
    status_won: "Ausgang: gewonnen",
    status_draw: "Ausgang: Remis",
    status_finished: "Ausgang: zu Ende gespielt",
    status_stopped: "Ausgang: abgebrochen",
    winner: |name| format!("Sieger: {name}"),
    result: |points| format!("Ergebnis: {points}"),
    reason: |reason| format!("Grund: {reason}"),
    side_won: |side| format!("{side} gewinnt!"),
    draw: "Remis.",
    games_played: |games| format!("Gespielte Partien: {games}"),
    statistics: "Statistik:",
    mean_result: |mean| format!("Mittleres Ergebnis: {}", LANGUAGE.decimal(mean, 2)),
    side_name: str::to_owned,
    wins_of: |side, wins| format!("Siege von {side}: {wins}"),
    draws: |draws| format!("Remis: {draws}"),
    row: |number, what| format!("Zeile {number}: {what}"),
    empty_rows: |first, last| {
        if first == last {
            format!("Zeile {first}: frei")
        } else {
            format!("Zeilen {first} bis {last}: frei")
        }
    },
    obstacle: "Hindernis",
    at: |what, place| format!("{what} auf {place}"),
    from_to: |what, first, last| format!("{what} auf {first} bis {last}"),
    last_move: |name, step| format!("letzter Zug: {name}, {step}"),
    game_option: |about, allowed, default| format!("{about}: {allowed}; Standard: {default}"),
    search_header: ["Tiefe", "Wert", "Knoten", "Zeit", "Variante"],
    best_move: "bester Zug",
    value: "Wert",
    line: "Variante",
    depth: "Tiefe",
    nodes: "Knoten",
    nodes_in: |nodes, seconds, speed| format!("{nodes} in {seconds} s, {speed}/s"),
    analysing: |game, games| match games {
        1 => "Analyse läuft".to_owned(),
        _ => format!("Analyse von Partie {game} von {games}"),
    },
    game_of: |game, games, options| format!("Partie {game} von {games}: {options}"),
    claim,
    claim_error,
    holds: |claim| format!("stimmt: {claim}"),
    fails: |claim, reason| format!("stimmt nicht: {claim} ({reason})"),
    contributed: |seat, name, entropy| match entropy {
        Some(entropy) => format!("Platz {seat}, {name}, hat {entropy} beigetragen"),
        None => format!("Platz {seat}, {name}, hat nichts beigetragen"),
    },
    cli_error,
};

fn claim(claim: DiceClaim, count: Option<usize>, contributions: usize) -> String {
    let source = match (contributions, count) {
        (0, _) => "dem Startwert".to_owned(),
        (_, None) => "dem Startwert und den Beiträgen".to_owned(),
        (1, _) => "dem Startwert und 1 Beitrag".to_owned(),
        (several, _) => format!("dem Startwert und {several} Beiträgen"),
    };
    match (claim, count) {
        (DiceClaim::Commitment, _) => "der Startwert ist der vorher festgelegte".to_owned(),
        (DiceClaim::Rolls, None) => format!("alle Würfe folgen aus {source}"),
        (DiceClaim::Rolls, Some(1)) => format!("1 Wurf folgt aus {source}"),
        (DiceClaim::Rolls, Some(rolls)) => format!("{rolls} Würfe folgen aus {source}"),
        (DiceClaim::RandomMoves, None) => {
            "alle Züge der Zufallsspieler folgen aus dem Startwert".to_owned()
        }
        (DiceClaim::RandomMoves, Some(1)) => {
            "1 Zug eines Zufallsspielers folgt aus dem Startwert".to_owned()
        }
        (DiceClaim::RandomMoves, Some(moves)) => {
            format!("{moves} Züge von Zufallsspielern folgen aus dem Startwert")
        }
        (DiceClaim::ShownCommitment, _) => "die Festlegung ist die, die du gesehen hast".to_owned(),
        (DiceClaim::OwnContribution, _) => "dein Beitrag steht in der Aufzeichnung".to_owned(),
    }
}

fn claim_error(error: &ClaimError) -> String {
    match error {
        ClaimError::GoesOn => "der Startwert bleibt geheim, solange die Partie läuft".to_owned(),
        ClaimError::NoSeed => "der Startwert ist nicht angegeben".to_owned(),
        ClaimError::NoCommitment => "es wurde nichts festgelegt".to_owned(),
        ClaimError::Commitments(count) => {
            format!("es gibt {count} Festlegungen, erlaubt ist eine")
        }
        ClaimError::BadCommitment(text) => {
            format!("`{text}` ist keine Festlegung; erlaubt ist sha256 mit 64 Hexadezimalziffern")
        }
        ClaimError::OtherSeed(hash) => format!("der SHA-256 des Startwerts ist {hash}"),
        ClaimError::Typed => {
            "die Würfe wurden eingetippt und folgen aus keinem Startwert".to_owned()
        }
        ClaimError::Roll { mixed, number, step, found, drawn } => {
            let give = if *mixed { "dem Startwert und den Beiträgen" } else { "dem Startwert" };
            format!("Wurf {number}, Schritt {step}, ist {found}, aber aus {give} folgt {drawn}")
        }
        ClaimError::Move { step, player, found, drawn } => {
            format!(
                "Schritt {step}, ein Zufallszug von {player}, ist {found}, aber aus dem Startwert \
                folgt {drawn}"
            )
        }
        ClaimError::OtherCommitment(found) => format!("in der Aufzeichnung steht {found}"),
        ClaimError::NotContributed(entropy) => format!("kein Platz hat {entropy} beigetragen"),
    }
}

fn cli_error(error: &CliError) -> String {
    match error {
        CliError::MultiviewsNeedWindow => {
            "-m geht nur mit -v window, denn nur mit Fenstern hat jeder Platz eine eigene Ansicht"
                .to_owned()
        }
        CliError::NoAnimationNeedsWindow => {
            "--no-animation geht nur mit -v window, denn nur Fenster animieren die Züge".to_owned()
        }
        CliError::SeriesNeedConsole { view } => {
            format!(
                "--series geht nicht mit -v {view}, denn nur die Konsole spielt eine Partie nach \
                der anderen"
            )
        }
        CliError::PlainNeedsConsole { view } => {
            format!(
                "--plain geht nicht mit -v {view}, denn nur die Konsole beschreibt Stellungen in \
                Worten"
            )
        }
        CliError::NothingKept => "--resume: es ist keine unfertige Partie da".to_owned(),
        CliError::ResumedIsOver(path) => {
            format!(
                "--resume: die Partie in {0} ist zu Ende: `ludoteca --replay {0}` zeigt sie",
                path.display()
            )
        }
        CliError::NeedsReplay { option, number } => {
            format!(
                "{option} {number} geht nur mit --replay DATEI, denn sonst gibt es keine \
                Aufzeichnung zu sehen"
            )
        }
        CliError::Lacks { game, what } => {
            let what = match what {
                Lacking::Size(size) => format!("keine wählbare Brettgröße (-d {size})"),
                Lacking::Line(line) => format!("keine wählbare Reihenlänge (--line {line})"),
                Lacking::Obstacles(count) => format!("keine Hindernisse (-o {count})"),
                Lacking::Mirror => "keine Hindernisse (--mirror)".to_owned(),
            };
            format!("{game} hat {what}; `ludoteca games` zeigt die Optionen")
        }
        CliError::NoSize(size) => {
            format!("`{size}` ist keine Brettgröße; die Form ist ZEILENxSPALTEN wie in 7x7")
        }
        CliError::WrongNumberOfPlayers { count, game, allowed } => {
            let allowed = allowed.tell(LANGUAGE);
            format!("{count} Spieler in der Liste für {game}; erlaubt: {allowed}")
        }
        CliError::ObstaclesTwice { count, by_position } => {
            let other = if *by_position { "--position" } else { "einzeln angegebenen Feldern" };
            format!(
                "-o {count} geht nicht zusammen mit {other}; nur eines von beiden kann \
                Hindernisse setzen"
            )
        }
        CliError::MirrorWithoutObstacles => {
            "--mirror geht nur mit -o N, denn gespiegelt werden die ausgelosten Hindernisse"
                .to_owned()
        }
        CliError::NoDice { game } => {
            format!("--dice geht bei {game} nicht, denn das Spiel hat keinen Würfel")
        }
        CliError::NoStep { text, steps } => {
            format!(
                "`{text}` ist kein Schritt dieser Aufzeichnung; erlaubt ist eine ganze Zahl von 0 \
                bis {steps}"
            )
        }
        CliError::NoWindow(reason) => {
            let reason = reason.tell(LANGUAGE);
            format!(
                "-v window: {reason}; spielen kannst du mit -v console oder im Browser mit \
                `ludoteca serve`"
            )
        }
        CliError::NoWindowsBuiltIn => "dieses Programm wurde ohne Fenster gebaut".to_owned(),
        CliError::IsOver { position } => {
            format!("bei --position {position} ist die Partie zu Ende")
        }
        CliError::DieIsNext { position } => {
            let place = position.as_ref().map(|position| format!("bei --position {position}"));
            format!(
                "{} wird gewürfelt, also gibt es keinen Zug zu suchen",
                place.as_deref().unwrap_or("dort")
            )
        }
        CliError::Exists(path) => {
            format!("{} gibt es schon; --force ersetzt die Datei", path.display())
        }
        CliError::SameFile(path) => {
            format!(
                "-o und --svg nennen beide {}; Aufzeichnung und Bild brauchen je eine eigene Datei",
                path.display()
            )
        }
        CliError::GraphOfMany { games } => {
            format!("--svg geht nur für eine Partie, nicht für {games}; --nth N wählt eine aus")
        }
        CliError::WitnessOfMany { games } => {
            format!(
                "--commitment und --contribution betreffen eine einzelne Partie, die Datei enthält \
                aber {games}; --nth N wählt eine aus"
            )
        }
        CliError::Misspelt { reason, meant } => {
            format!("{}: {}", reason.tell(LANGUAGE), (TEXTS.did_you_mean)(meant))
        }
        CliError::ClaimsFail(1) => "1 Behauptung stimmt nicht".to_owned(),
        CliError::ClaimsFail(claims) => format!("{claims} Behauptungen stimmen nicht"),
        CliError::File(error) => file_error(error),
    }
}

fn file_error(error: &FileError) -> String {
    let told = error.tell(LANGUAGE, Spelling::Typed);
    match error {
        FileError::Exists(_) => format!("{told}; --record braucht eine neue Datei"),
        FileError::NoSuchGame { number, games: 1 } => {
            format!("--nth {number} geht nicht, denn die Datei enthält 1 Partie")
        }
        FileError::NoSuchGame { number, games } => {
            format!("--nth {number} geht nicht, denn die Datei enthält {games} Partien")
        }
        FileError::Unwritten { .. } | FileError::Unread { .. } => told,
    }
}
