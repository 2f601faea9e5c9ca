//! German.

use ludoteca_core::Spelling;

use super::{Illegal, Impossible, Phrase, Texts};

pub(super) static TEXTS: Texts = Texts {
    about: "säe Samen und schlage die einzelnen.",
    sides: ["Süd", "Nord"],
    rules: include_str!("../README.de.md"),
    hint: "Die Nummer einer deiner Mulden, in der Samen liegen.",
    bowls_option: "Mulden je Platz",
    stones_option: "Samen in jeder Mulde zu Beginn",
    win_option: "Zahl der geschlagenen Samen, mit der man gewinnt",
    half_of_all: "die Hälfte aller Samen",
    no_progress_option: "Partieende nach so vielen Halbzügen hintereinander ohne Schlagen \
        (0: unbegrenzt)",
    position_form: "die Samen beider Seiten, die geschlagenen Samen, der Platz am Zug und die Zahl \
        der Halbzüge seit dem letzten Schlagen wie in `4,4,4,4,4,4/4,4,4,4,4,4 0,0 1 0`",
    side: "hier stehen die Samen einer Seite, eine Zahl je Mulde, durch Kommas getrennt",
    pots: "hier stehen die geschlagenen Samen beider Plätze wie in `0,0`",
    stones: "Zahl der Samen",
    clock: "Zahl der Halbzüge seit dem letzten Schlagen",
    player: |seat| format!("Spieler {seat}: "),
    illegal,
    impossible,
    phrase,
};

fn illegal(illegal: &Illegal, _spelling: Spelling) -> String {
    match illegal {
        Illegal::Malformed(text) => {
            format!("`{text}` ist kein Zug; erwartet wird die Nummer einer Mulde")
        }
        Illegal::NoSuchBowl { bowl, last } => {
            format!("es gibt keine Mulde {bowl}; die Nummern gehen von 1 bis {last}")
        }
        Illegal::NotYours { bowl, first, last } if first == last => {
            format!("Mulde {bowl} gehört dem Gegner; deine ist {first}")
        }
        Illegal::NotYours { bowl, first, last } => {
            format!("Mulde {bowl} gehört dem Gegner; deine sind {first} bis {last}")
        }
        Illegal::Empty(bowl) => format!("Mulde {bowl} ist leer"),
        Illegal::Over => "die Partie ist zu Ende".to_owned(),
    }
}

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::Stones { found, all } => {
            format!("die Zahl der Samen ist {found} statt {all}")
        }
        Impossible::SingleCaptured => {
            "jemand hat nur 1 Samen geschlagen, geschlagen werden aber immer mindestens 2"
                .to_owned()
        }
        Impossible::BothWon(stones) => {
            format!("beide haben mindestens {stones} Samen geschlagen")
        }
        Impossible::WonBefore { turn, win } => {
            format!("Platz {turn} ist am Zug, hat aber mit mindestens {win} Samen schon gewonnen")
        }
        Impossible::NotTheStart => {
            "vor dem ersten Halbzug gibt es nur die Anfangsstellung, mit Platz 1 am Zug".to_owned()
        }
    }
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::Won(stones) => format!("ein Spieler hat mindestens {stones} Samen geschlagen"),
        Phrase::NoStonesLeft => "in den Mulden liegen keine Samen mehr".to_owned(),
        Phrase::NoCapture(1) => "1 Zug ohne Schlagen".to_owned(),
        Phrase::NoCapture(plies) => format!("{plies} Züge hintereinander ohne Schlagen"),
        Phrase::NoStones => "hat keine Samen".to_owned(),
        Phrase::Bowl(number) => format!("Mulde {number}"),
        Phrase::Pot(seat) => format!("Speicher {seat}"),
        Phrase::BowlsEach(1) => "je 1 Mulde".to_owned(),
        Phrase::BowlsEach(bowls) => format!("je {bowls} Mulden"),
        Phrase::StonesEach(stones) => format!("{stones} Samen je Mulde"),
        Phrase::Captured(stones) => format!("{stones} geschlagen"),
        Phrase::WinsUpTo(all) => format!("eine ganze Zahl von 1 bis {all}, der Zahl aller Samen"),
        Phrase::Sows(stones) => format!("sät {stones} Samen"),
    }
}
