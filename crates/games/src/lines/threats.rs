//! Wins by threats, for two seats: wins and losses that are certain without a search, threats that
//! must be answered, and a threat-space search.
//!
//! A seat *threatens* on a cell where it could complete a line if it were to move. A piece that
//! threatens on two cells at once wins, unless the other seat completes a line first. So a seat
//! that could place such a piece must be answered, too.

use std::collections::HashMap;

use ludoteca_core::bits::Bits;
use ludoteca_core::evaluation::{Budget, Stopped};

use super::winning_lines::{Threats, WinningLines};

/// The pieces of the seat to move, and of the other.
pub type Sides<B> = [B; 2];

/// What the seat to move has to do.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum ThreatStatus<B> {
    /// It is free: any move may be best. These cells threaten to complete a line.
    Free { threats: B },
    /// It wins, in exactly this many plies, by a move to any of these cells.
    Win(u32, B),
    /// It loses, in exactly this many plies with the longest defence, which is a move to any of
    /// these cells.
    Loss(u32, B),
    /// Every move to another cell loses, in two or four plies, and no sooner than these. Some of
    /// them may threaten to complete a line.
    Answer { cells: B, threats: B },
}

impl<B: Bits> ThreatStatus<B> {
    /// The status that follows from the lines that the seat to move, or the seat after it, can
    /// complete at once.
    #[inline(always)]
    pub fn immediate_status(wins: B, losses: B) -> ThreatStatus<B> {
        if !wins.is_empty() {
            ThreatStatus::Win(1, wins)
        } else if losses.is_empty() {
            ThreatStatus::Free { threats: B::EMPTY }
        } else if losses.without_first().is_empty() {
            ThreatStatus::Answer { cells: losses, threats: B::EMPTY }
        } else {
            ThreatStatus::Loss(2, losses)
        }
    }
}

impl<B: Bits> WinningLines<B> {
    /// What the seat to move has to do. It is never wrong, and finds everything that is decided
    /// within three plies.
    #[inline(always)]
    pub fn threat_status(&self, [own, other]: Sides<B>) -> ThreatStatus<B> {
        let empty = self.all() & !(own | other);
        let open = [self.open(own, other), self.open(other, own)];
        let [wins, losses] = [&open[0], &open[1]].map(|open| self.wins(open, empty));
        let immediate_status = ThreatStatus::immediate_status(wins, losses);
        if matches!(immediate_status, ThreatStatus::Win(..) | ThreatStatus::Loss(..)) {
            return immediate_status;
        }
        let Threats { single: once, double: twice } = self.threats(&open[0], empty);
        if let ThreatStatus::Answer { cells, .. } = immediate_status {
            let twice = twice & cells;
            return if twice.is_empty() {
                ThreatStatus::Answer { cells, threats: once & cells }
            } else {
                ThreatStatus::Win(3, twice)
            };
        }
        if !twice.is_empty() {
            return ThreatStatus::Win(3, twice);
        }
        let feared = self.threats(&open[1], empty).double;
        if feared.is_empty() {
            return ThreatStatus::Free { threats: once };
        }
        let cells = self.answers([own, other], feared) | once;
        if cells.is_empty() {
            ThreatStatus::Loss(4, feared)
        } else {
            ThreatStatus::Answer { cells, threats: once }
        }
    }

    /// Where the other seat could make a double threat on each of the `feared` cells, and nobody
    /// threatens now: the cells for the seat to move that can help. It has to take the cell or one
    /// where it would be threatened from there, or else to threaten something itself: otherwise the
    /// other seat makes the double threat, and wins two plies later.
    fn answers(&self, [own, other]: Sides<B>, feared: B) -> B {
        let mut answers = self.all();
        for cell in feared.iter() {
            let other = other | B::single(cell);
            let empty = self.all() & !(own | other);
            answers &= self.wins(&self.open(other, own), empty) | B::single(cell);
        }
        answers
    }
}

/// Finds a win of the seat to move within `plies` plies, by threats alone that the other must
/// answer, within the budget. Returns the cells that both seats take. No defence lasts longer.
/// First it only threatens to complete lines, which leaves one answer; then, if asked to, also to
/// make a double threat.
pub fn winning_line<B: Bits>(
    lines: &WinningLines<B>,
    sides: Sides<B>,
    plies: u32,
    by_threes: bool,
    budget: &mut Budget,
) -> Option<Vec<usize>> {
    let most_nodes = budget.most_nodes;
    // Threats that leave one answer need few positions and find most wins.
    budget.most_nodes =
        if by_threes { budget.nodes + (most_nodes - budget.nodes) / 4 } else { most_nodes };
    let search =
        ThreatSpaceSearch { lines, budget, lost: HashMap::new(), by_threes: false, is_cut: false };
    let found = iterative_deepening(search, sides, plies);
    budget.most_nodes = most_nodes;
    if found.is_some() || !by_threes {
        return found;
    }
    iterative_deepening(
        ThreatSpaceSearch { lines, budget, lost: HashMap::new(), by_threes, is_cut: false },
        sides,
        plies,
    )
}

/// Searches deeper and deeper, so that the first win found is the shortest.
fn iterative_deepening<B: Bits>(
    mut search: ThreatSpaceSearch<'_, '_, B>,
    sides: Sides<B>,
    most: u32,
) -> Option<Vec<usize>> {
    for plies in (1..=most).step_by(2) {
        search.is_cut = false;
        match search.attack(sides, plies) {
            Ok(Some(mut line)) => {
                line.reverse();
                return Some(line);
            }
            Ok(None) if search.is_cut => {}
            Ok(None) | Err(Stopped) => return None,
        }
    }
    None
}

/// The state of a search.
struct ThreatSpaceSearch<'a, 'w, B> {
    lines: &'a WinningLines<B>,
    budget: &'a mut Budget<'w>,
    /// Positions where the attacker is to move, and within how many plies it found no win.
    lost: HashMap<Sides<B>, u32>,
    /// Is it enough to threaten to make a double threat?
    by_threes: bool,
    /// Were there threats beyond the depth limit?
    is_cut: bool,
}

/// The cells of a win in reverse order, if there is one.
type Win = Result<Option<Vec<usize>>, Stopped>;

impl<B: Bits> ThreatSpaceSearch<'_, '_, B> {
    /// A win of the seat to move within this many plies, an odd number.
    fn attack(&mut self, sides: Sides<B>, plies: u32) -> Win {
        if self.lost.get(&sides).is_some_and(|tried| *tried >= plies) {
            return Ok(None);
        }
        self.budget.count()?;
        let moves = match self.lines.threat_status(sides) {
            ThreatStatus::Win(1, cells) => return Ok(Some(vec![cells.first()])),
            ThreatStatus::Win(_, cells) => B::single(cells.first()),
            ThreatStatus::Loss(..) => B::EMPTY,
            // An answer can also be a threat of the attacker's own.
            ThreatStatus::Answer { cells, .. } if self.by_threes => cells,
            ThreatStatus::Free { threats } if self.by_threes => {
                threats | self.almost_threatening(sides)
            }
            ThreatStatus::Answer { threats, .. } | ThreatStatus::Free { threats } => threats,
        };
        if plies < 3 {
            self.is_cut |= !moves.is_empty();
            return Ok(None);
        }
        for cell in moves.iter() {
            if let Some(line) = self.defence(sides, cell, plies)? {
                return Ok(Some(line));
            }
        }
        self.lost.insert(sides, plies);
        Ok(None)
    }

    /// The empty cells of the attacker's lines that lack three pieces.
    fn almost_threatening(&self, [own, other]: Sides<B>) -> B {
        let cells = self.lines.cells(&self.lines.open(own, other), 2);
        cells.into_iter().fold(B::EMPTY, |all, cells| all | cells)
            & self.lines.all()
            & !(own | other)
    }

    /// A win of the attacker after it takes a cell, within this many plies from there.
    fn defence(&mut self, [own, other]: Sides<B>, cell: usize, plies: u32) -> Win {
        let own = own | B::single(cell);
        let empty = self.lines.all() & !(own | other);
        // The defender cannot complete a line: the attacker would have had to prevent that.
        let open = self.lines.open(own, other);
        let wins = self.lines.wins(&open, empty);
        let answers = if !wins.is_empty() {
            B::single(wins.first())
        } else if self.by_threes {
            self.budget.count()?;
            let feared = self.lines.threats(&open, empty).double;
            if feared.is_empty() {
                return Ok(None);
            }
            let defences = self.lines.threats(&self.lines.open(other, own), empty);
            let answers = self.lines.answers([other, own], feared) | defences.single;
            if answers.is_empty() { B::single(feared.first()) } else { answers }
        } else {
            return Ok(None);
        };
        let mut longest = Vec::new();
        for answer in answers.iter() {
            let Some(mut line) = self.attack([own, other | B::single(answer)], plies - 2)? else {
                return Ok(None);
            };
            line.push(answer);
            if line.len() > longest.len() {
                longest = line;
            }
        }
        longest.push(cell);
        Ok(Some(longest))
    }
}
