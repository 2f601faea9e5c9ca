//! Tests of a game in progress: commands and events, and that no step is lost.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use ludoteca_core::{Message, Next, Outcome, Seat, Table, Verdict, random};
use ludoteca_games::catalog;
use ludoteca_play::seeds::{Entropy, Purpose, Seed, stream};
use ludoteca_play::{
    Awaits, BadRecord, Command, Decision, Dice, Ending, Event, Obstacles, Play, Player, Record,
    RecordedStep, Refused, Seated, Series, Setup, SetupError,
};

fn record(options: &str) -> Record {
    let options = catalog::parse(options).unwrap();
    let seats = options.number("seats") as usize;
    let seats = options.info().names[..seats].iter().map(|name| Seated::manual(name)).collect();
    Record { seed: Some(Seed::Number(7)), ..Record::new(options, seats) }
}

fn begin(record: Record) -> Play {
    let table = catalog::open(&record.options).unwrap();
    Play::new(record, table).unwrap()
}

/// A game of these options, all seats manual, after these steps.
fn played(options: &str, steps: &[&str]) -> Play {
    let mut play = begin(record(options));
    for step in steps {
        make(&mut play, step);
    }
    play
}

/// Makes a move for the seat that is to move.
fn make(play: &mut Play, step: &str) -> Vec<Event> {
    let seat = play.table().next().seat();
    play.tell(Command::Step { by: seat, step: step.into() })
}

fn stepped(number: usize, by: Option<Seat>, step: &str) -> Event {
    Event::Stepped { number, by, step: step.to_owned() }
}

fn adjudicate(verdict: Verdict) -> Command {
    Command::Adjudicate { verdict, reason: Decision::read("time ran out") }
}

/// Asserts that the command is refused with this reason, and that nothing changes.
fn refuses(play: &mut Play, command: Command, reason: Refused) {
    let (before, states) = (play.record().clone(), play.log().len());
    assert_eq!(play.tell(command), [Event::Refused(reason)]);
    assert_eq!((play.record(), play.log().len()), (&before, states));
}

#[test]
fn commands_cause_events() {
    let mut play = played("ttt", &[]);
    assert_eq!(play.log(), [Event::Started]);
    assert_eq!(make(&mut play, " 0  0 "), [stepped(1, Some(Seat::FIRST), "0 0")]);
    for step in ["1 0", "0 1", "1 1"] {
        make(&mut play, step);
    }
    assert_eq!(play.awaits(), Awaits::Person(Seat::FIRST));
    let events = make(&mut play, "0 2");
    let [
        Event::Stepped { number: 5, by: Some(Seat::FIRST), step },
        Event::Ended(Ending::Played { outcome, reason }),
    ] = &events[..]
    else {
        panic!("{events:?}")
    };
    assert_eq!((step.as_str(), outcome.verdict), ("0 2", Verdict::Won(Seat::FIRST)));
    assert_eq!(Some(reason), play.table().ending().as_ref());
    assert_eq!(play.awaits(), Awaits::Nothing);
    assert_eq!(
        (play.log().len(), play.steps(), play.last_step()),
        (7, 5, Some((Some(Seat::FIRST), "0 2")))
    );
    assert_eq!(play.record().ending.as_ref(), play.ending());
}

#[test]
fn impossible_commands_are_refused() {
    let mut play = played("ttt", &["0 0"]);
    let step = |by, text: &str| Command::Step { by, step: text.into() };
    refuses(&mut play, step(Some(Seat::FIRST), "1 1"), Refused::NotTheirTurn("X".to_owned()));
    refuses(&mut play, step(None, "5"), Refused::NoRoll);
    refuses(&mut play, Command::Redo(2), Refused::NothingToRedo);
    refuses(&mut play, Command::Redo(1), Refused::NothingToRedo);
    refuses(&mut play, Command::TakeBack(1), Refused::NothingToTakeBack);
    let events = make(&mut play, "0 0");
    assert!(
        matches!(&events[..], [Event::Refused(Refused::Illegal(reason))] if !reason.to_string().is_empty()),
        "{events:?}"
    );
    play.tell(Command::Stop);
    refuses(&mut play, step(Some(Seat::SECOND), "1 1"), Refused::Over);
    refuses(&mut play, Command::Random, Refused::Over);
    refuses(&mut play, Command::RandomWas("1 1".to_owned()), Refused::Over);
    refuses(&mut play, Command::Stop, Refused::Over);
    refuses(&mut play, adjudicate(Verdict::Draw), Refused::Over);

    let mut dawn = played("dawn", &["5;2"]);
    refuses(&mut dawn, step(None, "5"), Refused::OtherDice(Dice::Drawn));
    refuses(&mut dawn, step(Some(Seat::SECOND), "0;0:0;1"), Refused::RollFirst);
    let mut typed = begin(Record {
        dice: Dice::Typed,
        steps: vec![RecordedStep::new("5;2")],
        ..record("dawn")
    });
    assert_eq!(typed.awaits(), Awaits::TypedRoll);
    refuses(&mut typed, Command::Random, Refused::OtherDice(Dice::Typed));
    refuses(&mut typed, Command::RandomWas("5".to_owned()), Refused::OtherDice(Dice::Typed));
    assert_eq!(typed.tell(step(None, "DAWN")), [stepped(2, None, "DAWN")]);
}

#[test]
fn earlier_random_steps_are_replayed() {
    let mut dawn = played("dawn", &["5;2"]);
    assert_eq!(dawn.tell(Command::RandomWas("DAWN".to_owned())), [stepped(2, None, "DAWN")]);
    let events = played("dawn", &["5;2"]).tell(Command::RandomWas("7".to_owned()));
    assert!(matches!(&events[..], [Event::Refused(Refused::Illegal(_))]), "{events:?}");
    let mut play = played("ttt", &["0 0"]);
    assert_eq!(
        play.tell(Command::RandomWas("1 1".to_owned())),
        [stepped(2, Some(Seat::SECOND), "1 1")]
    );
}

#[test]
fn a_command_can_be_meant_for_one_state() {
    let mut play = played("ttt", &["0 0"]);
    let state = play.log().len();
    let step = |text: &str| Command::Step { by: Some(Seat::SECOND), step: text.into() };
    assert_eq!(play.tell_at(state, step("1 1")), [stepped(2, Some(Seat::SECOND), "1 1")]);
    let late = play.tell_at(state, Command::Random);
    assert_eq!(late, [Event::Refused(Refused::Stale { meant: state, now: state + 1 })]);
}

#[test]
fn a_table_fits_its_record() {
    let table = || catalog::open(&catalog::parse("ttt").unwrap()).unwrap();
    let one = Record { seats: vec![Seated::manual("X")], ..record("ttt") };
    assert_eq!(Play::new(one, table()).err(), Some(BadRecord::Seats { players: 1, seats: 2 }));
    let error = Play::new(record("attt"), table()).err().unwrap().to_string();
    assert_eq!(error, "a record of `attt` at a table of `ttt`");
}

#[test]
fn games_can_end_early() {
    let mut play = played("ttt", &["0 0"]);
    let ending = Ending::Adjudicated {
        verdict: Verdict::Won(Seat::FIRST),
        reason: Decision::read("time ran out"),
    };
    assert_eq!(play.tell(adjudicate(Verdict::Won(Seat::FIRST))), [Event::Ended(ending.clone())]);
    // The game of its record is over too, but a record of a game that was broken off can be
    // continued.
    assert_eq!(begin(play.record().clone()).ending(), Some(&ending));
    let mut play = played("ttt", &["0 0"]);
    assert_eq!(play.tell(Command::Stop), [Event::Ended(Ending::Stopped)]);
    assert_eq!(begin(play.record().clone()).awaits(), Awaits::Person(Seat::SECOND));
    // An ending that was decided can be taken back without a step, and the decision is then gone.
    assert_eq!(play.tell(Command::TakeBack(1)), [Event::TakenBack(1)]);
    assert_eq!((play.ending(), play.steps()), (None, 1));
    play.tell(Command::TakeBack(0));
    play.tell(adjudicate(Verdict::Draw));
    refuses(&mut play, Command::Redo(1), Refused::Over);
    play.tell(Command::TakeBack(0));
    assert_eq!(play.tell(Command::Redo(1)), [stepped(1, Some(Seat::FIRST), "0 0")]);
    refuses(&mut play, adjudicate(Verdict::Scored), Refused::NoVerdict);
    let nobody = Seat::new(2);
    refuses(
        &mut play,
        adjudicate(Verdict::Won(nobody)),
        Refused::NoSuchSeat { seat: nobody, seats: 2 },
    );
    // An ending by the rules can only be taken back with the step that caused it.
    let mut won = played("ttt", &["0 0", "1 0", "0 1", "1 1", "0 2"]);
    refuses(&mut won, Command::TakeBack(5), Refused::NothingToTakeBack);
    won.tell(Command::TakeBack(4));
    assert_eq!(won.ending(), None);
}

#[test]
fn skipped_seats_cause_events() {
    let blocked =
        Record { position: Some("x--4/---4/---4/7/7/7/5oo x 0 1".to_owned()), ..record("ataxx") };
    let play = begin(blocked);
    let [Event::Started, Event::Skipped { seat: Seat::FIRST, reason }] = play.log() else {
        panic!("{:?}", play.log())
    };
    assert!(!reason.to_string().is_empty());
    let mut play = begin(Record { dice: Dice::Typed, ..record("dawn") });
    for step in ["0;0", "2", "0;1:0;2", "1;0:0;0", "3"] {
        make(&mut play, step);
    }
    let events = make(&mut play, "1;0:3;0");
    assert!(
        matches!(
            &events[..],
            [Event::Stepped { number: 6, .. }, Event::Skipped { seat: Seat::FIRST, .. }]
        ),
        "{events:?}"
    );
}

#[test]
fn steps_are_taken_back_and_made_again() {
    let mut play = played("ttt", &["0 0", "1 1", "0 1", "2 2"]);
    let position = play.table().position();
    assert_eq!(play.tell(Command::TakeBack(1)), [Event::TakenBack(1)]);
    assert_eq!((play.steps(), play.steps_ahead(), play.record().steps.len()), (1, 3, 1));
    assert_eq!(play.table().position(), played("ttt", &["0 0"]).table().position());
    let events = play.tell(Command::Redo(3));
    assert_eq!(events[0], stepped(2, Some(Seat::SECOND), "1 1"));
    play.tell(Command::Redo(4));
    assert_eq!(play.table().position(), position);
    // Playing the same step again counts as redoing it, with its annotations.
    play.tell(Command::TakeBack(0));
    let recorded =
        RecordedStep { comment: Some("the corner".to_owned()), ..RecordedStep::new("0 0") };
    play.tell(Command::Step { by: Some(Seat::FIRST), step: recorded.clone() });
    assert_eq!(play.steps_ahead(), 3);
    play.tell(Command::TakeBack(0));
    make(&mut play, "0 0");
    assert_eq!((&play.record().steps[0], play.steps_ahead()), (&recorded, 3));
    play.tell(Command::Redo(4));
    // After another step, the steps that were taken back cannot be redone.
    play.tell(Command::TakeBack(2));
    make(&mut play, "2 0");
    refuses(&mut play, Command::Redo(4), Refused::NothingToRedo);
}

#[test]
fn a_person_takes_back_decisions() {
    // Seat 2 is not a person, so taking back a decision takes back both moves.
    let mut play = played("ttt", &["0 0", "1 1", "0 1"]);
    play.tell(Command::Seat { seat: Seat::SECOND, player: Player::Random });
    play.tell(Command::Random);
    assert_eq!(
        (play.decisions_back(1), play.decisions_back(2), play.decisions_back(3)),
        (Some(2), Some(0), None)
    );
    assert_eq!((play.decisions_back(0), play.decisions_ahead(1)), (None, None));
    play.tell(Command::TakeBack(0));
    assert_eq!(
        (play.decisions_ahead(1), play.decisions_ahead(2), play.decisions_ahead(3)),
        (Some(2), Some(4), None)
    );
    // Steps that only others made can be redone too.
    play.tell(Command::Redo(1));
    play.tell(Command::Seat { seat: Seat::FIRST, player: Player::Random });
    play.tell(Command::Seat { seat: Seat::SECOND, player: Player::Manual });
    play.tell(Command::Redo(2));
    play.tell(Command::Redo(4));
    play.tell(Command::TakeBack(2));
    assert_eq!(play.decisions_ahead(1), Some(4));
    play.tell(Command::Seat { seat: Seat::SECOND, player: Player::Random });
    // If no seat is a person, all moves are decisions.
    play.tell(Command::Redo(4));
    play.tell(Command::Seat { seat: Seat::FIRST, player: Player::Random });
    assert_eq!(play.decisions_back(1), Some(3));
    // A roll by the program is not a decision, but a typed roll is.
    let mut dawn = played("dawn", &["5;2"]);
    dawn.tell(Command::Random);
    assert_eq!(dawn.decisions_back(1), Some(0));
    let mut typed =
        begin(Record { dice: Dice::Typed, steps: dawn.record().steps.clone(), ..record("dawn") });
    assert_eq!(typed.decisions_back(1), Some(1));
    // Typed rolls come from a person, even if no seat is one.
    for seat in [Seat::FIRST, Seat::SECOND] {
        typed.tell(Command::Seat { seat, player: Player::Random });
    }
    typed.tell(Command::Random);
    assert_eq!((typed.decisions_back(1), typed.decisions()), (Some(1), 1));
}

#[test]
fn a_step_taken_back_does_not_change_the_dice() {
    let mut play = played("dawn", &["5;2"]);
    let Event::Stepped { number: 2, by: None, step: roll } = play.tell(Command::Random).remove(0)
    else {
        panic!("no roll")
    };
    for _ in 0..5 {
        play.tell(Command::TakeBack(0));
        make(&mut play, "6;6");
        assert_eq!(play.tell(Command::Random), [stepped(2, None, &roll)]);
    }
    // After the same roll the later steps can still be redone.
    let step = play.table().steps().remove(0);
    make(&mut play, &step);
    play.tell(Command::TakeBack(1));
    assert_eq!((play.tell(Command::Random).len(), play.steps_ahead()), (1, 1));
    // Another game has other dice.
    let rolls = |play: &mut Play| -> Vec<String> {
        play.tell(Command::Restart(None));
        while play.ending().is_none() {
            play.tell(Command::Random);
        }
        play.record().steps.iter().map(|recorded| recorded.step.clone()).collect()
    };
    let (first, second) = (rolls(&mut play), rolls(&mut play));
    assert_ne!(first, second);
    assert_ne!(play.record().seed, Some(Seed::Number(7)));
}

/// The rolls are those in `docs/records.md`, which were computed with another program.
#[test]
fn dice_follow_from_a_seed_as_documented() {
    let documented = include_str!("../../../docs/records.md")
        .lines()
        .find_map(|line| line.strip_prefix("    rolls: "));
    let key: Vec<u8> = (0..32).collect();
    let mut play =
        begin(Record { seed: Some(Seed::Secret(key.try_into().unwrap())), ..record("dawn") });
    finish(&mut play);
    assert_eq!(Some(rolls(&play).join(" ").as_str()), documented);
}

/// The same holds with a player's contribution.
#[test]
fn dice_follow_from_contributions_as_documented() {
    let page = include_str!("../../../docs/records.md");
    let documented = |name: &str| {
        page.lines().find_map(|line| line.trim_start().strip_prefix(name)).expect(name)
    };
    let key: Vec<u8> = (0..32).collect();
    let seed = Seed::Secret(key.try_into().unwrap());
    let own: Entropy = documented("Entropy-1: ").parse().unwrap();
    assert_eq!(seed.mixed_with(&[Some(own), None]).to_string(), documented("mixed key: "));
    let hashed = documented("mixed: ").replace(' ', "");
    let text: String = b"ludoteca dice 1".iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hashed, format!("{text}{seed}01{own}00"));
    let mut play = begin(Record { seed: Some(seed), ..record("dawn") });
    play.contribute(Seat::FIRST, Some(own)).unwrap();
    finish(&mut play);
    assert_eq!(rolls(&play).join(" "), documented("mixed rolls: "));
    // Random players do not depend on contributions.
    let mut plain = begin(Record { seed: Some(seed), ..record("dawn") });
    plain.tell(Command::Random);
    assert_eq!(plain.record().steps[0], play.record().steps[0]);
}

/// Contributions are final once a roll has been seen, even if it is taken back, and they belong to
/// one game only.
#[test]
fn contributions_are_made_before_the_first_roll() {
    let (own, other) = (Some(Entropy([1; 32])), Some(Entropy([2; 32])));
    let mut play = begin(record("dawn"));
    assert_eq!(
        play.contribute(Seat::new(2), own).unwrap_err().to_string(),
        "there is no seat 3 at a table of 2"
    );
    play.contribute(Seat::SECOND, own).unwrap();
    assert_eq!(play.record().contributions, [None, own]);
    play.contribute(Seat::SECOND, None).unwrap();
    assert!(play.record().contributions.is_empty());
    play.contribute(Seat::FIRST, other).unwrap();
    play.tell(Command::Random);
    play.contribute(Seat::SECOND, own).unwrap();
    let states = play.log().len();
    play.tell(Command::Random);
    assert!(play.has_rolled() && play.log().len() == states + 1);
    for steps in [1, 0] {
        play.tell(Command::TakeBack(steps));
        assert_eq!(play.contribute(Seat::FIRST, own), Err(Refused::HasRolled));
    }
    finish(&mut play);
    assert_eq!(play.record().contributions, [other, own]);
    // A record of the game continues with the same dice, wherever it breaks off.
    let (whole, all) = (play.record().clone(), rolls(&play).join(" "));
    for steps in 0..whole.steps.len() {
        let cut = Record { steps: whole.steps[..steps].to_vec(), ending: None, ..whole.clone() };
        let mut again = begin(
            ludoteca_play::record::read(cut.to_string(), &catalog::open_line).unwrap().remove(0),
        );
        assert_eq!(again.has_rolled(), steps > 1);
        finish(&mut again);
        assert_eq!(rolls(&again).join(" "), all, "after {steps} steps");
    }
    play.tell(Command::Restart(None));
    assert!(play.record().contributions.is_empty() && !play.has_rolled());
}

/// Plays random steps until the end.
fn finish(play: &mut Play) {
    while play.ending().is_none() {
        play.tell(Command::Random);
    }
}

fn rolls(play: &Play) -> Vec<&str> {
    let steps = play.record().steps.iter().zip(play.made_by()).filter(|(_, by)| by.is_none());
    steps.map(|(recorded, _)| recorded.step.as_str()).collect()
}

#[test]
fn a_record_goes_on_where_it_ends() {
    let mut play = played("owari", &["3", "9"]);
    let mut again = begin(play.record().clone());
    assert_eq!((again.table().position(), again.log()), (play.table().position(), play.log()));
    // Random players continue in the same way.
    assert_eq!(again.tell(Command::Random), play.tell(Command::Random));
    let illegal =
        Record { steps: vec![RecordedStep::new("3"), RecordedStep::new("3")], ..record("owari") };
    let table = catalog::open(&illegal.options).unwrap();
    let error = Play::new(illegal, table).err().expect("bowl 3 is not seat 2's").to_string();
    assert!(error.starts_with("step 2: "), "{error}");
}

#[test]
fn a_record_without_a_seed_gets_none() {
    let draws = |seed: u64| {
        let mut play = begin(Record { seed: None, ..record("cn") });
        play.set_unrecorded_seed(seed.into());
        (0..5).for_each(|_| drop(play.tell(Command::Random)));
        assert_eq!(play.record().seed, None);
        play.table().position()
    };
    assert_eq!(draws(1), draws(1));
    assert_ne!(draws(1), draws(2));
}

/// Data of one game is not carried over to the next.
#[test]
fn another_game_has_a_seed_and_headers_of_its_own() {
    let header = ("Commitment".to_owned(), "9f86d081".to_owned());
    let mut play = begin(Record { other_headers: vec![header], seed: None, ..record("ttt") });
    make(&mut play, "0 0");
    assert_eq!(play.tell(Command::Restart(None)), [Event::Started]);
    assert!(
        play.record().seed.is_some() && play.record().other_headers.is_empty() && play.steps() == 0
    );
    play.tell(Command::Restart(Some(Seed::Secret([3; 32]))));
    assert_eq!(play.record().seed, Some(Seed::Secret([3; 32])));
}

#[test]
fn a_series_counts_finished_games() {
    let adjudicated = |verdict| Ending::Adjudicated { verdict, reason: Decision::read("") };
    let mut series = Series::default();
    for ending in [
        adjudicated(Verdict::Won(Seat::SECOND)),
        adjudicated(Verdict::Draw),
        Ending::Stopped,
        played("ttt", &["0 0", "1 0", "0 1", "1 1", "0 2"]).ending().unwrap().clone(),
    ] {
        series.count(&ending);
    }
    assert_eq!(
        (series.played, series.wins, series.draws, series.mean_score()),
        (3, [1, 1, 0, 0], 1, None)
    );
    let scored = |points| Outcome { verdict: Verdict::Scored, points: [points, -points, 0, 0] };
    for points in [8, 5] {
        series.count(&Ending::Played { outcome: scored(points), reason: Message::same("") });
    }
    assert_eq!((series.played, series.mean_score()), (5, Some(6.5)));
}

fn setup(game: &str) -> Setup {
    Setup::new(catalog::parse(game).unwrap(), 7.into())
}

#[test]
fn obstacles_follow_from_the_seed() {
    let four = || Some(Obstacles { count: "4".to_owned(), mirrored: false });
    let drawn = |seed: u64| {
        let setup = Setup { obstacles: four(), seed: seed.into(), ..setup("ataxx obstacles=1,1") };
        setup.record().unwrap()
    };
    assert_eq!(drawn(1), drawn(1));
    assert_ne!(drawn(1).options, drawn(2).options);
    assert_eq!(drawn(1).options.cells("obstacles").len(), 4);
    let none = Setup { obstacles: four(), ..setup("ttt") }.record();
    assert_eq!(none.unwrap_err(), SetupError::NoObstacles { game: "ttt" });
}

#[test]
fn players_are_persons_by_default() {
    let record = setup("ataxx seats=3").record().unwrap();
    assert_eq!(record.names(), catalog::find("ataxx").unwrap().names[..3]);
    let play = Play::open(record, catalog::open).unwrap();
    assert_eq!((play.table().seats(), play.awaits()), (3, Awaits::Person(Seat::FIRST)));
    // Records that do not fit the table are refused when the game begins.
    let two =
        Setup { players: Some(["A", "B"].map(Seated::manual).to_vec()), ..setup("ataxx seats=3") };
    assert!(matches!(
        Play::open(two.record().unwrap(), catalog::open),
        Err(BadRecord::Seats { .. })
    ));
    let nowhere = Setup { position: Some("nowhere".to_owned()), ..setup("ttt") };
    assert!(matches!(
        Play::open(nowhere.record().unwrap(), catalog::open),
        Err(BadRecord::Position(_))
    ));
}

/// Gives random commands, sensible ones and others, at tables of every game. After each command the
/// record replays to the same table, the log contains the same steps, and a refusal has changed
/// nothing.
#[test]
fn nothing_is_lost_whatever_happens() {
    let mut generator = stream(1, Purpose::Playthrough);
    let options = [
        "cn rows=4 cols=5 line=3 seats=3",
        "ttt",
        "attt",
        "ataxx rows=5 cols=5 seats=4",
        "breakthrough",
    ];
    let mut taken_back = 0;
    for options in options.into_iter().chain(["owari bowls=2 stones=3", "dawn", "alquerque"]) {
        for _ in 0..10 {
            let mut play = begin(record(options));
            for _ in 0..60 {
                let mut below = |n: usize| random::below(&mut generator, n as u32) as usize;
                let command = match below(12) {
                    0 => Command::TakeBack(below(play.steps() + 2)),
                    1 => Command::Redo(play.steps() + below(4)),
                    2 if below(4) == 0 => Command::Restart(None),
                    3 if below(4) == 0 => Command::Stop,
                    4 => Command::Step { by: Some(Seat::new(below(4))), step: "0 0".into() },
                    5 => Command::Seat { seat: Seat::new(below(3)), player: Player::Random },
                    _ => Command::Random,
                };
                let (record, log) = (play.record().clone(), play.log().len());
                let back = matches!(command, Command::TakeBack(_));
                let events = play.tell(command);
                match &events[..] {
                    [Event::Refused(_)] => {
                        assert_eq!((play.record(), play.log().len()), (&record, log));
                    }
                    events => {
                        assert_eq!(&play.log()[log..], events);
                        taken_back += usize::from(back);
                    }
                }
                check(&play);
            }
        }
    }
    assert!(taken_back > 100, "{taken_back} were taken back");
}

fn check(play: &Play) {
    let mut table: Box<dyn Table> = catalog::open(&play.record().options).unwrap();
    assert_eq!(play.position(0).unwrap().position(), table.position());
    for (at, recorded) in play.record().steps.iter().enumerate() {
        table.step(&recorded.step).unwrap();
        assert_eq!(play.position(at + 1).unwrap().position(), table.position());
    }
    assert_eq!(
        (play.positions().len(), play.table().position()),
        (play.steps() + 1, table.position())
    );
    let (mut steps, mut ended) = (Vec::new(), false);
    for event in play.log() {
        match event {
            Event::Started => (steps, ended) = (Vec::new(), false),
            Event::Stepped { number, step, .. } => {
                assert!(!ended, "a step after the end");
                steps.push(RecordedStep::new(step.clone()));
                assert_eq!(steps.len(), *number);
            }
            Event::TakenBack(number) => {
                steps.truncate(*number);
                ended = false;
            }
            Event::Ended(_) => ended = true,
            Event::Skipped { .. } | Event::Seated { .. } => {}
            Event::Refused(_) => panic!("a refusal in the log"),
        }
    }
    assert_eq!((&steps, ended), (&play.record().steps, play.ending().is_some()));
    assert_eq!(play.awaits() == Awaits::Nothing, ended);
    if let Next::Over(_) = table.next() {
        assert!(ended);
    }
}
