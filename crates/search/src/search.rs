//! Chooses the search algorithm that suits a table, and turns its result into text and values
//! without types of the game.

use ludoteca_core::evaluation::Evaluation;
use ludoteca_core::{Chance, Game, Seat, Table, TypedTable, Visitor};

use crate::alpha_beta::AlphaBeta;
use crate::expectimax::Expectimax;
use crate::handicap::{Handicap, HandicappedEvaluation};
use crate::iterative_deepening::{self, RootResult};
use crate::limits::Limits;
use crate::many_seats::{ManySeats, NO_DICE};
use crate::max_n::MaxN;
use crate::mcts::{self, MctsVariant};
use crate::minimax::Minimax;
use crate::one_ply::OnePly;
use crate::result::{SearchResult, Value};
use crate::searcher::Searcher;
use crate::watcher::Watcher;
use crate::{Algorithm, score};

/// The typed code behind [`Searchable::search`](crate::Searchable::search): searches for the next
/// move of a table.
pub struct Search<'a> {
    /// The search algorithm.
    pub algorithm: Algorithm,
    /// The limits of the search.
    pub limits: &'a Limits,
    /// The watcher can stop the search, and receives its progress.
    pub watcher: &'a dyn Watcher,
}

impl Visitor for Search<'_> {
    type Output = Option<SearchResult>;

    fn visit<G: Game>(self, table: &TypedTable<G>) -> Option<SearchResult> {
        let Search { algorithm, limits, watcher } = self;
        let seat = table.next().seat()?;
        let evaluation = &table.game.evaluation();
        let run = SearchRun { seat, limits, watcher };
        let variant = match algorithm {
            Algorithm::Mcts => Some(MctsVariant::Guided),
            Algorithm::PlainMcts => Some(MctsVariant::Uct),
            // Without an evaluation, rollouts are better than nothing. But a depth limit does not
            // end them, so a caller that gives a depth gets a search to that depth, which sees how
            // games end.
            Algorithm::Best if evaluation.is_blind() && limits.depth.is_none() => {
                Some(MctsVariant::Uct)
            }
            Algorithm::Best | Algorithm::Minimax | Algorithm::Paranoid | Algorithm::MaxN => None,
        };
        Some(match variant {
            Some(variant) => run.tree_search(table, evaluation, variant),
            // These conditions are constants: only the search that suits the rules is compiled for
            // them.
            None if const { G::Chance::IS_ROLLED } => run.with_dice(table, evaluation, algorithm),
            None if const { G::MOST_SEATS > 2 } => run.many_seats(table, evaluation, algorithm),
            None => run.two_seats(table, evaluation, algorithm),
        })
    }
}

/// The best move of a position, by searching `depth` plies: [`Searchable::next_move`] for a program
/// that has a game's own types. Returns `None` where no seat is to move.
///
/// [`Searchable::next_move`]: crate::Searchable::next_move
///
/// ```
/// use ludoteca_core::Rules;
/// use ludoteca_games::alquerque::Alquerque;
///
/// let board = Alquerque.start();
/// let found = ludoteca_search::next_move(&Alquerque, &board, 3).expect("white is to move");
/// assert!(Alquerque.is_legal(&board, found));
/// ```
pub fn next_move<G: Game>(game: &G, state: &G::State, depth: u32) -> Option<G::Move> {
    let seat = game.next(state).seat()?;
    let evaluation = &game.evaluation();
    let never = || false;
    let found = if const { G::Chance::IS_ROLLED } {
        let searcher = OnePly::new(game, evaluation);
        iterative_deepening::fixed_depth(game, state, seat, &searcher, depth, 1, &never)
    } else if const { G::MOST_SEATS > 2 } {
        let searcher = MaxN::new(game, evaluation).expect(NO_DICE);
        iterative_deepening::fixed_depth(game, state, seat, &searcher, depth, 1, &never)
    } else {
        let searcher = Minimax::new(game, evaluation).expect(TWO_SEATS);
        iterative_deepening::fixed_depth(game, state, seat, &searcher, depth, 1, &never)
    };
    found.assessment.principal_variation.first().copied()
}

/// A search for a move of `seat`.
struct SearchRun<'a> {
    seat: Seat,
    limits: &'a Limits,
    watcher: &'a dyn Watcher,
}

/// Rules for more than two seats declare that in `MOST_SEATS`.
const TWO_SEATS: &str = "there are two seats";

impl SearchRun<'_> {
    fn two_seats<G: Game>(
        &self,
        table: &TypedTable<G>,
        evaluation: &impl Evaluation<G>,
        algorithm: Algorithm,
    ) -> SearchResult {
        let game = &*table.game;
        if algorithm == Algorithm::Minimax {
            return self.fixed_depth(table, &Minimax::new(game, evaluation).expect(TWO_SEATS));
        }
        // With two seats, paranoid search and max^n are the same as alpha-beta.
        let alpha_beta = AlphaBeta::new(game, evaluation, self.limits).expect(TWO_SEATS);
        self.search_and_report(table, |stop, deeper| {
            alpha_beta.search(&table.state, self.seat, self.limits, stop, deeper)
        })
    }

    fn many_seats<G: Game>(
        &self,
        table: &TypedTable<G>,
        evaluation: &impl Evaluation<G>,
        algorithm: Algorithm,
    ) -> SearchResult {
        let (rules, state, seat) = (&table.game, &table.state, self.seat);
        if algorithm == Algorithm::Minimax {
            return self.fixed_depth(table, &MaxN::new(&**rules, evaluation).expect(NO_DICE));
        }
        self.search_and_report(table, |stop, deeper| {
            ManySeats { rules, evaluation, state, seat, stop }.search(
                algorithm,
                self.limits,
                deeper,
            )
        })
    }

    /// Searches a game with dice. Paranoid search and max^n do not support dice.
    fn with_dice<G: Game>(
        &self,
        table: &TypedTable<G>,
        evaluation: &impl Evaluation<G>,
        algorithm: Algorithm,
    ) -> SearchResult {
        let game = &*table.game;
        let Limits { handicap, seed, .. } = *self.limits;
        if algorithm == Algorithm::Minimax {
            self.fixed_depth(table, &OnePly::new(game, evaluation))
        } else if handicap == Handicap::NONE {
            self.expectiminimax(table, evaluation)
        } else {
            self.expectiminimax(
                table,
                &HandicappedEvaluation { rules: game, evaluation, handicap, seed },
            )
        }
    }

    /// Iterative deepening with a searcher.
    fn iterative_deepening<G: Game>(
        &self,
        table: &TypedTable<G>,
        searcher: &impl Searcher<G>,
    ) -> SearchResult {
        self.search_and_report(table, |stop, deeper| {
            iterative_deepening::search(
                &*table.game,
                &table.state,
                self.seat,
                searcher,
                self.limits,
                stop,
                deeper,
            )
        })
    }

    /// Iterative deepening with expectiminimax, or a one-ply search where there are not two seats.
    fn expectiminimax<G: Game>(
        &self,
        table: &TypedTable<G>,
        evaluation: &impl Evaluation<G>,
    ) -> SearchResult {
        match Expectimax::new(&*table.game, evaluation) {
            Some(expectimax) => {
                self.iterative_deepening(table, &expectimax.with_root_beam(&table.state))
            }
            None => self.iterative_deepening(table, &OnePly::new(&*table.game, evaluation)),
        }
    }

    /// Searches exactly to the depth of the limits.
    fn fixed_depth<G: Game>(
        &self,
        table: &TypedTable<G>,
        searcher: &impl Searcher<G>,
    ) -> SearchResult {
        let Limits { depth, threads, .. } = *self.limits;
        self.search_and_report(table, |stop, _| {
            iterative_deepening::fixed_depth(
                &*table.game,
                &table.state,
                self.seat,
                searcher,
                depth.unwrap_or(1),
                threads,
                stop,
            )
        })
    }

    fn tree_search<G: Game>(
        &self,
        table: &TypedTable<G>,
        evaluation: &impl Evaluation<G>,
        variant: MctsVariant,
    ) -> SearchResult {
        let settings = mcts::MctsSettings::new(variant, self.limits);
        self.search_and_report(table, |stop, deeper| {
            mcts::search(&*table.game, &table.state, self.seat, evaluation, &settings, stop, deeper)
        })
    }

    /// Runs a search and converts its result, at the end and for each progress report to the
    /// watcher.
    fn search_and_report<G: Game>(
        &self,
        table: &TypedTable<G>,
        search: impl FnOnce(
            &(dyn Fn() -> bool + Sync),
            &dyn Fn(&RootResult<G::Move>),
        ) -> RootResult<G::Move>,
    ) -> SearchResult {
        // A search that overlooks moves proves nothing.
        let may_prove = self.limits.handicap == Handicap::NONE;
        let deeper = |answer: &RootResult<G::Move>| {
            self.watcher.deeper(&|| to_search_result(table, self.seat, answer, may_prove));
        };
        let answer = search(&|| self.watcher.stop(), &deeper);
        to_search_result(table, self.seat, &answer, may_prove)
    }
}

/// Converts a result into text and values without types of the game.
pub fn to_search_result<G: Game>(
    table: &TypedTable<G>,
    seat: Seat,
    answer: &RootResult<G::Move>,
    may_prove: bool,
) -> SearchResult {
    let RootResult { assessment, depth, nodes } = answer;
    let game = &*table.game;
    let mut state = table.state.clone();
    let mut line = Vec::new();
    for m in &assessment.principal_variation {
        line.push(game.write_move(&state, *m));
        game.play(&mut state, *m);
    }
    let is_scored = table.options().info().scored;
    let is_proved = may_prove
        && assessment.settled
        && match is_scored {
            // A settled value may still be an average over rolls. If the line reaches the end of
            // the game, there was no roll.
            true => assessment.forced.is_some() || game.next(&state).outcome().is_some(),
            // With two seats, a settled value is proved, since a seat that deviates only loses by
            // it. With dice it may be an average over wins and losses.
            false => assessment.forced.is_some() || game.seats() == 2 && !table.has_dice(),
        };
    let value = |seat: Seat| match assessment.values[seat.index()] {
        value if !is_proved => Value::Estimate(value.clamp(-Value::EXPECTED, Value::EXPECTED)),
        value if score::is_win(value) => Value::Win(score::plies(value)),
        value if score::is_loss(value) => Value::Loss(score::plies(value)),
        value if is_scored => Value::Points(value / 100),
        _ => Value::Draw,
    };
    SearchResult {
        step: line[0].clone(),
        value: value(seat),
        values: Seat::all(game.seats()).map(value).collect(),
        principal_variation: line,
        depth: *depth,
        nodes: *nodes,
    }
}

#[cfg(test)]
mod tests;
