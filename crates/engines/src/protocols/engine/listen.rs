//! Serves engines over TCP: one for each connection, in threads of its own.

use std::io::{self, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use ludoteca_system::sockets::keep_alive;

use super::super::messages::FromEngine;
use super::{EngineSession, serve, texts};

/// Limits for the connections to an engine server.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct ConnectionLimits {
    /// The maximum number of connections at the same time.
    pub max_connections: usize,
    /// How long a client may be silent before it is disconnected. Time during which the engine owes
    /// it an answer does not count.
    pub idle_timeout: Option<Duration>,
}

/// How long writing an answer may take. A client that does not read its answers is then
/// disconnected.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// Serves every connection, for ever. Each conversation has a new engine, and no conversation
/// affects another.
pub fn listen(
    listener: &TcpListener,
    limits: ConnectionLimits,
    engine: &dyn Fn() -> EngineSession,
) -> ! {
    let places = Arc::new(());
    loop {
        match listener.accept() {
            // Each served connection holds a reference to `places`.
            Ok((stream, _)) if Arc::strong_count(&places) > limits.max_connections => {
                reject_busy(&stream, limits.max_connections);
            }
            Ok((stream, _)) => {
                let (engine, place) = (engine(), Arc::clone(&places));
                // If no thread is available, this connection is closed, but the next one may get a
                // thread.
                let _ = thread::Builder::new().spawn(move || {
                    // A failed connection is simply over.
                    let _ = serve_connection(engine, &stream, limits.idle_timeout);
                    let _ = stream.shutdown(Shutdown::Both);
                    drop(place);
                });
            }
            // The cause may be too many open files, for example, and may pass.
            Err(_) => thread::sleep(Duration::from_millis(100)),
        }
    }
}

fn serve_connection(
    engine: EngineSession,
    mut stream: &TcpStream,
    idle: Option<Duration>,
) -> io::Result<()> {
    // Each line is sent at once, without waiting for more: a player's clock is running.
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(WRITE_TIMEOUT))?;
    // Keep-alive detects a client that has vanished, even while an engine thinks for it without
    // limit.
    keep_alive(stream)?;
    let input = BufReader::new(stream.try_clone()?);
    serve(engine, input, &mut stream, idle)
}

/// Tells the client that all places are taken. This never blocks: one line in an empty buffer needs
/// no reader.
fn reject_busy(mut stream: &TcpStream, most: usize) {
    let line = FromEngine::info_string(texts::full(most));
    let _ = stream
        .set_nonblocking(true)
        .and_then(|()| stream.write_all(format!("{line}\n").as_bytes()))
        .and_then(|()| stream.shutdown(Shutdown::Write))
        // Closing a connection with unread input could discard the line that was just sent.
        .and_then(|()| stream.read(&mut [0; 4096]));
}
