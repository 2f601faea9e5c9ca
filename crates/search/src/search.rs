//! The way from a table to the searcher that suits it, and from what that found to words that need
//! no types.

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
use crate::{Method, score};

/// Typed code that searches for the next move of a table, as
/// [`Searchable::search`](crate::Searchable::search) does.
pub struct Search<'a> {
    /// How it is looked for.
    pub method: Method,
    /// How far.
    pub limits: &'a Limits,
    /// Who waits for it.
    pub watcher: &'a dyn Watcher,
}

impl Visitor for Search<'_> {
    type Output = Option<SearchResult>;

    fn visit<G: Game>(self, table: &TypedTable<G>) -> Option<SearchResult> {
        let Search { method, limits, watcher } = self;
        let seat = table.next().seat()?;
        let evaluation = &table.game.evaluation();
        let look = SearchRun { seat, limits, watcher };
        let variant = match method {
            Method::Mcts => Some(MctsVariant::Guided),
            Method::PlainMcts => Some(MctsVariant::Uct),
            // Random games tell more than nothing. But a depth ends none of them: whoever gives one
            // is looked ahead for, and sees how games end.
            Method::Best if evaluation.is_blind() && limits.depth.is_none() => {
                Some(MctsVariant::Uct)
            }
            Method::Best | Method::Minimax | Method::Paranoid | Method::MaxN => None,
        };
        Some(match variant {
            Some(variant) => look.tree_search(table, evaluation, variant),
            // Constants: of these searches only the one that suits the rules is compiled for them.
            None if const { G::Chance::IS_ROLLED } => look.with_dice(table, evaluation, method),
            None if const { G::MOST_SEATS > 2 } => look.many_seats(table, evaluation, method),
            None => look.two_seats(table, evaluation, method),
        })
    }
}

/// A search for a move of `seat`.
struct SearchRun<'a> {
    seat: Seat,
    limits: &'a Limits,
    watcher: &'a dyn Watcher,
}

/// Rules for more say so.
const TWO_SEATS: &str = "there are two seats";

impl SearchRun<'_> {
    fn two_seats<G: Game>(
        &self,
        table: &TypedTable<G>,
        evaluation: &impl Evaluation<G>,
        method: Method,
    ) -> SearchResult {
        let game = &*table.game;
        if method == Method::Minimax {
            return self.fixed_depth(table, &Minimax::new(game, evaluation).expect(TWO_SEATS));
        }
        // Of two seats one is against all others, and each for itself, in the same way.
        let alpha_beta = AlphaBeta::new(game, evaluation, self.limits).expect(TWO_SEATS);
        self.search_and_report(table, |stop, deeper| {
            alpha_beta.search(&table.state, self.seat, self.limits, stop, deeper)
        })
    }

    fn many_seats<G: Game>(
        &self,
        table: &TypedTable<G>,
        evaluation: &impl Evaluation<G>,
        method: Method,
    ) -> SearchResult {
        let (rules, state, seat) = (&table.game, &table.state, self.seat);
        if method == Method::Minimax {
            return self.fixed_depth(table, &MaxN::new(&**rules, evaluation).expect(NO_DICE));
        }
        self.search_and_report(table, |stop, deeper| {
            ManySeats { rules, evaluation, state, seat, stop }.search(method, self.limits, deeper)
        })
    }

    /// Neither paranoid nor max^n knows dice.
    fn with_dice<G: Game>(
        &self,
        table: &TypedTable<G>,
        evaluation: &impl Evaluation<G>,
        method: Method,
    ) -> SearchResult {
        let game = &*table.game;
        let Limits { handicap, seed, .. } = *self.limits;
        if method == Method::Minimax {
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

    /// Further and further.
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

    /// Further and further with dice.
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

    /// Exactly as far as the depth says.
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

    /// Searches, and writes down what is found: in the end, and on the way for those who ask.
    fn search_and_report<G: Game>(
        &self,
        table: &TypedTable<G>,
        search: impl FnOnce(
            &(dyn Fn() -> bool + Sync),
            &dyn Fn(&RootResult<G::Move>),
        ) -> RootResult<G::Move>,
    ) -> SearchResult {
        // Who overlooks something proves nothing.
        let may_prove = self.limits.handicap == Handicap::NONE;
        let deeper = |answer: &RootResult<G::Move>| {
            self.watcher.deeper(&|| to_search_result(table, self.seat, answer, may_prove))
        };
        let answer = search(&|| self.watcher.stop(), &deeper);
        to_search_result(table, self.seat, &answer, may_prove)
    }
}

/// What was found, in words that need no types.
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
            // What is settled may still be an average over rolls; a line to the end has none.
            true => assessment.forced.is_some() || game.next(&state).outcome().is_some(),
            // Of two seats neither can spoil what is settled but to its own loss. With dice it may
            // be an average over wins and losses.
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
