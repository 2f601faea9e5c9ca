//! German.

use ludoteca_core::shared::listed;
use ludoteca_core::{Language, Spelling, Tell};

use super::{Illegal, Impossible, Phrase, Texts, either};

pub(super) static TEXTS: Texts = Texts {
    about: "zwei Himmelskörper, zwölf Spielsteine und ein Würfel.",
    rules: include_str!("../README.de.md"),
    hint: "'m;n', um einen Himmelskörper zu setzen; beide Enden, 'm1;n1:m2;n2', um einen \
        Spielstein zu platzieren; alle Schritte, 'm1;n1:…:mi;ni', um den Himmelskörper zu bewegen.",
    token: "Spielstein",
    field_form: "Zeile und Spalte wie in 5;2",
    token_form: "beide Enden des Spielsteins wie in 6;2:6;6",
    walk_form: "alle Schritte wie in 4;2:3;2",
    position_form: "Zeilen, Spielphase, übrige Spielsteine und das, was als Nächstes kommt, wie in \
        `15/15/15/15/15/15/15/15/15/15/15 1 234567 set`",
    phase: "Spielphase",
    left: "hier stehen die Längen der übrigen Spielsteine, von 2 bis 7 aufsteigend, \
        oder - für keine",
    stage: "hier steht, was als Nächstes kommt: set, roll, place:N, walk:N oder over, \
        N von 2 bis 7",
    illegal,
    impossible,
    phrase,
};

fn illegal(illegal: &Illegal, spelling: Spelling) -> String {
    match illegal {
        Illegal::Parse(error) => error.tell(Language::German, spelling),
        Illegal::OffBoard(field) => format!("das Feld {field} liegt nicht auf dem Spielbrett"),
        Illegal::Occupied(field) => format!("Feld {field} ist besetzt"),
        Illegal::Crooked => {
            "ein Spielstein liegt gerade, in einer Zeile oder einer Spalte".to_owned()
        }
        Illegal::SticksOut => {
            "der Spielstein liegt nicht vollständig auf dem Spielbrett".to_owned()
        }
        Illegal::Outside => "DAWN muss mindestens ein Feld des Spielbretts bedecken".to_owned(),
        Illegal::Length { length, asked } => {
            let asked: Vec<String> = asked.iter().map(ToString::to_string).collect();
            let asked = asked.join(" oder ");
            format!(
                "der Spielstein hat die Länge {length}, erlaubt ist nach diesem Wurf aber nur \
                {asked}"
            )
        }
        Illegal::TooFar { steps, most } => {
            format!("der Weg hat {steps} Schritte, erlaubt sind aber höchstens {most}")
        }
        Illegal::Leap { from, to } => format!("Feld {to} ist kein Nachbarfeld von {from}"),
        Illegal::ManyWays(to) => {
            format!("zu {to} führen mehrere kürzeste Wege: gib jeden Schritt ein")
        }
        Illegal::NoSide(text) => {
            format!("`{text}` ist kein Wurf; der Würfel zeigt 2, 3, 4, 5, 6 oder DAWN")
        }
        Illegal::RollFirst => "zuerst muss gewürfelt werden".to_owned(),
        Illegal::NoRoll => "jetzt wird nicht gewürfelt".to_owned(),
        Illegal::Over => "die Partie ist zu Ende".to_owned(),
    }
}

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::BodyTwice(body) => format!("{body} kommt zweimal vor"),
        Impossible::BodyEarly(body) => format!("{body} ist zu früh auf dem Spielbrett"),
        Impossible::BodyMissing(body) => format!("{body} fehlt auf dem Spielbrett"),
        Impossible::SetNotWhole => {
            "eine Spielphase beginnt mit einem vollständigen Satz Spielsteine".to_owned()
        }
        Impossible::NoToken => "es ist kein Spielstein mehr übrig".to_owned(),
        Impossible::WalkAfterNothing(length) => {
            format!(
                "Nature ist nach dem Spielstein der Länge {length} am Zug, \
                dieser ist aber noch übrig"
            )
        }
        Impossible::OverEarly => "die Partie endet erst nach Spielphase 2".to_owned(),
        Impossible::NothingFits => {
            "keiner der erlaubten Spielsteine passt auf das Spielbrett".to_owned()
        }
        Impossible::NoStep => "es ist kein Schritt möglich".to_owned(),
        Impossible::Covered { found, least, most } => {
            let fields = if *found == 1 { "Feld" } else { "Felder" };
            let range =
                if least == most { least.to_string() } else { format!("{least} bis {most}") };
            format!(
                "die Spielsteine bedecken {found} {fields}, \
                die bisher verbrauchten müssten aber {range} bedecken"
            )
        }
        Impossible::Alone(field) => {
            format!("kein Spielstein kann nur das Feld {field} bedecken")
        }
        Impossible::TooManyAlone => "nur ein DAWN kann ein einzelnes Feld bedecken".to_owned(),
    }
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::Over([vesta, ceres]) => {
            let fields = if *vesta == 1 { "freies Feld" } else { "freie Felder" };
            format!(
                "beide Spielphasen sind zu Ende, Vesta erreicht {vesta} {fields} und Ceres {ceres}"
            )
        }
        Phrase::NothingFits => "kann keinen der erlaubten Spielsteine platzieren".to_owned(),
        Phrase::NoStep => "kann keinen Schritt machen".to_owned(),
        Phrase::MayWalk(body, steps) => format!("{body} darf bis zu {steps} Schritte machen"),
        Phrase::Token(token) => format!("Spielstein {token}"),
        Phrase::Names(names) => listed(names, Language::German),
        Phrase::SetBody(body) => format!("Platziere {body} auf einem freien Feld"),
        Phrase::Lay(tokens) => {
            format!(
                "Platziere Spielstein {}: erst ein Ende, dann das andere",
                either(tokens, "oder")
            )
        }
        Phrase::Walk(body, steps) => format!("Bewege {body} um bis zu {steps} Schritte"),
        Phrase::Stage { phase, round } => format!("Spielphase {phase}/2, Runde {round}/6"),
    }
}
