//! The menu for a new game: every game in the forms that are worth playing, and every opponent.

use ludoteca_core::{Info, Language, Preset};
use ludoteca_engines::characters::{CHARACTERS, character};
use ludoteca_games::catalog;
use ludoteca_play::{BadRecord, Engine, Play, Player, Record, Seated};
use ludoteca_system::process::fresh_seed;

use crate::texts::{Texts, texts};

/// The menu, with what is marked in it.
pub struct NewGameMenu {
    entries: Vec<(&'static Info, &'static Preset)>,
    marked: usize,
    /// People alone, a random player, or an engine of this level.
    opponent: Opponent,
    /// The number of the seat that the person takes, against others.
    side: usize,
}

/// Who plays against the person.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Opponent {
    People,
    Random,
    Level(u32),
}

impl NewGameMenu {
    /// The menu with the current game and opponent marked.
    pub fn new(play: &Play) -> NewGameMenu {
        let presets = |info: &'static Info| info.presets.iter().map(move |preset| (info, preset));
        let entries: Vec<_> = catalog::GAMES.iter().flat_map(|info| presets(info)).collect();
        let options = play.table().options();
        let is_same = |(_, preset): &(&Info, &Preset)| {
            catalog::parse(preset.options).is_ok_and(|parsed| parsed == *options)
        };
        let same_game = || entries.iter().position(|(info, _)| info.id == options.info().id);
        let marked = entries.iter().position(is_same).or_else(same_game).unwrap_or_default();
        let others = play.seats().iter().map(|seated| &seated.player);
        let opponent = others.into_iter().find_map(|player| match player {
            Player::Manual => None,
            Player::Random => Some(Opponent::Random),
            Player::Engine(engine) => Some(Opponent::Level(engine.level.unwrap_or(5).into())),
        });
        let mut players = play.seats().iter().map(|seated| &seated.player);
        let side = players.position(|player| *player == Player::Manual).unwrap_or_default();
        NewGameMenu { entries, marked, opponent: opponent.unwrap_or(Opponent::Level(3)), side }
    }

    pub fn up(&mut self) {
        self.marked = self.marked.saturating_sub(1);
    }

    pub fn down(&mut self) {
        self.marked = (self.marked + 1).min(self.entries.len() - 1);
    }

    pub fn weaker(&mut self) {
        self.opponent = match self.opponent {
            Opponent::People | Opponent::Random => Opponent::People,
            Opponent::Level(1) => Opponent::Random,
            Opponent::Level(level) => Opponent::Level(level - 1),
        };
    }

    pub fn stronger(&mut self) {
        self.opponent = match self.opponent {
            Opponent::People => Opponent::Random,
            Opponent::Random => Opponent::Level(1),
            Opponent::Level(level) => Opponent::Level((level + 1).min(CHARACTERS.len() as u32)),
        };
    }

    /// Lets the person take the next seat.
    pub fn other_side(&mut self) {
        self.side = (self.seat() + 1) % self.seats();
    }

    /// The number of the seat that the person takes. The marked game may have fewer seats than the
    /// one in which it was chosen.
    fn seat(&self) -> usize {
        if self.side < self.seats() { self.side } else { 0 }
    }

    /// The seat that the person takes, in words; `None` if people take them all.
    pub fn side(&self, language: Language) -> Option<String> {
        let (info, _) = self.entries[self.marked];
        let name = info.names[self.seat()];
        let conventions = &info.conventions;
        let roles =
            if conventions.roles.is_empty() { conventions.sides } else { conventions.roles };
        let side = match roles.get(self.seat()) {
            Some(role) => format!("{name} ({})", role.tell(language)),
            None => name.to_owned(),
        };
        (self.opponent != Opponent::People).then_some(side)
    }

    /// How many seats the marked game has.
    fn seats(&self) -> usize {
        let (_, preset) = self.entries[self.marked];
        let seats = catalog::parse(preset.options).map(|options| options.number("seats") as usize);
        seats.unwrap_or(2)
    }

    /// Marks an entry. Returns whether it was marked already.
    pub fn choose(&mut self, number: usize) -> bool {
        if number >= self.entries.len() {
            return false;
        }
        std::mem::replace(&mut self.marked, number) == number
    }

    pub fn marked(&self) -> usize {
        self.marked
    }

    /// What the entries are called, in two columns: the game and its form.
    pub fn labels(&self, language: Language) -> Vec<(String, String)> {
        let label = |(info, preset): &(&Info, &Preset)| {
            (info.title.to_owned(), preset.name.tell(language).to_owned())
        };
        self.entries.iter().map(label).collect()
    }

    /// Is this entry the first one of its game?
    pub fn begins_game(&self, number: usize) -> bool {
        number == 0 || self.entries[number - 1].0.id != self.entries[number].0.id
    }

    /// What the marked game is about, and how long it takes.
    pub fn about(&self, language: Language) -> [String; 2] {
        let (info, _) = self.entries[self.marked];
        let (least, most) = info.minutes;
        [info.introduction().tell(language).to_owned(), (texts(language).minutes)(least, most)]
    }

    /// Who plays against the person, and how they play.
    pub fn opponent(&self, language: Language) -> [String; 2] {
        let texts: &Texts = texts(language);
        match self.opponent {
            Opponent::People => [texts.people.to_owned(), texts.people_play.to_owned()],
            Opponent::Random => [texts.random.to_owned(), texts.random_plays.to_owned()],
            Opponent::Level(level) => {
                let found = character(level);
                let name = (texts.of_level)(found.name, level);
                [name, found.playing_style.tell(language).to_owned()]
            }
        }
    }

    /// The game that is marked, ready to begin.
    ///
    /// # Errors
    /// If the rules refuse the options. Presets are always accepted.
    pub fn open(&self, today: String) -> Result<Play, BadRecord> {
        let (info, preset) = self.entries[self.marked];
        let options = catalog::parse(preset.options)?;
        let player = |at: usize| match self.opponent {
            _ if at == self.seat() => Player::Manual,
            Opponent::People => Player::Manual,
            Opponent::Random => Player::Random,
            Opponent::Level(level) => {
                Player::Engine(Engine { level: Some(level as u8), ..Engine::default() })
            }
        };
        let seats = options.number("seats") as usize;
        let names = info.names.iter().take(seats).enumerate();
        let seats = names.map(|(at, name)| Seated { name: (*name).to_owned(), player: player(at) });
        let record = Record {
            seed: Some(fresh_seed()),
            date: Some(today),
            ..Record::new(options, seats.collect())
        };
        Play::open(record, catalog::open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_can_be_played_against_everybody() {
        let options = catalog::parse(catalog::GAMES[0].id).expect("a game");
        let seats = vec![Seated::manual("X"), Seated::manual("O")];
        let play = Play::open(Record::new(options, seats), catalog::open).expect("a game");
        let mut menu = NewGameMenu::new(&play);
        (0..20).for_each(|_| menu.weaker());
        for stronger in 0..12 {
            for number in 0..menu.entries.len() {
                menu.choose(number);
                let play = menu.open("2026-11-19".to_owned()).expect("it can be played");
                assert_eq!(play.seats()[menu.seat()].player, Player::Manual);
                let people = play.seats().iter().filter(|seat| seat.player == Player::Manual);
                assert_eq!(people.count() > 1, stronger == 0, "{number} {stronger}");
                let again = NewGameMenu::new(&play);
                assert_eq!(
                    again.labels(Language::German)[again.marked].1,
                    menu.labels(Language::German)[number].1
                );
            }
            menu.stronger();
            menu.other_side();
        }
        assert_eq!(menu.opponent, Opponent::Level(10));
    }
}
