//! Listening for connections.

use std::io;

use tokio::net::{TcpListener, TcpSocket, lookup_host};

/// Listens at the first of the addresses of a name, `HOST:PORT`, that allows it.
///
/// # Errors
/// Where none does.
pub async fn listen(address: &str) -> io::Result<TcpListener> {
    let mut failed = io::Error::new(io::ErrorKind::AddrNotAvailable, "there is no such address");
    for address in lookup_host(address).await? {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        // After a restart the port is ours again at once.
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
const BACKLOG: u32 = 4096;
