//! Spanish.

use ludoteca_core::{Language, shared};

use super::{Texts, told};
use crate::WindowError;
use crate::actions::Action;
use crate::board::{BoardChoice, PieceChoice};

const LANGUAGE: Language = Language::Spanish;

pub(super) static TEXTS: Texts = Texts {
    game_menu: "Partida",
    move_menu: "Jugada",
    view_menu: "Ver",
    language_menu: "Idioma",
    help_menu: "Ayuda",
    action,
    key: |name| match name {
        "Shift" => "Mayús",
        "Home" => "Inicio",
        "End" => "Fin",
        "PageUp" => "Re Pág",
        "PageDown" => "Av Pág",
        "Period" => "Punto",
        other => other,
    },

    you: "(¡tú!)",
    turn: |name| format!("Turno de {name}"),
    roll_now: "Hay que tirar el dado",
    game_over: "La partida ha terminado",
    scored: |points| match points {
        1 => "Terminada con 1 punto".to_owned(),
        _ => format!("Terminada con {points} puntos"),
    },
    turn_and_lay: "R gira la ficha, L la coloca",
    thinking: |name, seconds| format!("{name} está pensando… {seconds} s"),
    looking_for_hint: |seconds| format!("Buscando una pista… {seconds} s"),
    roll_shows: "¿Qué muestra el dado?",
    which_move: "¿Qué jugada?",

    started: "Empieza una partida nueva",
    skipped: |name, reason| format!("{name} pasa el turno: {reason}"),
    back_at_start: "De vuelta al principio",
    back_at: |step| format!("De vuelta al paso {step}"),
    saved: |path| format!("Se ha guardado en {path}"),
    opened: |file| format!("Se ha abierto {file}"),
    opened_of: |file, number, games| format!("Se ha abierto {file}, partida {number} de {games}"),
    copied: "Se ha copiado la posición",
    watching: "esta es una posición anterior: ve a la última para seguir jugando",
    over: "la partida ha terminado",
    roll_first: "primero hay que tirar el dado",
    others_turn: |name| format!("es el turno de {name}"),
    still_thinking: |name| format!("{name} está pensando: antes hay que parar la búsqueda"),
    no_move: "esa jugada no es legal",
    engine_failed: "el motor no ha encontrado ninguna jugada",

    seats: "Jugadores",
    messages: "Mensajes",
    play_group: "Jugar",
    look_group: "Mirar",
    analysis_group: "Analizar",
    steps: "Pasos",
    start: "inicio",
    die: "dado",
    step_of: |step, steps| format!("Paso {step} de {steps}"),
    manual: "Persona",
    random: "Aleatorio",
    ai: "IA",
    ai_level: |level| format!("IA (nivel {level})"),
    level_score: |share| format!("saca el {share} % de los puntos contra el nivel inferior"),
    mode_of: |name| format!("Modo de {name}"),
    colour_of: |name| format!("Color de {name}"),
    usual_colour: "Color habitual",
    analysing: "Analizando la posición…",
    depth: |depth, goes_on| {
        let plies = match depth {
            1 => "1 jugada por delante".to_owned(),
            _ => format!("{depth} jugadas por delante"),
        };
        if goes_on { format!("{plies}, continúa…") } else { plies }
    },
    best_line: "Mejor jugada:",
    graph: |steps| match steps {
        1 => "Evaluación a lo largo de 1 paso".to_owned(),
        _ => format!("Evaluación a lo largo de {steps} pasos"),
    },

    quit_question: "¿Quieres salir de la partida?",
    quit_for_all: "¿Quieres salir de la partida? Terminará para todos los jugadores.",
    quit_finished: "¿Quieres cerrar la partida?",
    yes_close: "Cerrar la partida",
    stay_here: "Quedarse aquí",
    yes_quit: "Salir de la partida",
    restart_question: "¿Quieres reiniciar la partida?",
    yes_restart: "Reiniciar la partida",
    keep_playing: "Seguir jugando",
    unsaved: "La partida en curso no se ha guardado.",
    unsaved_finished: "La partida terminada no se ha guardado.",
    cancel: "Cancelar",
    close: "Cerrar",
    keys: [
        ("Flechas", "ir de una casilla a otra"),
        ("Intro", "elegir una casilla"),
        ("Escape, clic derecho", "cancelar la elección"),
        ("R", "girar una ficha que ocupa varias casillas"),
        ("L", "colocarla como se ve"),
        ("Tab", "ir a los controles"),
    ],

    open_title: "Abrir un registro",
    save_title: "Guardar el registro",
    open: "Abrir",
    save: "Guardar",
    replace: "Reemplazarlo",
    file_name: "Nombre del archivo",
    which_game: "Número de partida",
    the_last: "vacío: la última del archivo",
    record_files: "Registros de partidas",
    no_file_name: "El archivo necesita un nombre",
    would_replace: |path| format!("{path} ya existe y se reemplazaría"),
    no_game_number: |text| {
        format!("`{text}` no es un número de partida: debe ser un número entero a partir de 1")
    },

    new_game: "Nueva partida",
    begin: "Empezar",
    minutes: |least, most| format!("{least} a {most} minutos"),
    preset: "Variante",
    opponent: "Rival:",
    computer: "el ordenador",
    friend: "un amigo, aquí",
    customise: "Personalizar",
    obstacles: "Obstáculos aleatorios",
    obstacles_drawn: "cuántos; vacío: ninguno",
    mirrored: "igual en los cuatro cuartos del tablero",
    position: "Posición",
    position_usual: "vacío: la habitual",
    seed: "Semilla",
    seed_usual: "permite repetir todo lo aleatorio",
    no_seed: |text, allowed| format!("`{text}` no es una semilla: {}", told(allowed, LANGUAGE)),
    typed_dice: "Tiro yo un dado de verdad",
    name_of_player: |number| format!("Nombre del jugador {number}"),
    mode_of_player: |number| format!("Modo del jugador {number}"),

    no_reason: "sin más detalles",
    window_error,
};

fn action(action: Action) -> &'static str {
    match action {
        Action::NewGame => "Nueva partida…",
        Action::Open => "Abrir registro…",
        Action::Save => "Guardar registro…",
        Action::CopyPosition => "Copiar la posición",
        Action::Restart => "Reiniciar",
        Action::Quit => "Salir",
        Action::Undo => "Deshacer",
        Action::Redo => "Rehacer",
        Action::RandomMove => "Jugada aleatoria",
        Action::EngineMove => "Jugada de la IA",
        Action::Hint => "Pista",
        Action::Automatic => "Jugadas automáticas",
        Action::LetMove => "Que juegue",
        Action::MoveNow => "Jugar ya",
        Action::StopThinking => "Parar",
        Action::FirstStep => "Primera posición",
        Action::StepBack => "Posición anterior",
        Action::StepOn => "Posición siguiente",
        Action::LastStep => "Última posición",
        Action::PlayFromHere => "Seguir jugando desde aquí",
        Action::Analysis => "Análisis",
        Action::TurnBoard => "Girar el tablero",
        Action::SystemTheme => "Tema del sistema",
        Action::LightTheme => "Tema claro",
        Action::DarkTheme => "Tema oscuro",
        Action::Rematch => "Revancha",
        Action::Review => "Repasar la partida",
        Action::Board(BoardChoice::Own) => "Tablero propio del juego",
        Action::Board(BoardChoice::Wood) => "Tablero de madera",
        Action::Board(BoardChoice::Slate) => "Tablero de pizarra",
        Action::Board(BoardChoice::Paper) => "Tablero de papel",
        Action::Pieces(PieceChoice::Own) => "Fichas propias del juego",
        Action::Pieces(PieceChoice::Letters) => "Fichas con letras",
        Action::Language(language) => language.name(),
        Action::Rules => "Reglas del juego",
        Action::Keys => "Teclas",
    }
}

fn window_error(error: &WindowError) -> String {
    match error {
        WindowError::NoDisplay => {
            "no hay pantalla: no están definidas ni DISPLAY ni WAYLAND_DISPLAY".to_owned()
        }
        WindowError::Unreachable { display, reason } => {
            format!("no se puede acceder a la pantalla `{display}` ({reason})")
        }
        WindowError::Missing(libraries) => {
            let names = shared::listed(libraries.iter().map(|library| library.name), LANGUAGE);
            let packages: Vec<&str> = libraries.iter().map(|library| library.package).collect();
            let can = if libraries.len() == 1 { "puede" } else { "pueden" };
            format!("no se {can} cargar {names} (Debian: apt install {})", packages.join(" "))
        }
        WindowError::NoOpenGl(reason) => {
            format!(
                "OpenGL no funciona aquí ({reason}; Debian: apt install libgl1 libegl1 libgl1-mesa-dri)"
            )
        }
        WindowError::Failed(reason) => format!("no se puede abrir ninguna ventana ({reason})"),
        WindowError::Broken { reason, place } => {
            let reason = reason.as_deref().unwrap_or(TEXTS.no_reason);
            format!("la ventana ha fallado: {reason} ({place})")
        }
    }
}
