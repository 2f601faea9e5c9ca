//! Spanish.

use super::{KeyTexts, Texts};
use crate::choices::{BoardSurface, PieceSet};

pub(super) static TEXTS: Texts = Texts {
    help_key: "? ayuda",
    too_small: |columns, rows| {
        format!("Esta ventana es demasiado pequeña: hacen falta {columns} columnas y {rows} filas.")
    },
    to_move: |name| format!("{name} va a jugar"),
    thinking: |name, seconds| format!("{name} está pensando… {seconds} s"),
    looking_for_hint: |seconds| format!("Buscando una buena jugada… {seconds} s"),
    waits: |name| format!("{name} espera a que pulses g"),
    step_of: |step, steps| match step {
        0 => "Posición inicial".to_owned(),
        _ => format!("Tras la jugada {step} de {steps}"),
    },
    type_the_roll: "Tira el dado y escribe lo que sale",
    die: "El dado",
    die_shows: |roll| format!("El dado muestra {roll}"),
    moves: "Jugadas",
    person: "persona",
    random: "jugadas al azar",
    ai: "IA",
    of_level: |name, level| format!("{name}, nivel {level}"),
    skipped: |name, reason| format!("{name} {reason} y pasa el turno"),
    saved: |file| format!("Guardada en {file}"),
    opened: |file| format!("Se ha abierto {file}"),
    board_is: |board| {
        match board {
            BoardSurface::Own => "Tablero: el del juego",
            BoardSurface::Wood => "Tablero: madera",
            BoardSurface::Slate => "Tablero: pizarra",
            BoardSurface::Paper => "Tablero: papel",
        }
        .to_owned()
    },
    pieces_are: |pieces| {
        match pieces {
            PieceSet::Own => "Fichas: las del juego",
            PieceSet::Letters => "Fichas: letras",
        }
        .to_owned()
    },
    language_is: |language| format!("Idioma: {language}"),
    offer: |title, moves| {
        let moves = if moves == 1 { "1 jugada".to_owned() } else { format!("{moves} jugadas") };
        format!("c: continuar tu partida de {title} ({moves})")
    },
    watching: "esta es una posición anterior: pulsa g para jugar desde aquí o Fin para volver",
    over: "la partida ha terminado",
    roll_first: "primero hay que tirar el dado",
    others_turn: |name| format!("es el turno de {name}"),
    no_move: "eso no es una jugada",
    engine_failed: "el motor no ha encontrado ninguna jugada",
    your_move: "Tu jugada:",
    your_roll: "El dado muestra:",
    save_to: "Guardar en:",
    replace: |file| format!("{file} ya existe. ¿Reemplazarlo? (s/n)"),
    open_from: "Abrir:",
    new_game: "Nueva partida",
    against: "Contra",
    you_play: |name| format!("Juegas con {name}"),
    people: "personas en este teclado",
    people_play: "todos juegan aquí por turnos",
    random_plays: "juega sin pensar",
    minutes: |least, most| format!("de {least} a {most} minutos"),
    which_move: "¿Qué jugada?",
    rematch_question: "¿Empezar de nuevo? Lo jugado hasta ahora se queda en su archivo.",
    quit_question: "¿Salir? Esta partida no está en ningún archivo y se perderá.",
    yes_or_no: "s sí   n no",
    yes: &["s", "sí", "si"],
    keys: KeyTexts {
        choose: ("Intro", "elegir"),
        cancel: ("Esc", "cancelar"),
        typed: (":", "escribir"),
        hint: ("h", "pista"),
        undo: ("u", "deshacer"),
        new: ("n", "nueva"),
        rematch: ("r", "revancha"),
        quit: ("q", "salir"),
        now: ("m", "que juegue ya"),
        stop: ("Esc", "detener"),
        go_on: ("g", "seguir"),
        earlier: ("RePág", "mirar atrás"),
        back: ("Fin", "volver"),
        turn: ("t", "girar"),
        lay: ("l", "colocar"),
        resume: ("c", "continuar"),
        opponent: ("←→", "rival"),
        side: ("s", "bando"),
    },
    help_title: "Teclas",
    help: &[
        ("flechas, ratón", "señalar una casilla"),
        ("Intro, clic", "elegir una ficha, un hoyo o un destino; las fichas se pueden arrastrar"),
        ("Esc", "anular lo elegido o detener a una IA que piensa"),
        (":", "escribir una jugada, como 1 2 1 3 o b5–c5; también se empieza con una cifra"),
        ("t, l", "girar la ficha que se va a colocar, colocarla"),
        ("h", "pedir una buena jugada"),
        ("u, U", "deshacer, rehacer"),
        ("m, g", "que una IA juegue ya, que la partida siga"),
        (
            "RePág, AvPág",
            "ver posiciones anteriores; Inicio y Fin llevan a la primera y a la última",
        ),
        ("n, r, q", "nueva partida, revancha, salir; la partida sin terminar se conserva"),
        ("s, o", "guardar la partida, abrir una guardada"),
        ("i", "las reglas del juego"),
        ("b, p, f", "otro tablero, otras fichas, dar la vuelta al tablero"),
        ("L", "otro idioma"),
        ("Ctrl+L, Ctrl+Z", "dibujar todo de nuevo, volver al shell hasta que escribas fg"),
    ],
    kept: |title| format!("Tu partida de {title} se ha guardado. Para continuarla:"),
};
