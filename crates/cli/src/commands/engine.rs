//! `ludoteca engine`: the engine protocol, on standard input and output or for those who connect.

use std::io::{self, BufReader, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use ludoteca_arena::protocols::engine::{Engine, Plain, serve};
use ludoteca_arena::protocols::language::Dialect;
use ludoteca_arena::protocols::uai;
use ludoteca_core::Table;

use crate::args::EngineArgs;
use crate::failure::Failure;
use crate::setup::Setup;
use crate::texts;

pub fn run(args: &EngineArgs, out: &mut impl Write) -> Result<(), Failure> {
    // What cannot be opened is said before anybody connects.
    let table = if args.uai { None } else { Some(Setup::new(&args.game)?.open()?) };
    match &args.listen {
        None => Ok(serve(engine(table.as_deref()), BufReader::new(io::stdin()), out)?),
        Some(address) => listen(address, table.as_deref(), out),
    }
}

/// A new engine at a table, or one that speaks UAI where there is none.
fn engine(table: Option<&dyn Table>) -> Engine {
    match table {
        Some(table) => Engine::new(Dialect::Ugi, Box::new(Plain::new(table.boxed_clone()))),
        None => Engine::new(Dialect::Uai, Box::new(uai::Game::new())),
    }
}

/// Serves whoever connects, one after the other, for ever.
fn listen(address: &str, table: Option<&dyn Table>, out: &mut impl Write) -> Result<(), Failure> {
    let cannot = |error: io::Error| Failure::Usage(texts::no_listening(address, &error));
    let listener = TcpListener::bind(address).map_err(cannot)?;
    writeln!(out, "{}", texts::listening(&listener.local_addr().map_err(cannot)?))?;
    out.flush()?;
    loop {
        // A connection that fails is over; the next one is served all the same.
        match listener.accept() {
            Ok((stream, _)) => {
                let _ = talk(engine(table), &stream);
                let _ = stream.shutdown(Shutdown::Both);
            }
            // Too many open files, say: that may pass.
            Err(_) => thread::sleep(Duration::from_millis(100)),
        }
    }
}

fn talk(engine: Engine, stream: &TcpStream) -> io::Result<()> {
    // Each line is worth a packet: somebody's clock is running.
    stream.set_nodelay(true)?;
    let input = BufReader::new(stream.try_clone()?);
    serve(engine, input, &mut io::BufWriter::new(stream))
}
