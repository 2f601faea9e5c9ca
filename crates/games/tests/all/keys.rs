//! Keys are the same on every machine and in every version: files of solvers and books of openings
//! will rest on them.

use ludoteca_games::{CATALOG, catalog};

use crate::{data_folder, folder};

/// Of each game's first position, its key and its symmetric key, as `data/keys.txt` has them.
#[test]
fn keys_are_known_numbers() {
    for info in catalog::GAMES {
        folder::has_its_keys(&CATALOG, info, &data_folder(info.id));
    }
}
