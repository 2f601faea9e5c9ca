//! `ludoteca client`: plays games as a client of a server.

use std::io::Write;
use std::net::TcpStream;
use std::thread;
use std::time::Instant;

use ludoteca_arena::breakthrough::client::{Client, ClientError, ClientEvent};
use ludoteca_core::{Language, Options, Seat};
use ludoteca_engines::house;
use ludoteca_engines::protocols::breakthrough::ClientView;
use ludoteca_play::Player;
use ludoteca_play::seeds::{Purpose, Seed, next_seed, number, stream};

use super::referee::player;
use crate::args::ClientArgs;
use crate::console::show;
use crate::failure::{Failure, complain};
use crate::input::{Input, InputLine};
use crate::setup::CliSetup;
use crate::terminal;
use crate::texts::{programs, texts};

pub fn run(args: &ClientArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let setup = CliSetup::of_protocol(&args.game, &args.board)?;
    if setup.position.is_some() {
        return Err(Failure::english_usage(programs::CLIENT_WITHOUT_POSITION));
    }
    // Without options the client takes the size of the first board that the server sends.
    let is_given = args.board.dim.is_some()
        || !args.board.set.is_empty()
        || args.game.split_whitespace().count() > 1;
    let options = is_given.then_some(setup.options);
    let player = player(&args.player)?;
    if args.copies > 1 {
        return run_copies(args, &player, options.as_ref(), setup.seed, out);
    }
    let client = connect(args, options)?;
    let counts = match player {
        Player::Manual => play(client, &mut HumanPlayer { input: Input::standard(), out }),
        player => play(client, &mut HousePlayer { player, seed: setup.seed }),
    }?;
    let farewell = programs::farewell(counts.has_left, counts.games, counts.moves, counts.won);
    writeln!(out, "{farewell}")?;
    Ok(out.flush()?)
}

/// The stack of a thread: enough for a search, and small enough for thousands of threads.
const STACK: usize = 1024 * 1024;

/// Runs many clients at once, each in a thread of its own, to measure what a server can do.
fn run_copies(
    args: &ClientArgs,
    player: &Player,
    options: Option<&Options>,
    seed: Seed,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if *player == Player::Manual {
        return Err(Failure::english_usage(programs::ONE_PERSON));
    }
    // A failure can be ignored here: it shows when there are too many connections.
    let _ = ludoteca_system::process::raise_open_files();
    let mut clients = Vec::new();
    for _ in 0..args.copies {
        clients.push(connect(args, options.cloned())?);
    }
    let start = Instant::now();
    let mut seed = seed;
    let mut running = Vec::new();
    for client in clients {
        let mut ours = HousePlayer { player: player.clone(), seed };
        seed = next_seed(seed);
        running
            .push(thread::Builder::new().stack_size(STACK).spawn(move || play(client, &mut ours))?);
    }
    let mut total = ClientTotals::default();
    for thread in running {
        let counts =
            thread.join().map_err(|_| Failure::english_failure(programs::CLIENT_BROKE))??;
        total.games += counts.games;
        total.moves += counts.moves;
    }
    let line =
        programs::speed(args.copies, total.games, total.moves, start.elapsed().as_secs_f64());
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

fn connect(args: &ClientArgs, options: Option<Options>) -> Result<Client<TcpStream>, Failure> {
    Client::connect(args.connect.as_str(), options).map_err(|error| {
        Failure::of_address(&error, programs::no_connection(&args.connect, &error))
    })
}

/// The totals of the games that the client has played.
#[derive(Default)]
struct ClientTotals {
    games: u64,
    moves: u64,
    /// Games that our own last move won. Others may be won as well, but the server does not say so.
    won: u64,
    /// Did the client leave? Otherwise the server hung up.
    has_left: bool,
}

/// Chooses the moves of a client.
trait MoveChooser {
    /// Called when a game begins.
    fn greet(&mut self, seat: Seat) -> Result<(), Failure>;
    /// Chooses one of the legal moves; `None` to leave. `moves` is how many moves were chosen
    /// before.
    fn choose(&mut self, view: &ClientView, moves: u64) -> Result<Option<String>, Failure>;
}

/// Plays until the server hangs up or no move is chosen.
fn play(
    mut client: Client<TcpStream>,
    mind: &mut impl MoveChooser,
) -> Result<ClientTotals, Failure> {
    let mut counts = ClientTotals::default();
    loop {
        match client.listen().map_err(|error: ClientError| {
            Failure::english_failure(programs::client_error(&error))
        })? {
            ClientEvent::HungUp => return Ok(counts),
            ClientEvent::Seat(seat) => {
                counts.games += 1;
                mind.greet(seat)?;
            }
            ClientEvent::Turn(view) => {
                let Some(step) = mind.choose(&view, counts.moves)? else {
                    return Ok(ClientTotals { has_left: true, ..counts });
                };
                client.answer(&view, &step)?;
                counts.moves += 1;
                let mut after = view.table.boxed_clone();
                let ends = after.step(&step).is_ok() && after.next().outcome().is_some();
                counts.won += u64::from(ends);
            }
        }
    }
}

/// A house player.
struct HousePlayer {
    player: Player,
    seed: Seed,
}

impl MoveChooser for HousePlayer {
    fn greet(&mut self, _: Seat) -> Result<(), Failure> {
        Ok(())
    }

    fn choose(&mut self, view: &ClientView, moves: u64) -> Result<Option<String>, Failure> {
        let table = &*view.table;
        let purpose = Purpose::Player(table.next().seat().unwrap_or(Seat::FIRST), moves as u32);
        Ok(match &self.player {
            Player::Engine(engine) => {
                house::choose(house::OPPONENTS, table, engine, number(self.seed, purpose), &|| {
                    false
                })
                .map(|found| found.step)
            }
            Player::Random | Player::Manual => table.random_step(&mut stream(self.seed, purpose)),
        })
    }
}

/// A person who is asked for moves and sees the board as on the console.
struct HumanPlayer<'a> {
    input: Input,
    out: &'a mut dyn Write,
}

impl MoveChooser for HumanPlayer<'_> {
    fn greet(&mut self, seat: Seat) -> Result<(), Failure> {
        writeln!(self.out, "{}", programs::your_seat(seat))?;
        Ok(self.out.flush()?)
    }

    fn choose(&mut self, view: &ClientView, _: u64) -> Result<Option<String>, Failure> {
        let (table, names, texts) = (&*view.table, view.names(), texts(Language::English));
        write!(self.out, "{}", show::coloured(&table.drawing(&names, Language::English), table))?;
        if let Some(seat) = table.next().seat() {
            let style = show::colour(seat);
            let name = format!("{style}{}{style:#}", names[seat.index()]);
            writeln!(self.out, "\n{}\n {}", (texts.turn_for)(&name), table.hint())?;
        }
        loop {
            let line = match self.input.ask(texts.move_prompt, table.steps(), self.out)? {
                InputLine::Typed(line) => line,
                InputLine::End => return Ok(None),
                InputLine::Interrupted => return Err(Failure::Interrupted),
            };
            match line.trim() {
                "" => {}
                "quit" => return Ok(None),
                "moves" => writeln!(self.out, " {}", table.steps().join(", "))?,
                step => match table.boxed_clone().step(step) {
                    Ok(stepped) => return Ok(Some(stepped.text)),
                    Err(refusal) => {
                        complain(&mut terminal::stderr(), &refusal.to_string(), Language::English);
                    }
                },
            }
        }
    }
}
