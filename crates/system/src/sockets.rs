//! Listening for connections, and detecting dead ones.

use std::io;
use std::net::TcpStream;

#[cfg(feature = "tokio")]
use tokio::net::{TcpListener, TcpSocket, lookup_host};

/// Listens at the first address of a `HOST:PORT` name that allows it.
///
/// # Errors
/// Where no address allows it.
#[cfg(feature = "tokio")]
pub async fn listen(address: &str) -> io::Result<TcpListener> {
    let mut failed = io::Error::new(io::ErrorKind::AddrNotAvailable, "there is no such address");
    for address in lookup_host(address).await? {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        // After a restart the port can be used again at once. On Windows this is the default, and
        // the option would let other programs share the port.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        match socket.bind(address).and_then(|()| socket.listen(BACKLOG)) {
            Ok(listener) => return Ok(listener),
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

/// How many connections may wait to be accepted. The system may lower it.
#[cfg(feature = "tokio")]
const BACKLOG: u32 = 4096;

/// Turns on TCP keep-alive: while a connection is silent, the system checks now and then whether
/// the other end is still there, so that dead connections are found after a while.
///
/// # Errors
/// Where the system does not support it.
pub fn keep_alive(stream: &TcpStream) -> io::Result<()> {
    Ok(rustix::net::sockopt::set_socket_keepalive(stream, true)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_kept_alive() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let is_kept = || rustix::net::sockopt::socket_keepalive(&stream).unwrap();
        assert!(!is_kept());
        keep_alive(&stream).unwrap();
        assert!(is_kept());
    }
}
