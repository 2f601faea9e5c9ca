//! Portuguese.

use super::{
    ErrorText, ForfeitReason, PreviewText, ServerReason, Texts, escaped, short_site, shortened,
};
use crate::commands::OfferKind;
use crate::names::{LONGEST_NAME, NameError};

pub(super) static TEXTS: Texts = Texts {
    former_player: "antigo jogador",
    nameless: "sem nome",
    no_state: "uma jogada precisa de `state`: o número do estado a que se destina",
    no_invite: "este lugar está reservado para quem tiver o respetivo link de convite",
    not_the_maker: "só quem criou a mesa a pode fechar",
    not_over: "a partida ainda não acabou",
    has_rematch: "esta partida já tem desforra",
    no_draw_with_programs: "só as pessoas podem acordar um empate: os motores e os programas \
        jogam até ao fim",
    nothing_to_take_back: "ainda não há nenhuma jogada sua que se possa anular",
    claim_from_oneself: "a vez é sua",
    no_claim: "só é possível reivindicar a partida quando o jogador que tem a vez estiver ausente \
        há tempo suficiente",
    not_begun: "a partida ainda não começou: há lugares livres",
    has_begun: "a partida já começou",
    is_over: "a partida já acabou",
    is_closed: "a mesa foi fechada",
    dismissed: "quem criou esta mesa retirou-lhe o lugar",
    not_the_maker_dismisses: "só quem criou a mesa pode retirar um convidado",
    no_dismissal: "só se pode retirar um convidado, e só antes da primeira jogada",
    muted: "os jogadores desta mesa silenciaram as suas mensagens",
    no_dice: "este jogo não tem dado e não aceita contribuições",
    has_rolled: "o dado já foi lançado: o que se contribuir depois disso não conta",
    no_seat: "não tem lugar nesta mesa",
    which_seat: "tem vários lugares: `seat` tem de indicar qual",
    data_deleted: "os seus dados foram apagados",
    not_confirmed: "para apagar tudo o que está guardado sobre si, envie `{\"confirm\": true}`",
    wrong_token: "o servidor não conhece este token",
    no_token: "é necessário um token: `Authorization: Bearer TOKEN`, que se obtém com \
        POST /api/players",
    failed: "o servidor não conseguiu fazer isso agora: tente novamente",
    no_storage: "o servidor não consegue guardar nada neste momento: nada mudou e nada se perdeu; \
        tente novamente dentro de momentos",
    newer_table: "esta mesa precisa de uma versão mais recente do servidor; tenta novamente daqui a pouco",
    no_choice: "um motor não encontrou nenhuma jogada",
    random_instead: "ao acaso, porque o motor falhou",
    engines_end: "os motores falham nesta posição",
    over_already: "nesta posição a partida já teria acabado",
    only_from: "uma partida que continua outra não aceita `position` nem `obstacles`",
    game_or_from: "é preciso indicar `game` ou `from`, mas não ambos",
    no_time_control: "são permitidos: nenhum relógio, de 1 a 86400 segundos por jogada, de 1 a \
        86400 segundos por partida com um incremento de 0 a 3600, ou de 1 a 30 dias por jogada",
    too_much_work: "já há demasiado trabalho em espera para este endereço",
    too_slow: "o pedido não chegou a tempo",
    broken_body: "não é possível ler o corpo do pedido",
    no_host: "um pedido precisa de um só `Host`: o nome ou o endereço deste servidor",
    too_large: "o pedido é demasiado grande",
    not_analysed: "a partida não foi analisada",
    one_analysis: "já está a ser analisada uma partida para si",
    one_look: "já está a ser analisada uma posição para si",
    no_binary: "as mensagens têm de ser texto",
    hello_first: "a primeira mensagem tem de ser um hello",
    hello_once: "só a primeira mensagem é um hello",
    stopping: "o servidor está a parar",
    take_seat: "abra o link e ocupe o seu lugar: sem conta e sem instalar nada",
    watch_game: "abra o link para assistir",
    see_moves: "abra o link para ver todas as jogadas",
    drawn: "empate",
    home_title: "Jogos de tabuleiro, juntos",
    home_text: "jogue contra o computador com um clique ou envie um link a um amigo: sem conta e sem \
        instalar nada",
    message,
    reason,
    preview,
};

fn preview(preview: &PreviewText) -> String {
    match preview {
        PreviewText::Invites { by, title } => {
            format!("Convite de {by} para uma partida de {title}")
        }
        PreviewText::Waits(title) => format!("Uma partida de {title} espera por jogadores"),
        PreviewText::Won(name) => format!("{name} ganhou"),
        PreviewText::Rules(title) => format!("Regras de {title}"),
    }
}

fn message(message: &ErrorText) -> String {
    use ErrorText as M;
    match message {
        M::RequestLength { length, longest } => {
            format!("`request` tem {length} bytes: são permitidos de 1 a {longest}")
        }
        M::OfferedTooOften(what) => match what {
            OfferKind::Draw => "por agora, já propôs empate vezes suficientes",
            OfferKind::Takeback => "por agora, já pediu a anulação vezes suficientes",
            OfferKind::Rematch => "por agora, já pediu a desforra vezes suficientes",
        }
        .to_owned(),
        M::NoOffer(what) => match what {
            OfferKind::Draw => "ninguém propõe empate",
            OfferKind::Takeback => "ninguém pede para anular uma jogada",
            OfferKind::Rematch => "ninguém pede a desforra",
        }
        .to_owned(),
        M::Offered(what) => match what {
            OfferKind::Draw => "o empate já foi proposto",
            OfferKind::Takeback => "a anulação de uma jogada já foi pedida",
            OfferKind::Rematch => "a desforra já foi pedida",
        }
        .to_owned(),
        M::TooManyLines(most) => format!("mais de {most} linhas num minuto"),
        M::TooManyLinesOfWatchers(most) => {
            format!("mais de {most} linhas de espectadores num minuto")
        }
        M::WatchersSaidEnough(most) => {
            format!(
                "os espectadores já escreveram {most} linhas nesta mesa: só os jogadores podem \
                escrever mais"
            )
        }
        M::ChatLine { length, longest } => {
            format!(
                "uma linha de {}: são permitidos de 1 a {longest}, sem caracteres de controlo",
                counted(*length, "carácter", "caracteres")
            )
        }
        M::SeatedTooOften(most) => {
            format!("já ocupou um lugar nesta mesa {most} vezes: não são permitidas mais")
        }
        M::NoWatcher(player) => {
            format!("`{player}` não é um espectador que tenha escrito algo aqui")
        }
        M::NotMuted(player) => format!("as mensagens de `{player}` não estão silenciadas aqui"),
        M::MutedAlready(player) => {
            format!("as mensagens de `{player}` já estão silenciadas aqui")
        }
        M::MutedTooOften(most) => {
            format!("nesta mesa já se silenciou alguém {most} vezes: não são permitidas mais")
        }
        M::Taken(seat) => format!("o lugar {seat} está ocupado"),
        M::NoSuchSeat { seat, seats } => {
            format!("não existe o lugar {seat}: os lugares vão de 1 a {seats}")
        }
        M::NotYourSeat(seat) => format!("o lugar {seat} não é seu"),
        M::NoEntropy(given) => {
            format!(
                "`{}` não é uma contribuição para os lançamentos: são precisos 64 dígitos \
                hexadecimais",
                shortened(given)
            )
        }
        M::HasContributed(seat) => format!("o lugar {seat} já contribuiu para os lançamentos"),
        M::NoVariation { after, length, steps, longest } => {
            format!(
                "uma variante de {} depois do passo {after}: são permitidos de 1 a {longest} \
                passos, depois de qualquer passo de 0 a {}",
                counted(*length, "passo", "passos"),
                steps.saturating_sub(1)
            )
        }
        M::TooManyVariations(most) => format!("já estão guardadas {most} variantes"),
        M::NoTable(id) => format!("não existe a mesa `{id}`"),
        M::Damaged { table, damage } => format!("não é possível ler a mesa `{table}`: {damage}"),
        M::NoName(name, why) => {
            let name = escaped(name);
            match why {
                NameError::Length(length) => {
                    format!(
                        "`{name}` tem {length} caracteres: um nome pode ter de 1 a {LONGEST_NAME}"
                    )
                }
                NameError::Unseen(c) => {
                    format!(
                        "`{name}` tem o carácter U+{:04X}, que não se vê: não é permitido em nomes",
                        u32::from(*c)
                    )
                }
                NameError::Marks => {
                    format!("`{name}` tem acentos sem letra, ou demasiados na mesma letra")
                }
            }
        }
        M::TooManyTablesOf(name) => {
            format!(
                "{name} tem demasiadas partidas por acabar: tem de acabar uma antes de começar \
                outra"
            )
        }
        M::TooManyTables(most) => {
            format!(
                "tem {most} mesas com a partida por acabar: não são permitidas mais ao mesmo tempo"
            )
        }
        M::SeatsWanted { given, seats } => {
            let given = counted(*given, "elemento", "elementos");
            format!("`seats` tem {given}: este jogo tem {seats} lugares")
        }
        M::NoLevel(level) => format!("nível {level}: os níveis vão de 1 a 10"),
        M::NoStep { step, steps } => format!("passo {step}: são permitidos de 0 a {steps}"),
        M::TooManySteps(most) => format!("mais de {most} passos"),
        M::NoSuchList(which) => {
            format!("`{which}` não é uma lista de mesas: são permitidas open, playing, over e mine")
        }
        M::NoPlace { place, places } => {
            format!(
                "não existe a casa número {place}: são permitidas de 0 a {}",
                places.saturating_sub(1)
            )
        }
        M::LongNameOfSeat { length, most } => {
            format!("o nome de um lugar tem {length} caracteres: são permitidos no máximo {most}")
        }
        M::TooManyClicks { clicks, most } => {
            format!("{clicks} cliques: são permitidos no máximo {most}")
        }
        M::LinkLength { length, longest } => {
            format!("um texto de {length} bytes: são permitidos de 1 a {longest}")
        }
        M::BadJson(error) => format!("este não é o JSON esperado: {error}"),
        M::BadRequest(error) => format!("não se entende o pedido: {error}"),
        M::TagIsNoWord { tag, found } => format!("`{tag}` é {found}: tem de ser um texto"),
        M::NoFile(path) => format!("não há nada em `{path}`"),
        M::NoMethod { method, path } => {
            format!("em `{path}` não se pode fazer nada com {method}")
        }
        M::OtherHost(name) => {
            format!(
                "`{}` não é este servidor: são permitidos endereços IP, localhost e os nomes que \
                lhe foram dados",
                short_site(name)
            )
        }
        M::OtherOrigin(origin) => {
            format!(
                "as páginas de `{}` não podem fazer isto: só as deste servidor podem",
                short_site(origin)
            )
        }
        M::TooManyNewcomers(most) => {
            format!("mais de {most} novos jogadores e mesas numa hora a partir deste endereço")
        }
        M::TooManyConnections(most) => {
            format!("mais de {most} ligações a partir deste endereço")
        }
        M::TooManyRequests(most) => {
            format!("mais de {most} pedidos por segundo a partir deste endereço")
        }
        M::TooManyAnalyses(most) => {
            format!(
                "já estão a ser analisadas {most} partidas ou posições para este endereço: espere \
                que uma delas acabe"
            )
        }
        M::TooManyEngineTables(most) => {
            format!(
                "{most} partidas só entre motores a partir deste endereço ainda não acabaram: \
                espere que uma delas acabe, ou feche a respetiva mesa"
            )
        }
        M::TooManyWatched(most) => format!("mais de {most} mesas numa só ligação"),
        M::NoProgram(program) => format!("não há nenhum programa `{program}` ligado"),
        M::BusyProgram(name) => format!("{name} já está a jogar"),
        M::NotItsGame { program, game } => format!("{program} não joga {game}"),
        M::ProgramGone(name) => format!("{name} já não está ligado"),
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn reason(reason: &ServerReason) -> String {
    let (name, why) = match reason {
        ServerReason::TooManySteps(most) => return format!("{most} passos sem chegar ao fim"),
        ServerReason::Forfeit(name, why) => (name, why),
    };
    let why = match why {
        ForfeitReason::ServerStopped => "o servidor parou",
        ForfeitReason::NoOpponent => "ninguém apareceu para jogar",
        ForfeitReason::NoMove => "demasiado tempo sem jogar",
        ForfeitReason::AwayTooLong => "demasiado tempo de ausência",
        ForfeitReason::Fault(fault) => fault,
    };
    format!("{name}: {why}")
}
