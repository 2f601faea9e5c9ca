//! `ludoteca worker`, as people start and stop it.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;

use rustix::process::{Pid, Signal, kill_process};

use crate::external::{program, refuses};

#[test]
fn wrong_options_are_one_line() {
    let cases = [
        (
            "worker",
            "a worker needs --nats nats://USER:PASSWORD@HOST:PORT, or the variable LUDOTECA_NATS",
        ),
        (
            "worker --nats ada:secret@x",
            "--nats: this is no address of NATS: it does not begin with nats:// or tls://; allowed is \
             nats://USER:PASSWORD@HOST:PORT or tls://…, several separated by commas",
        ),
        (
            "worker --for chess",
            "invalid value 'chess' for '--for <LIST>': `chess` is no kind of work; \
             allowed are moves, analyses, games and selfplay",
        ),
        (
            "worker --cores 0",
            "invalid value '0' for '--cores <N>': allowed is a whole number from 1 to 1024",
        ),
        (
            "worker --cluster a.b",
            "invalid value 'a.b' for '--cluster <NAME>': `a.b` is no name of a cluster; \
             allowed are 1 to 32 letters of ASCII, digits, - and _",
        ),
    ];
    for (line, reason) in cases {
        refuses(line, reason);
    }
}

/// A worker waits for NATS. When it is told to stop, it says what it has done.
#[test]
fn a_worker_waits_for_nats_and_can_be_stopped() {
    // Somebody listens there and says nothing.
    let silent = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = silent.local_addr().expect("its address");
    let line = format!(
        "worker --nats nats://user:secret@{address} --cores 3 --for games,moves --name ada --log none"
    );
    let mut worker = program(&line).spawn().expect("it runs");
    let mut out = BufReader::new(worker.stdout.take().expect("a pipe"));
    let mut greeting = String::new();
    out.read_line(&mut greeting).expect("a line");
    assert_eq!(greeting, format!("ada: 3 cores for moves, games, at nats://{address}\n"));
    let mut signature = String::new();
    out.read_line(&mut signature).expect("a line");
    assert!(signature.starts_with("search signature "), "{signature}");
    kill_process(Pid::from_child(&worker), Signal::TERM).expect("it is there");
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("the rest");
    assert_eq!(rest, "0 jobs, 0 of them failed\n");
    assert_eq!(worker.wait().expect("it ends").code(), Some(0));
}
