//! The tables of a report.

use std::fmt::Display;

use super::{ReportInfo, record_name, texts};
use crate::tournament::standing::{duration, rating_and_error};
use crate::tournament::{GameEnded, HeadToHead, MatchSummary, PlayedGame, SeatScore, Standing};
use ludoteca_analysis::picture::markup::{Markup, scrolled, tag, text};
use ludoteca_rating::statistics::percent;

/// If there are more games than this, only those that ended by a fault are listed.
const MOST_GAMES: usize = 2_000;

pub fn ranking(standing: &Standing) -> Markup {
    let mut heading =
        vec![number("#"), words("Name"), number("Rating"), number("±"), number("Games")];
    heading.extend(standing.is_scored().then(|| number("Results")));
    heading.extend([number("Score"), number("Share")]);
    heading.extend(standing.kinds_of_results().into_iter().map(number));
    heading.extend([words("Faults"), number("Time a game")]);
    let row = |(at, player): (usize, &usize)| {
        let row = &standing.rows()[*player];
        let (rating, error) = rating_and_error(row.rating);
        let mut cells = vec![number(at + 1), words(&standing.names()[*player]), number(rating)];
        cells.extend([number(error.trim_start_matches("± ")), number(row.games)]);
        cells.extend(standing.is_scored().then(|| number(row.results)));
        cells.extend([number(standing.points(row.score())), number(percent(row.share()))]);
        cells.extend(row.tally.counts().into_iter().map(number));
        cells.extend([
            wide(row.faults),
            number(row.thought_a_game().map_or("–".to_owned(), duration)),
        ]);
        cells
    };
    table(texts::RANKING_CAPTION, heading, standing.ranking().iter().enumerate().map(row))
}

pub fn figures(summary: &MatchSummary) -> Markup {
    let rows = summary.figures().into_iter().map(|(what, figure)| vec![words(what), words(figure)]);
    table(texts::MATCH_CAPTION, vec![words("Figure"), words("Value")], rows)
}

pub fn cross(standing: &Standing) -> Markup {
    let players = standing.ranking();
    let caption =
        if standing.seats() == 2 { texts::CROSS_CAPTION } else { texts::CROSS_CAPTION_PLACES };
    let heading =
        [number("#"), words("Name")].into_iter().chain((1..=players.len()).map(number)).collect();
    let rows = players.iter().enumerate().map(|(at, player)| {
        let against = |other: &usize| number(standing.against(*player, *other, HeadToHead::counts));
        let begin = [number(at + 1), words(&standing.names()[*player])];
        begin.into_iter().chain(players.iter().map(against)).collect()
    });
    table(caption, heading, rows)
}

pub fn seats(standing: &Standing) -> Markup {
    let shown = |at: &SeatScore| {
        let mean = match standing.is_scored() {
            true => at.points().map(|points| format!("{points:+.2}")),
            false => at.share().map(|share| percent(Some(share))),
        };
        number(mean.map_or("–".to_owned(), |mean| format!("{mean} of {}", at.games)))
    };
    let row = |name: &str, by_seat: &[SeatScore]| {
        [words(name)].into_iter().chain(by_seat.iter().map(shown)).collect()
    };
    let all = row(texts::ALL_PLAYERS, standing.by_seat());
    let each = standing
        .ranking()
        .iter()
        .map(|player| row(&standing.names()[*player], &standing.rows()[*player].by_seat));
    let heading = (1..=standing.seats()).map(|seat| number(format!("Seat {seat}")));
    let caption =
        if standing.is_scored() { texts::SEATS_CAPTION_POINTS } else { texts::SEATS_CAPTION };
    table(
        caption,
        [words("Name")].into_iter().chain(heading).collect(),
        [all].into_iter().chain(each),
    )
}

/// A collapsible list of all games, or of those that ended by a fault.
pub fn games(about: &ReportInfo, standing: &Standing, played: &[PlayedGame]) -> Markup {
    let mut listed: Vec<&PlayedGame> = played.iter().collect();
    listed.sort_by_key(|game| game.fixture.number);
    let all = listed.len() <= MOST_GAMES;
    if !all {
        listed.retain(|game| matches!(game.ended, GameEnded::Fault { .. }));
        listed.truncate(MOST_GAMES);
    }
    let summary = if all {
        texts::all_games(listed.len())
    } else {
        texts::games_with_faults(listed.len(), played.len())
    };
    let with_points = listed.iter().any(|game| game.points.is_some());
    let mut heading = vec![number("Game"), number("Round"), number("Opening")];
    heading.extend((1..=standing.seats()).map(|seat| words(format!("Seat {seat}"))));
    heading.extend((!standing.is_scored()).then(|| words("Result")));
    heading.extend(with_points.then(|| words("Points")));
    heading.extend([words("Ending"), number("Steps")]);
    let rows = listed.iter().map(|game| {
        let fixture = &game.fixture;
        let shown = text(fixture.number + 1);
        let link = if about.records {
            tag("a", &[("href", &record_name(fixture.number))], shown)
        } else {
            shown
        };
        let points = game
            .points
            .iter()
            .map(|points| points.iter().map(i32::to_string).collect::<Vec<String>>().join(" : "));
        let mut cells = vec![
            TableCell { content: link, class: "number" },
            number(fixture.round + 1),
            number(fixture.opening + 1),
        ];
        cells.extend(fixture.seating.iter().map(|player| words(&standing.names()[*player])));
        cells.extend((!standing.is_scored()).then(|| words(texts::result(game))));
        cells.extend(with_points.then(|| words(points.collect::<String>())));
        cells.extend([wide(texts::ending(game, standing.names())), number(game.steps)]);
        cells
    });
    let list = table(&summary, heading, rows);
    tag("details", &[], [tag("summary", &[], text(&summary)), list])
}

pub fn players(about: &ReportInfo, standing: &Standing) -> Markup {
    let row = |(at, player): (usize, &usize)| {
        let command = about.commands.get(*player).map_or("", String::as_str);
        let command = TableCell { content: tag("code", &[], text(command)), class: "wide" };
        vec![number(at + 1), words(&standing.names()[*player]), command]
    };
    let heading = vec![number("#"), words("Name"), words("Command")];
    table(texts::PLAYERS_CAPTION, heading, standing.ranking().iter().enumerate().map(row))
}

pub fn settings(about: &ReportInfo) -> Markup {
    let rows = about.settings.iter().map(|(what, value)| vec![words(what), words(value)]);
    table(texts::SETTINGS_CAPTION, vec![words("Setting"), words("Value")], rows)
}

/// The content of a table cell, and its style.
struct TableCell {
    content: Markup,
    class: &'static str,
}

fn words(words: impl Display) -> TableCell {
    TableCell { content: text(words), class: "" }
}

/// A cell for a long text, which is wrapped, but not into too many lines.
fn wide(words: impl Display) -> TableCell {
    TableCell { content: text(words), class: "wide" }
}

fn number(figure: impl Display) -> TableCell {
    TableCell { content: text(figure), class: "number" }
}

/// A table with its caption. The first text column heads its row.
fn table(
    caption: &str,
    heading: Vec<TableCell>,
    rows: impl Iterator<Item = Vec<TableCell>>,
) -> Markup {
    let head_of_row = heading.iter().position(|cell| cell.class != "number").unwrap_or(0);
    let heads = heading.into_iter().map(|cell| element("th", Some("col"), cell));
    let head = tag("thead", &[], tag("tr", &[], heads));
    let row = |cells: Vec<TableCell>| {
        let cells = cells.into_iter().enumerate().map(|(at, cell)| match at == head_of_row {
            true => element("th", Some("row"), cell),
            false => element("td", None, cell),
        });
        tag("tr", &[], cells)
    };
    let body = tag("tbody", &[], rows.map(row));
    scrolled(caption, tag("table", &[], [tag("caption", &[], text(caption)), head, body]))
}

fn element(name: &str, scope: Option<&'static str>, cell: TableCell) -> Markup {
    let scope = scope.as_ref().map(|scope| ("scope", scope as &dyn Display));
    let class = (!cell.class.is_empty()).then_some(("class", &cell.class as &dyn Display));
    tag(name, &scope.into_iter().chain(class).collect::<Vec<_>>(), cell.content)
}
