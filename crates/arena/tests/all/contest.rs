//! Tests of one game between a program and a house player: clocks with paused time, fouls, and the
//! content of the record.

use std::time::Duration;

use ludoteca_arena::contest::{
    Adjudication, ContestResult, ContestRules, Side, ThinkingLimits, Threshold, play_contest,
};
use ludoteca_arena::tournament::{Fault, GameEnded};
use ludoteca_engines::external::{Channel, EngineDriver};
use ludoteca_engines::house;
use ludoteca_games::catalog;
use ludoteca_play::seeds::Seed;
use ludoteca_play::{Dice, Ending, Play, Record, Seated};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex};
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// The answers of an engine to each `go`: a delay in milliseconds, and the lines. When no answer is
/// left, it hangs up.
type Answers = Vec<(u64, &'static str)>;

/// An engine that plays by a script. It returns the lines that it received.
fn engine(stream: DuplexStream, answers: Answers) -> JoinHandle<Vec<String>> {
    let (output, mut input) = tokio::io::split(stream);
    tokio::spawn(async move {
        let mut heard = Vec::new();
        let mut answers = answers.into_iter();
        let mut lines = BufReader::new(output).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            let answer = match line.split(' ').next().unwrap_or_default() {
                "ugi" => "ugiok\n",
                "isready" => "readyok\n",
                "go" => {
                    heard.push(line);
                    let Some((milliseconds, answer)) = answers.next() else { break };
                    sleep(Duration::from_millis(milliseconds)).await;
                    answer
                }
                "position" => {
                    heard.push(line);
                    ""
                }
                _ => "",
            };
            if input.write_all(answer.as_bytes()).await.is_err() {
                break;
            }
        }
        heard
    })
}

/// A side whose engine plays by a script.
async fn scripted(answers: Answers) -> (Side, JoinHandle<Vec<String>>) {
    let (here, there) = duplex(1 << 16);
    let engine = engine(there, answers);
    let (output, input) = tokio::io::split(here);
    let program = "cmd:x".parse().expect("this works in a test");
    let driver = EngineDriver::over_channel(
        Channel::from_streams(output, input),
        &program,
        Duration::from_secs(5),
    )
    .await;
    (Side::Program(Box::new(driver.expect("it is polite"))), engine)
}

/// A game of Tic-Tac-Toe in which both seats play by their scripts. It returns the result, the
/// record, and the lines that the first engine received.
async fn played(
    conduct: &ContestRules,
    answers: [Answers; 2],
) -> (ContestResult, Record, Vec<String>) {
    let options = catalog::parse("ttt").expect("this works in a test");
    let seats = ["one", "two"].map(Seated::manual).to_vec();
    let mut play = Play::new(
        Record::new(options.clone(), seats),
        catalog::open(&options).expect("this works in a test"),
    )
    .expect("this works in a test");
    let mut sides = Vec::new();
    let mut engines = Vec::new();
    for answers in answers {
        let (side, engine) = scripted(answers).await;
        sides.push(side);
        engines.push(engine);
    }
    let finish = play_contest(&mut play, &mut sides, conduct, Seed::Number(0)).await;
    drop(sides);
    (finish, play.record().clone(), engines.remove(0).await.expect("this works in a test"))
}

const MS: fn(u64) -> Duration = Duration::from_millis;

fn per_move(milliseconds: u64) -> ContestRules {
    let control = ThinkingLimits {
        move_time: Some(MS(milliseconds)),
        margin: MS(50),
        ..ThinkingLimits::default()
    };
    ContestRules { control, ..ContestRules::default() }
}

#[tokio::test(start_paused = true)]
async fn a_game_between_programs() {
    let first = vec![
        (10, "info depth 1 score cp 35\nbestmove 0,0\n"),
        (20, "info score win 3\nbestmove 0,1\n"),
        (30, "bestmove 0,2\n"),
    ];
    let second =
        vec![(1, "info score cp 35\nbestmove 1,0\n"), (2, "info score loss 2\nbestmove 1,1\n")];
    let control = ThinkingLimits { clock: Some((MS(1000), MS(100))), ..ThinkingLimits::default() };
    let (finish, record, heard) =
        played(&ContestRules { control, ..ContestRules::default() }, [first, second]).await;
    assert_eq!(
        (finish.ended, finish.places, finish.points),
        (GameEnded::Rules, vec![1, 2], Some(vec![1, 0]))
    );
    assert_eq!(finish.thought, [MS(60), MS(3)]);
    let steps: Vec<String> = record.steps.iter().map(ToString::to_string).collect();
    assert_eq!(
        steps,
        [
            "0 0 (value 0.35) (clock 0:00:01.090)",
            "1 0 (value -0.35) (clock 0:00:01.099)",
            "0 1 (proved 1) (clock 0:00:01.170)",
            "1 1 (proved 1) (clock 0:00:01.197)",
            "0 2 (clock 0:00:01.240)",
        ]
    );
    assert_eq!(
        heard,
        [
            "position startpos",
            "go p1time 1000 p2time 1000 p1inc 100 p2inc 100",
            "position startpos moves 0,0 1,0",
            "go p1time 1090 p2time 1099 p1inc 100 p2inc 100",
            "position startpos moves 0,0 1,0 0,1 1,1",
            "go p1time 1170 p2time 1197 p1inc 100 p2inc 100",
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn the_player_at_fault_loses() {
    let late = "no move within 0.15 s, but after 0.2 s";
    let hung = "no move within 0.15 s, nor within 5 s after stop";
    let illegal = "1 1: cell 1 1 is taken";
    // The second engine's answer to its first question, and the expected fault. With `None` the
    // game goes on.
    for (answer, expected) in [
        (Some((149, "bestmove 0,0\n")), None),
        (Some((200, "bestmove 0,0\n")), Some((Fault::Late, late))),
        (Some((6000, "bestmove 0,0\n")), Some((Fault::Hung, hung))),
        (Some((0, "bestmove 1,1\n")), Some((Fault::Illegal, illegal))),
        (None, Some((Fault::Crashed, "the connection is lost"))),
    ] {
        let first = vec![(0, "bestmove 1,1\n"); 1];
        let (finish, record, _) =
            played(&per_move(100), [first, answer.into_iter().collect()]).await;
        let GameEnded::Fault { seat, fault, what } = &finish.ended else {
            panic!("{:?}", finish.ended)
        };
        match expected {
            Some((expected, text)) => {
                assert_eq!((*seat, *fault, what.as_str()), (1, expected, text));
                assert_eq!(finish.places, [1, 2]);
                let Some(Ending::Adjudicated { reason, .. }) = record.ending else {
                    panic!("it is decided")
                };
                assert_eq!(reason.to_string(), format!("two has lost: {text}"));
            }
            // The script of the first engine has ended.
            None => assert_eq!((*seat, finish.places), (0, vec![2, 1])),
        }
        assert_eq!(finish.points, None);
    }
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_has_run_out() {
    let control = ThinkingLimits {
        clock: Some((MS(250), MS(0))),
        margin: MS(0),
        ..ThinkingLimits::default()
    };
    let conduct = ContestRules { control, ..ContestRules::default() };
    let first = vec![(100, "bestmove 0,0\n"), (100, "bestmove 0,1\n"), (100, "bestmove 2,2\n")];
    let second = vec![(0, "bestmove 1,0\n"), (0, "bestmove 2,1\n"), (0, "bestmove 2,0\n")];
    let (finish, record, _) = played(&conduct, [first, second]).await;
    let what = "no move within 0.05 s, but after 0.1 s".to_owned();
    assert_eq!(finish.ended, GameEnded::Fault { seat: 0, fault: Fault::Late, what });
    assert_eq!(
        record.steps.iter().map(|recorded| recorded.clock).collect::<Vec<_>>(),
        [150, 250, 50, 250].map(Some)
    );
}

/// Without a clock, a program that thinks for too long counts as hung.
#[tokio::test(start_paused = true)]
async fn an_unclocked_move_has_a_time_limit() {
    let control = ThinkingLimits {
        depth: Some(3),
        patience: Duration::from_secs(20),
        ..ThinkingLimits::default()
    };
    let conduct = ContestRules { control, ..ContestRules::default() };
    let first = vec![(19_000, "bestmove 0,0\n"), (26_000, "bestmove 0,1\n")];
    let (finish, _, heard) = played(&conduct, [first, vec![(0, "bestmove 1,0\n")]]).await;
    assert!(
        matches!(finish.ended, GameEnded::Fault { seat: 0, fault: Fault::Hung, .. }),
        "{:?}",
        finish.ended
    );
    assert_eq!(heard[1], "go depth 3");
}

#[tokio::test(start_paused = true)]
async fn scores_decide() {
    let threshold = |score, moves| Some(Threshold { score, moves });
    let first =
        vec![(0, "info score cp 500\nbestmove 0,0\n"), (0, "info score cp 700\nbestmove 0,1\n")];
    let second =
        vec![(0, "info score cp -500\nbestmove 1,0\n"), (0, "info score mate -2\nbestmove 2,2\n")];
    for (adjudication, ended) in [
        (
            Adjudication { resign: threshold(500, 2), ..Adjudication::default() },
            GameEnded::Resigned { seat: 1 },
        ),
        (Adjudication { win: threshold(500, 2), ..Adjudication::default() }, GameEnded::Agreed),
    ] {
        let conduct = ContestRules { adjudication, ..ContestRules::default() };
        let (finish, record, _) = played(&conduct, [first.clone(), second.clone()]).await;
        assert_eq!((finish.ended, finish.places, record.steps.len()), (ended, vec![1, 2], 4));
    }
}

/// With more than two seats, the player at fault is last, and all others share the win.
#[tokio::test(start_paused = true)]
async fn the_others_share_the_win_of_a_forfeited_game() {
    let options = catalog::parse("ataxx seats=4").expect("this works in a test");
    let seats = ["A", "B", "C", "D"].map(Seated::manual).to_vec();
    let mut play = Play::new(
        Record::new(options.clone(), seats),
        catalog::open(&options).expect("this works in a test"),
    )
    .expect("this works in a test");
    let (leaves, engine) = scripted(Vec::new()).await;
    let ours = || Side::House(house::OPPONENTS);
    let mut sides = [ours(), ours(), leaves, ours()];
    let finish =
        play_contest(&mut play, &mut sides, &ContestRules::default(), Seed::Number(1)).await;
    assert!(
        matches!(finish.ended, GameEnded::Fault { seat: 2, fault: Fault::Crashed, .. }),
        "{:?}",
        finish.ended
    );
    assert_eq!((finish.places, play.steps()), (vec![1, 1, 4, 1], 2));
    engine.await.expect("this works in a test");
}

/// If the rolls must be typed, nobody here can be asked what the die shows. Such a game is refused
/// at once, instead of asking for ever.
#[tokio::test(start_paused = true)]
#[should_panic(expected = "the die is rolled by the game: OtherDice(Typed)")]
async fn typed_dice_are_refused() {
    let options = catalog::parse("dawn").expect("this works in a test");
    let seats = ["A", "B"].map(Seated::manual).to_vec();
    let record = Record { dice: Dice::Typed, ..Record::new(options.clone(), seats) };
    let mut play = Play::new(record, catalog::open(&options).expect("this works in a test"))
        .expect("this works in a test");
    let mut sides = [Side::House(house::OPPONENTS), Side::House(house::OPPONENTS)];
    play_contest(&mut play, &mut sides, &ContestRules::default(), Seed::Number(1)).await;
}
