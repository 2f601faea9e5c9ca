//! The page: a title, what to do now, the board, the players and the moves, messages and keys.

use ludoteca_core::drawing::width;
use ludoteca_core::{Seat, Table};
use ludoteca_engines::characters::character;
use ludoteca_play::{Awaits, Engine, Player};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Modifier, Style};

use crate::board::{self, Geometry};
use crate::capabilities::ColourDepth;
use crate::entry::EntryPurpose;
use crate::game::{TerminalPurpose, role};
use crate::overlays;
use crate::texts::{KeyText, Texts, sentence, told};
use crate::view::{Overlay, ShownBoard, TerminalView};

/// The least size of a terminal in which a game can be played.
pub const LEAST: [u16; 2] = [24, 8];
/// How wide the panel is.
const PANEL: [u16; 2] = [26, 38];

pub const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
pub const DIM: Style = Style::new().add_modifier(Modifier::DIM);
const REVERSED: Style = Style::new().add_modifier(Modifier::REVERSED);

/// Draws the page. Returns it with the place of the terminal's cursor, where text is typed.
pub fn draw(view: &mut TerminalView, area: Rect) -> (Buffer, Option<[u16; 2]>) {
    let mut buffer = Buffer::empty(area);
    view.shown = None;
    if area.width < LEAST[0] || area.height < LEAST[1] {
        let text = (view.texts().too_small)(LEAST[0], LEAST[1]);
        for (row, line) in wrapped(&text, area.width.into()).iter().enumerate() {
            write(&mut buffer, area, row as u16, line, BOLD);
        }
        return (buffer, None);
    }
    let [title, headline, middle, message, keys] = rows(area);
    draw_title(&mut buffer, title, view);
    draw_headline(&mut buffer, headline, view);
    draw_middle(&mut buffer, middle, view);
    draw_message(&mut buffer, message, view);
    let cursor = draw_keys(&mut buffer, keys, view);
    overlays::draw(&mut buffer, area, view);
    if !view.capabilities.unicode {
        in_ascii(&mut buffer);
    }
    (buffer, cursor)
}

/// The parts of the page from the top to the bottom. The second row of the headline is empty unless
/// the text is long, so that the board need not move for it.
fn rows(area: Rect) -> [Rect; 5] {
    let row = |from_top: u16, height: u16| Rect::new(area.x, area.y + from_top, area.width, height);
    let high = area.height;
    [row(0, 1), row(1, 2), row(3, high - 5), row(high - 2, 1), row(high - 1, 1)]
}

fn draw_title(buffer: &mut Buffer, area: Rect, view: &TerminalView) {
    let style = match view.capabilities.colours {
        ColourDepth::Monochrome => REVERSED,
        ColourDepth::Sixteen => Style::new().fg(Color::White).bg(Color::Blue),
        ColourDepth::Palette => Style::new().fg(Color::Indexed(255)).bg(Color::Indexed(24)),
        ColourDepth::Full => Style::new().fg(Color::Rgb(240, 246, 250)).bg(Color::Rgb(31, 72, 97)),
    };
    let options = view.game.play().table().options();
    let help = format!("{} ", view.texts().help_key);
    write(buffer, area, 0, &" ".repeat(area.width.into()), style);
    let room = usize::from(area.width).saturating_sub(width(&help) + 1);
    let title = options.info().title;
    // The name of the program and the options give way where there is no room for them.
    let program = format!(" Ludoteca · {title}");
    let left = if width(&program) <= room { program } else { format!(" {title}") };
    write(buffer, area, 0, &left, style.add_modifier(Modifier::BOLD));
    let words = options.words(view.language());
    let words = format!("   {words}");
    if words.trim() != "" && width(&left) + width(&words) <= room {
        write(buffer, right_of(area, width(&left) as u16), 0, &words, style);
    }
    if width(&left) <= room {
        let column = area.width - width(&help) as u16;
        buffer.set_string(area.x + column, area.y, &help, style);
    }
}

/// Whose turn it is and what to do now, or how the game ended.
fn draw_headline(buffer: &mut Buffer, area: Rect, view: &TerminalView) {
    let (play, texts) = (view.game.play(), view.texts());
    let area = inset(area);
    let shown_is_last = view.browsed.is_none();
    let ending = view.game.told_ending().filter(|_| shown_is_last);
    if let Some(ending) = ending {
        let style = BOLD.patch(accent(view));
        write_long(buffer, area, 0, &ending, style, view);
        return;
    }
    let awaits = play.awaits();
    let seat = view.game.table(view.step()).next().seat();
    let text = if let Some(step) = view.browsed {
        (texts.step_of)(step, play.steps())
    } else if let Some((purpose, time)) = view.game.search().filter(|_| view.progress().is_some()) {
        let sign = progress_sign(view);
        let seconds = time.as_secs();
        match purpose {
            TerminalPurpose::Play(seat) => {
                format!("{sign} {}", (texts.thinking)(play.name(seat), seconds))
            }
            TerminalPurpose::Advise => format!("{sign} {}", (texts.looking_for_hint)(seconds)),
        }
    } else if view.game.is_paused() {
        let name = seat.map_or(texts.die, |seat| play.name(seat));
        (texts.waits)(name)
    } else if awaits == Awaits::TypedRoll {
        texts.type_the_roll.to_owned()
    } else {
        let prompt = view.scene.prompt.as_ref();
        let prompt = prompt.map(|prompt| prompt.tell(view.language())).unwrap_or_default();
        match seat {
            Some(seat) if view.game.mover().is_none() => (texts.to_move)(play.name(seat)),
            _ => prompt,
        }
    };
    let mut column = 0;
    if let Some(seat) = seat {
        let (token, style) = view.with_style(|drawn| drawn.token(seat));
        write(buffer, area, 0, &token, style);
        column = width(&token) as u16 + 1;
        let name = match role(play, seat, view.language()) {
            Some(role) => sentence(role),
            None => play.name(seat).to_owned(),
        };
        // The token says the name already if it is a single letter.
        if name.chars().count() > 1 && !text.contains(&name) {
            let name = format!("{name}: ");
            let part = right_of(area, column);
            let name = clipped(&name, usize::from(area.width) / 2, view);
            write(buffer, part, 0, &name, BOLD);
            column += width(&name) as u16;
        }
    }
    write_long(buffer, area, column, &text, BOLD, view);
}

/// Writes a text from a column on, in two rows if it is long.
fn write_long(
    buffer: &mut Buffer,
    area: Rect,
    column: u16,
    text: &str,
    style: Style,
    view: &TerminalView,
) {
    let part = right_of(area, column);
    let lines = wrapped(text, part.width.into());
    match lines.as_slice() {
        [one] => write(buffer, part, 0, one, style),
        [one, other] => {
            write(buffer, part, 0, one, style);
            write(buffer, part, 1, other, style);
        }
        [one, rest @ ..] => {
            write(buffer, part, 0, one, style);
            // The second row may begin further to the left.
            write(buffer, area, 1, &clipped(&rest.join(" "), area.width.into(), view), style);
        }
        [] => {}
    }
}

/// The board with the panel at its side or below it, wherever the board is larger.
fn draw_middle(buffer: &mut Buffer, area: Rect, view: &mut TerminalView) {
    let tall = Rect { width: area.width.saturating_sub(PANEL[0] + 3), ..area };
    let below = height_below(area, view);
    let wide = Rect { height: area.height - below, ..area };
    let [beside, above] = [tall, wide].map(|room| {
        let room = [room.width, room.height].map(i32::from);
        let geometry = view.geometry(room);
        // A board of which only a part is shown is the worst.
        let fits = geometry.size[0] <= room[0] && geometry.size[1] <= room[1];
        let unit = if fits { geometry.unit[0] * geometry.unit[1] } else { 0 };
        (unit, geometry)
    });
    let fits_beside = beside.0 > 0;
    if fits_beside && beside.0 >= above.0 {
        let geometry = beside.1;
        // The panel takes what the board can do without.
        let spare = area.width - geometry.size[0] as u16 - 3;
        let panel = spare.clamp(PANEL[0], PANEL[1]);
        let left = Rect { width: area.width - panel - 3, ..area };
        draw_board(buffer, left, view, geometry);
        let panel = Rect { x: area.x + area.width - panel - 1, width: panel, ..area };
        draw_panel(buffer, panel, 1, view);
    } else {
        let geometry = above.1;
        let high = (geometry.size[1] as u16).min(wide.height);
        draw_board(buffer, Rect { height: high, ..area }, view, geometry);
        let panel = Rect { y: area.y + high, height: area.height - high, ..inset(area) };
        draw_panel(buffer, panel, seats_in_a_row(area), view);
    }
}

/// How many seats stand side by side below a board.
fn seats_in_a_row(area: Rect) -> u16 {
    if area.width >= 38 { 2 } else { 1 }
}

/// How many rows the panel below a board needs: for the seats, and for the stage of the game.
fn height_below(area: Rect, view: &TerminalView) -> u16 {
    let seats = view.game.play().seats().len() as u16;
    let has_stage = view.scene.stage.is_some() || view.game.play().table().has_dice();
    let rows = seats.div_ceil(seats_in_a_row(area)) + u16::from(has_stage);
    rows.min(area.height / 2)
}

/// The board in the middle of the area, or the part of it around the cursor.
fn draw_board(buffer: &mut Buffer, area: Rect, view: &mut TerminalView, geometry: Geometry) {
    let focus = view.cursor.and_then(|place| geometry.places.get(place)).map(|it| it.middle());
    let [(x, width, left), (y, height, top)] = [0, 1].map(|side| {
        let (at, room) = if side == 0 { (area.x, area.width) } else { (area.y, area.height) };
        let size = geometry.size[side];
        let room_size = i32::from(room);
        if size <= room_size {
            return (at + ((room_size - size) / 2) as u16, size as u16, 0);
        }
        let focus = focus.map_or(size / 2, |focus| focus[side]);
        (at, room, (focus - room_size / 2).clamp(0, size - room_size))
    });
    let (area, from) = (Rect { x, y, width, height }, [left, top]);
    let pointing = view.pointing();
    let on_the_way = view.sowing.as_ref().map(|sowing| ludoteca_core::scene::Scene {
        pieces: sowing.pieces(),
        ..view.scene.clone()
    });
    let scene = on_the_way.as_ref().unwrap_or(&view.scene);
    view.with_style(|style| {
        board::draw(buffer, area, from, scene, &geometry, style, &pointing);
    });
    view.shown = Some(ShownBoard { geometry, area, from });
}

/// The players with what they have, `abreast` of them in a row, the stage of the game, and the
/// moves.
fn draw_panel(buffer: &mut Buffer, area: Rect, abreast: u16, view: &TerminalView) {
    let (play, texts, language) = (view.game.play(), view.texts(), view.language());
    let mut row = 0;
    let spacious = area.height >= 10 && abreast == 1;
    let wide = area.width / abreast;
    for seat in Seat::all(play.seats().len()) {
        if row >= area.height {
            return;
        }
        let column = seat.index() as u16 % abreast;
        let part = right_of(area, column * wide);
        // There is a gap between neighbours.
        let part = Rect { width: wide - u16::from(column + 1 < abreast), ..part };
        let is_whole = draw_seat(buffer, part, row, seat, spacious, view);
        let is_last = seat.index() + 1 == play.seats().len();
        row += u16::from(column + 1 == abreast || is_last);
        let facts = facts(seat, is_whole, view).join(" · ");
        if spacious && !facts.is_empty() {
            for line in wrapped(&facts, usize::from(area.width).saturating_sub(6)) {
                let part = right_of(area, 6);
                write(buffer, part, row, &line, DIM);
                row += 1;
            }
        }
    }
    row += u16::from(spacious);
    let die = view.game.table(view.step()).die();
    let stage = view.scene.stage.as_ref().map(|stage| stage.tell(language));
    let die = die.map(|die| (texts.die_shows)(&die));
    for line in stage.into_iter().chain(die) {
        if row < area.height {
            write(buffer, area, row, &clipped(&line, area.width.into(), view), BOLD);
        }
        row += 1;
        if spacious && row < area.height {
            row += 1;
        }
    }
    let rest = area.height.saturating_sub(row);
    if rest >= 2 {
        let moves = Rect { y: area.y + row, height: rest, ..area };
        draw_moves(buffer, moves, view);
    }
}

/// A seat in one line: whose turn it is, its token, its name and its score. Returns whether there
/// was room for all that [`main_fact`] says. Where the panel is not `spacious`, that gives way to
/// the score.
fn draw_seat(
    buffer: &mut Buffer,
    area: Rect,
    row: u16,
    seat: Seat,
    spacious: bool,
    view: &TerminalView,
) -> bool {
    let play = view.game.play();
    let to_move = view.game.table(view.step()).next().seat() == Some(seat);
    let mark = match (to_move, view.capabilities.unicode) {
        (true, true) => "▶",
        (true, false) => ">",
        _ => " ",
    };
    write(buffer, area, row, mark, BOLD.patch(accent(view)));
    let (token, style) = view.with_style(|drawn| drawn.token(seat));
    write(buffer, right_of(area, 2), row, &token, style);
    let score = view.scene.score.get(seat.index());
    let score = score.map(|score| score.words.tell(view.language())).unwrap_or_default();
    let room = usize::from(area.width).saturating_sub(6);
    let right = width(&score).min(room);
    let room_for_name = room.saturating_sub(right + usize::from(right > 0));
    // A name of one letter is on the token already.
    let (name, is_whole) = match play.name(seat) {
        name if name.chars().count() > 1 => (name.to_owned(), true),
        _ => match main_fact(seat, room_for_name, view) {
            (fact, _) if !spacious && right > 0 && width(&fact) > room_for_name => {
                (String::new(), false)
            }
            other => other,
        },
    };
    let name = clipped(&name, room_for_name, view);
    let style = if to_move { BOLD } else { Style::new() };
    write(buffer, right_of(area, 6), row, &name, style);
    if !score.is_empty() {
        let at = right_of(area, area.width - right as u16);
        write(buffer, at, row, &clipped(&score, room, view), BOLD);
    }
    is_whole
}

/// The role of a seat, or else who plays, and whether that is all: an engine that does not fit in
/// with its level is called by its name alone.
fn main_fact(seat: Seat, room: usize, view: &TerminalView) -> (String, bool) {
    if let Some(role) = role(view.game.play(), seat, view.language()) {
        return (sentence(role), true);
    }
    let player = view.game.play().player(seat);
    let whole = who(player, view.texts());
    match player {
        Player::Engine(Engine { level: Some(level), .. }) if width(&whole) > room => {
            (character((*level).into()).name.to_owned(), false)
        }
        _ => (whole, true),
    }
}

/// What else there is to say about a seat: its role, who plays, what it holds, and its clock. The
/// first of these is left out if the line above says it: a seat with a name of one letter has it
/// there, `is_whole` or cut.
fn facts(seat: Seat, is_whole: bool, view: &TerminalView) -> Vec<String> {
    let (play, texts, language) = (view.game.play(), view.texts(), view.language());
    let role = role(play, seat, language).map(sentence);
    let score = view.scene.score.get(seat.index()).map(|score| score.words.tell(language));
    let holdings = view.scene.holdings.get(seat.index()).map(|held| held.tell(language));
    let holdings = holdings.filter(|held| !held.is_empty() && Some(held) != score.as_ref());
    let clocks = play.record().steps[..view.step()].iter().zip(play.made_by());
    let mut clocks = clocks.filter(|(_, by)| **by == Some(seat)).filter_map(|(step, _)| step.clock);
    let clock = clocks.next_back().map(|left| format!("{}:{:02}", left / 60_000, left / 1000 % 60));
    let who = who(play.player(seat), texts);
    let all = role.into_iter().chain(Some(who)).chain(holdings).chain(clock);
    let is_named = play.name(seat).chars().count() > 1;
    all.skip(usize::from(!is_named && is_whole)).collect()
}

/// Replaces letters that a terminal cannot show by similar ones.
fn in_ascii(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            let letter = cell.symbol().chars().next().unwrap_or(' ');
            let similar = SIMILAR.iter().find(|(letters, _)| letters.contains(letter));
            cell.set_symbol(similar.map_or("?", |(_, similar)| similar));
        }
    }
}

/// Letters of our languages and signs of our texts, and what is similar to them.
const SIMILAR: [(&str, &str); 24] = [
    ("←", "<"),
    ("→", ">"),
    ("–—−·•‐", "-"),
    ("↑", "^"),
    ("↓", "v"),
    ("×", "x"),
    ("…", "."),
    ("áàâãä", "a"),
    ("éèê", "e"),
    ("íìî", "i"),
    ("óòôõö", "o"),
    ("úùûü", "u"),
    ("ÁÀÂÃÄ", "A"),
    ("ÉÊ", "E"),
    ("Í", "I"),
    ("ÓÔÕÖ", "O"),
    ("ÚÜ", "U"),
    ("ñ", "n"),
    ("ç", "c"),
    ("Ç", "C"),
    ("ß", "s"),
    ("„“”«»", "\""),
    ("’‘", "'"),
    ("¿¡", " "),
];

/// Who fills a seat, in words.
pub fn who(player: &Player, texts: &Texts) -> String {
    match player {
        Player::Manual => texts.person.to_owned(),
        Player::Random => texts.random.to_owned(),
        Player::Engine(engine) => {
            let alone = Engine { level: engine.level, ..Engine::default() };
            match engine.level {
                Some(level) if *engine == alone => {
                    (texts.of_level)(character(level.into()).name, level.into())
                }
                None if *engine == alone => texts.ai.to_owned(),
                _ => format!("{} ({engine})", texts.ai),
            }
        }
    }
}

/// The moves so far, so many that the one that is shown is among them.
fn draw_moves(buffer: &mut Buffer, area: Rect, view: &TerminalView) {
    let play = view.game.play();
    write(buffer, area, 0, view.texts().moves, BOLD);
    let area = Rect { y: area.y + 1, height: area.height - 1, ..area };
    let rows = usize::from(area.height);
    let (steps, shown) = (play.steps(), view.step());
    // The move that is shown stays in sight, with the next one.
    let first = steps.saturating_sub(rows).min((shown + 1).saturating_sub(rows));
    let digits = steps.to_string().len();
    for (row, number) in (first + 1..=steps).take(rows).enumerate() {
        let part = |column: u16| right_of(area, column);
        let readable = play.position(number).and_then(Table::last_readable);
        let step = readable.map(|step| told(&step, view.language())).unwrap_or_default();
        let row = row as u16;
        let is_shown = number == shown;
        let text = clipped(&step, usize::from(area.width).saturating_sub(digits + 6), view);
        if is_shown {
            let plain = " ".repeat(area.width.into());
            write(buffer, area, row, &plain, shade(view));
        }
        let ground = if is_shown { shade(view) } else { Style::new() };
        write(buffer, area, row, &format!("{number:>digits$}."), DIM.patch(ground));
        let by = play.made_by()[number - 1];
        let (token, style) = match by {
            Some(seat) => view.with_style(|drawn| drawn.token(seat)),
            None => (" ? ".to_owned(), DIM),
        };
        write(buffer, part(digits as u16 + 2), row, &token, ground.patch(style));
        write(buffer, part(digits as u16 + 6), row, &text, ground);
    }
}

fn draw_message(buffer: &mut Buffer, area: Rect, view: &TerminalView) {
    let area = inset(area);
    if let Some((text, refused)) = view.game.message() {
        let style = match (refused, view.capabilities.colours) {
            (true, ColourDepth::Monochrome) => BOLD,
            (true, _) => BOLD.fg(Color::LightRed),
            (false, _) => Style::new(),
        };
        write(buffer, area, 0, &clipped(text, area.width.into(), view), style);
    } else if let Some(offer) = &view.offer {
        let text = (view.texts().offer)(offer.title, offer.steps);
        write(buffer, area, 0, &clipped(&text, area.width.into(), view), accent(view));
    } else if let Some(place) = view.cursor.filter(|_| view.mover().is_some()) {
        // Which place the cursor is on, and what lies there.
        let names = view.game.play().names();
        let piece = view.scene.pieces.iter().find(|piece| piece.place == place);
        let last = view.scene.last.contains(&place);
        let state = ludoteca_core::scene::PlaceState { last, ..Default::default() };
        if let Some(found) = view.scene.places.get(place) {
            let words = found.words(piece, &names, state, view.language());
            write(buffer, area, 0, &clipped(&words, area.width.into(), view), DIM);
        }
    }
}

/// The keys that matter now, or the line that is being typed.
fn draw_keys(buffer: &mut Buffer, area: Rect, view: &TerminalView) -> Option<[u16; 2]> {
    let area = inset(area);
    let texts = view.texts();
    if let Some(entry) = &view.entry {
        let label = match &entry.purpose {
            EntryPurpose::Move => texts.your_move.to_owned(),
            EntryPurpose::Roll => texts.your_roll.to_owned(),
            EntryPurpose::Save => texts.save_to.to_owned(),
            EntryPurpose::Replace(path) => (texts.replace)(&path.display().to_string()),
            EntryPurpose::Open => texts.open_from.to_owned(),
        };
        let label = format!("{label} ");
        let label = clipped(&label, usize::from(area.width).saturating_sub(12), view);
        write(buffer, area, 0, &label, BOLD);
        let part = right_of(area, width(&label) as u16);
        let room = usize::from(part.width).saturating_sub(1);
        let before = entry.columns_before();
        let hidden = before.saturating_sub(room);
        let text: String = entry.text().chars().skip(hidden).collect();
        write(buffer, part, 0, &clipped(&text, room, view), Style::new());
        return Some([part.x + (before - hidden) as u16, part.y]);
    }
    let keys = texts.keys_for(view);
    let mut column = 0;
    for (key, does) in keys_that_fit(&keys, area.width.into()) {
        write(buffer, right_of(area, column), 0, key, BOLD.patch(accent(view)));
        write(buffer, right_of(area, column + width(key) as u16 + 1), 0, does, DIM);
        column += (width(key) + 1 + width(does)) as u16 + 3;
    }
    None
}

/// As many keys as fit. The last one, which leads out of here, is always among them; those before
/// it give way.
fn keys_that_fit(keys: &[KeyText], columns: usize) -> Vec<KeyText> {
    let mut keys = keys.to_vec();
    let wide = |keys: &[KeyText]| -> usize {
        keys.iter().map(|(key, does)| width(key) + 1 + width(does) + 3).sum()
    };
    while keys.len() > 1 && wide(&keys) > columns + 3 {
        keys.remove(keys.len() - 2);
    }
    keys
}

impl Texts {
    /// The keys that matter now, with what they do.
    pub fn keys_for(&self, view: &TerminalView) -> Vec<(&'static str, &'static str)> {
        let keys = &self.keys;
        if let Overlay::Question(_) = view.overlay {
            return vec![keys.choose, keys.cancel];
        }
        if let Overlay::NewGame(_) = view.overlay {
            return vec![keys.choose, keys.opponent, keys.side, keys.cancel];
        }
        if view.browsed.is_some() {
            return vec![keys.go_on, keys.earlier, keys.back, keys.quit];
        }
        if view.game.ending().is_some() {
            return vec![keys.new, keys.rematch, keys.earlier, keys.undo, keys.quit];
        }
        if view.game.search().is_some() {
            return vec![keys.now, keys.stop, keys.quit];
        }
        if view.game.is_paused() {
            return vec![keys.go_on, keys.undo, keys.earlier, keys.quit];
        }
        if view.offer.is_some() {
            // The person has not moved yet, so there is nothing to undo.
            return vec![keys.resume, keys.choose, keys.typed, keys.hint, keys.new, keys.quit];
        }
        let mut shown = vec![keys.choose, keys.typed, keys.hint, keys.undo, keys.new, keys.quit];
        if view.pointing().ghost.is_some() {
            shown.splice(0..1, [keys.lay, keys.turn]);
        }
        shown
    }
}

fn progress_sign(view: &TerminalView) -> &'static str {
    let signs: [&str; 4] = ["|", "/", "-", "\\"];
    let braille = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
    let at = view.progress().unwrap_or_default();
    if view.capabilities.unicode { braille[at % braille.len()] } else { signs[at % signs.len()] }
}

/// The colour of what should be noticed.
pub fn accent(view: &TerminalView) -> Style {
    match view.capabilities.colours {
        ColourDepth::Monochrome => BOLD,
        ColourDepth::Sixteen => Style::new().fg(Color::Cyan),
        ColourDepth::Palette => Style::new().fg(Color::Indexed(37)),
        ColourDepth::Full => Style::new().fg(Color::Rgb(42, 161, 152)),
    }
}

/// The ground of a line that is marked.
pub fn shade(view: &TerminalView) -> Style {
    match (view.capabilities.colours, view.capabilities.light) {
        (ColourDepth::Monochrome | ColourDepth::Sixteen, _) => REVERSED,
        (ColourDepth::Palette, true) => Style::new().bg(Color::Indexed(253)),
        (ColourDepth::Palette, false) => Style::new().bg(Color::Indexed(238)),
        (ColourDepth::Full, true) => Style::new().bg(Color::Rgb(222, 226, 230)),
        (ColourDepth::Full, false) => Style::new().bg(Color::Rgb(56, 64, 74)),
    }
}

/// Without the first and the last column.
fn inset(area: Rect) -> Rect {
    Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area }
}

/// The part of an area from a column on.
pub fn right_of(area: Rect, column: u16) -> Rect {
    let column = column.min(area.width);
    Rect { x: area.x + column, width: area.width - column, ..area }
}

/// Writes a text into a row of an area.
pub fn write(buffer: &mut Buffer, area: Rect, row: u16, text: &str, style: Style) {
    if row < area.height {
        buffer.set_stringn(area.x, area.y + row, text, area.width.into(), style);
    }
}

/// The text, or its beginning if it is wider than this.
fn clipped(text: &str, columns: usize, view: &TerminalView) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let sign = if view.capabilities.unicode { "…" } else { "..." };
    let mut short = String::new();
    for letter in text.chars() {
        short.push(letter);
        if width(&short) + width(sign) > columns {
            short.pop();
            break;
        }
    }
    if columns < width(sign) { String::new() } else { short + sign }
}

/// The text in lines of at most this many columns, broken between words. A word that is wider than
/// a line is cut.
pub fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let mut word = word.to_owned();
        if !line.is_empty() && width(&line) + 1 + width(&word) > columns {
            lines.push(std::mem::take(&mut line));
        } else if !line.is_empty() {
            line.push(' ');
        }
        while width(&line) + width(&word) > columns {
            let mut taken = String::new();
            while let Some(letter) = word.chars().next() {
                if width(&line) + width(&taken) + width(&letter.to_string()) > columns {
                    break;
                }
                taken.push(letter);
                word.remove(0);
            }
            if taken.is_empty() {
                break;
            }
            line.push_str(&taken);
            lines.push(std::mem::take(&mut line));
        }
        line.push_str(&word);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        for (text, columns, lines) in [
            ("one two three", 7, &["one two", "three"][..]),
            ("one two three", 20, &["one two three"]),
            ("abcdefgh i", 3, &["abc", "def", "gh", "i"]),
            ("日本 語", 4, &["日本", "語"]),
            ("", 4, &[""]),
        ] {
            assert_eq!(wrapped(text, columns), lines, "{text}");
        }
    }
}
