//! German.

use super::{
    ErrorText, ForfeitReason, PreviewText, ServerReason, Texts, escaped, short_site, shortened,
};
use crate::commands::OfferKind;
use crate::names::{LONGEST_NAME, NameError};

pub(super) static TEXTS: Texts = Texts {
    former_player: "Ehemaliger Spieler",
    nameless: "Namenlos",
    no_state: "ein Zug braucht `state`: die Nummer des Standes, für den er gedacht ist",
    no_invite: "dieser Platz ist für die Person mit dem Einladungslink reserviert",
    not_the_maker: "nur wer den Tisch eröffnet hat, kann ihn schließen",
    not_over: "die Partie ist noch nicht zu Ende",
    has_rematch: "zu dieser Partie gibt es schon eine Revanche",
    no_draw_with_programs: "nur Menschen können sich auf Remis einigen; Engines und Programme \
        spielen bis zum Ende",
    nothing_to_take_back: "du hast noch keinen Zug gemacht, der sich zurücknehmen ließe",
    claim_from_oneself: "du bist selbst am Zug",
    no_claim: "du kannst den Sieg erst beanspruchen, wenn der Spieler am Zug lange genug abwesend \
        ist",
    not_begun: "die Partie hat noch nicht begonnen; es sind noch Plätze frei",
    has_begun: "die Partie hat schon begonnen",
    is_over: "die Partie ist zu Ende",
    is_closed: "der Tisch wurde geschlossen",
    dismissed: "du wurdest von der Person, die den Tisch eröffnet hat, vom Tisch entfernt",
    not_the_maker_dismisses: "nur wer den Tisch eröffnet hat, kann einen Gast entfernen",
    no_dismissal: "entfernen lässt sich nur ein Gast, und nur vor dem ersten Zug",
    muted: "die Spieler dieses Tisches haben dich stummgeschaltet",
    no_dice: "in diesem Spiel gibt es keine Würfel, zu denen man beitragen könnte",
    has_rolled: "es wurde schon gewürfelt; spätere Beiträge zu den Würfeln zählen nicht",
    no_seat: "du hast keinen Platz an diesem Tisch",
    which_seat: "du hast mehrere Plätze; `seat` muss angeben, welcher gemeint ist",
    data_deleted: "deine Daten wurden gelöscht",
    not_confirmed: "um alles zu löschen, was über dich gespeichert ist, sende \
        `{\"confirm\": true}`",
    wrong_token: "der Server kennt dieses Token nicht",
    no_token: "dafür braucht es ein Token: `Authorization: Bearer TOKEN`; du bekommst es mit \
        POST /api/players",
    failed: "das hat der Server gerade nicht geschafft; versuche es noch einmal",
    no_storage: "der Server kann gerade nichts speichern; geändert hat sich nichts, und nichts \
        ist verloren; versuche es gleich noch einmal",
    newer_table: "dieser Tisch braucht eine neuere Version des Servers; versuche es gleich noch einmal",
    no_choice: "eine Engine hat keinen Zug gefunden",
    random_instead: "zufällig, weil die Engine versagt hat",
    engines_end: "in dieser Stellung versagen die Engines",
    over_already: "in dieser Stellung wäre die Partie schon zu Ende",
    only_from: "bei einer Partie, die eine andere fortsetzt, sind weder `position` noch \
        `obstacles` erlaubt",
    game_or_from: "entweder `game` oder `from` muss angegeben sein",
    no_time_control: "gespielt wird ohne Uhr, mit 1 bis 86400 Sekunden pro Zug, mit 1 bis 86400 \
        Sekunden pro Partie und 0 bis 3600 zusätzlichen Sekunden pro Zug oder mit 1 bis 30 Tagen \
        pro Zug",
    too_much_work: "für diese Adresse wartet schon zu viel Arbeit",
    too_slow: "die Anfrage kam nicht rechtzeitig an",
    broken_body: "der Inhalt der Anfrage ist nicht lesbar",
    no_host: "eine Anfrage braucht genau einen `Host`: den Namen oder die Adresse dieses Servers",
    too_large: "die Anfrage ist zu groß",
    not_analysed: "die Partie wurde nicht analysiert",
    one_analysis: "für dich wird schon eine Partie analysiert",
    one_look: "für dich wird schon eine Stellung analysiert",
    no_binary: "Nachrichten müssen Text sein",
    hello_first: "die erste Nachricht muss ein hello sein",
    hello_once: "nur die erste Nachricht ist ein hello",
    stopping: "der Server wird beendet",
    take_seat: "öffne den Link und nimm Platz: ohne Konto und ohne Installation",
    watch_game: "öffne den Link, um zuzuschauen",
    see_moves: "öffne den Link, um alle Züge zu sehen",
    drawn: "Remis",
    home_title: "Gemeinsam Brettspiele spielen",
    home_text: "spiele mit einem Klick gegen den Computer, oder schick jemandem einen Link: ohne \
        Konto und ohne Installation",
    message,
    reason,
    preview,
};

fn preview(preview: &PreviewText) -> String {
    match preview {
        PreviewText::Invites { by, title } => format!("{by} lädt dich zu einer Partie {title} ein"),
        PreviewText::Waits(title) => format!("Eine Partie {title} wartet auf Mitspieler"),
        PreviewText::Won(name) => format!("{name} hat gewonnen"),
        PreviewText::Rules(title) => format!("Regeln von {title}"),
    }
}

fn message(message: &ErrorText) -> String {
    use ErrorText as M;
    match message {
        M::RequestLength { length, longest } => {
            format!("`request` hat {length} Bytes; erlaubt sind 1 bis {longest}")
        }
        M::OfferedTooOften(what) => match what {
            OfferKind::Draw => "du hast fürs Erste oft genug Remis angeboten",
            OfferKind::Takeback => "du hast fürs Erste oft genug um eine Zurücknahme gebeten",
            OfferKind::Rematch => "du hast fürs Erste oft genug um eine Revanche gebeten",
        }
        .to_owned(),
        M::NoOffer(what) => match what {
            OfferKind::Draw => "niemand bietet Remis an",
            OfferKind::Takeback => "niemand bittet um eine Zurücknahme",
            OfferKind::Rematch => "niemand bittet um eine Revanche",
        }
        .to_owned(),
        M::Offered(what) => match what {
            OfferKind::Draw => "Remis wurde schon angeboten",
            OfferKind::Takeback => "um eine Zurücknahme wurde schon gebeten",
            OfferKind::Rematch => "um eine Revanche wurde schon gebeten",
        }
        .to_owned(),
        M::TooManyLines(most) => {
            format!("mehr als {most} Nachrichten in einer Minute sind nicht erlaubt")
        }
        M::TooManyLinesOfWatchers(most) => {
            format!(
                "Zuschauer dürfen zusammen höchstens {most} Nachrichten in einer Minute schreiben"
            )
        }
        M::WatchersSaidEnough(most) => {
            format!(
                "Zuschauer haben an diesem Tisch {most} Nachrichten geschrieben; mehr können nur \
                die Spieler schreiben"
            )
        }
        M::ChatLine { length, longest } => {
            format!(
                "die Nachricht hat {length} Zeichen; erlaubt sind 1 bis {longest}, ohne \
                Steuerzeichen"
            )
        }
        M::SeatedTooOften(most) => {
            format!("du hast an diesem Tisch schon {most}-mal Platz genommen; öfter geht es nicht")
        }
        M::NoWatcher(player) => {
            format!("`{player}` gehört nicht zu den Zuschauern, die hier etwas geschrieben haben")
        }
        M::NotMuted(player) => format!("`{player}` ist hier nicht stummgeschaltet"),
        M::MutedAlready(player) => format!("`{player}` ist hier schon stummgeschaltet"),
        M::MutedTooOften(most) => {
            format!("an diesem Tisch wurde schon {most}-mal stummgeschaltet; öfter geht es nicht")
        }
        M::Taken(seat) => format!("Platz {seat} ist besetzt"),
        M::NoSuchSeat { seat, seats } => {
            format!("es gibt keinen Platz {seat}; die Plätze gehen von 1 bis {seats}")
        }
        M::NotYourSeat(seat) => format!("Platz {seat} ist nicht deiner"),
        M::NoEntropy(given) => {
            format!(
                "`{}` ist kein Beitrag zu den Würfeln; erlaubt sind 64 Hexadezimalziffern",
                shortened(given)
            )
        }
        M::HasContributed(seat) => {
            format!("von Platz {seat} gibt es schon einen Beitrag zu den Würfeln")
        }
        M::NoVariation { after, length, steps, longest } => {
            let many = if *length == 1 { "Schritt" } else { "Schritten" };
            format!(
                "eine Variante mit {length} {many} nach Schritt {after} ist nicht möglich; \
                erlaubt sind 1 bis {longest} Schritte nach Schritt 0 bis {}",
                steps.saturating_sub(1)
            )
        }
        M::TooManyVariations(most) => format!("es sind schon {most} Varianten gespeichert"),
        M::NoTable(id) => format!("es gibt keinen Tisch `{id}`"),
        M::Damaged { table, damage } => format!("der Tisch `{table}` ist nicht lesbar: {damage}"),
        M::NoName(name, why) => {
            let name = escaped(name);
            match why {
                NameError::Length(length) => {
                    format!(
                        "`{name}` hat {length} Zeichen; ein Name hat 1 bis {LONGEST_NAME} Zeichen"
                    )
                }
                NameError::Unseen(c) => {
                    format!(
                        "`{name}` enthält das unsichtbare Zeichen U+{:04X}; in Namen ist es nicht \
                        erlaubt",
                        u32::from(*c)
                    )
                }
                NameError::Marks => {
                    format!(
                        "`{name}` hat Akzente ohne Buchstaben oder mehr, als auf einen Buchstaben \
                        passen"
                    )
                }
            }
        }
        M::TooManyTablesOf(name) => {
            format!(
                "{name} hat zu viele Partien, die noch nicht zu Ende sind; erst muss eine davon \
                enden"
            )
        }
        M::TooManyTables(most) => {
            format!(
                "an {most} deiner Tische ist die Partie noch nicht zu Ende; mehr sind nicht erlaubt"
            )
        }
        M::SeatsWanted { given, seats } => {
            let entries = if *given == 1 { "Eintrag" } else { "Einträge" };
            format!("`seats` hat {given} {entries}, dieses Spiel aber {seats} Plätze")
        }
        M::NoLevel(level) => format!("Stufe {level} gibt es nicht; erlaubt sind 1 bis 10"),
        M::NoStep { step, steps } => {
            format!("Schritt {step} gibt es nicht; erlaubt sind 0 bis {steps}")
        }
        M::TooManySteps(most) => format!("mehr als {most} Schritte sind nicht erlaubt"),
        M::NoSuchList(which) => {
            format!(
                "`{which}` ist keine Liste von Tischen; erlaubt sind open, playing, over und mine"
            )
        }
        M::NoPlace { place, places } => {
            format!(
                "die Stelle {place} gibt es auf dem Spielbrett nicht; erlaubt sind 0 bis {}",
                places.saturating_sub(1)
            )
        }
        M::LongNameOfSeat { length, most } => {
            format!("der Name eines Platzes hat {length} Zeichen; erlaubt sind höchstens {most}")
        }
        M::TooManyClicks { clicks, most } => {
            format!("{clicks} Klicks sind zu viele; erlaubt sind höchstens {most}")
        }
        M::LinkLength { length, longest } => {
            format!("ein Text von {length} Bytes: erlaubt sind 1 bis {longest}")
        }
        M::BadJson(error) => format!("das ist nicht das erwartete JSON: {error}"),
        M::BadRequest(error) => format!("die Anfrage ist unverständlich: {error}"),
        M::TagIsNoWord { tag, found } => format!("`{tag}` ist {found}; es muss ein Text sein"),
        M::NoFile(path) => format!("unter `{path}` gibt es nichts"),
        M::NoMethod { method, path } => format!("unter `{path}` ist {method} nicht möglich"),
        M::OtherHost(name) => {
            format!(
                "`{}` ist nicht dieser Server; erlaubt sind IP-Adressen, localhost und die Namen, \
                die er bekommen hat",
                short_site(name)
            )
        }
        M::OtherOrigin(origin) => {
            format!(
                "Seiten von `{}` dürfen das nicht; nur Seiten dieses Servers dürfen es",
                short_site(origin)
            )
        }
        M::TooManyNewcomers(most) => {
            format!(
                "von dieser Adresse sind nicht mehr als {most} neue Spieler und Tische in einer \
                Stunde erlaubt"
            )
        }
        M::TooManyConnections(most) => {
            format!("von dieser Adresse sind gleichzeitig höchstens {most} Verbindungen erlaubt")
        }
        M::TooManyRequests(most) => {
            format!("von dieser Adresse sind nicht mehr als {most} Anfragen pro Sekunde erlaubt")
        }
        M::TooManyAnalyses(1) => "für diese Adresse wird schon 1 Partie oder Stellung analysiert; \
            warte, bis sie fertig ist"
            .to_owned(),
        M::TooManyAnalyses(most) => {
            format!(
                "für diese Adresse werden schon {most} Partien oder Stellungen analysiert; warte, \
                bis eine davon fertig ist"
            )
        }
        M::TooManyEngineTables(1) => "von dieser Adresse läuft noch 1 Partie, in der nur Engines \
            spielen; warte, bis sie zu Ende ist, oder schließe ihren Tisch"
            .to_owned(),
        M::TooManyEngineTables(most) => {
            format!(
                "von dieser Adresse laufen noch {most} Partien, in denen nur Engines spielen; \
                warte, bis eine davon zu Ende ist, oder schließe ihren Tisch"
            )
        }
        M::TooManyWatched(most) => {
            format!("mehr als {most} Tische über eine Verbindung sind nicht erlaubt")
        }
        M::NoProgram(program) => format!("es ist kein Programm `{program}` verbunden"),
        M::BusyProgram(name) => format!("{name} spielt schon"),
        M::NotItsGame { program, game } => format!("{program} spielt {game} nicht"),
        M::ProgramGone(name) => format!("{name} ist nicht mehr verbunden"),
    }
}

fn reason(reason: &ServerReason) -> String {
    let (name, why) = match reason {
        ServerReason::TooManySteps(most) => return format!("nach {most} Schritten noch kein Ende"),
        ServerReason::Forfeit(name, why) => (name, why),
    };
    let why = match why {
        ForfeitReason::ServerStopped => "der Server wurde beendet",
        ForfeitReason::NoOpponent => "niemand kam zum Spielen",
        ForfeitReason::NoMove => "zu lange kein Zug",
        ForfeitReason::AwayTooLong => "zu lange abwesend",
        ForfeitReason::Fault(fault) => fault,
    };
    format!("{name}: {why}")
}
