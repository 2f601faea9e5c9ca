//! German.

pub(super) static STYLES: [&str; 10] = [
    "kennt gerade die Regeln und übersieht fast alles",
    "spielt zum Spaß und übersieht viel",
    "gibt sich Mühe, irrt sich aber oft, wer vorn liegt",
    "sieht einfache Drohungen",
    "denkt vor dem Ziehen nach und macht doch ab und zu Fehler",
    "spielt sorgfältig, mit kleinen Aussetzern",
    "ist schwer zu überlisten und übersieht selten einen Zug",
    "übersieht nichts, beurteilt aber manche Stellung falsch",
    "geduldig und genau",
    "spielt so gut, wie das Programm es kann",
];
