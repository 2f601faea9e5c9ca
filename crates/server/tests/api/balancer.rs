//! A load balancer without sticky sessions: each connection goes to any of several servers.

use std::net::SocketAddr;
use std::thread;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::runtime::Builder;

use crate::client::Chance;

/// Starts a balancer for these servers, and returns its address. It runs until the process ends.
pub fn start(servers: Vec<SocketAddr>) -> SocketAddr {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.set_nonblocking(true).expect("it can wait");
    let address = listener.local_addr().expect("it has an address");
    thread::spawn(move || {
        let runtime = Builder::new_current_thread().enable_all().build().expect("a thread");
        runtime.block_on(async move {
            let listener = TcpListener::from_std(listener).expect("it listens");
            let mut chance = Chance::new(u64::from(address.port()));
            while let Ok((client, from)) = listener.accept().await {
                let server = servers[chance.below(servers.len())];
                tokio::spawn(async move { drop(pass_on(client, from, server).await) });
            }
        });
    });
    address
}

/// Servers limit what addresses may do, so the connection comes from the address of the client.
async fn pass_on(
    mut client: TcpStream,
    from: SocketAddr,
    server: SocketAddr,
) -> std::io::Result<()> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(from.ip(), 0))?;
    let mut server = socket.connect(server).await?;
    client.set_nodelay(true)?;
    server.set_nodelay(true)?;
    copy_bidirectional(&mut client, &mut server).await?;
    Ok(())
}
