//! A readable random game of each kind, checked in as `data/playthrough.txt`. After an intended
//! change, write them anew with `UPDATE_PLAYTHROUGHS=1 cargo test -p ludoteca-games playthroughs`,
//! and read the difference.

use ludoteca_games::{CATALOG, catalog};

use crate::{data_folder, folder};

#[test]
fn playthroughs_are_as_recorded() {
    for info in catalog::GAMES {
        folder::plays_as_recorded(&CATALOG, info, &data_folder(info.id));
    }
}
