//! Writes standings and matches as lines for a terminal.

use std::fmt;

use ludoteca_core::drawing::width;

use super::{HeadToHead, MatchSummary, ResultTally, Standing};
use ludoteca_analysis::columns::{TextCell, aligned, ended, left, right};
use ludoteca_rating::pairing::Swiss;
use ludoteca_rating::statistics::{Estimate, WinDrawLoss, percent};

impl Standing {
    /// The ranking and the cross table, as lines with their ends. If the cross table is wider than
    /// a terminal with this many columns, it shows scores instead of wins, draws and losses. If it
    /// is still too wide, it is left out, and a line says where to find it.
    pub fn text(&self, columns: Option<usize>) -> String {
        let cross = self.cross_text(columns).unwrap_or_else(|least| {
            format!("The cross table takes {least} columns and is in the report.\n")
        });
        format!("{}\n{cross}", self.ranking_text())
    }

    /// The ranking alone.
    pub fn ranking_text(&self) -> String {
        ended(aligned(&self.ranking_rows()))
    }

    /// The cross table alone.
    ///
    /// # Errors
    /// The number of columns that it takes at least, if there are not that many.
    pub fn cross_text(&self, columns: Option<usize>) -> Result<String, usize> {
        let points: fn(&HeadToHead) -> String = |between| format!("{:.1}", between.points());
        let mut least = 0;
        for cell in [HeadToHead::counts, points] {
            let lines = aligned(&self.cross_rows(cell));
            least = lines.iter().map(|line| width(line)).max().unwrap_or(0);
            if columns.is_none_or(|columns| least <= columns) {
                return Ok(ended(lines));
            }
        }
        Err(least)
    }

    /// The standing of a Swiss tournament of these players in points, the leader first.
    pub fn swiss_text(&self, swiss: &Swiss) -> String {
        let half = |half_points: u32| right(format!("{:.1}", f64::from(half_points) / 2.0));
        let mut rows =
            vec![vec![right("#"), left("Name"), right("Points"), right("Buchholz"), right("Byes")]];
        for (at, player) in swiss.ranking().into_iter().enumerate() {
            let points = [swiss.points(player), swiss.buchholz(player)].map(half);
            let cells = [right(at + 1), left(&self.names[player])].into_iter().chain(points);
            rows.push(cells.chain([right(swiss.byes(player))]).collect());
        }
        ended(aligned(&rows))
    }

    /// The heading and a row for each player.
    fn ranking_rows(&self) -> Vec<Vec<TextCell>> {
        let faulty = self.rows.iter().any(|row| row.faults.total() > 0);
        let mut heading = vec![right("#"), left("Name"), right("Rating"), left(""), right("Games")];
        heading.extend([right("Score"), right("Share")]);
        heading.extend(self.kinds_of_results().into_iter().map(right));
        heading.extend(faulty.then(|| left("Faults")));
        let mut rows = vec![heading];
        for (at, player) in self.ranking.iter().enumerate() {
            let row = &self.rows[*player];
            let (rating, error) = rating_and_error(row.rating);
            let mut cells = vec![
                right(at + 1),
                left(&self.names[*player]),
                right(rating),
                left(error),
                right(row.games),
            ];
            cells.extend([right(self.points(row.score())), right(percent(row.share()))]);
            cells.extend(row.tally.counts().into_iter().map(right));
            cells.extend(
                faulty.then(|| if row.faults.total() > 0 { left(row.faults) } else { left("") }),
            );
            rows.push(cells);
        }
        rows
    }

    /// Headings for the counts of a tally.
    pub(in crate::tournament) fn kinds_of_results(&self) -> Vec<&'static str> {
        let places = ["1st", "2nd", "3rd", "4th"];
        if self.seats == 2 {
            vec!["Won", "Drawn", "Lost"]
        } else {
            places.into_iter().take(self.seats).collect()
        }
    }

    /// A score with the number of digits that fits such scores.
    pub(in crate::tournament) fn points(&self, score: f64) -> String {
        let digits = if self.seats == 2 { 1 } else { 2 };
        format!("{score:.digits$}")
    }

    fn cross_rows(&self, cell: fn(&HeadToHead) -> String) -> Vec<Vec<TextCell>> {
        let numbers = (1..=self.ranking.len()).map(right);
        let mut rows = vec![[right("#"), left("Name")].into_iter().chain(numbers).collect()];
        for (at, player) in self.ranking.iter().enumerate() {
            let against = |other: &usize| right(self.against(*player, *other, cell));
            let begin = [right(at + 1), left(&self.names[*player])];
            rows.push(begin.into_iter().chain(self.ranking.iter().map(against)).collect());
        }
        rows
    }

    /// The cell of a cross table for two players.
    pub(in crate::tournament) fn against(
        &self,
        player: usize,
        other: usize,
        cell: fn(&HeadToHead) -> String,
    ) -> String {
        let between = self.between(player, other);
        match between.results() {
            _ if player == other => "—".to_owned(),
            0 => "·".to_owned(),
            _ => cell(&between),
        }
    }
}

impl HeadToHead {
    /// Wins, draws and losses, as in `10-2-8`.
    pub(in crate::tournament) fn counts(&self) -> String {
        let WinDrawLoss { wins, draws, losses } = self.score;
        format!("{wins}-{draws}-{losses}")
    }
}

impl ResultTally {
    /// Wins, draws and losses, or the number of times for each place.
    pub(in crate::tournament) fn counts(&self) -> Vec<u64> {
        match self {
            ResultTally::Games(WinDrawLoss { wins, draws, losses }) => vec![*wins, *draws, *losses],
            ResultTally::Places(places) => places.clone(),
        }
    }
}

/// One line for each figure; the last has no line end.
impl fmt::Display for MatchSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<Vec<TextCell>> = self
            .figures()
            .into_iter()
            .map(|(what, figure)| vec![left(what), left(figure)])
            .collect();
        f.write_str(&aligned(&rows).join("\n"))
    }
}

impl MatchSummary {
    /// The figures of the match with their labels.
    pub(in crate::tournament) fn figures(&self) -> Vec<(String, String)> {
        let HeadToHead { score, pairs, .. } = self.between;
        let results = self.between.results();
        let share = (results > 0).then(|| self.between.points() / results as f64);
        let mut figures: Vec<(String, String)> = Vec::new();
        let mut tell = |what: &str, figure: String| figures.push((what.to_owned(), figure));
        tell("Match", self.names.join(" – "));
        tell("Games", self.games.to_string());
        tell("Won, drawn, lost", format!("{}, {}, {}", score.wins, score.draws, score.losses));
        tell("Score", format!("{:.1} of {results} ({})", self.between.points(), percent(share)));
        tell("Elo", self.between.elo().to_string());
        tell("Normalised Elo", self.between.normalised_elo().to_string());
        tell("Superiority", percent(self.between.superiority()));
        tell("Draws", percent(self.between.draw_rate()));
        if let Some(pairs) = pairs {
            let counts = pairs.by_half_points.map(|count| count.to_string());
            tell("Pairs 0 ½ 1 1½ 2", counts.join(" "));
        }
        if let Some(margin) = self.between.margin() {
            tell("Margin", format!("{margin:+.2} points"));
        }
        match self.first_seat_points {
            Some(points) => tell("First seat", format!("{points:+.2} points")),
            None => tell("First seat", percent(self.first_seat)),
        }
        for (name, faults) in self.names.iter().zip(self.faults) {
            tell(&format!("Faults of {name}"), faults.to_string());
        }
        for (name, thought) in self.names.iter().zip(self.thought) {
            tell(
                &format!("Time of {name}"),
                thought.map_or("unknown".to_owned(), |ms| format!("{} a game", duration(ms))),
            );
        }
        if let Some(lengths) = self.lengths {
            let (mean, shortest, longest) = (lengths.mean, lengths.shortest, lengths.longest);
            tell("Lengths", format!("{mean:.1} steps, from {shortest} to {longest}"));
        }
        tell("Endings", self.endings.to_string());
        figures
    }
}

/// The two columns of a rating: `+31` and `± 12`.
pub(in crate::tournament) fn rating_and_error(rating: Estimate) -> (String, String) {
    let text = format!("{rating:.0}");
    match text.split_once(" ± ") {
        Some((value, error)) => (value.to_owned(), format!("± {error}")),
        None => (text, String::new()),
    }
}

/// Milliseconds as people read them.
pub(in crate::tournament) fn duration(milliseconds: f64) -> String {
    match milliseconds {
        ..1_000.0 => format!("{milliseconds:.0} ms"),
        ..60_000.0 => format!("{:.2} s", milliseconds / 1_000.0),
        _ => format!("{:.1} min", milliseconds / 60_000.0),
    }
}
