//! The process: everything together, from its start to its end.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::hall::Hall;
use crate::http::{self, Address, Door, Gate, Shared};
use crate::programs;
use crate::settings::Settings;
use crate::store::{Store, StoreError};

/// A server that listens.
pub struct Server {
    door: Door,
    address: SocketAddr,
    breakthrough: Option<(TcpListener, SocketAddr)>,
    engines: Option<(TcpListener, SocketAddr)>,
    shared: Shared,
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Nobody can listen there.
    #[error("{address}: {error}")]
    Listen {
        /// Where.
        address: String,
        /// Why.
        error: io::Error,
    },
    /// The file cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How long connections have to come to their end.
const FAREWELL: Duration = Duration::from_secs(5);

impl Server {
    /// Opens the file and listens; port 0 takes one that is free. Games go on where they were.
    ///
    /// # Errors
    /// Where one or the other cannot be done.
    pub async fn start(settings: Settings) -> Result<Server, StartError> {
        let (listener, address) = listen(&settings.listen).await?;
        let breakthrough = listen_if(settings.breakthrough.as_deref()).await?;
        let engines = listen_if(settings.engines.as_deref()).await?;
        let store = Store::open(&settings.data).await?;
        let gate = Arc::new(Gate::new(&settings));
        let door = Door { listener, gate: Arc::clone(&gate), idle: settings.idle };
        let hall = Hall::open(settings, store).await?;
        let shared = Shared::new(hall, gate);
        Ok(Server { door, address, breakthrough, engines, shared })
    }

    /// Where the page is.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where clients of Breakthrough's protocol connect.
    pub fn breakthrough(&self) -> Option<SocketAddr> {
        self.breakthrough.as_ref().map(|(_, address)| *address)
    }

    /// Where programs connect that speak the engine protocol.
    pub fn engines(&self) -> Option<SocketAddr> {
        self.engines.as_ref().map(|(_, address)| *address)
    }

    /// Serves until `stop` comes to its end; then nobody new is let in, all who are connected are told, and what was begun is done.
    ///
    /// # Errors
    /// Where the system does not let it.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let (hall, shared) = (Arc::clone(&self.shared.hall), self.shared);
        let mut ports = JoinSet::new();
        if let Some((listener, _)) = self.breakthrough {
            ports.spawn(programs::receive(listener, shared.clone(), programs::breakthrough::serve));
        }
        if let Some((listener, _)) = self.engines {
            ports.spawn(programs::receive(listener, shared.clone(), programs::engines::serve));
        }
        let (told, stopped) = tokio::sync::oneshot::channel();
        let stop = async move {
            stop.await;
            hall.say_goodbye();
            let _ = told.send(());
        };
        let service = http::router(shared.clone()).into_make_service_with_connect_info::<Address>();
        let serving = axum::serve(self.door, service).with_graceful_shutdown(stop);
        tokio::select! {
            served = serving => served?,
            // Who does not hang up is not waited for.
            () = async { let _ = stopped.await; sleep(FAREWELL).await } => {}
        }
        ports.abort_all();
        shared.hall.close().await;
        Ok(())
    }
}

async fn listen(address: &str) -> Result<(TcpListener, SocketAddr), StartError> {
    let failed = |error| StartError::Listen { address: address.to_owned(), error };
    let listener = ludoteca_arena::system::listen(address).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}

async fn listen_if(address: Option<&str>) -> Result<Option<(TcpListener, SocketAddr)>, StartError> {
    match address {
        Some(address) => Ok(Some(listen(address).await?)),
        None => Ok(None),
    }
}

/// Copies the file of a server, which may be running, to a new one.
///
/// # Errors
/// Where there is none, or the copy exists already or cannot be written.
pub async fn back_up(folder: &Path, copy: &Path) -> Result<(), StoreError> {
    crate::store::back_up(folder, copy).await
}
