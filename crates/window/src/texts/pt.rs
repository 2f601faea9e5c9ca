//! Portuguese.

use ludoteca_core::{Language, shared};

use super::{Texts, told};
use crate::WindowError;
use crate::actions::Action;
use crate::board::{BoardChoice, PieceChoice};

const LANGUAGE: Language = Language::Portuguese;

pub(super) static TEXTS: Texts = Texts {
    game_menu: "Partida",
    move_menu: "Jogada",
    view_menu: "Ver",
    language_menu: "Idioma",
    help_menu: "Ajuda",
    action,
    key: |name| match name {
        "Period" => "Ponto",
        other => other,
    },

    you: "(o seu lugar)",
    turn: |name| format!("Vez de {name}"),
    roll_now: "É preciso lançar o dado",
    game_over: "A partida terminou",
    scored: |points| match points {
        1 => "Terminou com 1 ponto".to_owned(),
        _ => format!("Terminou com {points} pontos"),
    },
    turn_and_lay: "R roda a peça, L coloca-a",
    thinking: |name, seconds| format!("{name} está a pensar… {seconds} s"),
    looking_for_hint: |seconds| format!("À procura de uma sugestão… {seconds} s"),
    roll_shows: "O que mostra o dado?",
    which_move: "Que jogada?",

    started: "Começa uma nova partida",
    skipped: |name, reason| format!("{name} passa a vez: {reason}"),
    back_at_start: "De volta ao início",
    back_at: |step| format!("De volta ao passo {step}"),
    saved: |path| format!("Guardado em {path}"),
    opened: |file| format!("Registo aberto: {file}"),
    opened_of: |file, number, games| format!("Registo aberto: {file}, partida {number} de {games}"),
    copied: "A posição foi copiada",
    watching: "esta é uma posição anterior: para continuar a jogar, vá até à última",
    over: "a partida já acabou",
    roll_first: "primeiro é preciso lançar o dado",
    others_turn: |name| format!("é a vez de {name}"),
    still_thinking: |name| format!("{name} está a pensar: primeiro é preciso parar o cálculo"),
    no_move: "essa jogada não é válida",
    engine_failed: "o motor não encontrou nenhuma jogada",

    seats: "Jogadores",
    messages: "Mensagens",
    play_group: "Jogar",
    look_group: "Ver",
    analysis_group: "Analisar",
    steps: "Passos",
    start: "início",
    die: "dado",
    step_of: |step, steps| format!("Passo {step} de {steps}"),
    manual: "Pessoa",
    random: "Aleatório",
    ai: "IA",
    ai_level: |level| format!("IA nível {level}"),
    level_score: |share| format!("faz {share}% dos pontos contra o nível anterior"),
    mode_of: |name| format!("Modo de {name}"),
    colour_of: |name| format!("Cor de {name}"),
    usual_colour: "Cor habitual",
    analysing: "A analisar a posição…",
    depth: |depth, goes_on| {
        let plies = match depth {
            1 => "1 jogada à frente".to_owned(),
            _ => format!("{depth} jogadas à frente"),
        };
        if goes_on { format!("{plies}, a continuar…") } else { plies }
    },
    best_line: "Melhor jogada:",
    graph: |steps| match steps {
        1 => "Avaliação ao longo de 1 passo".to_owned(),
        _ => format!("Avaliação ao longo de {steps} passos"),
    },

    quit_question: "Sair da partida?",
    quit_for_all: "Sair da partida? Termina para todos os jogadores.",
    quit_finished: "Fechar a partida?",
    yes_close: "Fechar a partida",
    stay_here: "Ficar aqui",
    yes_quit: "Sair da partida",
    restart_question: "Recomeçar a partida?",
    yes_restart: "Recomeçar a partida",
    keep_playing: "Continuar a jogar",
    unsaved: "A partida em curso não foi guardada.",
    unsaved_finished: "A partida terminada não foi guardada.",
    cancel: "Cancelar",
    close: "Fechar",
    keys: [
        ("Setas", "passar de casa em casa"),
        ("Enter", "escolher uma casa"),
        ("Escape, clique direito", "cancelar a escolha"),
        ("R", "rodar uma peça que ocupa várias casas"),
        ("L", "colocá-la como se vê"),
        ("Tab", "ir para os controlos"),
    ],

    open_title: "Abrir um registo",
    save_title: "Guardar o registo",
    open: "Abrir",
    save: "Guardar",
    replace: "Substituir",
    file_name: "Nome do ficheiro",
    which_game: "Número da partida",
    the_last: "vazio: a última do ficheiro",
    record_files: "Registos de partidas",
    no_file_name: "O ficheiro precisa de um nome",
    would_replace: |path| format!("{path} já existe e seria substituído"),
    no_game_number: |text| {
        format!("`{text}` não é um número de partida: tem de ser um número inteiro a partir de 1")
    },

    new_game: "Nova partida",
    begin: "Começar",
    minutes: |least, most| format!("{least} a {most} minutos"),
    preset: "Variante",
    opponent: "Adversário:",
    computer: "o computador",
    friend: "um amigo, aqui",
    customise: "Personalizar",
    obstacles: "Obstáculos aleatórios",
    obstacles_drawn: "quantos; vazio: nenhum",
    mirrored: "iguais nos quatro quadrantes",
    position: "Posição",
    position_usual: "vazio: a habitual",
    seed: "Semente",
    seed_usual: "permite repetir tudo o que é aleatório",
    no_seed: |text, allowed| format!("`{text}` não é uma semente: {}", told(allowed, LANGUAGE)),
    typed_dice: "Lanço eu um dado verdadeiro",
    name_of_player: |number| format!("Nome do jogador {number}"),
    mode_of_player: |number| format!("Modo do jogador {number}"),

    no_reason: "sem mais pormenores",
    window_error,
};

fn action(action: Action) -> &'static str {
    match action {
        Action::NewGame => "Nova partida…",
        Action::Open => "Abrir registo…",
        Action::Save => "Guardar registo…",
        Action::CopyPosition => "Copiar a posição",
        Action::Restart => "Recomeçar",
        Action::Quit => "Sair",
        Action::Undo => "Anular",
        Action::Redo => "Refazer",
        Action::RandomMove => "Jogada aleatória",
        Action::EngineMove => "Jogada da IA",
        Action::Hint => "Sugestão",
        Action::Automatic => "Jogadas automáticas",
        Action::LetMove => "Deixar jogar",
        Action::MoveNow => "Jogar já",
        Action::StopThinking => "Parar",
        Action::FirstStep => "Primeira posição",
        Action::StepBack => "Posição anterior",
        Action::StepOn => "Posição seguinte",
        Action::LastStep => "Última posição",
        Action::PlayFromHere => "Continuar a jogar daqui",
        Action::Analysis => "Análise",
        Action::TurnBoard => "Virar o tabuleiro",
        Action::SystemTheme => "Tema do sistema",
        Action::LightTheme => "Tema claro",
        Action::DarkTheme => "Tema escuro",
        Action::Rematch => "Desforra",
        Action::Review => "Rever a partida",
        Action::Board(BoardChoice::Own) => "Tabuleiro próprio do jogo",
        Action::Board(BoardChoice::Wood) => "Tabuleiro de madeira",
        Action::Board(BoardChoice::Slate) => "Tabuleiro de ardósia",
        Action::Board(BoardChoice::Paper) => "Tabuleiro de papel",
        Action::Pieces(PieceChoice::Own) => "Peças próprias do jogo",
        Action::Pieces(PieceChoice::Letters) => "Peças com letras",
        Action::Language(language) => language.name(),
        Action::Rules => "Regras do jogo",
        Action::Keys => "Teclas",
    }
}

fn window_error(error: &WindowError) -> String {
    match error {
        WindowError::NoDisplay => {
            "não há ecrã: nem DISPLAY nem WAYLAND_DISPLAY estão definidas".to_owned()
        }
        WindowError::Unreachable { display, reason } => {
            format!("não é possível aceder ao ecrã `{display}` ({reason})")
        }
        WindowError::Missing(libraries) => {
            let names = shared::listed(libraries.iter().map(|library| library.name), LANGUAGE);
            let packages: Vec<&str> = libraries.iter().map(|library| library.package).collect();
            format!("não é possível carregar {names} (Debian: apt install {})", packages.join(" "))
        }
        WindowError::NoOpenGl(reason) => {
            format!(
                "o OpenGL não funciona aqui ({reason}; Debian: apt install libgl1 libegl1 libgl1-mesa-dri)"
            )
        }
        WindowError::Failed(reason) => format!("não é possível abrir nenhuma janela ({reason})"),
        WindowError::Broken { reason, place } => {
            let reason = reason.as_deref().unwrap_or(TEXTS.no_reason);
            format!("a janela falhou: {reason} ({place})")
        }
    }
}
