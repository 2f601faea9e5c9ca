//! The table of seats: each with its player, its pieces and its colour.

use egui::color_picker::{Alpha, color_picker_color32};
use egui::{
    Align, Color32, ComboBox, Label, Layout, Popup, PopupCloseBehavior, Response, RichText, Role,
    Sense, Stroke, Ui, Vec2, WidgetInfo,
};
use ludoteca_core::scene::{Scene, Score};
use ludoteca_core::{Info, Language, Seat};
use ludoteca_play::{Engine, Player};

use crate::board;
use crate::session::Session;
use crate::texts;
use crate::view::WindowView;

use super::card;

/// Shows the seats, each with its pieces and its colour, its name, its score and its mode: in two
/// lines, or in one if the window is low.
pub fn seats(ui: &mut Ui, view: &mut WindowView, session: &mut Session, is_low: bool) {
    let (language, texts) = (session.language(), session.texts());
    ui.label(RichText::new(texts.seats).strong());
    let turn = session.table(view.step(session)).next().seat();
    for seat in Seat::all(session.play().seats().len()) {
        let name = session.play().name(seat).to_owned();
        let is_turn = turn == Some(seat);
        // The frame is always there, so that nothing moves at the next turn.
        let line = ui.visuals().selection.stroke;
        let line = if is_turn { line } else { Stroke::new(line.width, Color32::TRANSPARENT) };
        let margin = egui::Margin::symmetric(8, if is_low { 1 } else { 5 });
        let ground = card(ui).inner_margin(margin).stroke(line);
        ground.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal(|ui| {
                colour(ui, view, session, seat, &name);
                // The status names the role, too.
                let role = texts::role(session.play(), seat, language).filter(|_| !is_low);
                let words = [
                    role.map(|role| format!("({role})")),
                    (view.seat == Some(seat)).then(|| texts.you.to_owned()),
                ];
                let words =
                    words.into_iter().flatten().fold(name.clone(), |all, word| all + " " + &word);
                let (ground, letters) = (ui.visuals().panel_fill, ui.visuals().strong_text_color());
                let colour = board::readable(view.colours[seat.index()], ground, letters);
                let mut text = RichText::new(words).color(colour);
                if is_turn {
                    text = text.strong().underline();
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    if let Some(score) = view.scene.score.get(seat.index()) {
                        let words = score.words.tell(language);
                        let count = RichText::new(score.count.to_string()).heading().strong();
                        let response = ui.label(count);
                        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
                        response.on_hover_text(words);
                    }
                    if is_low {
                        mode(ui, view, session, seat, &name);
                    }
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        ui.add(Label::new(text).truncate());
                    });
                });
            });
            if !is_low {
                ui.horizontal_wrapped(|ui| {
                    mode(ui, view, session, seat, &name);
                    if let Some(holding) = holding(&view.scene, seat, language) {
                        ui.label(RichText::new(holding).weak());
                    }
                });
            }
        });
    }
}

/// Shows who plays for a seat, in a box where it can be changed.
fn mode(ui: &mut Ui, view: &WindowView, session: &mut Session, seat: Seat, name: &str) {
    let mut player = session.play().player(seat).clone();
    ui.add_enabled_ui(view.is_own(seat), |ui| {
        let info = session.play().table().options().info();
        let label = (session.texts().mode_of)(name);
        player_box(ui, &label, &mut player, info, session.language());
    });
    session.seat(seat, player);
}

/// Lets a person choose who fills a seat.
pub fn player_box(ui: &mut Ui, label: &str, player: &mut Player, info: &Info, language: Language) {
    let levels =
        (1..=10).map(|level| Player::Engine(Engine { level: Some(level), ..Engine::default() }));
    let usual = [Player::Manual, Player::Random, Player::Engine(Engine::default())]
        .into_iter()
        .chain(levels);
    let special =
        Some(player.clone()).filter(|player| !usual.clone().any(|usual| usual == *player));
    let response = ComboBox::from_id_salt(label)
        .selected_text(texts::mode(player, language))
        .width(96.0)
        .show_ui(ui, |ui| {
            for choice in usual.chain(special) {
                let text = texts::mode(&choice, language);
                let described = match &choice {
                    Player::Engine(engine) => engine.level,
                    _ => None,
                };
                let response = ui.selectable_value(player, choice, text);
                if let Some(level) = described {
                    response.on_hover_text(texts::playing_style(level, info, language));
                }
            }
        })
        .response;
    let chosen = texts::mode(player, language);
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ComboBox, ui.is_enabled(), label);
        info.current_text_value = Some(chosen.clone());
        info
    });
}

/// Shows the piece of a seat. A click on it opens a choice of colours.
fn colour(
    ui: &mut Ui,
    view: &mut WindowView,
    session: &Session,
    seat: Seat,
    name: &str,
) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(26.0), Sense::click());
    let texts = session.texts();
    let label = (texts.colour_of)(name);
    response.widget_info(|| WidgetInfo::labeled(Role::ColorWell, ui.is_enabled(), &label));
    let names = session.play().names();
    let style = view.style(session, &names, ui.visuals().dark_mode);
    if response.has_focus() || response.hovered() {
        ui.painter().rect_stroke(
            rect,
            4.0,
            ui.visuals().selection.stroke,
            egui::StrokeKind::Inside,
        );
    }
    board::paint_piece(ui.painter(), rect.center(), 10.0, seat, &style);
    Popup::from_toggle_button_response(&response)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .show(|ui| {
            ui.spacing_mut().slider_width = 200.0;
            let at = seat.index();
            if color_picker_color32(ui, &mut view.colours[at], Alpha::Opaque) {
                view.own_colours[at] = Some(view.colours[at]);
            }
            if ui.button(texts.usual_colour).clicked() {
                view.own_colours[at] = None;
                view.colours[at] = board::colours(&view.scene.look, &names)[at];
            }
        });
    response.on_hover_text(label)
}

/// What a seat holds beside the board, in words, unless the score says it.
fn holding(scene: &Scene, seat: Seat, language: Language) -> Option<String> {
    let holding = scene.holdings.get(seat.index())?.tell(language);
    let is_score = |score: &Score| score.words.tell(language) == holding;
    let is_said = scene.score.get(seat.index()).is_some_and(is_score);
    Some(holding).filter(|holding| !holding.is_empty() && !is_said)
}
