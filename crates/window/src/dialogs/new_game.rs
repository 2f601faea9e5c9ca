//! A form for a new game: any game, any options, any players.

use std::mem;
use std::ops::RangeInclusive;

use egui::{
    Checkbox, Color32, Grid, Label, Rect, Response, RichText, Role, Sense, Stroke, StrokeKind,
    TextEdit, TextStyle, Ui, WidgetInfo, vec2,
};
use ludoteca_core::scene::Scene;
use ludoteca_core::{Info, Language, OptionError, Options, Seat};
use ludoteca_games::CATALOG;
use ludoteca_games::catalog::{self, GAMES};
use ludoteca_play::players::{PlayersError, read_players, write_players};
use ludoteca_play::seeds::Seed;
use ludoteca_play::{Dice, Engine, Obstacles, Play, Player, Record, Seated, Setup};
use ludoteca_search::bench::{BenchPosition, bench_positions};
use ludoteca_system::process::fresh_seed;

use super::{scroll_area, unsaved};
use crate::board::{self, BoardChoice, BoardStyle, Layout, PieceChoice, Pointers};
use crate::panels::player_box;
use crate::session::Session;
use crate::texts::{self, told};

/// The size of a text field.
const FIELD: [f32; 2] = [200.0, 20.0];

/// The height of the picture of a game, with its title; and the limits of its width.
const CARD: f32 = 136.0;
const CARD_WIDTHS: RangeInclusive<f32> = 118.0..=200.0;

/// The least width of the words beside a field.
const LEAST_WORDS: f32 = 110.0;

/// Who plays against a person who has not chosen anybody: somebody who can be beaten.
fn opponent() -> Player {
    Player::Engine(Engine { level: Some(3), ..Engine::default() })
}

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
    /// A picture of each game.
    pictures: Vec<Picture>,
}

/// A small board in a position that shows what the game is like.
struct Picture {
    scene: Scene,
    colours: Vec<Color32>,
    names: &'static [&'static str],
    far_seat: Option<Seat>,
}

impl Picture {
    /// The board of a game as people first play it, in the middle of a game if the benchmark has
    /// such a position: an empty board says little.
    fn of(info: &'static Info, benchmark: &[BenchPosition]) -> Option<Picture> {
        let table = catalog::open(&preset(info, 0)?).ok()?;
        let is_middle = |position: &&BenchPosition| {
            position.position.is_some() && position.game.split(' ').next() == Some(info.id)
        };
        let mut middles = benchmark.iter().filter(is_middle).map(|it| it.open(&CATALOG));
        let table = middles.find(|middle| middle.options() == table.options()).unwrap_or(table);
        let scene = table.scene();
        let colours = board::colours(&scene.look, &info.names[..table.seats()]);
        Some(Picture { scene, colours, names: info.names, far_seat: info.conventions.far_seat })
    }

    fn paint(&self, ui: &Ui, rect: Rect, looks: (BoardChoice, PieceChoice)) {
        let dark = ui.visuals().dark_mode;
        let style = BoardStyle::new(&self.scene.look, looks, dark, &self.colours, self.names)
            .facing(self.far_seat, false);
        let layout = Layout::new(&self.scene, rect, false);
        let pointers = Pointers::default();
        board::paint(ui.painter(), &self.scene, &layout, &style, &pointers, None, 0.0);
    }
}

/// The options of a preset.
fn preset(info: &Info, number: usize) -> Option<Options> {
    let table = catalog::open_line(info.presets.get(number)?.options).ok()?;
    Some(table.options().clone())
}

impl NewGame {
    /// A form that is filled in with the game of this record.
    pub fn like(record: &Record) -> NewGame {
        let benchmark = bench_positions(&CATALOG);
        let pictures = GAMES.iter().filter_map(|info| Picture::of(info, &benchmark)).collect();
        let mut form = NewGame::of(record.options.info(), pictures);
        form.set(&record.options);
        for (player, seated) in form.players.iter_mut().zip(&record.seats) {
            player.clone_from(seated);
        }
        form.dice = record.dice;
        form.position = record.position.clone().unwrap_or_default();
        form
    }

    fn of(info: &'static Info, pictures: Vec<Picture>) -> NewGame {
        NewGame {
            info,
            options: vec![String::new(); info.options.len()],
            players: info.names.iter().map(|name| Seated::manual(name)).collect(),
            obstacles: String::new(),
            mirrored: false,
            position: String::new(),
            seed: String::new(),
            dice: Dice::Drawn,
            pictures,
        }
    }

    /// Fills in these options.
    fn set(&mut self, options: &Options) {
        for (spec, value) in self.info.options.iter().zip(&mut self.options) {
            *value = options.written(spec.key).unwrap_or_default();
        }
    }

    /// Chooses another game, as people first play it. The same players play it.
    fn choose(&mut self, info: &'static Info) {
        let before = mem::replace(self, NewGame::of(info, Vec::new()));
        self.pictures = before.pictures;
        for (seated, before) in self.players.iter_mut().zip(before.players) {
            seated.player = before.player;
        }
        if let Some(first) = preset(info, 0) {
            self.set(&first);
        }
    }

    /// Shows the form. Returns whether it is still open.
    pub fn show(&mut self, ui: &mut Ui, session: &mut Session, height: f32) -> bool {
        let (language, texts) = (session.language(), session.texts());
        ui.heading(texts.new_game);
        scroll_area(height - 60.0).scroll([true, true]).show(ui, |ui| {
            self.show_games(ui, session);
            self.show_presets(ui, language);
            ui.add_space(6.0);
            self.show_opponents(ui, language);
            self.show_players(ui, language);
            ui.add_space(6.0);
            ui.collapsing(texts.customise, |ui| {
                let options = Grid::new("options").num_columns(3);
                // The texts before and after a field share the room that the field leaves.
                let room = ui.available_width() - FIELD[0] - 30.0;
                let widths = [0.45, 0.55].map(|part| (part * room).max(LEAST_WORDS));
                options.show(ui, |ui| self.show_options(ui, widths, language));
            });
            // This room is for the scroll bar, which lies here if the window is narrow.
            ui.add_space(12.0);
        });
        let play = self.play(session);
        if session.is_unsaved() {
            ui.colored_label(ui.visuals().warn_fg_color, unsaved(session));
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

    /// Shows the games with their boards. A click on one chooses it.
    fn show_games(&mut self, ui: &mut Ui, session: &Session) {
        let language = session.language();
        let mut chosen = None;
        // Four games in a row, if there is room for so many.
        let width = (ui.available_width() - 3.0 * ui.spacing().item_spacing.x) / 4.0;
        let card = vec2(width.floor().clamp(*CARD_WIDTHS.start(), *CARD_WIDTHS.end()), CARD);
        ui.horizontal_wrapped(|ui| {
            for (info, picture) in GAMES.iter().zip(&self.pictures) {
                let is_chosen = info.id == self.info.id;
                let (rect, response) = ui.allocate_exact_size(card, Sense::click());
                response.widget_info(|| {
                    WidgetInfo::selected(Role::Button, true, is_chosen, info.title)
                });
                let visuals = ui.style().interact_selectable(&response, is_chosen);
                let painter = ui.painter();
                painter.rect_filled(rect, 8.0, ui.visuals().faint_bg_color);
                if is_chosen || response.hovered() || response.has_focus() {
                    let line =
                        if is_chosen { ui.visuals().selection.stroke } else { visuals.bg_stroke };
                    let line = Stroke::new(if is_chosen { 2.0 } else { 1.0 }, line.color);
                    painter.rect_stroke(rect, 8.0, line, StrokeKind::Inside);
                }
                let words = painter.layout_no_wrap(
                    info.title.to_owned(),
                    TextStyle::Body.resolve(ui.style()),
                    ui.visuals().text_color(),
                );
                let at = rect.center_bottom() - vec2(0.5 * words.size().x, 4.0 + words.size().y);
                painter.galley(at, words, ui.visuals().text_color());
                let room = rect.shrink(8.0).with_max_y(rect.bottom() - 20.0);
                picture.paint(ui, room, session.looks());
                if response
                    .on_hover_text(texts::sentence(info.introduction().tell(language)))
                    .clicked()
                {
                    chosen = Some(*info);
                }
            }
        });
        if let Some(info) = chosen.filter(|info| info.id != self.info.id) {
            self.choose(info);
        }
        ui.add_space(4.0);
        let (least, most) = self.info.minutes;
        ui.label(RichText::new(self.info.title).strong());
        let about = texts::sentence(self.info.introduction().tell(language));
        let minutes = (texts::texts(language).minutes)(least, most);
        ui.label(RichText::new(format!("{} · {minutes}", about.trim_end_matches('.'))).weak());
    }

    /// Shows the presets of the game, if there are several.
    fn show_presets(&mut self, ui: &mut Ui, language: Language) {
        if self.info.presets.len() < 2 {
            return;
        }
        let now = self.options().ok();
        ui.horizontal_wrapped(|ui| {
            ui.label(texts::texts(language).preset);
            for (number, named) in self.info.presets.iter().enumerate() {
                let Some(options) = preset(self.info, number) else { continue };
                let is_chosen = now.as_ref() == Some(&options);
                if ui.selectable_label(is_chosen, named.name.tell(language)).clicked() {
                    self.set(&options);
                }
            }
        });
    }

    /// Lets a person choose against whom they play.
    fn show_opponents(&mut self, ui: &mut Ui, language: Language) {
        let texts = texts::texts(language);
        let seats = self.seats();
        let is_person = |seated: &&Seated| seated.player == Player::Manual;
        let persons = self.players[..seats].iter().filter(is_person).count();
        ui.horizontal_wrapped(|ui| {
            ui.label(texts.opponent);
            if ui.selectable_label(persons == 1, texts.computer).clicked() && persons != 1 {
                // The person is the first one that there was.
                let person = self.players[..seats].iter().position(|seated| is_person(&seated));
                for (at, seated) in self.players.iter_mut().enumerate().take(seats) {
                    let is_mine = at == person.unwrap_or_default();
                    seated.player = if is_mine { Player::Manual } else { opponent() };
                }
            }
            if ui.selectable_label(persons == seats, texts.friend).clicked() {
                self.players.iter_mut().for_each(|seated| seated.player = Player::Manual);
            }
        });
    }

    fn show_players(&mut self, ui: &mut Ui, language: Language) {
        let texts = texts::texts(language);
        ui.label(RichText::new(texts.seats).strong());
        let (seats, info) = (self.seats(), self.info);
        Grid::new("players").num_columns(2).show(ui, |ui| {
            for (at, seated) in self.players.iter_mut().enumerate().take(seats) {
                let label = (texts.name_of_player)(at + 1);
                let response = ui.add_sized(FIELD, TextEdit::singleline(&mut seated.name));
                response.widget_info(|| WidgetInfo {
                    label: Some(label.clone()),
                    ..WidgetInfo::text_edit(true, "", &seated.name, "")
                });
                let mode = (texts.mode_of_player)(at + 1);
                player_box(ui, &mode, &mut seated.player, info, language);
                ui.end_row();
            }
        });
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
