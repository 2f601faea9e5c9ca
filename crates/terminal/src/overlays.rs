//! What lies over the board: help, rules, the menu for a new game, and questions.

use ludoteca_core::drawing::width;
use ludoteca_guide::{Guide, GuideLine, GuideStyle, GuideText, SpanStyle};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Modifier, Style};

use crate::page::{BOLD, DIM, accent, right_of, shade, wrapped, write};
use crate::view::{Overlay, TerminalView};

/// A box in the middle of the screen.
struct OverlaySheet {
    title: String,
    lines: Vec<SheetLine>,
    /// The first line that is shown.
    from: usize,
    wide: u16,
}

/// A line of a sheet: texts with their styles and columns.
#[derive(Default)]
struct SheetLine {
    texts: Vec<(u16, String, Style)>,
    /// Which of the things to choose from it is, if it is one.
    number: Option<usize>,
    marked: bool,
}

impl SheetLine {
    fn new(text: impl Into<String>, style: Style) -> SheetLine {
        SheetLine { texts: vec![(0, text.into(), style)], ..SheetLine::default() }
    }
}

/// Draws what lies over the board, if anything does.
pub fn draw(buffer: &mut Buffer, area: Rect, view: &mut TerminalView) {
    let Some(sheet) = sheet(view, area) else { return };
    if let Overlay::Help(line) | Overlay::Rules(line) = &mut view.overlay {
        *line = sheet.from;
    }
    let outside = bounds(&sheet, area);
    let unicode = view.capabilities.unicode;
    let [corners, sides] = if unicode { ["╭╮╰╯", "─│"] } else { ["++++", "-|"] };
    let corners: Vec<char> = corners.chars().collect();
    let sides: Vec<char> = sides.chars().collect();
    let (inner, rows) = (usize::from(outside.width - 2), outside.height - 2);
    let across = |left: char, right: char| {
        let line = sides[0].to_string().repeat(inner);
        format!("{left}{line}{right}")
    };
    let frame = accent(view);
    // Nothing of what lies below shows through.
    for at in outside.positions() {
        buffer[at].reset();
    }
    write(buffer, outside, 0, &across(corners[0], corners[1]), frame);
    write(buffer, outside, outside.height - 1, &across(corners[2], corners[3]), frame);
    write(buffer, right_of(outside, 2), 0, &format!(" {} ", sheet.title), BOLD.patch(frame));
    let lines = sheet.lines.iter().skip(sheet.from);
    let mut lines = lines.take(rows.into());
    for row in 1..=rows {
        let side = sides[1].to_string();
        buffer.set_string(outside.x, outside.y + row, &side, frame);
        buffer.set_string(outside.x + outside.width - 1, outside.y + row, &side, frame);
        let Some(line) = lines.next() else { continue };
        let ground = if line.marked { shade(view) } else { Style::new() };
        let inside = Rect { x: outside.x + 1, width: outside.width - 2, ..outside };
        if line.marked {
            write(buffer, inside, row, &" ".repeat(inner), ground);
        }
        for (column, text, style) in &line.texts {
            let part = right_of(inside, column + 1);
            write(buffer, part, row, text, ground.patch(*style));
        }
    }
    let more = sheet.lines.len() > sheet.from + usize::from(rows);
    if more || sheet.from > 0 {
        let arrows = match (sheet.from > 0, more, unicode) {
            (true, true, true) => " ↑↓ ",
            (true, false, true) => " ↑ ",
            (_, _, true) => " ↓ ",
            _ => " ... ",
        };
        let column = outside.width.saturating_sub(width(arrows) as u16 + 2);
        write(buffer, right_of(outside, column), outside.height - 1, arrows, BOLD);
    }
}

/// Which of the things to choose from is in this row of the screen.
pub fn line_at(view: &TerminalView, row: u16) -> Option<usize> {
    let area = crate::screen::TerminalScreen::area();
    let sheet = sheet(view, area)?;
    let outside = bounds(&sheet, area);
    let line = usize::from(row.checked_sub(outside.y + 1)?) + sheet.from;
    sheet.lines.get(line)?.number
}

fn bounds(sheet: &OverlaySheet, area: Rect) -> Rect {
    let wide = (sheet.wide + 4).max(width(&sheet.title) as u16 + 6).min(area.width);
    let high = (sheet.lines.len() as u16).saturating_add(2).min(area.height.saturating_sub(1));
    Rect {
        x: area.x + (area.width - wide) / 2,
        y: area.y + 1 + (area.height - 1 - high) / 2,
        width: wide,
        height: high.max(3),
    }
}

/// What lies over the board.
fn sheet(view: &TerminalView, area: Rect) -> Option<OverlaySheet> {
    let columns = usize::from(area.width).saturating_sub(4).min(76);
    let rows = usize::from(area.height).saturating_sub(3);
    Some(match &view.overlay {
        Overlay::None => return None,
        Overlay::Help(from) => help(view, *from, columns, rows),
        Overlay::Rules(from) => {
            let guide = Guide::of(view.game.play().table().options().info(), view.language());
            let title = guide.title();
            let lines = guide.lines(columns, view.language());
            // The title stands on the frame.
            let lines = lines.iter().skip(if title.is_empty() { 0 } else { 2 });
            let lines: Vec<SheetLine> = lines.map(|line| rule_line(line, view)).collect();
            let from = (*from).min(lines.len().saturating_sub(rows));
            OverlaySheet { title, lines, from, wide: columns as u16 }
        }
        Overlay::NewGame(_) => new_game(view, columns, rows),
        Overlay::Question(marked) => question(view, *marked),
        Overlay::Rematch => yes_or_no(view, view.texts().rematch_question, columns),
        Overlay::Quit => yes_or_no(view, view.texts().quit_question, columns),
    })
}

fn help(view: &TerminalView, from: usize, columns: usize, rows: usize) -> OverlaySheet {
    let texts = view.texts();
    let keys = texts.help;
    let wide = keys.iter().map(|(key, _)| width(key)).max().unwrap_or(0);
    let mut lines = Vec::new();
    for (key, does) in keys {
        let room = columns.saturating_sub(wide + 2);
        for (row, does) in wrapped(does, room).into_iter().enumerate() {
            let key = if row == 0 { *key } else { "" };
            lines.push(SheetLine {
                texts: vec![
                    (0, key.to_owned(), BOLD.patch(accent(view))),
                    (wide as u16 + 2, does, Style::new()),
                ],
                ..SheetLine::default()
            });
        }
    }
    let wide = widest(&lines);
    let from = from.min(lines.len().saturating_sub(rows));
    OverlaySheet { title: texts.help_title.to_owned(), lines, from, wide }
}

fn new_game(view: &TerminalView, columns: usize, rows: usize) -> OverlaySheet {
    let Overlay::NewGame(menu) = &view.overlay else {
        return yes_or_no(view, "", columns);
    };
    let (texts, language) = (view.texts(), view.language());
    let labels = menu.labels(language);
    let first = labels.iter().map(|(title, _)| width(title)).max().unwrap_or(0);
    let side = menu.side(language).map(|side| (texts.you_play)(&side));
    let mut lines: Vec<SheetLine> = Vec::new();
    let [name, plays] = menu.opponent(language);
    let arrows = if view.capabilities.unicode { ["◀ ", " ▶"] } else { ["< ", " >"] };
    let against = format!("{}{name}{}", arrows[0], arrows[1]);
    lines.push(SheetLine {
        texts: vec![
            (0, texts.against.to_owned(), Style::new()),
            (width(texts.against) as u16 + 1, against, BOLD.patch(accent(view))),
        ],
        ..SheetLine::default()
    });
    lines.push(SheetLine::new(wrapped(&plays, columns).swap_remove(0), DIM));
    lines.push(SheetLine::new(side.unwrap_or_default(), Style::new()));
    lines.push(SheetLine::default());
    let about = menu.about(language);
    let about: Vec<String> = about.iter().flat_map(|text| wrapped(text, columns.min(60))).collect();
    // Where there is no room for all games, those around the marked one are shown.
    let room = rows.saturating_sub(lines.len() + about.len() + 1).max(3);
    let from = menu.marked().saturating_sub(room / 2).min(labels.len().saturating_sub(room));
    for (number, (title, label)) in labels.into_iter().enumerate().skip(from).take(room) {
        // The first row that is shown needs its title even in the middle of a game's forms.
        let is_first = number == from || menu.begins_game(number);
        let title = if is_first { title } else { String::new() };
        let texts = vec![(0, title, BOLD), (first as u16 + 2, label, Style::new())];
        let marked = number == menu.marked();
        lines.push(SheetLine { texts, number: Some(number), marked });
    }
    lines.push(SheetLine::default());
    lines.extend(about.into_iter().map(|line| SheetLine::new(line, DIM)));
    let wide = widest(&lines).max(columns.min(60) as u16);
    OverlaySheet { title: texts.new_game.to_owned(), lines, from: 0, wide }
}

fn question(view: &TerminalView, marked: usize) -> OverlaySheet {
    let language = view.language();
    let choices = view.selection.questions().iter().enumerate();
    let lines: Vec<SheetLine> = choices
        .map(|(number, choice)| {
            let asked = choice.question.as_ref().map(|question| question.tell(language));
            let text = asked.unwrap_or_else(|| choice.step.clone());
            let key = (0, format!("{}.", number + 1), DIM);
            let texts = vec![key, (3, text, Style::new())];
            SheetLine { texts, number: Some(number), marked: number == marked }
        })
        .collect();
    let wide = widest(&lines).max(20);
    OverlaySheet { title: view.texts().which_move.to_owned(), lines, from: 0, wide }
}

fn yes_or_no(view: &TerminalView, question: &str, columns: usize) -> OverlaySheet {
    let lines: Vec<SheetLine> = wrapped(question, columns.min(50))
        .into_iter()
        .map(|line| SheetLine::new(line, Style::new()))
        .chain([SheetLine::default(), SheetLine::new(view.texts().yes_or_no, BOLD)])
        .collect();
    let wide = widest(&lines);
    OverlaySheet { title: "Ludoteca".to_owned(), lines, from: 0, wide }
}

fn rule_line(line: &GuideLine, view: &TerminalView) -> SheetLine {
    let mut column = 0;
    let mut texts = Vec::new();
    for GuideText { text, style } in &line.parts {
        let set = match style {
            GuideStyle::Heading(_) => BOLD.patch(accent(view)),
            GuideStyle::Text(SpanStyle::Strong) | GuideStyle::Place => BOLD,
            GuideStyle::Text(SpanStyle::Emphasis) | GuideStyle::Caption => {
                Style::new().add_modifier(Modifier::ITALIC)
            }
            GuideStyle::Text(SpanStyle::Code) => accent(view),
            GuideStyle::Text(SpanStyle::Plain) => Style::new(),
            GuideStyle::Faint => DIM,
            GuideStyle::Piece(seat) => view.with_style(|drawn| drawn.ink(*seat)),
        };
        texts.push((column, text.clone(), set));
        column += width(text) as u16;
    }
    SheetLine { texts, ..SheetLine::default() }
}

fn widest(lines: &[SheetLine]) -> u16 {
    let end = |(column, text, _): &(u16, String, Style)| column + width(text) as u16;
    lines.iter().flat_map(|line| line.texts.iter().map(end)).max().unwrap_or(0)
}
