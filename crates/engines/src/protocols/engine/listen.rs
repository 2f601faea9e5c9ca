//! Engines for whoever connects: one for each connection, in threads of its own.

use std::io::{self, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use ludoteca_system::sockets::keep_alive;

use super::super::messages::FromEngine;
use super::{EngineSession, serve, texts};

/// How those who connect are received.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct ConnectionLimits {
    /// So many at once, and no more.
    pub max_connections: usize,
    /// Who says nothing for so long, while they are not owed an answer, has to leave.
    pub idle_timeout: Option<Duration>,
}

/// Who does not read what they are told for so long has to leave as well.
const UNREAD: Duration = Duration::from_secs(30);

/// Serves whoever connects, for ever. Each conversation has a new engine, and nothing that becomes
/// of one changes another.
pub fn listen(
    listener: &TcpListener,
    reception: ConnectionLimits,
    engine: &dyn Fn() -> EngineSession,
) -> ! {
    let places = Arc::new(());
    loop {
        match listener.accept() {
            // Whoever is served holds a place.
            Ok((stream, _)) if Arc::strong_count(&places) > reception.max_connections => {
                reject_busy(&stream, reception.max_connections)
            }
            Ok((stream, _)) => {
                let (engine, place) = (engine(), Arc::clone(&places));
                // Where there is no thread to be had the connection is closed; the next one may be
                // luckier.
                let _ = thread::Builder::new().spawn(move || {
                    // A connection that fails is over.
                    let _ = serve_connection(engine, &stream, reception.idle_timeout);
                    let _ = stream.shutdown(Shutdown::Both);
                    drop(place);
                });
            }
            // Too many open files, say: that may pass.
            Err(_) => thread::sleep(Duration::from_millis(100)),
        }
    }
}

fn serve_connection(
    engine: EngineSession,
    mut stream: &TcpStream,
    idle: Option<Duration>,
) -> io::Result<()> {
    // Each line is worth a packet: somebody's clock is running.
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(UNREAD))?;
    // Somebody who is gone without a word is found out after a while, even if an engine thinks for
    // them as long as they like.
    keep_alive(stream)?;
    let input = BufReader::new(stream.try_clone()?);
    serve(engine, input, &mut stream, idle)
}

/// Says why nobody can be served now. It does not wait for anything: not for them to read it, which
/// one line in an empty buffer needs not.
fn reject_busy(mut stream: &TcpStream, most: usize) {
    let line = FromEngine::info_string(texts::full(most));
    let _ = stream
        .set_nonblocking(true)
        .and_then(|()| stream.write_all(format!("{line}\n").as_bytes()))
        .and_then(|()| stream.shutdown(Shutdown::Write))
        // To hang up on something unread could take the line back.
        .and_then(|()| stream.read(&mut [0; 4096]));
}
