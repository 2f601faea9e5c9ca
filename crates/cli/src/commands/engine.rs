//! `ludoteca engine`: the engine protocol, on standard input and output or over the network.

use std::io::{self, BufReader, Write};
use std::net::{TcpListener, TcpStream};

use ludoteca_core::Table;
use ludoteca_engines::protocols::engine::{
    ConnectionLimits, EngineSession, UgiBoard, listen, serve,
};
use ludoteca_engines::protocols::messages::Dialect;
use ludoteca_engines::protocols::uai;
use ludoteca_system::process::raise_open_files;

use crate::args::EngineArgs;
use crate::failure::Failure;
use crate::setup::CliSetup;
use crate::texts::programs;

pub fn run(args: &EngineArgs, out: &mut impl Write) -> Result<(), Failure> {
    // A table that cannot be opened is reported before anybody connects.
    let table = if args.uai { None } else { Some(CliSetup::new(&args.game)?.open()?) };
    match (&args.listen, &args.connect) {
        (None, None) => {
            Ok(serve(engine(table.as_deref()), BufReader::new(io::stdin()), out, None)?)
        }
        (None, Some(address)) => visit(address, engine(table.as_deref())),
        (Some(address), _) => wait(address, args, table.as_deref(), out),
    }
}

/// Connects to a program that listens at the address, and serves it until it hangs up.
fn visit(address: &str, engine: EngineSession) -> Result<(), Failure> {
    let cannot =
        |error: io::Error| Failure::of_address(&error, programs::no_connection(address, &error));
    let stream = TcpStream::connect(address).map_err(cannot)?;
    // Each line is sent at once, since a clock may be running on the other side.
    let input = stream.set_nodelay(true).and_then(|()| stream.try_clone()).map_err(cannot)?;
    Ok(serve(engine, BufReader::new(input), &mut &stream, None)?)
}

/// A new engine at a table; without a table, an engine that speaks UAI.
fn engine(table: Option<&dyn Table>) -> EngineSession {
    match table {
        Some(table) => {
            EngineSession::new(Dialect::Ugi, Box::new(UgiBoard::new(table.boxed_clone())))
        }
        None => EngineSession::new(Dialect::Uai, Box::new(uai::UaiGame::new())),
    }
}

/// Serves everybody who connects, for ever.
fn wait(
    address: &str,
    args: &EngineArgs,
    table: Option<&dyn Table>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let cannot =
        |error: io::Error| Failure::of_address(&error, programs::no_listening(address, &error));
    let listener = TcpListener::bind(address).map_err(cannot)?;
    // A failure can be ignored here: it only matters if there are too many connections.
    let _ = raise_open_files();
    writeln!(out, "{}", programs::listening(&listener.local_addr().map_err(cannot)?))?;
    out.flush()?;
    let reception =
        ConnectionLimits { max_connections: args.connections as usize, idle_timeout: args.idle.0 };
    listen(&listener, reception, &|| engine(table))
}
