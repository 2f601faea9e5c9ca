//! Positions on the console: in words, or drawn. In colour a drawing shows the seats in their
//! colours and marks the last step.

use anstyle::{Ansi256Color, Style};
use ludoteca_core::scene::{Board, Piece, PieceKind, Place, Shape};
use ludoteca_core::{Drawing, Language, Seat, Table};
use ludoteca_play::Play;

use crate::texts::texts;

/// Blue, brown, magenta and green of the palette that all terminals share. They are half as light
/// as white, so that they can be read on black and on white, and people who see red and green alike
/// can tell them apart. Without colours, seats are told apart by their names.
const COLOURS: [Ansi256Color; 4] =
    [Ansi256Color(27), Ansi256Color(130), Ansi256Color(163), Ansi256Color(29)];

/// A seat's colour.
pub fn colour(seat: Seat) -> Style {
    COLOURS[seat.index()].on_default().bold()
}

/// The board with its colours. The last step is marked, and so is what decided the game. Colours
/// are left out if the output is not a terminal or colours are not wanted.
pub fn coloured(drawing: &Drawing, table: &dyn Table) -> String {
    let pieces = table.pieces();
    let marked = [table.last(), table.scene_without_choices().decisive].concat();
    let mut text = String::new();
    let mut end = 0;
    for spot in &drawing.spots {
        let style =
            match pieces.iter().find(|piece| piece.place == spot.place).map(|piece| piece.kind) {
                Some(PieceKind::Of(seat, _)) => colour(seat),
                Some(PieceKind::Obstacle) => Style::new().dimmed(),
                Some(PieceKind::Stones) | None => Style::new(),
            };
        let style = if marked.contains(&spot.place) { style.invert() } else { style };
        text.push_str(&drawing.text[end..spot.range.start]);
        text.push_str(&format!("{style}{}{style:#}", &drawing.text[spot.range.clone()]));
        end = spot.range.end;
    }
    text.push_str(&drawing.text[end..]);
    text
}

/// The position in words, for people who listen to it. Each row is a line: `row 2: X at 0, O at 3`.
pub fn in_words(play: &Play, language: Language) -> String {
    let mut lines = rows(play.table(), &play.names(), language);
    // The die is left out, since it is named together with the turn.
    let mut moves = play
        .made_by()
        .iter()
        .zip(&play.record().steps)
        .filter_map(|(by, recorded)| Some(((*by)?, recorded)));
    if let Some((seat, recorded)) = moves.next_back() {
        lines.push((texts(language).last_move)(play.name(seat), &recorded.step));
    }
    lines.join("\n") + "\n"
}

fn rows(table: &dyn Table, names: &[&str], language: Language) -> Vec<String> {
    let texts = texts(language);
    let (board, pieces) = (table.board(), table.pieces());
    let mut lines: Vec<String> = Vec::new();
    // Consecutive empty rows share a line.
    let mut empty: Option<(usize, usize)> = None;
    let flush = |empty: &mut Option<(usize, usize)>, lines: &mut Vec<String>| {
        if let Some((first, last)) = empty.take() {
            lines.push((texts.empty_rows)(first, last));
        }
    };
    let places: Vec<(usize, &Place)> = board.places.iter().enumerate().collect();
    for row in places.chunk_by(|(_, one), (_, next)| one.y == next.y && one.shape == next.shape) {
        let (_, Place { y, shape, .. }) = row[0];
        if matches!(shape, Shape::Bowl | Shape::Pot) {
            flush(&mut empty, &mut lines);
            let stones = |(at, place): &(usize, &Place)| {
                let count =
                    pieces.iter().find(|piece| piece.place == *at).map_or(0, |piece| piece.count);
                format!("{}: {count}", place.label.tell(language))
            };
            lines.push(row.iter().map(stones).collect::<Vec<_>>().join(", "));
            continue;
        }
        // Places with names of their own have the number of the row in them, which counts from 1.
        let number = *y as usize + usize::from(!board.is_grid);
        match in_row(&board, &pieces, row, names, language) {
            lying if lying.is_empty() => {
                empty = Some((empty.map_or(number, |(first, _)| first), number));
            }
            lying => {
                flush(&mut empty, &mut lines);
                lines.push((texts.row)(number, &lying.join(", ")));
            }
        }
    }
    flush(&mut empty, &mut lines);
    lines
}

/// The pieces in a row. Equal neighbours are named together.
fn in_row(
    board: &Board,
    pieces: &[Piece],
    row: &[(usize, &Place)],
    names: &[&str],
    language: Language,
) -> Vec<String> {
    let texts = texts(language);
    let called = |place: &Place| match board.is_grid {
        true => place.x.to_string(),
        false => place.label.tell(language),
    };
    let mut runs: Vec<(String, Vec<String>)> = Vec::new();
    let mut before = None;
    for (at, place) in row {
        let piece = pieces.iter().find(|piece| piece.place == *at);
        let kind = piece.map(|piece| piece.kind);
        if let Some(kind) = kind {
            let what = match kind {
                PieceKind::Of(_, Some(figure)) => figure.name.tell(language).to_owned(),
                PieceKind::Of(seat, None) => names[seat.index()].to_owned(),
                PieceKind::Obstacle => texts.obstacle.to_owned(),
                PieceKind::Stones => piece.map_or(0, |piece| piece.count).to_string(),
            };
            match runs.last_mut() {
                Some((_, run)) if before == Some(kind) => run.push(called(place)),
                _ => runs.push((what, vec![called(place)])),
            }
        }
        before = kind;
    }
    let described = |(what, run): &(String, Vec<String>)| match run.as_slice() {
        [first, .., last] => (texts.from_to)(what, first, last),
        _ => (texts.at)(what, &run.concat()),
    };
    runs.iter().map(described).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_can_be_read_on_black_and_on_white() {
        for colour in COLOURS {
            // The colours from 16 on form a cube with six steps on each side, red first.
            let at = usize::from(colour.0 - 16);
            let [red, green, blue] =
                [at / 36, at / 6 % 6, at % 6].map(|step| light([0, 95, 135, 175, 215, 255][step]));
            let lightness = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
            // The accessibility guidelines (WCAG) ask for a contrast of 3 for bold letters.
            let (on_black, on_white) = ((lightness + 0.05) / 0.05, 1.05 / (lightness + 0.05));
            assert!(
                on_black > 4.0 && on_white > 4.0,
                "{colour:?}: {on_black:.1} on black, {on_white:.1} on white"
            );
        }
    }

    /// How much light a part of a colour gives, from 0 to 1.
    fn light(part: u8) -> f64 {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    }
}
