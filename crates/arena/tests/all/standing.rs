//! Standings of small tournaments computed by hand, known figures of matches, and general
//! properties.

use ludoteca_arena::tournament::{
    EndCause, Fault, FaultCounts, Fixture, GameEnded, HeadToHead, PlayedGame, ResultTally,
    Standing, StandingRow,
};
use ludoteca_core::drawing::width;
use ludoteca_rating::statistics::{Estimate, Sample, WinDrawLoss, percent};
use proptest::prelude::*;

/// A game that the rules ended.
pub fn game(number: u64, opening: u64, seating: &[usize], places: &[u32]) -> PlayedGame {
    PlayedGame {
        fixture: Fixture { number, round: 0, opening, seating: seating.to_vec() },
        places: places.to_vec(),
        points: None,
        scored: false,
        ended: GameEnded::Rules,
        steps: 20 + number as u32 % 7,
        thought: seating.iter().map(|player| 100 * (*player as u64 + 1)).collect(),
    }
}

/// A game of points without a winner.
pub fn scored(number: u64, opening: u64, seating: [usize; 2], points: i32) -> PlayedGame {
    PlayedGame {
        points: Some(vec![points, -points]),
        scored: true,
        ..game(number, opening, &seating, &[1, 1])
    }
}

/// The same game, lost by the fault of a seat.
pub fn fault(game: PlayedGame, seat: usize, fault: Fault) -> PlayedGame {
    let places = (0..game.places.len())
        .map(|at| if at == seat { game.places.len() as u32 } else { 1 })
        .collect();
    let ended = GameEnded::Fault { seat, fault, what: "took 1.2 s of 1 s".to_owned() };
    PlayedGame { places, points: None, ended, ..game }
}

/// Places of two seats, by the first one's half points.
const PLACES: [[u32; 2]; 3] = [[2, 1], [1, 1], [1, 2]];

/// A match with these numbers of pairs of each kind; player 0 begins the first game of each.
pub fn paired(by_half_points: [usize; 5]) -> Vec<PlayedGame> {
    let kinds = [[0, 0], [1, 0], [1, 1], [2, 1], [2, 2]];
    let pairs = by_half_points
        .into_iter()
        .zip(kinds)
        .flat_map(|(count, kind)| std::iter::repeat_n(kind, count));
    let games = |(opening, [one, other]): (usize, [usize; 2])| {
        let (number, opening) = (2 * opening as u64, opening as u64);
        [
            game(number, opening, &[0, 1], &PLACES[one]),
            game(number + 1, opening, &[1, 0], &PLACES[2 - other]),
        ]
    };
    pairs.enumerate().flat_map(games).collect()
}

pub fn names(count: usize) -> Vec<String> {
    (0..count).map(|n| format!("player-{n}")).collect()
}

fn score(wins: u64, draws: u64, losses: u64) -> WinDrawLoss {
    WinDrawLoss { wins, draws, losses }
}

#[test]
fn three_players_by_hand() {
    let played = [
        game(0, 0, &[0, 1], &[1, 2]),
        game(1, 0, &[1, 0], &[1, 1]),
        game(2, 1, &[0, 2], &[1, 2]),
        fault(game(3, 1, &[2, 0], &[1, 2]), 0, Fault::Crashed),
        // Half a pair, and a game with the same opening but another player.
        game(4, 2, &[2, 1], &[2, 1]),
        game(5, 2, &[1, 0], &[2, 1]),
    ];
    let standing = Standing::new(&names(3), 2, &played);
    let tallies: Vec<(u64, ResultTally, f64)> =
        standing.rows().iter().map(|row| (row.games, row.tally.clone(), row.score())).collect();
    let expected = [(5, score(4, 1, 0), 4.5), (4, score(1, 1, 2), 1.5), (3, score(0, 0, 3), 0.0)];
    assert_eq!(
        tallies,
        expected.map(|(games, score, sum)| (games, ResultTally::Games(score), sum))
    );
    assert_eq!(standing.ranking(), [0, 1, 2]);
    assert_eq!(standing.rows()[0].share(), Some(0.9));
    assert_eq!(standing.rows()[2].faults, FaultCounts { crashed: 1, ..FaultCounts::default() });
    assert_eq!(standing.rows()[1].thought_a_game(), Some(200.0));

    let between = standing.between(0, 1);
    assert_eq!(
        (between.score, between.pairs.unwrap().by_half_points),
        (score(2, 1, 0), [0, 0, 0, 1, 0])
    );
    let between = standing.between(2, 1);
    assert_eq!((between.score, between.pairs.unwrap().by_half_points), (score(0, 0, 1), [0; 5]));
    assert_eq!(standing.between(1, 1).results(), 0);

    let seats: Vec<(u64, Option<f64>)> =
        standing.by_seat().iter().map(|at| (at.games, at.share())).collect();
    assert_eq!(seats, [(6, Some(2.5 / 6.0)), (6, Some(3.5 / 6.0))]);
    let seats: Vec<(u64, Option<f64>)> =
        standing.rows()[0].by_seat.iter().map(|at| (at.games, at.share())).collect();
    assert_eq!(seats, [(2, Some(1.0)), (3, Some(2.5 / 3.0))]);

    let lengths = standing.lengths().unwrap();
    assert_eq!((lengths.mean, lengths.shortest, lengths.longest), (22.5, 20, 25));
    let endings: Vec<(EndCause, u64)> = standing.endings().counts().collect();
    assert_eq!(endings, [(EndCause::Rules, 5), (EndCause::Fault(Fault::Crashed), 1)]);
    assert!(standing.match_summary().is_none());
}

#[test]
fn shared_places_of_four() {
    let played = [
        game(0, 0, &[0, 1, 2, 3], &[1, 2, 3, 4]),
        game(1, 0, &[3, 0, 1, 2], &[4, 1, 1, 3]),
        // Places with gaps mean the same as places without.
        game(2, 0, &[2, 3, 0, 1], &[7, 7, 2, 7]),
        game(3, 0, &[1, 2, 3, 0], &[1, 1, 1, 1]),
    ];
    let standing = Standing::new(&names(4), 4, &played);
    let rows: Vec<(ResultTally, f64)> =
        standing.rows().iter().map(|row| (row.tally.clone(), row.score())).collect();
    // The half points of each game, out of six.
    let expected: [([u64; 4], [u32; 4]); 4] = [
        ([4, 0, 0, 0], [6, 5, 6, 3]),
        ([2, 2, 0, 0], [4, 5, 2, 3]),
        ([1, 1, 2, 0], [2, 2, 2, 3]),
        ([1, 1, 0, 2], [0, 0, 2, 3]),
    ];
    assert_eq!(
        rows,
        expected.map(|(places, halves)| (
            ResultTally::Places(places.to_vec()),
            f64::from(halves.iter().sum::<u32>()) / 6.0
        ))
    );
    assert_eq!(standing.ranking(), [0, 1, 2, 3]);
    assert_eq!(
        (standing.between(0, 1).score, standing.between(0, 1).pairs),
        (score(2, 2, 0), None)
    );
    assert_eq!(standing.between(3, 1).score, score(0, 2, 2));
}

/// Games that are decided by points: two of them together are one result.
#[test]
fn points_of_an_opening_are_one_result() {
    let [ahead, back] = [scored(0, 0, [0, 1], 7), scored(1, 0, [1, 0], 3)];
    let broken_off = |ended: GameEnded| PlayedGame { points: None, ended, ..back.clone() };
    let check = |what: &str, played: &[&PlayedGame], expected: WinDrawLoss, margin: Option<f64>| {
        let played: Vec<PlayedGame> = played.iter().copied().cloned().collect();
        let standing = Standing::new(&names(2), 2, &played);
        let between = standing.between(0, 1);
        assert_eq!(
            (between.score, between.pairs, between.margin()),
            (expected, None, margin),
            "{what}"
        );
        let row = &standing.rows()[0];
        assert_eq!((row.games, row.results), (played.len() as u64, expected.results()), "{what}");
        assert_eq!(standing.match_summary().unwrap().first_seat, None, "{what}");
    };
    check("7 and -3 are more than -7 and 3", &[&ahead, &back], score(1, 0, 0), Some(8.0));
    check("as much", &[&ahead, &scored(1, 0, [1, 0], 7)], score(0, 1, 0), Some(0.0));
    check("half of it", &[&ahead], score(0, 0, 0), None);
    check("another opening", &[&ahead, &scored(1, 1, [1, 0], 3)], score(0, 0, 0), None);
    check("the same seats", &[&ahead, &scored(1, 0, [0, 1], 3)], score(0, 0, 0), None);
    check(
        "the player who is ahead is late",
        &[&ahead, &fault(back.clone(), 1, Fault::Late)],
        score(0, 0, 1),
        None,
    );
    let crashes = [ahead.clone(), back.clone()].map(|game| fault(game, 0, Fault::Crashed));
    check("both crash", &[&crashes[0], &crashes[1]], score(0, 1, 0), None);
    check(
        "too long gives no points",
        &[&ahead, &broken_off(GameEnded::Length)],
        score(1, 0, 0),
        Some(14.0),
    );
    check(
        "a player who resigns loses both",
        &[&ahead, &broken_off(GameEnded::Resigned { seat: 1 })],
        score(0, 0, 1),
        None,
    );
}

#[test]
fn matches_have_the_known_figures() {
    let rows = [
        ([34, 54, 63, 64, 75], ["+55.58 ± 27.65", "+57.94 ± 28.28", "100.00 %"]),
        ([332, 433, 498, 333, 334], ["-8.64 ± 10.33", "-9.17 ± 10.96", "5.05 %"]),
    ];
    for (counts, expected) in rows {
        let summary = Standing::new(&names(2), 2, &paired(counts)).match_summary().unwrap();
        let between = summary.between;
        assert_eq!(between.pairs.unwrap().by_half_points, counts.map(|count| count as u64));
        let found = [
            between.elo().to_string(),
            between.normalised_elo().to_string(),
            percent(between.superiority()),
        ];
        assert_eq!(found, expected);
        assert_eq!(between.pairs.unwrap().games(), summary.games);
    }
    // Without pairs the figures are computed game by game.
    let kinds = [(136, 2), (111, 1), (96, 0)]
        .into_iter()
        .flat_map(|(count, kind)| std::iter::repeat_n(kind, count));
    let played: Vec<PlayedGame> = kinds
        .enumerate()
        .map(|(n, kind)| game(n as u64, n as u64, &[0, 1], &PLACES[kind]))
        .collect();
    let summary = Standing::new(&names(2), 2, &played).match_summary().unwrap();
    let between = summary.between;
    let found = [
        between.elo().to_string(),
        between.normalised_elo().to_string(),
        percent(between.superiority()),
    ];
    assert_eq!(found, ["+40.70 ± 30.43", "+49.77 ± 36.77", "99.60 %"]);
    assert_eq!(percent(between.draw_rate()), "32.36 %");
    assert_eq!(percent(summary.first_seat), percent(between.score.mean()));
}

#[test]
fn a_match_as_text() {
    let mut played = paired([3, 21, 52, 40, 9]);
    played[0] = fault(played[0].clone(), 0, Fault::Late);
    played[3].ended = GameEnded::NoProgress;
    let summary = Standing::new(&["alpha".to_owned(), "日本".to_owned()], 2, &played)
        .match_summary()
        .unwrap();
    let expected = "\
Match             alpha – 日本
Games             250
Won, drawn, lost  58, 165, 27
Score             140.5 of 250 (56.20 %)
Elo               +43.30 ± 27.91
Normalised Elo    +67.68 ± 43.07
Superiority       99.90 %
Draws             66.00 %
Pairs 0 ½ 1 1½ 2  3 21 52 40 9
First seat        62.20 %
Faults of alpha   1 late
Faults of 日本    none
Time of alpha     100 ms a game
Time of 日本      200 ms a game
Lengths           23.0 steps, from 20 to 26
Endings           248 by the rules, 1 no progress, 1 late";
    assert_eq!(summary.to_string(), expected);
}

#[test]
fn a_tournament_as_text() {
    let played = [
        game(0, 0, &[0, 1], &[1, 2]),
        game(1, 0, &[1, 0], &[1, 1]),
        fault(game(2, 1, &[1, 2], &[1, 2]), 1, Fault::Hung),
        game(3, 1, &[2, 1], &[1, 2]),
    ];
    let names = ["日本", "b", "a name of thirty-two letters, so"].map(str::to_owned);
    let standing = Standing::new(&names, 2, &played);
    let expected = "\
#  Name                              Rating         Games  Score    Share  Won  Drawn  Lost  Faults
1  日本                                +121  ± 347      2    1.5  75.00 %    1      1     0
2  a name of thirty-two letters, so     -59  ± 321      2    1.0  50.00 %    1      0     1  1 hung
3  b                                    -62  ± 214      4    1.5  37.50 %    1      1     2

#  Name                                  1      2      3
1  日本                                  —      ·  1-1-0
2  a name of thirty-two letters, so      ·      —  1-0-1
3  b                                 0-1-1  1-0-1      —
";
    assert_eq!(standing.text(Some(100)), expected);
    assert_eq!(standing.text(None), expected);
    let narrow = standing.text(Some(55));
    assert!(
        narrow.ends_with(
            "2  a name of thirty-two letters, so    ·    —  1.0\n3  b                                 0.5  1.0    —\n"
        ),
        "{narrow}"
    );
    let narrower = standing.text(Some(40));
    assert!(
        narrower.ends_with("\n\nThe cross table takes 50 columns and is in the report.\n"),
        "{narrower}"
    );
    // A control character that would move the cursor is replaced by a visible one.
    let bell = Standing::new(&["\u{7}\u{1b}[2J".to_owned()], 2, &[]).text(None);
    assert!(!bell.contains(|letter: char| letter.is_control() && letter != '\n'), "{bell:?}");
}

#[test]
fn places_as_text() {
    let played = [game(0, 0, &[0, 1, 2], &[3, 1, 1]), game(1, 1, &[2, 1, 0], &[3, 2, 1])];
    let text = Standing::new(&names(3), 3, &played).text(None);
    assert!(
        text.starts_with("#  Name      Rating         Games  Score    Share  1st  2nd  3rd\n"),
        "{text}"
    );
    assert!(text.contains("      2   1.25  62.50 %    1    1    0\n"), "{text}");
}

#[test]
fn a_standing_of_few_games() {
    let lost = |n: usize| {
        fault(game(n as u64, n as u64 / 2, &[n % 2, 1 - n % 2], &[1, 1]), n / 2 % 2, Fault::Crashed)
    };
    let cases: [(usize, usize, Vec<PlayedGame>); 6] = [
        (0, 2, vec![]),
        (2, 2, vec![]),
        (2, 2, vec![game(0, 0, &[1, 0], &[1, 2])]),
        (4, 3, vec![game(0, 0, &[3, 1, 0], &[1, 1, 1])]),
        (2, 2, (0..50).map(lost).collect()),
        (
            64,
            4,
            (0..61)
                .map(|n| game(n as u64, n as u64, &[n, n + 1, n + 2, n + 3], &[1, 2, 3, 4]))
                .collect(),
        ),
    ];
    for (players, seats, played) in cases {
        let standing = Standing::new(&names(players), seats, &played);
        let text = standing.text(Some(80))
            + &standing.match_summary().map_or(String::new(), |all| all.to_string());
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        for row in standing.rows() {
            assert_eq!(row.rating == Estimate::Unknown, row.results == 0);
            assert_eq!(row.share().is_none(), row.results == 0);
        }
        let with_results = standing.rows().iter().filter(|row| row.results > 0).count();
        let (first, last) = standing.ranking().split_at(with_results);
        assert!(first.iter().all(|player| standing.rows()[*player].results > 0));
        assert!(last.is_sorted(), "players without games come last, by number");
    }
}

/// Games of six players at tables of two to four. Some games are lost by faults, some have only
/// points. Openings are played at all seats, and the last of them may be incomplete.
pub fn tournament() -> impl Strategy<Value = (usize, Vec<PlayedGame>)> {
    let opening = (
        0..6usize,
        prop::collection::vec((prop::collection::vec(0..3u32, 4), -9..9i32, 0..12usize), 4),
    );
    (2..=4usize, any::<bool>(), prop::collection::vec(opening, 0..12), 0..3usize).prop_map(
        |(seats, points_only, openings, missing)| {
            let mut played = Vec::new();
            for (opening, (first, games)) in openings.into_iter().enumerate() {
                for (turn, (places, points, ending)) in games.into_iter().take(seats).enumerate() {
                    // Different steps between players from opening to opening, so that all meet.
                    let step = if opening % 2 == 0 { 1 } else { 5 };
                    let mut seating: Vec<usize> =
                        (0..seats).map(|seat| (first + step * seat) % 6).collect();
                    seating.rotate_right(turn);
                    let places: Vec<u32> = places[..seats].iter().map(|place| 1 + place).collect();
                    let one = game(played.len() as u64, opening as u64, &seating, &places);
                    let one = match points_only && seats == 2 {
                        true => scored(
                            one.fixture.number,
                            opening as u64,
                            [seating[0], seating[1]],
                            points,
                        ),
                        false => one,
                    };
                    played.push(if ending < seats {
                        fault(one, ending, Fault::Illegal)
                    } else {
                        one
                    });
                }
            }
            played.truncate(played.len().saturating_sub(missing));
            (seats, played)
        },
    )
}

fn close(one: Option<f64>, other: Option<f64>) -> bool {
    one.zip(other)
        .map_or(one == other, |(one, other)| (one - other).abs() < 1e-6 * (1.0 + one.abs()))
}

/// Checks that two standings are equal except for rounding, with players renamed by the map.
fn check_same(one: &Standing, other: &Standing, renamed: &[usize]) {
    for (player, row) in one.rows().iter().enumerate() {
        let same = &other.rows()[renamed[player]];
        assert!(
            close(row.rating.value(), same.rating.value())
                && close(row.rating.error(), same.rating.error())
        );
        assert_eq!((row.games, row.results, &row.tally), (same.games, same.results, &same.tally));
        assert_eq!(
            (row.score(), row.faults, row.thought),
            (same.score(), same.faults, same.thought)
        );
        assert_eq!(row.by_seat, same.by_seat);
        for opponent in 0..renamed.len() {
            assert_eq!(
                one.between(player, opponent),
                other.between(renamed[player], renamed[opponent])
            );
        }
    }
    assert_eq!(
        (one.by_seat(), one.endings(), one.lengths()),
        (other.by_seat(), other.endings(), other.lengths())
    );
}

proptest! {
    /// The order of games changes nothing, not even by rounding. Renumbering the players changes no
    /// figure.
    #[test]
    fn order_and_numbering_do_not_matter(
        (seats, played) in tournament(),
        order in Just((0..200usize).collect::<Vec<_>>()).prop_shuffle(),
        renamed in Just((0..6usize).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let standing = Standing::new(&names(6), seats, &played);
        let mut shuffled: Vec<PlayedGame> = played.clone();
        shuffled.sort_by_key(|game| order[game.fixture.number as usize]);
        let again = Standing::new(&names(6), seats, &shuffled);
        check_same(&standing, &again, &[0, 1, 2, 3, 4, 5]);
        prop_assert_eq!(standing.text(None), again.text(None));
        prop_assert_eq!(standing.ranking(), again.ranking());

        let mut others = played.clone();
        for game in &mut others {
            // Thinking times stay with the players.
            game.fixture.seating.iter_mut().for_each(|player| *player = renamed[*player]);
        }
        check_same(&standing, &Standing::new(&names(6), seats, &others), &renamed);
    }

    /// Wins and losses balance, and totals equal the sums of their parts.
    #[test]
    fn totals_add_up((seats, played) in tournament()) {
        let standing = Standing::new(&names(6), seats, &played);
        let rows = standing.rows();
        prop_assert_eq!(rows.iter().map(|row| row.games).sum::<u64>(), (seats * played.len()) as u64);
        prop_assert_eq!(standing.endings().counts().map(|(_, count)| count).sum::<u64>(), played.len() as u64);
        let results = rows.iter().map(|row| row.results).sum::<u64>() as f64;
        // Each result gives half a point per player on average.
        prop_assert!((rows.iter().map(StandingRow::score).sum::<f64>() - results / 2.0).abs() < 1e-9);
        for (player, row) in rows.iter().enumerate() {
            let all: Vec<_> = (0..6).map(|other| standing.between(player, other)).collect();
            prop_assert_eq!(all.iter().map(HeadToHead::results).sum::<u64>(), row.results * (seats as u64 - 1));
            let points = all.iter().map(HeadToHead::points).sum::<f64>() / (seats - 1) as f64;
            prop_assert!((points - row.score()).abs() < 1e-9);
            prop_assert_eq!(row.by_seat.iter().map(|at| at.games).sum::<u64>(), row.games);
            for (other, between) in all.iter().enumerate() {
                prop_assert_eq!(between.score, standing.between(other, player).score.reversed());
                let pairs = between.pairs.map_or(0, |pairs| pairs.games());
                prop_assert!(pairs <= between.results());
            }
        }
        let faults = played.iter().filter(|game| matches!(game.ended, GameEnded::Fault { .. })).count() as u64;
        prop_assert_eq!(rows.iter().map(|row| row.faults.total()).sum::<u64>(), faults);
    }

    /// The lines of each table are as wide as their headings, whatever characters names contain.
    #[test]
    fn columns_are_aligned(names in prop::collection::vec("[a日\u{301}é ]{1,8}x", 6), (seats, played) in tournament()) {
        let text = Standing::new(&names, seats, &played).text(None);
        let cross = text.split("\n\n").nth(1).unwrap();
        let widths: Vec<usize> = cross.lines().map(width).collect();
        prop_assert!(widths.iter().all(|width| *width == widths[0]), "{}", text);
    }
}
