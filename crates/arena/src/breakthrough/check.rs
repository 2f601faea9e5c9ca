//! Checks a client against the requirements of Breakthrough's
//! [protocol](ludoteca_engines::protocols::breakthrough). The report says which requirements the
//! client meets and which it breaks, with a transcript of the conversation.

use std::fmt;
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use ludoteca_core::{Options, Seat, Table};
use ludoteca_games::catalog;
use ludoteca_play::seeds::{Purpose, Seed, stream};

use ludoteca_engines::check::CheckOutcome;
use ludoteca_engines::protocols::breakthrough::{
    Foul, LONGEST_ANSWER, board_message, read_answer, seat_message,
};
use ludoteca_engines::protocols::lines::LineBuffer;
use ludoteca_engines::texts::in_seconds;

/// How clients are checked.
#[derive(Clone, Debug)]
pub struct ClientCheck {
    /// The program and its arguments; `{host}`, `{port}` and `{address}` are replaced. With `None`
    /// a person starts the client, once for each game.
    pub command: Option<Vec<String>>,
    /// The game with its options.
    pub options: Options,
    /// The time limit for a move, and for everything else that the check waits for.
    pub move_time: Duration,
    /// The seed of the opponent's random moves.
    pub seed: Seed,
}

/// A requirement of the protocol.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum ClientRequirement {
    /// It connects.
    Connect,
    /// It sends nothing before it is asked for a move.
    Wait,
    /// It answers in time.
    InTime,
    /// Its answers are five numbers in a line.
    Form,
    /// It answers for its own seat.
    OwnSeat,
    /// Its moves are legal.
    Legal,
    /// It plays a game to the end at a seat.
    Play(Seat),
    /// It answers a board that is sent again.
    Again,
    /// It accepts messages that arrive together or in pieces, as networks deliver them.
    Pieces,
    /// It starts another game when it is sent another seat. The protocol of the game's author has
    /// one game for each connection; several are our addition, and a client need not know them.
    Another,
    /// It closes the connection when the server does.
    Leave,
}

impl ClientRequirement {
    /// All requirements, in the order in which they are reported.
    pub const ALL: [ClientRequirement; 12] = [
        ClientRequirement::Connect,
        ClientRequirement::Wait,
        ClientRequirement::InTime,
        ClientRequirement::Form,
        ClientRequirement::OwnSeat,
        ClientRequirement::Legal,
        ClientRequirement::Play(Seat::FIRST),
        ClientRequirement::Play(Seat::SECOND),
        ClientRequirement::Again,
        ClientRequirement::Pieces,
        ClientRequirement::Another,
        ClientRequirement::Leave,
    ];

    /// The requirement that a foul breaks.
    fn broken_by(foul: &Foul) -> ClientRequirement {
        match foul {
            Foul::TooLong | Foul::Malformed(_) => ClientRequirement::Form,
            Foul::WrongSeat { .. } => ClientRequirement::OwnSeat,
            Foul::Early(_) => ClientRequirement::Wait,
            Foul::Illegal { .. } => ClientRequirement::Legal,
            Foul::Late(_) | Foul::OutOfTime(_) | Foul::NotReading | Foul::Lost => {
                ClientRequirement::InTime
            }
        }
    }
}

impl fmt::Display for ClientRequirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ClientRequirement::Connect => "connects",
            ClientRequirement::Wait => "says nothing before it is sent a board",
            ClientRequirement::InTime => "answers every board in time",
            ClientRequirement::Form => "answers with five numbers in one line",
            ClientRequirement::OwnSeat => "answers for its own seat",
            ClientRequirement::Legal => "makes legal moves",
            ClientRequirement::Play(seat) if *seat == Seat::FIRST => "plays to the end as seat 1",
            ClientRequirement::Play(_) => "plays to the end as seat 2",
            ClientRequirement::Again => "answers a board that is sent again",
            ClientRequirement::Pieces => "takes messages that come together or in pieces",
            ClientRequirement::Another => "plays another game when it is sent another seat",
            ClientRequirement::Leave => "hangs up when the server does",
        })
    }
}

/// The result of a check.
#[derive(Clone, Debug)]
pub struct ClientCheckReport {
    /// The result for each of [`ClientRequirement::ALL`].
    pub findings: Vec<(ClientRequirement, CheckOutcome)>,
    /// The conversation, line by line: `>` marks lines from the server, `<` lines from the client,
    /// `#` remarks about both.
    pub transcript: Vec<String>,
}

impl ClientCheckReport {
    /// Returns whether the client meets every requirement.
    pub fn all_kept(&self) -> bool {
        self.findings.iter().all(|(_, finding)| finding.is_fine())
    }

    fn set_outcome(&mut self, requirement: ClientRequirement, finding: CheckOutcome) {
        let known = self.findings.iter_mut().find(|(known, _)| *known == requirement);
        // A requirement that was broken once stays broken.
        if let Some((_, known)) =
            known.filter(|(_, known)| !matches!(known, CheckOutcome::Failed(_)))
        {
            *known = finding;
        }
    }
}

/// The scripts of the check. Each takes one connection.
const SCRIPTS: [(CheckScript, &str); 5] = [
    (CheckScript::Play(Seat::FIRST), "a game as seat 1"),
    (CheckScript::Play(Seat::SECOND), "a game as seat 2"),
    (
        CheckScript::Again,
        "the board is sent again, and the server hangs up in the middle of a game",
    ),
    (CheckScript::Pieces, "the seat comes together with a board, other boards come in pieces"),
    (CheckScript::Another, "a game as seat 1, and then one as seat 2"),
];

#[derive(Copy, Clone)]
enum CheckScript {
    Play(Seat),
    Again,
    Pieces,
    Another,
}

/// Runs all checks with clients that connect to the listener. Before each connection, `waiting`
/// receives its number and the total number of connections.
///
/// # Errors
/// When the program cannot be started, or no connection can be accepted.
pub fn check(
    listener: &TcpListener,
    check: &ClientCheck,
    waiting: &mut dyn FnMut(usize, usize),
) -> io::Result<ClientCheckReport> {
    let unseen =
        ClientRequirement::ALL.map(|requirement| (requirement, CheckOutcome::NotReached)).to_vec();
    let mut report = ClientCheckReport { findings: unseen, transcript: Vec::new() };
    for (n, (script, about)) in SCRIPTS.into_iter().enumerate() {
        report.transcript.push(format!("# {}: {about}", n + 1));
        waiting(n + 1, SCRIPTS.len());
        let mut program =
            check.command.as_ref().map(|words| start(words, listener.local_addr()?)).transpose()?;
        match connected(listener, program.as_mut(), check.move_time)? {
            Ok(stream) => {
                report.set_outcome(ClientRequirement::Connect, CheckOutcome::Passed);
                let mut game = CheckConnection {
                    stream,
                    lines: LineBuffer::new(LONGEST_ANSWER),
                    table: catalog::open(&check.options).map_err(io::Error::other)?,
                    check,
                    report: &mut report,
                };
                game.run(script);
            }
            Err(reason) => {
                report.transcript.push(format!("# {reason}"));
                report.set_outcome(ClientRequirement::Connect, CheckOutcome::Failed(reason));
            }
        }
        if let Some(mut program) = program {
            // The program may have exited by itself.
            let _ = program.kill();
            program.wait()?;
        }
    }
    Ok(report)
}

fn start(words: &[String], address: SocketAddr) -> io::Result<Child> {
    let fill = |word: &String| {
        let word = word
            .replace("{host}", &address.ip().to_string())
            .replace("{port}", &address.port().to_string());
        word.replace("{address}", &address.to_string())
    };
    let words: Vec<String> = words.iter().map(fill).collect();
    let (program, arguments) =
        words.split_first().ok_or_else(|| io::Error::other("there is no command"))?;
    Command::new(program).args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).spawn()
}

/// Waits for a connection. The wait is limited if the check has started the program itself. The
/// inner error is a fault of the client.
fn connected(
    listener: &TcpListener,
    mut program: Option<&mut Child>,
    patience: Duration,
) -> io::Result<Result<TcpStream, String>> {
    let start = Instant::now();
    listener.set_nonblocking(true)?;
    loop {
        match listener.accept() {
            Ok((stream, _)) => {
                stream.set_nonblocking(false)?;
                stream.set_nodelay(true)?;
                stream.set_write_timeout(Some(patience))?;
                return Ok(Ok(stream));
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
        if let Some(program) = &mut program {
            if let Some(status) = program.try_wait()? {
                return Ok(Err(format!("it ended, {status}, and did not connect")));
            }
            if start.elapsed() > patience {
                return Ok(Err(format!("no connection within {}", in_seconds(patience))));
            }
        }
        sleep(Duration::from_millis(5));
    }
}

/// One connection to the client.
struct CheckConnection<'a> {
    stream: TcpStream,
    lines: LineBuffer,
    table: Box<dyn Table>,
    check: &'a ClientCheck,
    report: &'a mut ClientCheckReport,
}

/// After this much silence, no further message is expected.
const SILENCE: Duration = Duration::from_millis(200);

impl CheckConnection<'_> {
    fn run(&mut self, script: CheckScript) {
        let (own, played) = match script {
            CheckScript::Play(seat) => (ClientRequirement::Play(seat), self.play(seat)),
            CheckScript::Again => (ClientRequirement::Again, self.ask_again()),
            CheckScript::Pieces => (ClientRequirement::Pieces, self.play_in_pieces()),
            CheckScript::Another => {
                // Faults of a first game have already been reported by an earlier script.
                if let Err(foul) = self.play(Seat::FIRST) {
                    return self.log_line('#', &foul.to_string());
                }
                self.table.restart();
                (ClientRequirement::Another, self.play(Seat::SECOND))
            }
        };
        match played {
            Ok(()) => {
                self.report.set_outcome(own, CheckOutcome::Passed);
                self.hang_up();
            }
            Err(foul) if own == ClientRequirement::Another => {
                self.log_line('#', &foul.to_string());
                self.report.set_outcome(own, CheckOutcome::NotSupported);
            }
            Err(foul) => {
                self.log_line('#', &foul.to_string());
                self.report.set_outcome(own, CheckOutcome::Failed(foul.to_string()));
                // In the unusual scripts, a foul breaks only the requirement of the script itself.
                if matches!(script, CheckScript::Play(_)) {
                    self.report.set_outcome(
                        ClientRequirement::broken_by(&foul),
                        CheckOutcome::Failed(foul.to_string()),
                    );
                }
            }
        }
    }

    fn play(&mut self, seat: Seat) -> Result<(), Foul> {
        self.send(&seat_message(seat))?;
        self.stays_silent(SILENCE)?;
        self.report.set_outcome(ClientRequirement::Wait, CheckOutcome::Passed);
        while let Some(turn) = self.table.next().seat() {
            if turn == seat {
                let board = board_message(&*self.table);
                self.send(&board)?;
                self.answered(seat)?;
            } else {
                self.move_at_random(turn);
            }
        }
        self.stays_silent(SILENCE)
    }

    fn ask_again(&mut self) -> Result<(), Foul> {
        self.send(&seat_message(Seat::FIRST))?;
        let board = board_message(&*self.table);
        for _ in 0..3 {
            self.send(&board)?;
            let line = self.line()?;
            let step = read_answer(&line, Seat::FIRST)?;
            let refused = |refusal: ludoteca_core::Refusal| Foul::Illegal {
                step: step.clone(),
                reason: refusal.to_string(),
            };
            self.table.boxed_clone().step(&step).map_err(refused)?;
        }
        Ok(())
    }

    fn play_in_pieces(&mut self) -> Result<(), Foul> {
        let seat = Seat::SECOND;
        self.move_at_random(Seat::FIRST);
        let first = seat_message(seat) + &board_message(&*self.table);
        self.send(&first)?;
        self.answered(seat)?;
        while let Some(turn) = self.table.next().seat() {
            if turn != seat {
                self.move_at_random(turn);
                continue;
            }
            let board = board_message(&*self.table);
            let (one, two) = board.split_at(board.len() / 2);
            for piece in [one, two] {
                self.stream.write_all(piece.as_bytes()).map_err(|_| Foul::Lost)?;
                sleep(Duration::from_millis(5));
            }
            self.log_line('>', &board);
            self.answered(seat)?;
        }
        Ok(())
    }

    /// Waits for the answer to a board and judges it.
    fn answered(&mut self, seat: Seat) -> Result<(), Foul> {
        let line = self.line()?;
        self.report.set_outcome(ClientRequirement::InTime, CheckOutcome::Passed);
        let step = read_answer(&line, seat)?;
        self.report.set_outcome(ClientRequirement::Form, CheckOutcome::Passed);
        self.report.set_outcome(ClientRequirement::OwnSeat, CheckOutcome::Passed);
        let refused = |refusal: ludoteca_core::Refusal| Foul::Illegal {
            step: step.clone(),
            reason: refusal.to_string(),
        };
        self.table.step(&step).map_err(refused)?;
        self.report.set_outcome(ClientRequirement::Legal, CheckOutcome::Passed);
        Ok(())
    }

    fn move_at_random(&mut self, seat: Seat) {
        let number = self.report.transcript.len() as u32;
        let mut generator = stream(self.check.seed, Purpose::Player(seat, number));
        if let Some(step) = self.table.random_step(&mut generator) {
            self.table.step(&step).expect("a random step is legal");
        }
    }

    fn send(&mut self, message: &str) -> Result<(), Foul> {
        message.lines().for_each(|line| self.log_line('>', line));
        self.stream.write_all(message.as_bytes()).map_err(|_| Foul::Lost)
    }

    /// Waits for the next line, within the time for a move.
    fn line(&mut self) -> Result<Vec<u8>, Foul> {
        let time = self.check.move_time;
        self.heard(time)?.ok_or(Foul::Late(time))
    }

    fn stays_silent(&mut self, time: Duration) -> Result<(), Foul> {
        self.heard(time)?.map_or(Ok(()), |line| Err(Foul::early(&line)))
    }

    /// Waits for the next line; returns `None` if none comes within this time.
    fn heard(&mut self, time: Duration) -> Result<Option<Vec<u8>>, Foul> {
        let end = Instant::now() + time;
        loop {
            if let Some(line) = self.lines.next_line() {
                let line = line.map_err(|_| Foul::TooLong)?;
                self.log_line('<', &String::from_utf8_lossy(&line));
                return Ok(Some(line));
            }
            match self.read(end) {
                Ok(Some(0)) | Err(_) => return Err(Foul::Lost),
                Ok(Some(_)) => {}
                Ok(None) => return Ok(None),
            }
        }
    }

    /// Reads a piece and returns its length: 0 if the client has hung up, and `None` if nothing
    /// comes in time.
    fn read(&mut self, end: Instant) -> io::Result<Option<usize>> {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(None);
        }
        self.stream.set_read_timeout(Some(left))?;
        let mut bytes = [0; 512];
        match self.stream.read(&mut bytes) {
            Ok(read) => {
                self.lines.push(&bytes[..read]);
                Ok(Some(read))
            }
            Err(error)
                if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) =>
            {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Ends the connection, and checks whether the client does so, too.
    fn hang_up(&mut self) {
        self.log_line('#', "the server hangs up");
        let _ = self.stream.shutdown(Shutdown::Write);
        let end = Instant::now() + self.check.move_time;
        let finding = loop {
            match self.read(end) {
                Ok(Some(0)) | Err(_) => break CheckOutcome::Passed,
                Ok(Some(_)) => self.lines.clear(),
                Ok(None) => {
                    break CheckOutcome::Failed(format!(
                        "it is still there after {}",
                        in_seconds(self.check.move_time)
                    ));
                }
            }
        };
        self.report.set_outcome(ClientRequirement::Leave, finding);
    }

    fn log_line(&mut self, by: char, line: &str) {
        self.report.transcript.push(format!("{by} {}", line.trim_end_matches('\n')));
    }
}
