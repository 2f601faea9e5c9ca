//! Spanish.

use ludoteca_analysis::dice::{ClaimError, DiceClaim};
use ludoteca_core::shared::listed;
use ludoteca_core::{Language, Spelling, Tell};
use ludoteca_system::records::FileError;

use super::Texts;
use crate::failure::{CliError, Lacking};

const LANGUAGE: Language = Language::Spanish;

pub(super) static TEXTS: Texts = Texts {
    error: "error",
    play_prompt: "Escribe 'play' para hacer una jugada o 'quit' para dejar la partida: ",
    move_prompt: "Escribe tu jugada: ",
    roll_prompt: "Escribe la tirada: ",
    continue_prompt: "¿Quieres jugar otra partida? (s/n): ",
    replay_prompt: "Pulsa Intro para ver el paso siguiente o escribe 'help': ",
    yes: &["s", "si", "sí"],
    no: &["n", "no"],
    yes_or_no: "escribe s (sí) o n (no)",
    help: &[
        ("play", "hace una jugada: se te pide la tuya; los demás juegan solos"),
        ("una jugada", "también se puede escribir directamente, sin 'play'"),
        ("moves", "muestra las jugadas legales"),
        ("hint", "pide una buena jugada"),
        ("undo, undo N", "deshace tu última jugada, o las N últimas, y las respuestas"),
        ("redo, redo N", "rehace lo deshecho"),
        ("restart", "empieza una partida nueva"),
        ("save ARCHIVO", "guarda la partida ('save! ARCHIVO' reemplaza un archivo que ya existe)"),
        ("load ARCHIVO", "continúa una partida guardada"),
        ("board", "vuelve a mostrar el tablero"),
        ("position", "muestra la posición en una línea, para --position"),
        ("rules", "muestra las reglas del juego"),
        ("player", "muestra quién juega"),
        ("player NOMBRE:MODO", "cambia quién juega con ese nombre: m persona, r aleatorio, a IA"),
        ("help", "muestra esta lista"),
        ("quit", "termina la partida"),
    ],
    replay_help: &[
        ("Intro, next", "muestra el paso siguiente"),
        ("back", "retrocede un paso"),
        ("N", "va a la posición tras N pasos; 0 es el inicio"),
        ("start, last", "va al inicio o al final"),
        ("moves", "muestra las jugadas legales en este punto"),
        ("position", "muestra la posición en una línea, para --position"),
        ("play", "sigue jugando desde aquí"),
        ("help", "muestra esta lista"),
        ("quit", "sale"),
    ],
    starting: |title, about| format!("Partida de {title}: {about}"),
    turn_for: |name| format!("Turno de {name}"),
    your_turn: "Te toca",
    turn_for_the_die: "Turno del dado",
    introduction: |example| {
        format!("Escribe una jugada, por ejemplo {example}, o 'help' para ver todos los comandos.")
    },
    plays_without_you: |name| format!("{name} juega sin ti: escribe 'play'"),
    possible_moves: "Las jugadas posibles son:",
    possible_rolls: "Las tiradas posibles son:",
    legal_moves_of: |side| format!("Jugadas legales de {side}:"),
    plays: |name, step| format!("{name} juega {step}"),
    die_shows: |roll| format!("El dado muestra {roll}"),
    skipped: |name, reason| format!("{name} {reason} y pasa el turno"),
    thinking: |name| format!("{name} está pensando…"),
    looking_for_a_hint: "buscando una buena jugada…",
    too_narrow: |board, terminal| {
        format!(
            "(El tablero ocupa {board} columnas y la ventana tiene {terminal}: aquí está en palabras.)"
        )
    },
    saved: |path| format!("Partida guardada en {}", path.display()),
    loaded: |path, number, games| match games {
        1 => format!("Partida cargada de {}", path.display()),
        _ => format!("Partida cargada de {}, la {number} de {games}", path.display()),
    },
    did_you_mean: |meant| format!("¿querías decir {meant}?"),
    no_hint_for_a_die: "no hay pistas para una tirada del dado",
    not_a_persons_turn: |name| {
        format!("es el turno de {name}, que juega sin ti: escribe 'play' para que juegue")
    },
    not_in_the_list: |number, moves| {
        format!("`{number}` no está en la lista de jugadas: se admite un número de 1 a {moves}")
    },
    no_command: |reason| format!("{reason} ('help' muestra los comandos)"),
    file_exists: |path| format!("{0} ya existe: 'save! {0}' lo reemplaza", path.display()),
    loaded_is_over: |path| {
        format!(
            "la partida de {0} ya ha terminado: 'ludoteca --replay {0}' la muestra",
            path.display()
        )
    },
    only_so_many: |moves| match moves {
        1 => "solo se puede deshacer 1 jugada".to_owned(),
        _ => format!("solo se pueden deshacer {moves} jugadas"),
    },
    no_such_player: |name, names| {
        format!("nadie se llama `{name}` aquí: los jugadores son {}", listed(names, LANGUAGE))
    },
    takes_nothing: |command, rest| format!("`{rest}` sobra: {command} se escribe sin nada detrás"),
    takes_a_file: |command| format!("{command} necesita un archivo: {command} ARCHIVO"),
    takes_a_number: |command, rest| {
        format!("`{rest}` no vale para {command}: se admite un número entero de 1 a 1000000")
    },
    step_of: |number, steps, what| format!("Paso {number} de {steps}: {what}"),
    no_more_steps: "no hay más pasos: 'back' retrocede y 'play' sigue jugando desde aquí",
    alternatives: "Podría haber seguido de otra manera:",
    unknown_replay_command: |text| {
        format!("`{text}` no es ningún comando aquí: 'help' los muestra")
    },
    game_over: "¡Fin de la partida!",
    status_won: "Estado de la partida: ganada",
    status_draw: "Estado de la partida: tablas",
    status_finished: "Estado de la partida: terminada",
    status_stopped: "Estado de la partida: interrumpida",
    winner: |name| format!("Ganador: {name}"),
    result: |points| format!("Resultado: {points}"),
    reason: |reason| format!("Motivo: {reason}"),
    side_won: |side| format!("¡Victoria de {side}!"),
    draw: "Tablas.",
    games_played: |games| format!("Partidas jugadas: {games}"),
    statistics: "Estadísticas:",
    mean_result: |mean| format!("Resultado medio: {}", LANGUAGE.decimal(mean, 2)),
    side_name: str::to_owned,
    wins_of: |side, wins| format!("Victorias de {side}: {wins}"),
    draws: |draws| format!("Tablas: {draws}"),
    row: |number, what| format!("fila {number}: {what}"),
    empty_rows: |first, last| {
        if first == last {
            format!("fila {first}: vacía")
        } else {
            format!("filas {first} a {last}: vacías")
        }
    },
    obstacle: "obstáculo",
    at: |what, place| format!("{what} en {place}"),
    from_to: |what, first, last| format!("{what} de {first} a {last}"),
    last_move: |name, step| format!("última jugada: {name}, {step}"),
    game_option: |about, allowed, default| format!("{about}: {allowed}; por defecto, {default}"),
    search_header: ["prof.", "valor", "nodos", "tiempo", "línea"],
    best_move: "mejor jugada",
    value: "valor",
    line: "línea",
    depth: "profundidad",
    nodes: "nodos",
    nodes_in: |nodes, seconds, speed| format!("{nodes} en {seconds} s, {speed}/s"),
    analysing: |game, games| match games {
        1 => "analizando".to_owned(),
        _ => format!("analizando la partida {game} de {games}"),
    },
    game_of: |game, games, options| format!("partida {game} de {games}: {options}"),
    claim,
    claim_error,
    holds: |claim| format!("se cumple: {claim}"),
    fails: |claim, reason| format!("no se cumple: {claim}: {reason}"),
    contributed: |seat, name, entropy| match entropy {
        Some(entropy) => format!("puesto {seat}, {name}, aportó {entropy}"),
        None => format!("puesto {seat}, {name}, no aportó nada"),
    },
    cli_error,
};

fn claim(claim: DiceClaim, count: Option<usize>, contributions: usize) -> String {
    let source = match (contributions, count) {
        (0, _) => "la semilla".to_owned(),
        (_, None) => "la semilla y de las aportaciones".to_owned(),
        (1, _) => "la semilla y de 1 aportación".to_owned(),
        (several, _) => format!("la semilla y de {several} aportaciones"),
    };
    match (claim, count) {
        (DiceClaim::Commitment, _) => "la semilla es la que se comprometió al empezar".to_owned(),
        (DiceClaim::Rolls, None) => format!("todas las tiradas salen de {source}"),
        (DiceClaim::Rolls, Some(1)) => format!("1 tirada sale de {source}"),
        (DiceClaim::Rolls, Some(rolls)) => format!("{rolls} tiradas salen de {source}"),
        (DiceClaim::RandomMoves, None) => {
            "todas las jugadas de los jugadores aleatorios salen de la semilla".to_owned()
        }
        (DiceClaim::RandomMoves, Some(1)) => {
            "1 jugada de un jugador aleatorio sale de la semilla".to_owned()
        }
        (DiceClaim::RandomMoves, Some(moves)) => {
            format!("{moves} jugadas de jugadores aleatorios salen de la semilla")
        }
        (DiceClaim::ShownCommitment, _) => "el compromiso es el que te mostraron".to_owned(),
        (DiceClaim::OwnContribution, _) => "tu aportación está en el registro".to_owned(),
    }
}

fn claim_error(error: &ClaimError) -> String {
    match error {
        ClaimError::GoesOn => "la semilla no se revela mientras la partida sigue".to_owned(),
        ClaimError::NoSeed => "la semilla no se ha revelado".to_owned(),
        ClaimError::NoCommitment => "no hay ningún compromiso".to_owned(),
        ClaimError::Commitments(count) => {
            format!("hay {count} compromisos y solo puede haber uno")
        }
        ClaimError::BadCommitment(text) => {
            format!("`{text}` no es un compromiso: la forma es sha256 y 64 dígitos hexadecimales")
        }
        ClaimError::OtherSeed(hash) => format!("el SHA-256 de la semilla es {hash}"),
        ClaimError::Typed => {
            "las tiradas se escribieron a mano y no salen de ninguna semilla".to_owned()
        }
        ClaimError::Roll { mixed, number, step, found, drawn } => {
            let give = if *mixed { "de la semilla y las aportaciones" } else { "de la semilla" };
            format!("la tirada {number}, paso {step}, es {found}, pero {give} sale {drawn}")
        }
        ClaimError::Move { step, player, found, drawn } => {
            format!(
                "el paso {step}, una jugada aleatoria de {player}, es {found}, pero de la semilla sale {drawn}"
            )
        }
        ClaimError::OtherCommitment(found) => format!("en el registro está {found}"),
        ClaimError::NotContributed(entropy) => format!("ningún puesto aportó {entropy}"),
    }
}

fn cli_error(error: &CliError) -> String {
    match error {
        CliError::MultiviewsNeedWindow => {
            "-m sin -v window: solo con ventanas puede haber una vista por puesto".to_owned()
        }
        CliError::NoAnimationNeedsWindow => {
            "--no-animation sin -v window: solo las ventanas animan las jugadas".to_owned()
        }
        CliError::SeriesNeedConsole { view } => {
            format!("--series con -v {view}: solo la consola juega una partida tras otra")
        }
        CliError::PlainNeedsConsole { view } => {
            format!("--plain con -v {view}: solo la consola describe las posiciones en palabras")
        }
        CliError::NothingKept => "--resume: no hay ninguna partida sin terminar".to_owned(),
        CliError::ResumedIsOver(path) => {
            format!(
                "--resume: la partida de {0} ha terminado: `ludoteca --replay {0}` la muestra",
                path.display()
            )
        }
        CliError::NeedsReplay { option, number } => {
            format!("{option} {number} sin --replay ARCHIVO: no hay ningún registro que ver")
        }
        CliError::Lacks { game, what } => {
            let what = match what {
                Lacking::Size(size) => {
                    format!("no se puede elegir el tamaño del tablero (-d {size})")
                }
                Lacking::Line(line) => {
                    format!("no se puede elegir la longitud de la línea (--line {line})")
                }
                Lacking::Obstacles(count) => format!("no hay obstáculos (-o {count})"),
                Lacking::Mirror => "no hay obstáculos (--mirror)".to_owned(),
            };
            format!("en {game} {what}: `ludoteca games` muestra las opciones")
        }
        CliError::NoSize(size) => {
            format!("`{size}` no es un tamaño de tablero: la forma es FILASxCOLUMNAS, como en 7x7")
        }
        CliError::WrongNumberOfPlayers { count, game, allowed } => {
            let allowed = allowed.tell(LANGUAGE);
            format!("la lista de jugadores de {game} tiene {count}; valores admitidos: {allowed}")
        }
        CliError::ObstaclesTwice { count, by_position } => {
            let other = if *by_position { "--position" } else { "casillas dadas" };
            format!("-o {count} no va con {other}: los obstáculos se indican de una sola manera")
        }
        CliError::MirrorWithoutObstacles => {
            "--mirror sin -o N: refleja los obstáculos que se sortean".to_owned()
        }
        CliError::NoDice { game } => format!("--dice con {game}: ese juego no tiene dado"),
        CliError::NoStep { text, steps } => {
            format!(
                "`{text}` no es un paso de este registro: se admite un número entero de 0 a {steps}"
            )
        }
        CliError::NoWindow(reason) => {
            let reason = reason.tell(LANGUAGE);
            format!(
                "-v window: {reason}; puedes jugar con -v console, o en un navegador con `ludoteca serve`"
            )
        }
        CliError::NoWindowsBuiltIn => "este programa se compiló sin ventanas".to_owned(),
        CliError::IsOver { position } => {
            format!("--position {position}: ahí la partida ya ha terminado")
        }
        CliError::DieIsNext { position } => {
            let place = position.as_ref().map(|position| format!("--position {position}: "));
            format!(
                "{}ahí toca tirar el dado y no hay ninguna jugada que buscar",
                place.unwrap_or_default()
            )
        }
        CliError::Exists(path) => format!("{} ya existe: --force lo reemplaza", path.display()),
        CliError::SameFile(path) => {
            format!(
                "-o y --svg son ambos {}: el registro y la imagen necesitan archivos distintos",
                path.display()
            )
        }
        CliError::GraphOfMany { games } => {
            format!("--svg con {games} partidas: --nth N elige una")
        }
        CliError::WitnessOfMany { games } => {
            format!(
                "--commitment y --contribution se refieren a una sola partida: el archivo contiene {games} y --nth N elige una"
            )
        }
        CliError::Misspelt { reason, meant } => {
            format!("{}: {}", reason.tell(LANGUAGE), (TEXTS.did_you_mean)(meant))
        }
        CliError::ClaimsFail(1) => "1 afirmación no se cumple".to_owned(),
        CliError::ClaimsFail(claims) => format!("{claims} afirmaciones no se cumplen"),
        CliError::File(error) => file_error(error),
    }
}

fn file_error(error: &FileError) -> String {
    let told = error.tell(LANGUAGE, Spelling::Typed);
    match error {
        FileError::Exists(_) => format!("{told}: --record necesita un archivo nuevo"),
        FileError::NoSuchGame { number, games: 1 } => {
            format!("--nth {number}: el archivo contiene 1 partida")
        }
        FileError::NoSuchGame { number, games } => {
            format!("--nth {number}: el archivo contiene {games} partidas")
        }
        FileError::Unwritten { .. } | FileError::Unread { .. } => told,
    }
}
