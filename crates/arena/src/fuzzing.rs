//! What the fuzzers and their test check: invariants of the files of a tournament, and of the names
//! of players. Each check panics when its invariant is violated.

use ludoteca_core::random::below;
use ludoteca_engines::fuzzing::is_one_line;
use ludoteca_games::catalog;
use ludoteca_games::fuzzing::sample;
use ludoteca_play::seeds::Seed;
use rand_core::Rng;

use crate::contest::ContestRules;
use crate::entrant::{Entrant, make_names_unique};
use crate::tournament::{
    Fault, Format, GameEnded, Openings, PlayedGame, ReportInfo, Standing, TournamentPlan,
    TournamentSettings, html, read_games,
};

/// Tournaments with more games than this are skipped, since they would only take time.
const MANY: u64 = 1000;

/// Checks that every player that is understood is written in a form that is read back the same.
/// Settings in the first line that are understood and consistent must be read back the same, too.
/// The games of the other lines, as far as they are accepted, must have a standing and a report.
pub fn tournament(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for line in text.split(['\n', '"']) {
        match line.parse::<Entrant>() {
            Ok(entrant) => assert_eq!(entrant.to_string().parse(), Ok(entrant), "{line:?}"),
            Err(error) => is_one_line(&ludoteca_core::text::printable(&error.to_string())),
        }
    }
    let (settings, games) = text.split_once('\n').unwrap_or((&text, ""));
    let Ok(settings) = serde_json::from_str::<TournamentSettings>(settings) else { return };
    if settings.check().is_err() || settings.plan.games() > MANY {
        return;
    }
    let written = serde_json::to_string(&settings).expect("settings can be written");
    assert_eq!(serde_json::from_str::<TournamentSettings>(&written).ok(), Some(settings.clone()));
    let Ok(played) = read_games(games.as_bytes(), &settings) else { return };
    let standing = Standing::new(&settings.names(), settings.plan.seats, &played);
    assert_eq!(standing.games(), played.len() as u64);
    standing.text(Some(80));
    html(&ReportInfo::default(), &standing, &played);
    let next = settings.plan.next(&played).count();
    assert!(next + played.len() <= settings.plan.games() as usize);
}

/// A random tournament in its stored form: its settings, and the results of some of its games.
pub fn kept_tournament(generator: &mut impl Rng) -> Vec<u8> {
    let options = catalog::parse(&sample(generator).options).expect("options that were opened");
    let seats = options.number("seats") as usize;
    let players = seats + below(generator, 4) as usize;
    let kinds = [
        "r",
        "a3",
        "new=a:depth=2;algorithm=minimax",
        "cmd+uai;Hash=1:./engine --fast",
        "tcp:[::1]:5001",
    ];
    let mut entrants: Vec<Entrant> = (0..players)
        .map(|_| {
            kinds[below(generator, kinds.len() as u32) as usize]
                .parse()
                .expect("all of them are players")
        })
        .collect();
    make_names_unique(&mut entrants);
    let formats = [Format::RoundRobin, Format::Gauntlet, Format::Swiss];
    let format = formats[below(generator, if seats == 2 { 3 } else { 2 }) as usize];
    let plan = TournamentPlan {
        format,
        players,
        seats,
        rounds: 1 + below(generator, 2),
        openings: 1 + below(generator, 2),
    };
    let openings = Openings { positions: Vec::new(), steps: 4 };
    let settings = TournamentSettings {
        options,
        entrants,
        plan,
        openings,
        seed: Seed::Number(below(generator, 100).into()),
        conduct: ContestRules::default(),
        sprt: None,
    };
    let mut kept = serde_json::to_string(&settings).expect("settings can be written") + "\n";
    for fixture in plan.next(&[]) {
        if below(generator, 4) == 0 {
            continue;
        }
        let seat = below(generator, seats as u32) as usize;
        let fault = GameEnded::Fault { seat, fault: Fault::Late, what: "too \"late\"".to_owned() };
        let ended = [
            GameEnded::Rules,
            GameEnded::Length,
            GameEnded::Agreed,
            GameEnded::Resigned { seat },
            fault,
        ];
        let game = PlayedGame {
            fixture,
            places: (0..seats).map(|_| 1 + below(generator, seats as u32)).collect(),
            points: (below(generator, 2) == 0)
                .then(|| (0..seats).map(|_| below(generator, 50) as i32 - 20).collect()),
            scored: settings.options.info().scored,
            ended: ended[below(generator, 5) as usize].clone(),
            steps: below(generator, 100),
            thought: vec![below(generator, 1000).into(); seats],
        };
        kept += &(serde_json::to_string(&game).expect("a game can be written") + "\n");
    }
    kept.into_bytes()
}
