//! A readable random game of each kind, checked in as `data/playthrough.txt`. After a wanted change, write them anew with
//! `UPDATE_PLAYTHROUGHS=1 cargo test -p ludoteca-games playthroughs`, and read the difference.

use std::fs;

use ludoteca_core::playthrough::transcript;
use ludoteca_games::catalog;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::data_folder;

/// Options that show what a game has, where the usual ones do not.
const OPTIONS: &[&str] =
    &["cn rows=6 cols=7 line=4 seats=3", "ataxx rows=5 cols=5 seats=4 obstacles=0,1/1,0/1,1/3,0/3,4"];

#[test]
fn playthroughs_are_as_recorded() {
    for info in catalog::GAMES {
        let line = OPTIONS.iter().find(|line| line.split(' ').next() == Some(info.id)).unwrap_or(&info.id);
        let mut table = catalog::open(&catalog::parse(line).expect("options")).expect("options go together");
        let names = &info.names[..table.seats()];
        let played = transcript(table.as_mut(), names, 60, &mut ChaCha8Rng::seed_from_u64(11));
        let file = data_folder(info.id).join("playthrough.txt");
        if std::env::var_os("UPDATE_PLAYTHROUGHS").is_some() {
            fs::write(&file, &played).expect("the playthrough can be written");
        }
        let recorded = fs::read_to_string(&file).unwrap_or_default();
        assert!(played == recorded, "{} plays otherwise than {}: see this file's head", info.id, file.display());
    }
}
