//! Portuguese.

use super::{KeyTexts, Texts};
use crate::choices::{BoardSurface, PieceSet};

pub(super) static TEXTS: Texts = Texts {
    help_key: "? ajuda",
    too_small: |columns, rows| {
        format!("Esta janela é demasiado pequena: são precisas {columns} colunas e {rows} linhas.")
    },
    to_move: |name| format!("{name} vai jogar"),
    thinking: |name, seconds| format!("{name} está a pensar… {seconds} s"),
    looking_for_hint: |seconds| format!("À procura de uma boa jogada… {seconds} s"),
    waits: |name| format!("{name} espera que prima g"),
    step_of: |step, steps| match step {
        0 => "Posição inicial".to_owned(),
        _ => format!("Depois da jogada {step} de {steps}"),
    },
    type_the_roll: "Lance o dado e escreva o que saiu",
    die: "O dado",
    die_shows: |roll| format!("O dado mostra {roll}"),
    moves: "Jogadas",
    person: "pessoa",
    random: "jogadas ao acaso",
    ai: "IA",
    of_level: |name, level| format!("{name}, nível {level}"),
    skipped: |name, reason| format!("{name} {reason} e passa a vez"),
    saved: |file| format!("Guardada em {file}"),
    opened: |file| format!("Partida aberta: {file}"),
    board_is: |board| {
        match board {
            BoardSurface::Own => "Tabuleiro: o do jogo",
            BoardSurface::Wood => "Tabuleiro: madeira",
            BoardSurface::Slate => "Tabuleiro: ardósia",
            BoardSurface::Paper => "Tabuleiro: papel",
        }
        .to_owned()
    },
    pieces_are: |pieces| {
        match pieces {
            PieceSet::Own => "Peças: as do jogo",
            PieceSet::Letters => "Peças: letras",
        }
        .to_owned()
    },
    language_is: |language| format!("Idioma: {language}"),
    offer: |title, moves| {
        let moves = if moves == 1 { "1 jogada".to_owned() } else { format!("{moves} jogadas") };
        format!("c: continuar a sua partida de {title} ({moves})")
    },
    watching: "esta é uma posição anterior: g continua a partir daqui, End volta à partida",
    over: "a partida acabou",
    roll_first: "primeiro é preciso lançar o dado",
    others_turn: |name| format!("é a vez de {name}"),
    no_move: "isso não é uma jogada",
    engine_failed: "o motor não encontrou nenhuma jogada",
    your_move: "A sua jogada:",
    your_roll: "O dado mostra:",
    save_to: "Guardar em:",
    replace: |file| format!("{file} já existe. Substituir? (s/n)"),
    open_from: "Abrir:",
    new_game: "Nova partida",
    against: "Contra",
    you_play: |name| format!("Joga com {name}"),
    people: "pessoas neste teclado",
    people_play: "todos jogam aqui, à vez",
    random_plays: "joga sem pensar",
    minutes: |least, most| format!("{least} a {most} minutos"),
    which_move: "Que jogada?",
    rematch_question: "Recomeçar esta partida? O que foi jogado até agora fica no seu ficheiro.",
    quit_question: "Sair? Esta partida não está em nenhum ficheiro e vai perder-se.",
    yes_or_no: "s sim   n não",
    yes: &["s", "sim"],
    keys: KeyTexts {
        choose: ("Enter", "escolher"),
        cancel: ("Esc", "cancelar"),
        typed: (":", "escrever"),
        hint: ("h", "sugestão"),
        undo: ("u", "anular"),
        new: ("n", "nova"),
        rematch: ("r", "desforra"),
        quit: ("q", "sair"),
        now: ("m", "jogar já"),
        stop: ("Esc", "parar"),
        go_on: ("g", "continuar"),
        earlier: ("PgUp", "ver atrás"),
        back: ("End", "voltar"),
        turn: ("t", "rodar"),
        lay: ("l", "colocar"),
        resume: ("c", "continuar"),
        opponent: ("←→", "adversário"),
        side: ("s", "lado"),
    },
    help_title: "Teclas",
    help: &[
        ("setas, rato", "apontar para uma casa"),
        ("Enter, clique", "escolher uma peça, uma cova ou um destino; as peças também se arrastam"),
        ("Esc", "desfazer a escolha ou parar uma IA que está a pensar"),
        (":", "escrever uma jogada, como 1 2 1 3 ou b5–c5; também se começa com um algarismo"),
        ("t, l", "rodar a peça que vai ser colocada, colocá-la"),
        ("h", "pedir uma boa jogada"),
        ("u, U", "anular, refazer"),
        ("m, g", "fazer uma IA jogar já, deixar a partida continuar"),
        ("PgUp, PgDn", "ver posições anteriores; Home e End levam à primeira e à última"),
        ("n, r, q", "nova partida, desforra, sair; a partida por acabar fica guardada"),
        ("s, o", "guardar a partida, abrir uma guardada"),
        ("i", "as regras do jogo"),
        ("b, p, f", "outro tabuleiro, outras peças, virar o tabuleiro"),
        ("L", "outro idioma"),
        ("Ctrl+L, Ctrl+Z", "desenhar tudo de novo, voltar à shell até escrever fg"),
    ],
    kept: |title| format!("A sua partida de {title} ficou guardada. Para continuar:"),
};
