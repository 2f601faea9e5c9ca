//! Keys are the same on every machine and in every version, since solver files and opening books
//! will depend on them.

use ludoteca_games::{CATALOG, catalog};

use crate::{data_folder, folder};

/// The key and the symmetric key of each game's first position, as in `data/keys.txt`.
#[test]
fn keys_are_known_numbers() {
    for info in catalog::GAMES {
        folder::has_its_keys(&CATALOG, info, &data_folder(info.id));
    }
}
