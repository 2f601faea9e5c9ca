//! A form for a new game: any game, any options, any players.

use egui::{Checkbox, ComboBox, Grid, RichText, TextEdit, Ui, WidgetInfo};
use ludoteca_core::{Info, Options};
use ludoteca_games::catalog::{self, GAMES};
use ludoteca_play::players::{PlayersError, read_players, write_players};
use ludoteca_play::seeds::Seed;
use ludoteca_play::{Dice, Obstacles, Play, Record, Seated, Setup};
use ludoteca_system::process::fresh_seed;

use super::scroll_area;
use crate::panels::player_box;
use crate::session::Session;
use crate::texts;

/// The size of a text field.
const FIELD: [f32; 2] = [150.0, 20.0];

/// The form for a new game and what a person has filled in.
pub struct NewGame {
    info: &'static Info,
    /// The value of each option of the game, as typed; empty for the default.
    options: Vec<String>,
    /// A player for each seat that the game can have. Only the seats of the chosen game are asked
    /// about.
    players: Vec<Seated>,
    /// The number of random obstacles, as typed. `mirrored` says whether they are mirrored.
    obstacles: String,
    mirrored: bool,
    position: String,
    seed: String,
    dice: Dice,
}

impl NewGame {
    /// A form for the same game once more.
    pub fn like(record: &Record) -> NewGame {
        let mut form = NewGame::of(record.options.info());
        for (spec, value) in form.info.options.iter().zip(&mut form.options) {
            if let Some(set) = record.options.written(spec.key) {
                *value = set;
            }
        }
        for (player, seated) in form.players.iter_mut().zip(&record.seats) {
            player.clone_from(seated);
        }
        form.dice = record.dice;
        form.position = record.position.clone().unwrap_or_default();
        form
    }

    fn of(info: &'static Info) -> NewGame {
        NewGame {
            info,
            options: vec![String::new(); info.options.len()],
            players: info.names.iter().map(|name| Seated::manual(name)).collect(),
            obstacles: String::new(),
            mirrored: false,
            position: String::new(),
            seed: String::new(),
            dice: Dice::Drawn,
        }
    }

    /// Shows the form. Returns whether it is still open.
    pub fn show(&mut self, ui: &mut Ui, session: &mut Session, height: f32) -> bool {
        ui.heading(texts::NEW_GAME_TITLE);
        scroll_area(height - 60.0).scroll([true, true]).show(ui, |ui| {
            self.show_game(ui);
            Grid::new("options").num_columns(3).show(ui, |ui| self.show_options(ui));
            ui.label(RichText::new(texts::SEATS).strong());
            let seats = self.seats();
            Grid::new("players").num_columns(2).show(ui, |ui| {
                for (at, seated) in self.players.iter_mut().enumerate().take(seats) {
                    let label = texts::name_of_player(at + 1);
                    let response = ui.add_sized(FIELD, TextEdit::singleline(&mut seated.name));
                    response.widget_info(|| WidgetInfo {
                        label: Some(label.clone()),
                        ..WidgetInfo::text_edit(true, "", &seated.name, "")
                    });
                    player_box(ui, &texts::mode_of_player(at + 1), &mut seated.player);
                    ui.end_row();
                }
            });
            // This room is for the scroll bar, which lies here if the window is narrow.
            ui.add_space(12.0);
        });
        let play = self.play(session);
        if session.is_unsaved() {
            ui.colored_label(ui.visuals().warn_fg_color, texts::UNSAVED);
        }
        if let Err(reason) = &play {
            ui.colored_label(ui.visuals().error_fg_color, reason);
        }
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            let begin = ui.add_enabled(play.is_ok(), egui::Button::new(texts::BEGIN)).clicked();
            if let (true, Ok(play)) = (begin, play) {
                session.begin(play);
                return false;
            }
            !ui.button(texts::CANCEL).clicked()
        })
        .inner
    }

    fn show_game(&mut self, ui: &mut Ui) {
        let mut chosen = self.info;
        let label = ui.label(texts::GAME);
        ComboBox::from_id_salt("game")
            .selected_text(self.info.title)
            .show_ui(ui, |ui| {
                for info in GAMES {
                    if ui.selectable_label(info.id == chosen.id, info.title).clicked() {
                        chosen = info;
                    }
                }
            })
            .response
            .labelled_by(label.id);
        ui.label(RichText::new(chosen.about).weak());
        if chosen.id != self.info.id {
            *self = NewGame::of(chosen);
        }
    }

    fn show_options(&mut self, ui: &mut Ui) {
        let row = |ui: &mut Ui, what: &str, value: &mut String, usual: &str, allowed: &str| {
            let label = ui.label(what);
            ui.add_sized(FIELD, TextEdit::singleline(value).hint_text(usual)).labelled_by(label.id);
            ui.label(RichText::new(allowed).weak());
            ui.end_row();
        };
        let defaults = self.defaults();
        for (at, spec) in self.info.options.iter().enumerate() {
            if spec.kind.is_open() {
                let (usual, allowed) = (spec.kind.default(), spec.kind.allowed());
                row(ui, &texts::sentence(spec.about), &mut self.options[at], &usual, &allowed);
            }
        }
        if self.info.scatter.is_some() {
            row(ui, texts::OBSTACLES, &mut self.obstacles, "", texts::OBSTACLES_DRAWN);
            ui.label("");
            ui.add(Checkbox::new(&mut self.mirrored, texts::MIRRORED));
            ui.end_row();
        }
        row(ui, texts::POSITION, &mut self.position, "", texts::POSITION_USUAL);
        row(ui, texts::SEED, &mut self.seed, "", texts::SEED_USUAL);
        if catalog::open(&defaults).is_ok_and(|table| table.has_dice()) {
            let mut typed = self.dice == Dice::Typed;
            ui.label("");
            ui.add(Checkbox::new(&mut typed, texts::TYPED_DICE));
            self.dice = if typed { Dice::Typed } else { Dice::Drawn };
            ui.end_row();
        }
    }

    fn defaults(&self) -> Options {
        Options::new(self.info)
    }

    /// How many players the game has. An invalid option counts as its default.
    fn seats(&self) -> usize {
        let options = self.options().unwrap_or_else(|_| self.defaults());
        (options.number("seats") as usize).min(self.players.len())
    }

    fn options(&self) -> Result<Options, String> {
        let mut options = self.defaults();
        for (spec, text) in self.info.options.iter().zip(&self.options) {
            if !text.trim().is_empty() {
                options.set(spec.key, text.trim()).map_err(|error| error.to_string())?;
            }
        }
        Ok(options)
    }

    /// The new game, or what is wrong with the form.
    fn play(&self, session: &Session) -> Result<Play, String> {
        let seed = match self.seed.trim() {
            "" => None,
            text => Some(text.parse::<Seed>().map_err(|error| texts::no_seed(text, &error))?),
        };
        let seed = seed.unwrap_or_else(fresh_seed);
        let count = Some(self.obstacles.trim())
            .filter(|count| !count.is_empty() && self.info.scatter.is_some());
        let obstacles =
            count.map(|count| Obstacles { count: count.to_owned(), mirrored: self.mirrored });
        let seats = &self.players[..self.seats()];
        // The players are read as if they had been typed, so that names are checked in one place:
        // first each by itself, then all together.
        for seated in seats {
            if seated.name.contains(':') {
                return Err(PlayersError::NoName(seated.name.clone()).to_string());
            }
            seated.to_string().parse::<Seated>().map_err(|error| error.to_string())?;
        }
        let seats = read_players(&write_players(seats)).map_err(|error| error.to_string())?;
        let position =
            Some(self.position.trim().to_owned()).filter(|position| !position.is_empty());
        let setup =
            Setup { options: self.options()?, obstacles, players: Some(seats), position, seed };
        let record = setup.record().map_err(|error| error.to_string())?;
        let record = Record { dice: self.dice, date: Some(session.today()), ..record };
        Play::open(record, catalog::open).map_err(|error| error.to_string())
    }
}
