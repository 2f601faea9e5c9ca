//! Spanish.

use super::{
    ErrorText, ForfeitReason, PreviewText, ServerReason, Texts, escaped, short_site, shortened,
};
use crate::commands::OfferKind;
use crate::names::{LONGEST_NAME, NameError};

pub(super) static TEXTS: Texts = Texts {
    former_player: "antiguo jugador",
    nameless: "sin nombre",
    no_state: "una jugada necesita `state`: el número del estado para el que se hace",
    no_invite: "este puesto está reservado para quien tenga su enlace de invitación",
    not_the_maker: "solo quien creó la mesa puede cerrarla",
    not_over: "la partida no ha terminado",
    has_rematch: "esta partida ya tiene revancha",
    no_draw_with_programs: "solo las personas pueden acordar tablas: los motores y los programas \
        juegan hasta el final",
    nothing_to_take_back: "no has hecho ninguna jugada que se pueda deshacer",
    claim_from_oneself: "es tu turno",
    no_claim: "solo puedes reclamar la partida cuando el jugador al que le toca jugar lleve \
        ausente el tiempo suficiente",
    not_begun: "la partida no ha empezado: todavía hay puestos libres",
    has_begun: "la partida ya ha empezado",
    is_over: "la partida ha terminado",
    is_closed: "la mesa se ha cerrado",
    dismissed: "quien creó esta mesa te ha retirado de ella",
    not_the_maker_dismisses: "solo quien creó la mesa puede retirar a un invitado",
    no_dismissal: "solo se puede retirar a un invitado, y solo antes de la primera jugada",
    muted: "los jugadores de esta mesa te han silenciado",
    no_dice: "este juego no tiene dados, así que no hay nada que aportar",
    has_rolled: "ya se ha tirado el dado: lo que se aporte después no cuenta",
    no_seat: "no tienes ningún puesto en esta mesa",
    which_seat: "tienes varios puestos: `seat` debe indicar cuál",
    data_deleted: "se han borrado tus datos",
    not_confirmed: "para borrar todo lo que se guarda sobre ti, envía `{\"confirm\": true}`",
    wrong_token: "el servidor no conoce este token",
    no_token: "hace falta un token: `Authorization: Bearer TOKEN`, que se obtiene con \
        POST /api/players",
    failed: "el servidor no ha podido hacerlo ahora: inténtalo de nuevo",
    no_storage: "el servidor no puede guardar nada ahora: no ha cambiado ni se ha perdido nada; \
        inténtalo de nuevo dentro de un momento",
    newer_table: "esta mesa necesita una versión más reciente del servidor; inténtalo de nuevo en un momento",
    no_choice: "un motor no ha encontrado ninguna jugada",
    random_instead: "al azar, porque el motor ha fallado",
    engines_end: "los motores fallan en esta posición",
    over_already: "en esta posición la partida ya habría terminado",
    only_from: "una partida que continúa otra no admite ni `position` ni `obstacles`",
    game_or_from: "hay que indicar `game` o `from`, pero no los dos",
    no_time_control: "se juega sin reloj o con uno de 1 a 86400 segundos por jugada, de 1 a 86400 \
        segundos por partida con un incremento de 0 a 3600, o de 1 a 30 días por jugada",
    too_much_work: "ya hay demasiado trabajo pendiente para esta dirección",
    too_slow: "la petición no ha llegado a tiempo",
    broken_body: "no se puede leer el cuerpo de la petición",
    no_host: "una petición necesita un solo `Host`: el nombre o la dirección de este servidor",
    too_large: "la petición es demasiado grande",
    not_analysed: "la partida no se ha analizado",
    one_analysis: "ya se está analizando una partida para ti",
    one_look: "ya se está analizando una posición para ti",
    no_binary: "los mensajes deben ser texto",
    hello_first: "el primer mensaje debe ser un hello",
    hello_once: "solo el primer mensaje es un hello",
    stopping: "el servidor se está deteniendo",
    take_seat: "abre el enlace y ocupa tu puesto: sin cuenta y sin instalar nada",
    watch_game: "abre el enlace para verla",
    see_moves: "abre el enlace para ver todas las jugadas",
    drawn: "tablas",
    home_title: "Juegos de mesa, juntos",
    home_text: "juega contra el ordenador con un clic o envía un enlace a un amigo: sin cuenta y sin \
        instalar nada",
    message,
    reason,
    preview,
};

fn preview(preview: &PreviewText) -> String {
    match preview {
        PreviewText::Invites { by, title } => format!("{by} te invita a una partida de {title}"),
        PreviewText::Waits(title) => format!("Una partida de {title} espera jugadores"),
        PreviewText::Won(name) => format!("Ha ganado {name}"),
        PreviewText::Rules(title) => format!("Reglas de {title}"),
    }
}

fn message(message: &ErrorText) -> String {
    use ErrorText as M;
    match message {
        M::RequestLength { length, longest } => {
            format!("`request` tiene {length} bytes: se admiten de 1 a {longest}")
        }
        M::OfferedTooOften(what) => match what {
            OfferKind::Draw => "ya has ofrecido tablas suficientes veces por ahora",
            OfferKind::Takeback => "ya has pedido deshacer suficientes veces por ahora",
            OfferKind::Rematch => "ya has pedido la revancha suficientes veces por ahora",
        }
        .to_owned(),
        M::NoOffer(what) => match what {
            OfferKind::Draw => "nadie ofrece tablas",
            OfferKind::Takeback => "nadie pide deshacer una jugada",
            OfferKind::Rematch => "nadie pide la revancha",
        }
        .to_owned(),
        M::Offered(what) => match what {
            OfferKind::Draw => "ya se han ofrecido tablas",
            OfferKind::Takeback => "ya se ha pedido deshacer una jugada",
            OfferKind::Rematch => "ya se ha pedido la revancha",
        }
        .to_owned(),
        M::TooManyLines(most) => format!("más de {most} líneas en un minuto"),
        M::TooManyLinesOfWatchers(most) => {
            format!("más de {most} líneas de espectadores en un minuto")
        }
        M::WatchersSaidEnough(most) => {
            format!(
                "los espectadores ya han escrito {most} líneas en esta mesa: solo sus jugadores \
                pueden escribir más"
            )
        }
        M::ChatLine { length, longest } => {
            let characters = if *length == 1 { "carácter" } else { "caracteres" };
            format!(
                "una línea de {length} {characters}: se admiten de 1 a {longest}, sin caracteres \
                de control"
            )
        }
        M::SeatedTooOften(most) => {
            format!("ya has ocupado un puesto en esta mesa {most} veces: no se permiten más")
        }
        M::NoWatcher(player) => {
            format!("`{player}` no es un espectador que haya escrito algo aquí")
        }
        M::NotMuted(player) => format!("nadie ha silenciado a `{player}` en esta mesa"),
        M::MutedAlready(player) => format!("ya se ha silenciado a `{player}` en esta mesa"),
        M::MutedTooOften(most) => {
            format!("en esta mesa ya se ha silenciado a alguien {most} veces: no se permiten más")
        }
        M::Taken(seat) => format!("el puesto {seat} está ocupado"),
        M::NoSuchSeat { seat, seats } => {
            format!("no hay ningún puesto {seat}: los puestos van del 1 al {seats}")
        }
        M::NotYourSeat(seat) => format!("el puesto {seat} no es tuyo"),
        M::NoEntropy(given) => {
            format!(
                "`{}` no es una aportación a los dados: se admiten 64 dígitos hexadecimales",
                shortened(given)
            )
        }
        M::HasContributed(seat) => {
            format!("el puesto {seat} ya ha hecho su aportación a los dados")
        }
        M::NoVariation { after, length, steps, longest } => {
            let moves = if *length == 1 { "paso" } else { "pasos" };
            format!(
                "una variante de {length} {moves} después de {after}: se admiten de 1 a {longest} \
                pasos después de 0 a {}",
                steps.saturating_sub(1)
            )
        }
        M::TooManyVariations(most) => format!("ya hay {most} variantes guardadas"),
        M::NoTable(id) => format!("no hay ninguna mesa `{id}`"),
        M::Damaged { table, damage } => format!("no se puede leer la mesa `{table}`: {damage}"),
        M::NoName(name, why) => {
            let name = escaped(name);
            match why {
                NameError::Length(length) => {
                    format!(
                        "`{name}` tiene {length} caracteres: un nombre tiene de 1 a {LONGEST_NAME}"
                    )
                }
                NameError::Unseen(c) => {
                    format!(
                        "`{name}` contiene el carácter U+{:04X}, que no se ve: no se permite en \
                        los nombres",
                        u32::from(*c)
                    )
                }
                NameError::Marks => {
                    format!("`{name}` tiene acentos sin letra, o más de los que caben en una")
                }
            }
        }
        M::TooManyTablesOf(name) => {
            format!(
                "{name} tiene demasiadas partidas sin terminar: debe acabar una antes de empezar \
                otra"
            )
        }
        M::TooManyTables(most) => {
            format!("tienes {most} mesas sin terminar: no se permiten más a la vez")
        }
        M::SeatsWanted { given, seats } => {
            let entries = if *given == 1 { "elemento" } else { "elementos" };
            format!("`seats` tiene {given} {entries}: este juego tiene {seats} puestos")
        }
        M::NoLevel(level) => format!("nivel {level}: los niveles van del 1 al 10"),
        M::NoStep { step, steps } => format!("paso {step}: se admiten de 0 a {steps}"),
        M::TooManySteps(most) => format!("más de {most} pasos"),
        M::NoSuchList(which) => {
            format!("`{which}` no es una lista de mesas: se admiten open, playing, over y mine")
        }
        M::NoPlace { place, places } => {
            format!(
                "no hay ningún lugar {place}: los lugares van de 0 a {}",
                places.saturating_sub(1)
            )
        }
        M::LongNameOfSeat { length, most } => {
            format!(
                "el nombre de un puesto tiene {length} caracteres: se admiten como mucho {most}"
            )
        }
        M::TooManyClicks { clicks, most } => {
            format!("{clicks} clics: se admiten como mucho {most}")
        }
        M::LinkLength { length, longest } => {
            format!("un texto de {length} bytes: se admiten de 1 a {longest}")
        }
        M::BadJson(error) => format!("este no es el JSON que se espera: {error}"),
        M::BadRequest(error) => format!("no se entiende la petición: {error}"),
        M::TagIsNoWord { tag, found } => format!("`{tag}` es {found}: debe ser un texto"),
        M::NoFile(path) => format!("no hay nada en `{path}`"),
        M::NoMethod { method, path } => format!("en `{path}` no se puede hacer nada con {method}"),
        M::OtherHost(name) => {
            format!(
                "`{}` no es este servidor: se admiten direcciones IP, localhost y los nombres que \
                tiene asignados",
                short_site(name)
            )
        }
        M::OtherOrigin(origin) => {
            format!(
                "las páginas de `{}` no pueden hacer esto: solo pueden las de este servidor",
                short_site(origin)
            )
        }
        M::TooManyNewcomers(most) => {
            format!("más de {most} jugadores y mesas nuevos en una hora desde esta dirección")
        }
        M::TooManyConnections(most) => format!("más de {most} conexiones desde esta dirección"),
        M::TooManyRequests(most) => {
            format!("más de {most} peticiones por segundo desde esta dirección")
        }
        M::TooManyAnalyses(most) => {
            format!(
                "ya se están analizando {most} partidas o posiciones para esta dirección: espera \
                a que termine alguna"
            )
        }
        M::TooManyEngineTables(most) => {
            format!(
                "desde esta dirección ya hay {most} partidas entre motores sin terminar: espera a \
                que acabe una o cierra su mesa"
            )
        }
        M::TooManyWatched(most) => format!("más de {most} mesas en una sola conexión"),
        M::NoProgram(program) => format!("no hay ningún programa `{program}` conectado"),
        M::BusyProgram(name) => format!("{name} ya está jugando"),
        M::NotItsGame { program, game } => format!("{program} no juega a {game}"),
        M::ProgramGone(name) => format!("{name} ya no tiene conexión"),
    }
}

fn reason(reason: &ServerReason) -> String {
    let (name, why) = match reason {
        ServerReason::TooManySteps(most) => return format!("{most} pasos sin llegar al final"),
        ServerReason::Forfeit(name, why) => (name, why),
    };
    let why = match why {
        ForfeitReason::ServerStopped => "el servidor se detuvo",
        ForfeitReason::NoOpponent => "nadie vino a jugar",
        ForfeitReason::NoMove => "demasiado tiempo sin jugar",
        ForfeitReason::AwayTooLong => "demasiado tiempo ausente",
        ForfeitReason::Fault(fault) => fault,
    };
    format!("{name}: {why}")
}
