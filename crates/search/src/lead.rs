//! What being ahead is worth: estimates are in hundredths of what a game counts, and a piece is more in one game than in another.

use ludoteca_core::Table;

/// How far ahead, in hundredths, a seat wins about three games for each that it loses: what a value is measured by where values of
/// different games are compared, or where a difference is to be called large or small. In a game without a winner, what makes such a difference.
pub fn telling_lead(table: &dyn Table) -> i32 {
    let id = table.options().info().id;
    LEADS.iter().find(|(game, _)| *game == id).map_or(USUAL, |(_, lead)| *lead)
}

/// Where the weights of an evaluation are tuned, 400 hundredths are odds of ten to one, as the tuning has it.
const USUAL: i32 = 174;

/// Those whose evaluations count something else: lines, or cells.
const LEADS: &[(&str, i32)] = &[("ttt", 300), ("attt", 300), ("cn", 400), ("dawn", 500)];
