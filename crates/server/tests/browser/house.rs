//! A server of our own for every test, and a browser that visits it.

use std::net::SocketAddr;

use tempfile::TempDir;
use tokio::runtime::Builder;
use tokio::sync::Mutex;

use crate::driver::{Browser, Page, Screen};
use crate::host::Host;

/// A server, and the browser of a test.
pub struct House {
    pub browser: Browser,
    address: SocketAddr,
    server: Mutex<Server>,
}

enum Server {
    Runs(Host),
    Stopped(TempDir),
    /// The state for the moment of a change from one to the other.
    Between,
}

/// Starts a server and a browser, if this machine has one. At the end no page may have reported an
/// error.
pub fn visit(test: impl AsyncFnOnce(&House)) {
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let Some(browser) = Browser::start().await else { return };
        let host = Host::start().await;
        let house =
            House { browser, address: host.address, server: Mutex::new(Server::Runs(host)) };
        test(&house).await;
        house.browser.end().await;
    });
}

impl House {
    /// Opens a page of the server as a new person.
    pub async fn open(&self, path: &str) -> Page {
        self.open_with(path, Screen::USUAL).await
    }

    /// Opens a page of the server as a new person with this screen.
    pub async fn open_with(&self, path: &str, screen: Screen) -> Page {
        self.browser.open(&self.link(path), screen).await
    }

    /// The full address of a page of the server.
    pub fn link(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Stops the server in good order.
    pub async fn stop(&self) {
        let mut server = self.server.lock().await;
        let Server::Runs(host) = std::mem::replace(&mut *server, Server::Between) else {
            panic!("it does not run")
        };
        *server = Server::Stopped(host.stop().await);
    }

    /// Starts the server again, with the same folder and at the same address.
    pub async fn start(&self) {
        let mut server = self.server.lock().await;
        let Server::Stopped(folder) = std::mem::replace(&mut *server, Server::Between) else {
            panic!("it runs")
        };
        *server =
            Server::Runs(Host::open(folder, |settings| settings.listen = self.address.to_string()));
    }
}
