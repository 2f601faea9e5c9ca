//! An invariant over arbitrary bytes, for the fuzzer and for a test that feeds it seeded input. It
//! panics when it is violated.

use ludoteca_core::Seat;
use ludoteca_core::random::below;
use ludoteca_games::catalog;
use rand_core::Rng;

use crate::protocols::breakthrough::{
    GAME, LONGEST_ANSWER, LONGEST_MESSAGE, ServerMessage, answer_message, board_message,
    read_answer, read_message,
};
use crate::protocols::lines::LineBuffer;

/// Checks that both sides of the protocol accept any input, in any pieces; the first byte chooses
/// the length of the pieces. An answer that was read is written and read back the same. A board
/// that was read is written with the same bytes. An error message is a single line.
pub fn breakthrough(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else { return };
    let [mut answers, mut messages] = [LONGEST_ANSWER, LONGEST_MESSAGE].map(LineBuffer::new);
    for piece in rest.chunks(usize::from(*first) + 1) {
        answers.push(piece);
        while let Some(line) = answers.next_line() {
            line.iter().for_each(|line| check_answer(line));
        }
        messages.push(piece);
        while let Some(line) = messages.next_line() {
            line.iter().for_each(|line| check_message(line));
        }
    }
}

fn check_answer(line: &[u8]) {
    assert!(line.len() <= LONGEST_ANSWER, "a line of {} bytes", line.len());
    for seat in Seat::all(2) {
        match read_answer(line, seat) {
            Ok(step) => {
                let again = answer_message(seat, &step);
                assert_eq!(read_answer(again.trim_end().as_bytes(), seat), Ok(step), "{again}");
            }
            Err(foul) => check_reason(&foul.to_string()),
        }
    }
}

fn check_message(line: &[u8]) {
    let board = match read_message(line) {
        Ok(ServerMessage::Board(board)) => board,
        Ok(ServerMessage::Seat(seat)) => return assert_eq!(line, seat.to_string().as_bytes()),
        Err(bad) => return check_reason(&bad.to_string()),
    };
    let Some(options) = board.square() else { return };
    for seat in Seat::all(2) {
        match board.view(&options, seat) {
            Ok(view) => {
                let steps = view.table.steps();
                assert!(!steps.is_empty(), "the seat to move has a move");
                for step in steps {
                    let answer = view.answer(&step);
                    assert!(read_answer(answer.trim_end().as_bytes(), seat).is_ok(), "{answer}");
                }
                if view.names() == ["1", "2"] {
                    assert_eq!(board_message(&*view.table).trim_end().as_bytes(), line);
                }
            }
            Err(bad) => check_reason(&bad.to_string()),
        }
    }
}

fn check_reason(reason: &str) {
    assert!(!reason.is_empty() && !reason.contains(char::is_control), "`{reason}`");
}

/// The messages of both sides in a random game, after a byte for the length of the pieces.
pub fn messages(generator: &mut impl Rng) -> Vec<u8> {
    let side = 4 + below(generator, 5);
    let mut table = catalog::open_line(&format!("{GAME} rows={side} cols={side}"))
        .expect("a size that is allowed");
    let mut said = format!("{}1\n2\n", char::from(below(generator, 128) as u8));
    while let (Some(seat), Some(step)) = (table.next().seat(), table.random_step(generator)) {
        said += &board_message(&*table);
        said += &answer_message(seat, &step);
        table.step(&step).expect("a random step is legal");
    }
    said.into_bytes()
}
