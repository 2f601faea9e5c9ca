//! Writes a tournament as one self-contained page of HTML: it has no scripts and needs no other
//! files.

mod plots;
mod tables;
mod texts;

use std::fmt::Display;

use super::{PlayedGame, Standing};
use ludoteca_analysis::picture::STYLE;
use ludoteca_analysis::picture::markup::{Markup, tag, text};
use ludoteca_rating::statistics::percent;
use plots::Bar;

/// What a report shows besides the results.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct ReportInfo {
    /// The title of the tournament.
    pub title: String,
    /// The game, as the line of its options.
    pub game: String,
    /// The settings, row by row: name and value.
    pub settings: Vec<(String, String)>,
    /// The description of each player, by number.
    pub commands: Vec<String>,
    /// The program that made the report.
    pub version: String,
    /// The date of the report.
    pub date: String,
    /// Whether there are records of the games beside the report, under the names of
    /// [`record_name`].
    pub records: bool,
    /// The number of planned games, if not all of them are played.
    pub unfinished: Option<u64>,
}

/// The path of a game's record, relative to the report: `records/000001.txt` is that of game 0.
pub fn record_name(number: u64) -> String {
    format!("records/{:06}.txt", number + 1)
}

/// The report: tables and plots for screens, telephones and paper, in light and dark mode. It is
/// also well-formed XML.
pub fn html(about: &ReportInfo, standing: &Standing, played: &[PlayedGame]) -> String {
    let head = tag(
        "head",
        &[],
        [
            tag("meta", &[("charset", &"utf-8")], []),
            tag(
                "meta",
                &[("name", &"viewport"), ("content", &"width=device-width, initial-scale=1")],
                [],
            ),
            tag("title", &[], text(&about.title)),
            Markup::style(STYLE),
            Markup::style(include_str!("style.css")),
        ],
    );
    let header = tag(
        "header",
        &[],
        [
            tag("h1", &[], text(&about.title)),
            tag("p", &[], tag("code", &[], text(&about.game))),
            tag(
                "p",
                class_of_progress(about),
                text(texts::played(standing.games(), about.unfinished)),
            ),
        ],
    );
    let content = if played.is_empty() {
        tag("p", &[], text(texts::NO_GAMES))
    } else {
        [
            results(standing, played),
            cross(standing),
            seats(standing),
            games(about, standing, played),
        ]
        .into_iter()
        .collect()
    };
    let settings =
        (!about.settings.is_empty()).then(|| section(texts::SETTINGS, tables::settings(about)));
    let about_players = section(texts::PLAYERS, tables::players(about, standing));
    let sections = [content, about_players].into_iter().chain(settings);
    let footer = tag("footer", &[], text(texts::generated(&about.version, &about.date)));
    let body = tag("body", &[], [header, tag("main", &[], sections), footer]);
    tag("html", &[("xmlns", &"http://www.w3.org/1999/xhtml"), ("lang", &"en")], [head, body]).page()
}

fn class_of_progress(about: &ReportInfo) -> &'static [(&'static str, &'static dyn Display)] {
    if about.unfinished.is_some() { &[("class", &"notice")] } else { &[] }
}

/// The ranking; for a match also its figures.
fn results(standing: &Standing, played: &[PlayedGame]) -> Markup {
    let score_curves = plots::score_curves(standing, played);
    let Some(summary) = standing.match_summary() else {
        let pictures = plots([plots::ratings(standing)].into_iter().chain(score_curves));
        return section(texts::RANKING, [tables::ranking(standing), pictures]);
    };
    let pairs = summary.between.pairs.map(|pairs| {
        let bars: Vec<Bar> = ["0", "½", "1", "1½", "2"]
            .into_iter()
            .zip(pairs.by_half_points)
            .map(count_bar)
            .collect();
        plots::bars("pairs", texts::PAIRS, texts::PAIRS_DESCRIPTION, &bars, None)
    });
    let pictures = plots(score_curves.into_iter().chain(pairs));
    let figures = section(texts::MATCH, [tables::figures(&summary), pictures]);
    [figures, section(texts::RANKING, tables::ranking(standing))].into_iter().collect()
}

/// The results between all players. It is empty for a match, which has nothing more to show.
fn cross(standing: &Standing) -> Markup {
    match standing.names().len() {
        ..=2 => Markup::default(),
        _ => section(texts::CROSS, [plots::matrix(standing), tables::cross(standing)]),
    }
}

fn seats(standing: &Standing) -> Markup {
    let shares = standing.by_seat().iter().enumerate().map(|(seat, at)| Bar {
        label: format!("Seat {}", seat + 1),
        value: at.share().unwrap_or(0.0),
        shown: percent(at.share()),
    });
    let bars: Vec<Bar> = shares.collect();
    let picture = (!standing.is_scored())
        .then(|| plots::bars("seats", texts::SEATS, texts::SEATS_DESCRIPTION, &bars, Some(0.5)));
    section(texts::SEATS, picture.into_iter().chain([tables::seats(standing)]))
}

fn games(about: &ReportInfo, standing: &Standing, played: &[PlayedGame]) -> Markup {
    let endings: Vec<Bar> = standing.endings().counts().map(count_bar).collect();
    let pictures = plots([
        plots::lengths(played),
        plots::bars("endings", texts::ENDINGS, texts::ENDINGS_DESCRIPTION, &endings, None),
    ]);
    section(texts::GAMES, [pictures, tables::games(about, standing, played)])
}

fn count_bar((what, count): (impl Display, u64)) -> Bar {
    Bar { label: what.to_string(), value: count as f64, shown: count.to_string() }
}

/// Places pictures beside each other if there is room.
fn plots(pictures: impl IntoIterator<Item = Markup>) -> Markup {
    tag("div", &[("class", &"plots")], pictures)
}

fn section(heading: &str, content: impl IntoIterator<Item = Markup>) -> Markup {
    tag("section", &[], [tag("h2", &[], text(heading))].into_iter().chain(content))
}
