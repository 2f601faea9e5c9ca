//! Every perft table of `data/*.perft`, as far as it takes reasonable time.

use ludoteca_games::{CATALOG, catalog};

use crate::{data_folder, folder};

#[test]
fn perft_counts_are_correct() {
    for info in catalog::GAMES {
        folder::meets_perft_tables(&CATALOG, info, &data_folder(info.id));
    }
}
