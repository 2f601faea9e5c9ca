//! The DevTools protocol: requests with their answers, and events.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::Mutex;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use super::PATIENCE;

/// A connection to the browser or to one of its pages.
pub struct Wire {
    inner: Mutex<Inner>,
}

struct Inner {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    asked: u64,
    /// Events that nobody has taken yet.
    told: Vec<Value>,
}

impl Wire {
    pub async fn connect(address: &str) -> Wire {
        // Pictures are large messages.
        let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        let connected = connect_async_with_config(address, Some(config), true).await;
        let (socket, _) = connected.unwrap_or_else(|error| panic!("{address}: {error}"));
        Wire { inner: Mutex::new(Inner { socket, asked: 0, told: Vec::new() }) }
    }

    /// Sends a request, and waits for the answer.
    pub async fn call(&self, method: &str, params: Value) -> Result<Value, String> {
        let mut inner = self.inner.lock().await;
        timeout(PATIENCE, inner.call(method, params))
            .await
            .unwrap_or_else(|_| panic!("{method}: no answer"))
    }

    /// The events since the last call.
    pub async fn take_told(&self) -> Vec<Value> {
        std::mem::take(&mut self.inner.lock().await.told)
    }
}

impl Inner {
    async fn call(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.asked += 1;
        let question = json!({ "id": self.asked, "method": method, "params": params });
        self.socket
            .send(Message::text(question.to_string()))
            .await
            .map_err(|error| error.to_string())?;
        loop {
            let message = self
                .socket
                .next()
                .await
                .ok_or("the browser has hung up")?
                .map_err(|error| error.to_string())?;
            let Message::Text(message) = message else { continue };
            let mut message: Value =
                serde_json::from_str(&message).map_err(|error| error.to_string())?;
            if message["id"] != self.asked {
                self.told.push(message);
            } else if message["error"].is_object() {
                return Err(message["error"]["message"].to_string());
            } else {
                return Ok(message["result"].take());
            }
        }
    }
}
