//! Keys are the same on every machine and in every version: files of solvers and books of openings will rest on them.

use ludoteca_games::catalog;

/// Each game's first position, its key and its symmetric key.
const KNOWN: &[(&str, u64, u64)] = &[
    ("cn", 9731319373086134737, 6290289552529492567),
    ("ttt", 573069157121658349, 12761376130498943508),
    ("attt", 2805612461933360536, 2655929671082919719),
    ("ataxx", 15707716622660653699, 5667332508166173959),
    ("breakthrough", 9462563656389118034, 9792030323658094853),
    ("owari", 6285566113009760603, 4316556537883368081),
    ("dawn", 18266281643981257220, 13602966289497190662),
    ("alquerque", 14285602461206602855, 7373129156357746476),
];

#[test]
fn keys_are_known_numbers() {
    let found: Vec<(&str, u64, u64)> = catalog::GAMES
        .iter()
        .map(|info| {
            let table = catalog::open(&catalog::parse(info.id).expect("options")).expect("options go together");
            (info.id, table.key(), table.symmetric_key())
        })
        .collect();
    assert_eq!(found, KNOWN);
}
