//! A form for a new game: any game, any options, any players.

use egui::{Checkbox, ComboBox, Grid, Label, Response, RichText, TextEdit, Ui, WidgetInfo};
use ludoteca_core::{Info, Language, OptionError, Options};
use ludoteca_games::catalog::{self, GAMES};
use ludoteca_play::players::{PlayersError, read_players, write_players};
use ludoteca_play::seeds::Seed;
use ludoteca_play::{Dice, Obstacles, Play, Record, Seated, Setup};
use ludoteca_system::process::fresh_seed;

use super::scroll_area;
use crate::panels::player_box;
use crate::session::Session;
use crate::texts::{self, told};

/// The size of a text field.
const FIELD: [f32; 2] = [200.0, 20.0];

/// The least width of the words beside a field.
const LEAST_WORDS: f32 = 110.0;

/// The form for a new game and what a person has filled in.
pub struct NewGame {
    info: &'static Info,
    /// The value of each option of the game, as typed; empty for the default.
    options: Vec<String>,
    /// A player for each seat that any game can have. The form shows only the seats of the chosen
    /// game.
    players: Vec<Seated>,
    /// The number of random obstacles, as typed. `mirrored` says whether they are mirrored.
    obstacles: String,
    mirrored: bool,
    position: String,
    seed: String,
    dice: Dice,
}

impl NewGame {
    /// A form that is filled in with the game of this record.
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
        let (language, texts) = (session.language(), session.texts());
        ui.heading(texts.new_game);
        scroll_area(height - 60.0).scroll([true, true]).show(ui, |ui| {
            self.show_game(ui, language);
            let options = Grid::new("options").num_columns(3);
            // The texts before and after a field share the room that the field leaves.
            let room = ui.available_width() - FIELD[0] - 30.0;
            let widths = [0.45, 0.55].map(|part| (part * room).max(LEAST_WORDS));
            options.show(ui, |ui| self.show_options(ui, widths, language));
            ui.label(RichText::new(texts.seats).strong());
            let seats = self.seats();
            Grid::new("players").num_columns(2).show(ui, |ui| {
                for (at, seated) in self.players.iter_mut().enumerate().take(seats) {
                    let label = (texts.name_of_player)(at + 1);
                    let response = ui.add_sized(FIELD, TextEdit::singleline(&mut seated.name));
                    response.widget_info(|| WidgetInfo {
                        label: Some(label.clone()),
                        ..WidgetInfo::text_edit(true, "", &seated.name, "")
                    });
                    let mode = (texts.mode_of_player)(at + 1);
                    player_box(ui, &mode, &mut seated.player, texts);
                    ui.end_row();
                }
            });
            // This room is for the scroll bar, which lies here if the window is narrow.
            ui.add_space(12.0);
        });
        let play = self.play(session);
        if session.is_unsaved() {
            ui.colored_label(ui.visuals().warn_fg_color, texts.unsaved);
        }
        if let Err(reason) = &play {
            ui.colored_label(ui.visuals().error_fg_color, reason);
        }
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            let begin = ui.add_enabled(play.is_ok(), egui::Button::new(texts.begin)).clicked();
            if let (true, Ok(play)) = (begin, play) {
                session.begin(play);
                return false;
            }
            !ui.button(texts.cancel).clicked()
        })
        .inner
    }

    fn show_game(&mut self, ui: &mut Ui, language: Language) {
        let mut chosen = self.info;
        let label = ui.label(texts::texts(language).game);
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
        ui.label(RichText::new(texts::sentence(chosen.about.tell(language))).weak());
        if chosen.id != self.info.id {
            *self = NewGame::of(chosen);
        }
    }

    fn show_options(&mut self, ui: &mut Ui, widths: [f32; 2], language: Language) {
        let texts = texts::texts(language);
        let row = |ui: &mut Ui, what: &str, value: &mut String, usual: &str, allowed: &str| {
            let label = wrapped(ui, RichText::new(what), widths[0]);
            ui.add_sized(FIELD, TextEdit::singleline(value).hint_text(usual)).labelled_by(label.id);
            wrapped(ui, RichText::new(allowed).weak(), widths[1]);
            ui.end_row();
        };
        let defaults = self.defaults();
        for (at, spec) in self.info.options.iter().enumerate() {
            if spec.kind.is_open() {
                let about = texts::sentence(spec.about.tell(language));
                let [usual, allowed] = [spec.kind.default(), spec.kind.allowed()]
                    .map(|message| message.tell(language));
                row(ui, &about, &mut self.options[at], &usual, &allowed);
            }
        }
        if self.info.scatter.is_some() {
            row(ui, texts.obstacles, &mut self.obstacles, "", texts.obstacles_drawn);
            ui.label("");
            ui.add(Checkbox::new(&mut self.mirrored, texts.mirrored));
            ui.end_row();
        }
        row(ui, texts.position, &mut self.position, "", texts.position_usual);
        row(ui, texts.seed, &mut self.seed, "", texts.seed_usual);
        if catalog::open(&defaults).is_ok_and(|table| table.has_dice()) {
            let mut typed = self.dice == Dice::Typed;
            ui.label("");
            ui.add(Checkbox::new(&mut typed, texts.typed_dice));
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

    fn options(&self) -> Result<Options, OptionError> {
        let mut options = self.defaults();
        for (spec, text) in self.info.options.iter().zip(&self.options) {
            if !text.trim().is_empty() {
                options.set(spec.key, text.trim())?;
            }
        }
        Ok(options)
    }

    /// The new game, or what is wrong with the form.
    fn play(&self, session: &Session) -> Result<Play, String> {
        let (language, texts) = (session.language(), session.texts());
        let seed = match self.seed.trim() {
            "" => None,
            text => Some(text.parse::<Seed>().map_err(|error| (texts.no_seed)(text, &error))?),
        };
        let seed = seed.unwrap_or_else(fresh_seed);
        let count = Some(self.obstacles.trim())
            .filter(|count| !count.is_empty() && self.info.scatter.is_some());
        let obstacles =
            count.map(|count| Obstacles { count: count.to_owned(), mirrored: self.mirrored });
        let seats = &self.players[..self.seats()];
        // The players are parsed as if they had been typed, so that names are checked in one place:
        // first each player by itself, then all together.
        for seated in seats {
            if seated.name.contains(':') {
                return Err(told(&PlayersError::NoName(seated.name.clone()), language));
            }
            seated.to_string().parse::<Seated>().map_err(|error| told(&error, language))?;
        }
        let seats = read_players(&write_players(seats)).map_err(|error| told(&error, language))?;
        let position =
            Some(self.position.trim().to_owned()).filter(|position| !position.is_empty());
        let options = self.options().map_err(|error| told(&error, language))?;
        let setup = Setup { options, obstacles, players: Some(seats), position, seed };
        let record = setup.record().map_err(|error| told(&error, language))?;
        let record = Record { dice: self.dice, date: Some(session.today()), ..record };
        Play::open(record, catalog::open).map_err(|error| told(&error, language))
    }
}

/// Shows words in a cell of a grid, in several lines if they are wider than this.
fn wrapped(ui: &mut Ui, words: RichText, width: f32) -> Response {
    ui.scope(|ui| {
        ui.set_max_width(width);
        ui.add(Label::new(words).wrap())
    })
    .inner
}
