//! Portuguese.

use ludoteca_analysis::dice::{ClaimError, DiceClaim};
use ludoteca_core::shared::listed;
use ludoteca_core::{Language, Spelling, Tell};
use ludoteca_system::records::FileError;

use super::Texts;
use crate::failure::{CliError, Lacking};

const LANGUAGE: Language = Language::Portuguese;

pub(super) static TEXTS: Texts = Texts {
    error: "erro",
    play_prompt: "Escreva 'play' para fazer uma jogada ou 'quit' para sair da partida: ",
    move_prompt: "Escreva a jogada: ",
    roll_prompt: "Escreva o lançamento: ",
    continue_prompt: "Jogar outra partida? (s/n): ",
    replay_prompt: "Prima Enter para ver o passo seguinte ou escreva 'help': ",
    yes: &["s", "sim"],
    no: &["n", "nao", "não"],
    yes_or_no: "escreva s (sim) ou n (não)",
    help: &[
        ("play", "fazer uma jogada: o programa pede a sua; os outros jogam sozinhos"),
        ("uma jogada", "também se pode escrever diretamente, sem 'play'"),
        ("moves", "mostrar as jogadas válidas"),
        ("hint", "pedir uma boa jogada"),
        ("undo, undo N", "anular a sua última jogada, ou as últimas N, e as respostas dos outros"),
        ("redo, redo N", "refazer o que foi anulado"),
        ("restart", "começar uma nova partida"),
        (
            "save FICHEIRO",
            "guardar a partida ('save! FICHEIRO' substitui um ficheiro que já existe)",
        ),
        ("load FICHEIRO", "continuar uma partida guardada"),
        ("board", "mostrar outra vez o tabuleiro"),
        ("position", "mostrar a posição numa linha, para --position"),
        ("rules", "mostrar as regras do jogo"),
        ("player", "mostrar quem joga"),
        ("player NOME:MODO", "mudar quem joga com esse nome: m = pessoa, r = aleatório, a = IA"),
        ("help", "mostrar esta lista"),
        ("quit", "terminar a partida"),
    ],
    replay_help: &[
        ("Enter, next", "mostrar o passo seguinte"),
        ("back", "recuar um passo"),
        ("N", "ir para a posição depois de N passos; 0 é o início"),
        ("start, last", "ir para o início ou para o fim"),
        ("moves", "mostrar as jogadas válidas nesta posição"),
        ("position", "mostrar a posição numa linha, para --position"),
        ("play", "continuar a jogar a partir daqui"),
        ("help", "mostrar esta lista"),
        ("quit", "terminar"),
    ],
    starting: |title, about| format!("Partida de {title}: {about}"),
    turn_for: |name| format!("Vez de {name}"),
    your_turn: "É a sua vez",
    turn_for_the_die: "Vez do dado",
    introduction: |example| {
        format!("Escreva uma jogada, por exemplo {example}, ou 'help' para ver todos os comandos.")
    },
    plays_without_you: |name| format!("{name} joga por conta própria: escreva 'play'"),
    possible_moves: "As jogadas possíveis são:",
    possible_rolls: "Os lançamentos possíveis são:",
    legal_moves_of: |side| format!("A jogar: {side}. Estas são as jogadas válidas:"),
    plays: |name, step| format!("{name} joga {step}"),
    die_shows: |roll| format!("O dado mostra {roll}"),
    skipped: |name, reason| format!("{name} {reason} e passa a vez"),
    thinking: |name| format!("{name} está a pensar…"),
    looking_for_a_hint: "à procura de uma boa jogada…",
    too_narrow: |board, terminal| {
        format!(
            "(O tabuleiro ocupa {board} colunas e a janela tem {terminal}: aqui está em palavras.)"
        )
    },
    saved: |path| format!("Partida guardada em {}", path.display()),
    loaded: |path, number, games| match games {
        1 => format!("Partida carregada de {}", path.display()),
        _ => format!("Partida {number} de {games} carregada de {}", path.display()),
    },
    did_you_mean: |meant| format!("queria dizer {meant}?"),
    no_hint_for_a_die: "não há sugestões para um lançamento do dado",
    not_a_persons_turn: |name| {
        format!("é a vez de {name}, que joga por conta própria: escreva 'play' para que jogue")
    },
    not_in_the_list: |number, moves| {
        format!("`{number}` não está na lista de jogadas: o número tem de ser de 1 a {moves}")
    },
    no_command: |reason| format!("{reason} ('help' mostra os comandos)"),
    file_exists: |path| format!("{0} já existe: 'save! {0}' substitui-o", path.display()),
    loaded_is_over: |path| {
        format!("a partida de {0} já acabou: 'ludoteca --replay {0}' mostra-a", path.display())
    },
    only_so_many: |moves| match moves {
        1 => "só se pode anular 1 jogada".to_owned(),
        _ => format!("só se podem anular {moves} jogadas"),
    },
    no_such_player: |name, names| {
        format!("ninguém aqui se chama `{name}`: os jogadores são {}", listed(names, LANGUAGE))
    },
    takes_nothing: |command, rest| format!("`{rest}` está a mais: {command} escreve-se sozinho"),
    takes_a_file: |command| format!("{command} precisa de um ficheiro: {command} FICHEIRO"),
    takes_a_number: |command, rest| {
        format!("`{rest}` não serve para {command}: tem de ser um número inteiro de 1 a 1000000")
    },
    step_of: |number, steps, what| format!("Passo {number} de {steps}: {what}"),
    no_more_steps: "não há mais passos: 'back' recua e 'play' continua a jogar a partir daqui",
    alternatives: "Poderia ter continuado de outra maneira:",
    unknown_replay_command: |text| format!("`{text}` não é um comando aqui: 'help' mostra-os"),
    game_over: "Fim da partida!",
    status_won: "Estado da partida: ganha",
    status_draw: "Estado da partida: empatada",
    status_finished: "Estado da partida: terminada",
    status_stopped: "Estado da partida: interrompida",
    winner: |name| format!("Vencedor: {name}"),
    result: |points| format!("Resultado: {points}"),
    reason: |reason| format!("Motivo: {reason}"),
    side_won: |side| format!("Vitória: {side}!"),
    draw: "Empate.",
    games_played: |games| format!("Partidas jogadas: {games}"),
    statistics: "Estatísticas:",
    mean_result: |mean| format!("Resultado médio: {}", LANGUAGE.decimal(mean, 2)),
    side_name: str::to_owned,
    wins_of: |side, wins| format!("Vitórias ({side}): {wins}"),
    draws: |draws| format!("Empates: {draws}"),
    row: |number, what| format!("linha {number}: {what}"),
    empty_rows: |first, last| {
        if first == last {
            format!("linha {first}: vazia")
        } else {
            format!("linhas {first} a {last}: vazias")
        }
    },
    obstacle: "obstáculo",
    at: |what, place| format!("{what} em {place}"),
    from_to: |what, first, last| format!("{what} de {first} a {last}"),
    last_move: |name, step| format!("última jogada: {name}, {step}"),
    game_option: |about, allowed, default| format!("{about}: {allowed}; predefinição: {default}"),
    search_header: ["prof.", "valor", "nós", "tempo", "linha"],
    best_move: "melhor jogada",
    value: "valor",
    line: "linha",
    depth: "profundidade",
    nodes: "nós",
    nodes_in: |nodes, seconds, speed| format!("{nodes} em {seconds} s, {speed}/s"),
    analysing: |game, games| match games {
        1 => "a analisar".to_owned(),
        _ => format!("a analisar a partida {game} de {games}"),
    },
    game_of: |game, games, options| format!("partida {game} de {games}: {options}"),
    claim,
    claim_error,
    holds: |claim| format!("confere: {claim}"),
    fails: |claim, reason| format!("não confere: {claim}: {reason}"),
    contributed: |seat, name, entropy| match entropy {
        Some(entropy) => format!("lugar {seat}, {name}, contribuiu com {entropy}"),
        None => format!("lugar {seat}, {name}, não contribuiu com nada"),
    },
    cli_error,
};

fn claim(claim: DiceClaim, count: Option<usize>, contributions: usize) -> String {
    let source = match (contributions, count) {
        (0, _) => "da semente".to_owned(),
        (_, None) => "da semente e das contribuições".to_owned(),
        (1, _) => "da semente e de 1 contribuição".to_owned(),
        (several, _) => format!("da semente e de {several} contribuições"),
    };
    match (claim, count) {
        (DiceClaim::Commitment, _) => {
            "a semente corresponde ao compromisso do início da partida".to_owned()
        }
        (DiceClaim::Rolls, None) => format!("todos os lançamentos resultam {source}"),
        (DiceClaim::Rolls, Some(1)) => format!("1 lançamento resulta {source}"),
        (DiceClaim::Rolls, Some(rolls)) => format!("{rolls} lançamentos resultam {source}"),
        (DiceClaim::RandomMoves, None) => {
            "todas as jogadas dos jogadores aleatórios resultam da semente".to_owned()
        }
        (DiceClaim::RandomMoves, Some(1)) => {
            "1 jogada de um jogador aleatório resulta da semente".to_owned()
        }
        (DiceClaim::RandomMoves, Some(moves)) => {
            format!("{moves} jogadas de jogadores aleatórios resultam da semente")
        }
        (DiceClaim::ShownCommitment, _) => "o compromisso é o que foi mostrado".to_owned(),
        (DiceClaim::OwnContribution, _) => "a sua contribuição está no registo".to_owned(),
    }
}

fn claim_error(error: &ClaimError) -> String {
    match error {
        ClaimError::GoesOn => "a semente não é revelada enquanto a partida continua".to_owned(),
        ClaimError::NoSeed => "a semente não foi revelada".to_owned(),
        ClaimError::NoCommitment => "não há nenhum compromisso".to_owned(),
        ClaimError::Commitments(count) => {
            format!("há {count} compromissos e só pode haver um")
        }
        ClaimError::BadCommitment(text) => {
            format!("`{text}` não é um compromisso: tem de ser sha256 e 64 dígitos hexadecimais")
        }
        ClaimError::OtherSeed(hash) => format!("o SHA-256 da semente é {hash}"),
        ClaimError::Typed => {
            "os lançamentos foram escritos à mão e não resultam de nenhuma semente".to_owned()
        }
        ClaimError::Roll { mixed, number, step, found, drawn } => {
            let give = if *mixed { "da semente e das contribuições" } else { "da semente" };
            format!("o lançamento {number}, passo {step}, é {found}, mas {give} resulta {drawn}")
        }
        ClaimError::Move { step, player, found, drawn } => {
            format!(
                "o passo {step}, uma jogada aleatória de {player}, é {found}, mas da semente resulta {drawn}"
            )
        }
        ClaimError::OtherCommitment(found) => format!("no registo está {found}"),
        ClaimError::NotContributed(entropy) => format!("nenhum lugar contribuiu com {entropy}"),
    }
}

fn cli_error(error: &CliError) -> String {
    match error {
        CliError::MultiviewsNeedWindow => {
            "-m sem -v window: só com janelas cada lugar pode ter a sua".to_owned()
        }
        CliError::NoAnimationNeedsWindow => {
            "--no-animation sem -v window: só as janelas animam as jogadas".to_owned()
        }
        CliError::SeriesNeedConsole { view } => {
            format!("--series com -v {view}: só a consola joga uma partida após outra")
        }
        CliError::PlainNeedsConsole { view } => {
            format!("--plain com -v {view}: só a consola descreve as posições em palavras")
        }
        CliError::NothingKept => "--resume: não há nenhuma partida por acabar".to_owned(),
        CliError::ResumedIsOver(path) => {
            format!(
                "--resume: a partida de {0} já acabou: `ludoteca --replay {0}` mostra-a",
                path.display()
            )
        }
        CliError::NeedsReplay { option, number } => {
            format!("{option} {number} sem --replay FICHEIRO: não há nenhum registo para ver")
        }
        CliError::Lacks { game, what } => {
            let what = match what {
                Lacking::Size(size) => {
                    format!("não se pode escolher o tamanho do tabuleiro (-d {size})")
                }
                Lacking::Line(line) => {
                    format!("não se pode escolher o comprimento da linha (--line {line})")
                }
                Lacking::Obstacles(count) => format!("não há obstáculos (-o {count})"),
                Lacking::Mirror => "não há obstáculos (--mirror)".to_owned(),
            };
            format!("em {game} {what}: `ludoteca games` mostra as opções")
        }
        CliError::NoSize(size) => {
            format!(
                "`{size}` não é um tamanho de tabuleiro: o formato é LINHASxCOLUNAS, como em 7x7"
            )
        }
        CliError::WrongNumberOfPlayers { count, game, allowed } => {
            let allowed = allowed.tell(LANGUAGE);
            format!("há {count} na lista de jogadores, mas {game} aceita {allowed}")
        }
        CliError::ObstaclesTwice { count, by_position } => {
            let other = if *by_position { "--position" } else { "as casas indicadas" };
            format!(
                "-o {count} não é compatível com {other}: só uma das duas coisas coloca obstáculos"
            )
        }
        CliError::MirrorWithoutObstacles => {
            "--mirror sem -o N: espelha os obstáculos que são sorteados".to_owned()
        }
        CliError::NoDice { game } => format!("--dice com {game}: esse jogo não tem dado"),
        CliError::NoStep { text, steps } => {
            format!(
                "`{text}` não é um passo deste registo: tem de ser um número inteiro de 0 a {steps}"
            )
        }
        CliError::NoWindow(reason) => {
            let reason = reason.tell(LANGUAGE);
            format!(
                "-v window: {reason}; pode-se jogar com -v console, ou num navegador com `ludoteca serve`"
            )
        }
        CliError::NoWindowsBuiltIn => "este programa foi compilado sem janelas".to_owned(),
        CliError::IsOver { position } => {
            format!("--position {position}: nesta posição a partida já acabou")
        }
        CliError::DieIsNext { position } => {
            let place = position.as_ref().map(|position| format!("--position {position}: "));
            format!(
                "{}nesta posição é preciso lançar o dado e não há nenhuma jogada a procurar",
                place.unwrap_or_default()
            )
        }
        CliError::Exists(path) => format!("{} já existe: --force substitui-o", path.display()),
        CliError::SameFile(path) => {
            format!(
                "-o e --svg são ambos {}: o registo e a imagem precisam de ficheiros diferentes",
                path.display()
            )
        }
        CliError::GraphOfMany { games } => {
            format!("--svg com {games} partidas: --nth N escolhe uma")
        }
        CliError::WitnessOfMany { games } => {
            format!(
                "--commitment e --contribution dizem respeito a uma só partida: o ficheiro contém {games} e --nth N escolhe uma"
            )
        }
        CliError::Misspelt { reason, meant } => {
            format!("{}: {}", reason.tell(LANGUAGE), (TEXTS.did_you_mean)(meant))
        }
        CliError::ClaimsFail(1) => "1 afirmação não confere".to_owned(),
        CliError::ClaimsFail(claims) => format!("{claims} afirmações não conferem"),
        CliError::File(error) => file_error(error),
    }
}

fn file_error(error: &FileError) -> String {
    let told = error.tell(LANGUAGE, Spelling::Typed);
    match error {
        FileError::Exists(_) => format!("{told}: --record precisa de um ficheiro novo"),
        FileError::NoSuchGame { number, games: 1 } => {
            format!("--nth {number}: o ficheiro contém 1 partida")
        }
        FileError::NoSuchGame { number, games } => {
            format!("--nth {number}: o ficheiro contém {games} partidas")
        }
        FileError::Unwritten { .. } | FileError::Unread { .. } => told,
    }
}
