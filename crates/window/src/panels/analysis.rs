//! The analysis panel: the value of the position, the expected line, and a graph of the values over
//! the game.

use egui::text::LayoutJob;
use egui::{
    Align2, Color32, CornerRadius, FontId, Pos2, RichText, Role, Sense, Shape, Stroke, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};
use ludoteca_analysis::Scale;
use ludoteca_core::{Language, Readable};
use ludoteca_engines::search_texts;
use ludoteca_search::Value;

use crate::analysis::{AnalysedPosition, LiveAnalysis};
use crate::board::ink;
use crate::session::Session;
use crate::texts;
use crate::view::WindowView;

use super::steps::{add, add_readable};

/// Shows the panel.
pub fn analysis(ui: &mut Ui, view: &mut WindowView, session: &Session) {
    let step = view.step(session);
    view.analysis.update(session, step);
    let (scale, texts) = (LiveAnalysis::scale(session), session.texts());
    let names: Vec<String> = session.play().names().into_iter().map(str::to_owned).collect();
    match view.analysis.position(step) {
        Some(position) => {
            let most = view.scene.places.len() as f64;
            bars(ui, position, &names, &view.colours, scale, most, session.language());
            let shown = &position.line[..position.line.len().min(SHOWN_OF_A_LINE)];
            let line = session.table(step).readable_line(shown);
            let depth = if position.depth > 0 {
                (texts.depth)(position.depth, view.analysis.works_on(step))
            } else {
                String::new()
            };
            if !line.is_empty() {
                ui.label(best_line(ui, &line, session));
            }
            ui.label(RichText::new(depth).weak());
        }
        None => {
            ui.label(texts.analysing);
        }
    }
    if let Some(step) = graph(ui, view, session, scale, &names) {
        view.browse_to(step, session.play().steps());
    }
}

/// The moves that are expected to follow, with dim notes of what they do.
fn best_line(ui: &Ui, line: &[Readable], session: &Session) -> LayoutJob {
    let mut label = LayoutJob::default();
    add(&mut label, ui, session.texts().best_line, Color32::PLACEHOLDER);
    for (at, step) in line.iter().enumerate() {
        let before = if at == 0 { " " } else { ", " };
        add(&mut label, ui, before, Color32::PLACEHOLDER);
        add_readable(&mut label, ui, step, ui.visuals().weak_text_color(), session.language());
    }
    label
}

/// How many of the moves that are expected to follow are shown.
const SHOWN_OF_A_LINE: usize = 12;

/// Shows the value of the position: in one bar for two seats, or in a bar for each seat if there
/// are more.
fn bars(
    ui: &mut Ui,
    position: &AnalysedPosition,
    names: &[String],
    colours: &[Color32],
    scale: Scale,
    most: f64,
    language: Language,
) {
    let share = |value: Value| {
        if scale.is_scored() { scale.of(value).abs() / most } else { scale.of(value) }
    };
    let is_shared = names.len() == 2 && !scale.is_scored();
    let shown = if is_shared || scale.is_scored() { 1 } else { names.len() };
    for (seat, value) in position.values.iter().enumerate().take(shown) {
        let text = texts::worth(
            &names[seat],
            &search_texts::value(*value, language),
            is_shared.then(|| share(*value)),
        );
        let (rect, response) =
            ui.allocate_exact_size(Vec2::new(ui.available_width(), 20.0), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Meter, true, &text));
        let rest = if is_shared { colours[1] } else { ui.visuals().extreme_bg_color };
        let radius = CornerRadius::same(4);
        ui.painter().rect_filled(rect, radius, rest);
        let filled =
            rect.with_max_x(rect.left() + rect.width() * share(*value).clamp(0.0, 1.0) as f32);
        ui.painter().rect_filled(filled, radius, colours[seat]);
        if !value.is_proved() {
            // An estimate is drawn with a soft end.
            for n in 1..=3 {
                let x = filled.right() - 4.0 * n as f32;
                let stroke = Stroke::new(1.5, rest.gamma_multiply(1.0 - 0.25 * n as f32));
                ui.painter().vline(x.max(rect.left()), rect.y_range(), stroke);
            }
        }
        // The text is on the side of the bar that has more room.
        let (at, align, on) = match share(*value) >= 0.5 {
            true => (rect.left_center() + vec2(8.0, 0.0), Align2::LEFT_CENTER, colours[seat]),
            false => (rect.right_center() - vec2(8.0, 0.0), Align2::RIGHT_CENTER, rest),
        };
        let font = fitting(ui, &text, rect.width() - 16.0);
        ui.painter().text(at, align, &text, font, ink(on));
    }
}

/// A font in which a text is not wider than this.
fn fitting(ui: &Ui, text: &str, width: f32) -> FontId {
    const SIZE: f32 = 13.0;
    let usual = FontId::proportional(SIZE);
    let galley = ui.painter().layout_no_wrap(text.to_owned(), usual, Color32::PLACEHOLDER);
    FontId::proportional(SIZE * (width / galley.size().x.max(1.0)).min(1.0))
}

/// Draws the values over the game. Returns the step that was clicked.
fn graph(
    ui: &mut Ui,
    view: &WindowView,
    session: &Session,
    scale: Scale,
    names: &[String],
) -> Option<usize> {
    let size = Vec2::new(ui.available_width(), ui.available_height().max(70.0));
    // The lines above the graph appear and disappear. The graph has a fixed id, so that a click on
    // it always reaches it.
    let (_, rect) = ui.allocate_space(size);
    let response = ui.interact(rect, ui.scope_id().with("graph"), Sense::click());
    let steps = session.play().steps();
    response.widget_info(|| {
        WidgetInfo::labeled(Role::GraphicsDocument, true, (session.texts().graph)(steps))
    });
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 4.0, ui.visuals().extreme_bg_color);
    let field = rect.shrink(6.0);
    let x = |step: usize| field.left() + field.width() * step as f32 / steps.max(1) as f32;
    let (low, high) = range(view, steps, scale);
    let y = |at: f64| field.bottom() - field.height() * ((at - low) / (high - low)) as f32;
    let faint = Stroke::new(1.0, ui.visuals().weak_text_color().gamma_multiply(0.5));
    let middle = if scale.is_scored() { (low + high) / 2.0 } else { 0.5 };
    painter.hline(field.x_range(), y(middle), faint);
    painter.vline(
        x(view.step(session)),
        field.y_range(),
        Stroke::new(1.5, ui.visuals().selection.stroke.color),
    );
    let curves = if names.len() == 2 { 1 } else { names.len() };
    for seat in 0..curves {
        let colour = view.colours[seat];
        let known = (0..=steps).filter_map(|step| {
            Some((step, view.analysis.position(step)?.values.get(seat).copied()?))
        });
        let points: Vec<(Pos2, bool)> = known
            .map(|(step, value)| (pos2(x(step), y(scale.of(value))), value.is_proved()))
            .collect();
        painter
            .add(Shape::line(points.iter().map(|(at, _)| *at).collect(), Stroke::new(2.0, colour)));
        for (at, is_proved) in points {
            // A dot is a proved value, a ring an estimate.
            if is_proved {
                painter.circle_filled(at, 3.0, colour);
            } else {
                painter.circle(at, 2.5, ui.visuals().extreme_bg_color, Stroke::new(1.0, colour));
            }
        }
    }
    let at = response.interact_pointer_pos().filter(|_| response.clicked())?;
    let along = ((at.x - field.left()) / field.width()).clamp(0.0, 1.0);
    Some((along * steps as f32).round() as usize)
}

/// The least and the greatest value on the graph.
fn range(view: &WindowView, steps: usize, scale: Scale) -> (f64, f64) {
    if !scale.is_scored() {
        return (0.0, 1.0);
    }
    let known = (0..=steps).filter_map(|step| {
        view.analysis.position(step)?.values.first().map(|value| scale.of(*value))
    });
    let (low, high) = known.fold((0.0f64, 1.0f64), |(low, high), at| (low.min(at), high.max(at)));
    (low, high * 1.1)
}
