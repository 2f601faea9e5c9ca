//! Connections: listening for them, and finding out that one is dead.

use std::io;
use std::net::TcpStream;

#[cfg(feature = "tokio")]
use tokio::net::{TcpListener, TcpSocket, lookup_host};

/// Listens at the first of the addresses of a name, `HOST:PORT`, that allows it.
///
/// # Errors
/// Where none does.
#[cfg(feature = "tokio")]
pub async fn listen(address: &str) -> io::Result<TcpListener> {
    let mut failed = io::Error::new(io::ErrorKind::AddrNotAvailable, "there is no such address");
    for address in lookup_host(address).await? {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        // After a restart the port is ours again at once. On Windows it is so anyway, and this
        // would let others have it beside us.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        match socket.bind(address).and_then(|()| socket.listen(BACKLOG)) {
            Ok(listener) => return Ok(listener),
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

/// How many connections may wait to be accepted; systems take less where they do not allow it.
#[cfg(feature = "tokio")]
const BACKLOG: u32 = 4096;

/// Has the system ask now and then, while a connection is silent, whether the other end is still
/// there: one that is gone without a word is found out after a while.
///
/// # Errors
/// Where the system does not do that.
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
