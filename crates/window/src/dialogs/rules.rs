//! The rules of a game: a document with diagrams, which are drawn like boards.

use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align, FontFamily, FontId, Grid, Label, Rect, RichText, Role, Sense, TextStyle, Ui, WidgetInfo,
    vec2,
};
use ludoteca_core::{Info, Language};
use ludoteca_guide::{Block, Diagram, Guide, Span, SpanStyle, plain};

use crate::board::{self, BoardChoice, BoardStyle, Layout, PieceChoice, Pointers};
use crate::panels::card;

/// The rules of a game.
pub struct RulesDialog {
    guide: Guide,
}

impl RulesDialog {
    /// The rules of a game in a language.
    pub fn of(info: &Info, language: Language) -> RulesDialog {
        RulesDialog { guide: Guide::of(info, language) }
    }

    /// The title.
    pub fn title(&self) -> String {
        self.guide.title()
    }

    /// Shows everything below the title.
    pub fn show(&self, ui: &mut Ui, looks: (BoardChoice, PieceChoice)) {
        blocks(ui, self.guide.body(), looks);
    }
}

fn blocks(ui: &mut Ui, all: &[Block], looks: (BoardChoice, PieceChoice)) {
    for (at, block) in all.iter().enumerate() {
        if at > 0 {
            ui.add_space(6.0);
        }
        match block {
            Block::Heading { level, text } => {
                ui.add_space(6.0);
                let heading = RichText::new(plain(text)).strong();
                let large = if *level <= 2 { 17.0 } else { 14.5 };
                let response = ui.label(heading.size(large));
                let words = plain(text);
                response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, &words));
            }
            Block::Paragraph(text) => {
                ui.add(Label::new(job(ui, text)).wrap());
            }
            Block::List { first, entries } => {
                for (number, entry) in entries.iter().enumerate() {
                    let sign = match first {
                        Some(first) => format!("{}.", first + number as u64),
                        None => "•".to_owned(),
                    };
                    ui.horizontal_top(|ui| {
                        ui.allocate_ui(vec2(22.0, 0.0), |ui| {
                            ui.set_width(22.0);
                            ui.label(sign);
                        });
                        ui.vertical(|ui| blocks(ui, entry, looks));
                    });
                }
            }
            Block::Table { head, rows } => table(ui, at, head, rows),
            Block::Quote(quoted) => {
                ui.indent(("quote", at), |ui| blocks(ui, quoted, looks));
            }
            Block::Verbatim(text) => {
                card(ui).show(ui, |ui| {
                    ui.add(Label::new(RichText::new(text.trim_end()).monospace()).wrap());
                });
            }
            Block::Diagram(shown) => diagram(ui, shown, looks),
        }
    }
}

/// Shows a table whose columns share the width.
fn table(ui: &mut Ui, at: usize, head: &[Vec<Span>], rows: &[Vec<Vec<Span>>]) {
    // The room between the columns is left out.
    let width = (ui.available_width() / head.len().max(1) as f32 - 10.0).max(40.0);
    let cell = |ui: &mut Ui, text: &[Span], is_head: bool| {
        ui.scope(|ui| {
            ui.set_max_width(width);
            let mut job = job(ui, text);
            if is_head {
                let strong = ui.visuals().strong_text_color();
                job.sections.iter_mut().for_each(|part| part.format.color = strong);
            }
            ui.add(Label::new(job).wrap());
        });
    };
    Grid::new(("table", at, ui.next_auto_id())).striped(true).show(ui, |ui| {
        for (row, is_head) in
            [(head, true)].into_iter().chain(rows.iter().map(|row| (&**row, false)))
        {
            if row.iter().all(Vec::is_empty) {
                continue;
            }
            row.iter().for_each(|text| cell(ui, text, is_head));
            ui.end_row();
        }
    });
}

/// Draws a position, with its caption below.
fn diagram(ui: &mut Ui, diagram: &Diagram, looks: (BoardChoice, PieceChoice)) {
    let scene = diagram.scene();
    let names = diagram.names();
    let colours = board::colours(&scene.look, names);
    let far_seat = diagram.table().options().info().conventions.far_seat;
    let style = BoardStyle::new(&scene.look, looks, ui.visuals().dark_mode, &colours, names)
        .facing(far_seat, false);
    // A board of few cells is not drawn larger than one of many.
    let side = ui.available_width().min(MOST_WIDTH);
    let layout = |corner: egui::Pos2| {
        Layout::new(&scene, Rect::from_min_size(corner, vec2(side, MOST_HEIGHT)), false)
    };
    let height = layout(egui::Pos2::ZERO).frame().height().ceil() + 4.0;
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &diagram.caption));
    if ui.is_rect_visible(rect) {
        let room = Rect::from_center_size(rect.center(), vec2(side, height));
        let layout = Layout::new(&scene, room, false);
        board::paint(ui.painter(), &scene, &layout, &style, &Pointers::default(), None, 0.0);
        for (from, to) in &diagram.arrows {
            board::paint_arrow(ui.painter(), &layout, &[*from, *to], style.palette);
        }
    }
    ui.vertical_centered(|ui| {
        ui.set_max_width(MOST_WIDTH.max(0.8 * ui.available_width()));
        ui.add(Label::new(RichText::new(&diagram.caption).italics()).wrap());
    });
}

/// The limits of a diagram, in points.
const MOST_WIDTH: f32 = 340.0;
const MOST_HEIGHT: f32 = 260.0;

/// Text in several styles, as one piece.
fn job(ui: &Ui, text: &[Span]) -> LayoutJob {
    let usual = TextStyle::Body.resolve(ui.style());
    let visuals = ui.visuals();
    let mut job = LayoutJob::default();
    for span in text {
        let mut format = TextFormat {
            font_id: usual.clone(),
            color: visuals.text_color(),
            valign: Align::Center,
            ..TextFormat::default()
        };
        match span.style {
            SpanStyle::Plain => {}
            SpanStyle::Strong => format.color = visuals.strong_text_color(),
            SpanStyle::Emphasis => format.italics = true,
            SpanStyle::Code => {
                format.font_id = FontId::new(usual.size - 1.0, FontFamily::Monospace);
                format.background = visuals.code_bg_color;
            }
        }
        job.append(&span.text, 0.0, format);
    }
    job
}
