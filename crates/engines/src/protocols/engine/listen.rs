//! Engines for whoever connects: one for each connection, in threads of its own.

use std::io::{self, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use ludoteca_system::sockets::keep_alive;

use super::super::language::FromEngine;
use super::{Engine, serve, texts};

/// How those who connect are received.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Reception {
    /// So many at once, and no more.
    pub most: usize,
    /// Who says nothing for so long, while they are not owed an answer, has to leave.
    pub idle: Option<Duration>,
}

/// Who does not read what they are told for so long has to leave as well.
const UNREAD: Duration = Duration::from_secs(30);

/// Serves whoever connects, for ever. Each conversation has a new engine, and nothing that becomes of one changes another.
pub fn listen(listener: &TcpListener, reception: Reception, engine: &dyn Fn() -> Engine) -> ! {
    let places = Arc::new(());
    loop {
        match listener.accept() {
            // Whoever is served holds a place.
            Ok((stream, _)) if Arc::strong_count(&places) > reception.most => turn_away(&stream, reception.most),
            Ok((stream, _)) => {
                let (engine, place) = (engine(), Arc::clone(&places));
                // Where there is no thread to be had the connection is closed; the next one may be luckier.
                let _ = thread::Builder::new().spawn(move || {
                    // A connection that fails is over.
                    let _ = talk(engine, &stream, reception.idle);
                    let _ = stream.shutdown(Shutdown::Both);
                    drop(place);
                });
            }
            // Too many open files, say: that may pass.
            Err(_) => thread::sleep(Duration::from_millis(100)),
        }
    }
}

fn talk(engine: Engine, mut stream: &TcpStream, idle: Option<Duration>) -> io::Result<()> {
    // Each line is worth a packet: somebody's clock is running.
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(UNREAD))?;
    // Somebody who is gone without a word is found out after a while, even if an engine thinks for them as long as they like.
    keep_alive(stream)?;
    let input = BufReader::new(stream.try_clone()?);
    serve(engine, input, &mut stream, idle)
}

/// Says why nobody can be served now. It does not wait for anything: not for them to read it, which one line in an empty buffer needs not.
fn turn_away(mut stream: &TcpStream, most: usize) {
    let line = FromEngine::say(texts::full(most));
    let _ = stream
        .set_nonblocking(true)
        .and_then(|()| stream.write_all(format!("{line}\n").as_bytes()))
        .and_then(|()| stream.shutdown(Shutdown::Write))
        // To hang up on something unread could take the line back.
        .and_then(|()| stream.read(&mut [0; 4096]));
}
