//! Numbers beside a board that is drawn as text.

use ludoteca_core::Drawing;
use ludoteca_core::drawing::{centred, width};
use ludoteca_core::scene::{Board, Mark};

/// Moves the numbers beside a board to the columns of their places. The source of a game may have
/// fixed other columns for transcripts.
pub fn with_numbers_at_places(drawing: &Drawing, board: &Board) -> Drawing {
    let mut better = Drawing::default();
    let mut start = 0;
    for line in drawing.text.split_inclusive('\n') {
        let range = start..start + line.len();
        start = range.end;
        let spots: Vec<_> =
            drawing.spots.iter().filter(|spot| range.contains(&spot.range.start)).collect();
        match numbers_at_places(line, drawing, board).filter(|_| spots.is_empty()) {
            Some(numbers) => better.push_str(&numbers),
            None => {
                let mut end = range.start;
                for spot in spots {
                    better.push_str(&drawing.text[end..spot.range.start]);
                    better.push_spot(spot.place, &drawing.text[spot.range.clone()]);
                    end = spot.range.end;
                }
                better.push_str(&drawing.text[end..range.end]);
            }
        }
    }
    better
}

/// A line of numbers, each in the middle of the place that it names; `None` if the line is not one.
fn numbers_at_places(line: &str, drawing: &Drawing, board: &Board) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let in_row = |y: f32| {
        let mut marks: Vec<&Mark> = board.marks.iter().filter(|mark| mark.y == y).collect();
        marks.sort_by(|one, other| one.x.total_cmp(&other.x));
        let is_it = marks.iter().map(|mark| mark.text.as_str()).eq(words.iter().copied());
        (marks.len() > 1 && is_it).then_some(marks)
    };
    let marks = board.marks.iter().find_map(|mark| in_row(mark.y))?;
    let mut text = String::new();
    for mark in marks {
        // The place is the nearest one in the column of the mark.
        let distance = |place: usize| (board.places[place].y - mark.y).abs();
        let in_column = (0..board.places.len()).filter(|place| board.places[*place].x == mark.x);
        let place = in_column.min_by(|one, other| distance(*one).total_cmp(&distance(*other)))?;
        let spot = drawing.spots.iter().find(|spot| spot.place == place)?;
        let begin = drawing.text[..spot.range.start].rfind('\n').map_or(0, |end| end + 1);
        let column = width(&drawing.text[begin..spot.range.start]);
        let number = centred(&mark.text, width(&drawing.text[spot.range.clone()]));
        let gap = column.checked_sub(width(&text))?;
        text.push_str(&format!("{:gap$}{number}", ""));
    }
    Some(text.trim_end().to_owned() + "\n")
}

#[cfg(test)]
mod tests {
    use ludoteca_core::Language;
    use ludoteca_games::catalog;

    use super::*;

    /// The board of a game as a transcript has it, and with numbers at their places.
    fn boards(game: &str) -> [String; 2] {
        let table = catalog::open_line(game).expect("a game");
        let names = &table.options().info().names[..table.seats()];
        let drawing = table.drawing(names, Language::English);
        let better = with_numbers_at_places(&drawing, &table.board());
        let inside = |drawing: &Drawing| -> Vec<(usize, String)> {
            let spots = drawing.spots.iter();
            spots.map(|spot| (spot.place, drawing.text[spot.range.clone()].to_owned())).collect()
        };
        assert_eq!(inside(&better), inside(&drawing), "{game}: the spots show the same places");
        [drawing.text, better.text]
    }

    #[test]
    fn numbers_stand_at_their_places() {
        let [_, owari] = boards("owari");
        let lines: Vec<&str> = owari.lines().collect();
        assert_eq!(lines[2], " 12    11    10     9     8     7");
        assert_eq!(lines[3], "( 4 ) ( 4 ) ( 4 ) ( 4 ) ( 4 ) ( 4 )");
        assert_eq!(lines[6], "  1     2     3     4     5     6");
        // Where they are right already, nothing changes.
        for game in catalog::GAMES.iter().map(|info| info.id).filter(|id| *id != "owari") {
            let [before, after] = boards(game);
            assert_eq!(after, before, "{game}");
        }
    }
}
