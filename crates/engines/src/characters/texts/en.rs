//! English.

pub(super) static STYLES: [&str; 10] = [
    "has just learnt the rules and overlooks nearly everything",
    "plays for fun and overlooks a lot",
    "means well, but is often wrong about who is ahead",
    "sees the simple threats",
    "thinks before moving, and still slips now and then",
    "careful, with a lapse here and there",
    "hard to trick, seldom overlooks a move",
    "overlooks nothing, but can misjudge a position",
    "patient and precise",
    "plays as well as the program can",
];
