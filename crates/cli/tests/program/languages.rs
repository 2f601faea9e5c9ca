//! The program in the languages that people choose.

use std::fs;

use crate::external::{PLAY, program, refuses, run, run_in, transcript};

/// What is said in a language, in the order of a game.
struct Spoken {
    code: &'static str,
    start: &'static str,
    prompt: &'static str,
    refused: &'static str,
    help: &'static str,
    no_command: &'static str,
    moved: &'static str,
    yes_or_no: &'static str,
    yes: &'static str,
    no: &'static str,
    end: &'static str,
    statistics: &'static str,
}

const SPOKEN: &[Spoken] = &[
    Spoken {
        code: "en",
        start: "rows 0 to 2: empty\n\nPlayers: X O\nTurn for X\n",
        prompt: PLAY,
        refused: "error: there is no cell 9 9",
        help: "\n hint              ask for a good move\n",
        no_command: "two numbers ('help' lists the commands)\n",
        moved: "row 1: X at 1\nrow 2: empty\nlast move: X, 1 1\n",
        yes_or_no: "(y/n): maybe\nerror: type y (yes) or n (no)\n",
        yes: "Yes",
        no: "n",
        end: "\nGame Over!!\n\nrow 0: O at 0, X at 1\n",
        statistics: "Game Status: Won\nWinner: X\nX won!\nGames Played: 1\nStats:\nX's wins: 1\nO's wins: 0\nDraws: 0\n",
    },
    Spoken {
        code: "es",
        start: "filas 0 a 2: vacías\n\nJugadores: X O\nTurno de X\n",
        prompt: "Escribe 'play' para hacer una jugada o 'quit' para dejar la partida: ",
        refused: "error: no existe la casilla 9 9",
        help: "\n hint                pide una buena jugada\n",
        no_command: "dos números ('help' muestra los comandos)\n",
        moved: "fila 1: X en 1\nfila 2: vacía\núltima jugada: X, 1 1\n",
        yes_or_no: "(s/n): maybe\nerror: escribe s (sí) o n (no)\n",
        yes: "Sí",
        no: "n",
        end: "\n¡Fin de la partida!\n\nfila 0: O en 0, X en 1\n",
        statistics: "Estado de la partida: ganada\nGanador: X\n¡Victoria de X!\nPartidas jugadas: 1\nEstadísticas:\nVictorias de X: 1\nVictorias de O: 0\nTablas: 0\n",
    },
    Spoken {
        code: "pt",
        start: "linhas 0 a 2: vazias\n\nJogadores: X O\nVez de X\n",
        prompt: "Escreva 'play' para fazer uma jogada ou 'quit' para sair da partida: ",
        refused: "erro: a casa 9 9 não existe",
        help: "\n hint              pedir uma boa jogada\n",
        no_command: "dois números ('help' mostra os comandos)\n",
        moved: "linha 1: X em 1\nlinha 2: vazia\núltima jogada: X, 1 1\n",
        yes_or_no: "(s/n): maybe\nerro: escreva s (sim) ou n (não)\n",
        yes: "SIM",
        no: "nao",
        end: "\nFim da partida!\n\nlinha 0: O em 0, X em 1\n",
        statistics: "Estado da partida: ganha\nVencedor: X\nVitória: X!\nPartidas jogadas: 1\nEstatísticas:\nVitórias (X): 1\nVitórias (O): 0\nEmpates: 0\n",
    },
    Spoken {
        code: "de",
        start: "Zeilen 0 bis 2: frei\n\nSpieler: X O\nX ist am Zug\n",
        prompt: "Tippe 'play', um zu ziehen, oder 'quit', um die Partie zu verlassen: ",
        refused: "Fehler: es gibt kein Feld 9 9",
        help: "\n hint             um einen Tipp bitten\n",
        no_command: "Zeile und Spalte ('help' zeigt die Befehle)\n",
        moved: "Zeile 1: X auf 1\nZeile 2: frei\nletzter Zug: X, 1 1\n",
        yes_or_no: "(j/n): maybe\nFehler: tippe j (ja) oder n (nein)\n",
        yes: "ja",
        no: "nein",
        end: "\nDie Partie ist zu Ende!\n\nZeile 0: O auf 0, X auf 1\n",
        statistics: "Ausgang: gewonnen\nSieger: X\nX gewinnt!\nGespielte Partien: 1\nStatistik:\nSiege von X: 1\nSiege von O: 0\nRemis: 0\n",
    },
];

/// Two games with a refusal, help, a takeback and the question between them. Commands and moves are
/// the same in all languages, and the sentences come in the language that was asked for.
#[test]
fn games_are_played_in_every_language() {
    for spoken in SPOKEN {
        let Spoken { code, yes, no, .. } = spoken;
        let script = format!(
            "help\n9 9\nnonsense\nplay\n1 1\nundo\nredo\n0 0\n0 1\n2 2\n2 1\nmaybe\n{yes}\n\
             0 0\n1 0\n0 1\n1 1\n0 2\n{no}\n"
        );
        let seen =
            transcript(&mut program(&format!("--language {code} -g ttt --plain --series")), script);
        for part in [
            spoken.start,
            spoken.prompt,
            spoken.refused,
            spoken.help,
            spoken.no_command,
            spoken.moved,
            spoken.yes_or_no,
            spoken.end,
            spoken.statistics,
        ] {
            assert!(seen.contains(part), "{code}: no {part:?} in {seen}");
        }
        // It is told after the first move, and again when the move is redone.
        assert_eq!(seen.matches(spoken.moved).count(), 2, "{code}: {seen}");
        let lines = seen.lines().filter(|line| line.starts_with(spoken.prompt)).count();
        assert_eq!(lines, 15, "{code}: every line was asked for in the language: {seen}");
        for other in SPOKEN.iter().filter(|other| other.code != *code) {
            assert!(!seen.contains(other.prompt), "{code} and {}: {seen}", other.code);
        }
    }
}

/// Each row is a command line, and what it prints in Spanish, Portuguese and German.
#[test]
fn commands_speak_every_language() {
    let folder = tempfile::tempdir().unwrap();
    let game =
        "Record: 1\nGame: dawn\nPlayers: N:m,M:m\nSeed: 1\nResult: stopped\n\n1. 5;7\n2. 5\n";
    fs::write(folder.path().join("game"), game).unwrap();
    fs::write(folder.path().join("lost"), "Record: 1\nGame: ttt\nPlayers: X,O\n\n1. 1 1\n2. 0 1\n")
        .unwrap();
    for (line, [spanish, portuguese, german]) in [
        ("games", ["por defecto, 5", "predefinição: 5", "Standard: 5"]),
        ("rules -g ttt", ["ficha", "peça", "Spielstein"]),
        (
            "search -g ttt --depth 2",
            ["\nprofundidad  2\n", "\nprofundidade  2\n", "\nTiefe      2\n"],
        ),
        (
            "search -g ttt --position 'xx1/oo1/3 x'",
            ["\nmejor jugada 0 2\n", "\nmelhor jogada 0 2\n", "\nbester Zug 0 2\n"],
        ),
        ("analyse lost --depth 4 -o -", ["jugador ", "jogador ", "Spieler "]),
        (
            "verify game",
            [
                "no se cumple: la semilla es la que se comprometió al empezar: no hay ningún compromiso\n",
                "não confere: a semente corresponde ao compromisso do início da partida: não há nenhum compromisso\n",
                "stimmt nicht: der Startwert ist der vorher festgelegte (es wurde nichts festgelegt)\n",
            ],
        ),
        (
            "--replay lost --to 1",
            [
                "\nPaso 1 de 2: X juega 1 1\n",
                "\nPasso 1 de 2: X joga 1 1\n",
                "\nSchritt 1 von 2: X zieht 1 1\n",
            ],
        ),
    ] {
        for (code, part) in [("es", spanish), ("pt", portuguese), ("de", german)] {
            let line = line.replace("-o -", &format!("-o {code}"));
            // The option may stand before a command and after it.
            let before = run_in(folder.path(), &format!("--language {code} {line}"));
            assert!(before.out.contains(part), "{line}: {part:?} is not in {}", before.out);
            if line.starts_with("--") || line.starts_with("analyse") || line.starts_with("search") {
                continue;
            }
            let after = run_in(folder.path(), &format!("{line} --language={code}"));
            assert_eq!((after.out, after.err), (before.out, before.err), "{line}");
        }
    }
    // Records are the same in all languages.
    let read = |code: &str| fs::read_to_string(folder.path().join(code)).unwrap();
    assert!(read("es") == read("de") && read("pt").contains("{best}"), "{}", read("es"));
    let json = |line: &str| run(&format!("{line} --json")).out;
    assert_eq!(json("--language de games"), json("games"));
    // Every game can be played in every language.
    for info in ludoteca_games::catalog::GAMES {
        let codes = ["en", "es", "pt", "de"];
        let seen = codes.map(|code| {
            let script = "help\nmoves\nrules\nhint\nplay\n";
            transcript(&mut program(&format!("-g {} --language {code}", info.id)), script)
        });
        for (n, one) in seen.iter().enumerate() {
            assert!(seen[n + 1..].iter().all(|other| other != one), "{}: {one}", info.id);
        }
    }
}

/// Errors follow the language of the run.
#[test]
fn errors_speak_every_language() {
    for (line, reason) in [
        (
            "--language es -d 7",
            "error: `7` no es un tamaño de tablero: la forma es FILASxCOLUMNAS, como en 7x7",
        ),
        ("--language pt --replay none", "erro: não é possível ler none: não existe"),
        (
            "--language de -g owari -d 3x3",
            "Fehler: owari hat keine wählbare Brettgröße (-d 3x3); `ludoteca games` zeigt die Optionen",
        ),
        (
            "perft -o 3 2 --language es",
            "error: en cn no hay obstáculos (-o 3): `ludoteca games` muestra las opciones",
        ),
        (
            "-m --language de",
            "Fehler: -m geht nur mit -v window, denn nur mit Fenstern hat jeder Platz eine eigene Ansicht",
        ),
        (
            "--language pt search -g ttt --position 'xxx/oo1/3 o'",
            "erro: --position xxx/oo1/3 o: nesta posição a partida já acabou",
        ),
    ] {
        let ran = run(line);
        assert_eq!(
            (ran.out.as_str(), ran.err, ran.code),
            ("", format!("{reason}\n"), Some(2)),
            "{line}"
        );
    }
}

#[test]
fn wrong_languages_are_refused() {
    let allowed = "[possible values: en, es, pt, de]";
    refuses("--language fr", &format!("invalid value 'fr' for '--language <CODE>' {allowed}"));
    refuses(
        "games --language ''",
        &format!("a value is required for '--language <CODE>' but none was supplied {allowed}"),
    );
    refuses(
        "--language",
        &format!("a value is required for '--language <CODE>' but none was supplied {allowed}"),
    );
    refuses(
        "--language de chess",
        "unrecognized subcommand 'chess': `ludoteca --help` lists the commands",
    );
    // The options for playing belong to no other command.
    for (line, option) in [("-g cn games", "--game <ID>"), ("--language de --auto games", "--auto")]
    {
        refuses(line, &format!("the subcommand 'games' cannot be used with '{option}'"));
    }
}

/// `play` is the command that needs no name.
#[test]
fn playing_has_a_name_too() {
    let script = "1 1\nquit\n";
    let named = transcript(&mut program("play -g ttt"), script);
    assert_eq!(named, transcript(&mut program("-g ttt"), script));
}
