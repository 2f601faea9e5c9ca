//! Listening for connections, and detecting dead ones.

use std::io;
use std::net::{IpAddr, Ipv4Addr, TcpStream, UdpSocket};

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

/// The addresses of this machine that other devices can reach, the likeliest first: the one that
/// leads to the internet. Addresses of IPv6 are only listed if there are no others, since nobody
/// can type them.
pub fn own_addresses() -> Vec<IpAddr> {
    let likeliest = outgoing_address();
    let mut own: Vec<IpAddr> = if_addrs::get_if_addrs()
        .unwrap_or_default()
        .into_iter()
        .filter(|interface| !is_virtual(&interface.name))
        .map(|interface| interface.ip())
        .filter(|ip| !ip.is_loopback() && !is_link_local(*ip))
        .collect();
    if own.iter().any(IpAddr::is_ipv4) {
        own.retain(IpAddr::is_ipv4);
    }
    own.sort_by_key(|ip| (Some(*ip) != likeliest, *ip));
    own.dedup();
    own
}

/// The address that packets to the internet come from. Nothing is sent.
fn outgoing_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address reserved for documentation (RFC 5737).
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// Is it the interface of a network between containers or virtual machines on this machine?
fn is_virtual(interface: &str) -> bool {
    ["docker", "br-", "veth", "virbr", "podman", "lxc", "vmnet", "vboxnet"]
        .iter()
        .any(|kind| interface.starts_with(kind))
}

/// Is the address valid only on one cable, and useless in a link?
fn is_link_local(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_unicast_link_local(),
    }
}

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
    fn own_addresses_lead_to_this_machine() {
        for address in own_addresses() {
            assert!(!address.is_loopback() && !address.is_unspecified(), "{address}");
            let listener = std::net::TcpListener::bind((address, 0)).unwrap();
            TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        }
    }

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
