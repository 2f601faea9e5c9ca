//! Addresses of NATS, and connections to it that are opened again whenever they are lost.

use std::fmt;
use std::str::{FromStr, from_utf8};
use std::time::Duration;

use async_nats::{Client, ConnectError, ConnectOptions, ServerAddr};
use tokio::time::{Instant, timeout};

/// A connection that has been silent for this long is pinged. After two pings without an answer it
/// is given up.
const PING: Duration = Duration::from_secs(2);

/// Time limit for opening a connection.
const LIMIT: Duration = Duration::from_secs(2);

/// NATS is tried again after some time, but at the latest after this time.
const LONGEST_RETRY: Duration = Duration::from_secs(1);

/// The longest part of a subject.
const LONGEST_TOKEN: usize = 64;

/// The addresses of NATS, with user and password. They are shown without both.
///
/// `tls://` addresses are encrypted by rustls and verified with the certificates of the system, or
/// those in the file that the variable `SSL_CERT_FILE` names.
#[derive(Clone)]
pub struct NatsUrl {
    /// The addresses, without user and password.
    servers: Vec<ServerAddr>,
    credentials: Option<Credentials>,
    is_encrypted: bool,
}

#[derive(Clone, PartialEq, Eq)]
enum Credentials {
    Password { user: String, password: String },
    Token(String),
}

/// Why a text is no address of NATS. The text itself may contain a password and is not shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this is no address of NATS: {0}; allowed is nats://USER:PASSWORD@HOST:PORT or tls://…, several separated by commas"
)]
pub struct NoNatsUrl(String);

impl FromStr for NatsUrl {
    type Err = NoNatsUrl;

    fn from_str(text: &str) -> Result<NatsUrl, NoNatsUrl> {
        let wrong = |reason: &str| NoNatsUrl(reason.to_owned());
        let (mut servers, mut credentials) = (Vec::new(), None);
        for part in text.split(',') {
            let part = part.trim();
            if !part.starts_with("nats://") && !part.starts_with("tls://") {
                return Err(wrong("it does not begin with nats:// or tls://"));
            }
            let server: ServerAddr =
                part.parse().map_err(|error: std::io::Error| NoNatsUrl(error.to_string()))?;
            if server.host().is_empty() {
                return Err(wrong("it has no host"));
            }
            let mut url = server.clone().into_inner();
            if !matches!(url.path(), "" | "/") || url.query().is_some() || url.fragment().is_some()
            {
                return Err(wrong("something follows the port"));
            }
            let of_part = match (server.username(), server.password()) {
                (Some(user), Some(password)) => Some(Credentials::Password {
                    user: decoded(user)?,
                    password: decoded(password)?,
                }),
                (Some(token), None) => Some(Credentials::Token(decoded(token)?)),
                (None, Some(_)) => return Err(wrong("it has a password and no user")),
                (None, None) => None,
            };
            if of_part.is_some() && credentials.is_some() && of_part != credentials {
                return Err(wrong("the users of its addresses differ"));
            }
            credentials = credentials.or(of_part);
            // The client library writes addresses to its log.
            let bare = url.set_password(None).and_then(|()| url.set_username(""));
            let bare = bare.ok().and_then(|()| ServerAddr::from_url(url).ok());
            servers.push(bare.ok_or_else(|| wrong("it has no host"))?);
        }
        let is_encrypted = servers.iter().all(ServerAddr::tls_required);
        if !is_encrypted && servers.iter().any(ServerAddr::tls_required) {
            return Err(wrong("some of its addresses are encrypted, and some are not"));
        }
        Ok(NatsUrl { servers, credentials, is_encrypted })
    }
}

impl NatsUrl {
    /// Connects once, and returns how long that took.
    ///
    /// # Errors
    /// Says why there is no connection.
    pub async fn try_to_connect(&self) -> Result<Duration, String> {
        let asked = Instant::now();
        self.connect_once().await.map(|_| asked.elapsed())
    }

    /// Connects once, for something short.
    ///
    /// # Errors
    /// Says why there is no connection.
    pub async fn connect_once(&self) -> Result<Client, String> {
        let options = ConnectOptions::new().name("ludoteca").require_tls(self.is_encrypted);
        match timeout(LIMIT, self.sign_in(options).connect(&self.servers[..])).await {
            Ok(connected) => connected.map_err(|error| error.to_string()),
            Err(_) => Err("it does not answer".to_owned()),
        }
    }

    /// Options for a connection that lasts: it is opened again whenever it is lost, and it need not
    /// be there at the beginning.
    pub fn lasting(&self) -> ConnectOptions {
        let options = ConnectOptions::new()
            .name("ludoteca")
            .retry_on_initial_connect()
            .ping_interval(PING)
            .connection_timeout(LIMIT)
            .require_tls(self.is_encrypted)
            .reconnect_delay_callback(|attempts| {
                let doubled = 2_u64.saturating_pow(attempts.min(20) as u32) - 1;
                Duration::from_millis(doubled).min(LONGEST_RETRY)
            });
        self.sign_in(options)
    }

    /// Opens a connection with these options.
    ///
    /// # Errors
    /// When NATS can never be used with them. If it is only away, a lasting connection waits for
    /// it.
    pub async fn open(&self, options: ConnectOptions) -> Result<Client, ConnectError> {
        options.connect(&self.servers[..]).await
    }

    fn sign_in(&self, options: ConnectOptions) -> ConnectOptions {
        match self.credentials.clone() {
            Some(Credentials::Password { user, password }) => {
                options.user_and_password(user, password)
            }
            Some(Credentials::Token(token)) => options.token(token),
            None => options,
        }
    }
}

/// Reads a part of an address, where `%3A` stands for a colon and so on.
fn decoded(part: &str) -> Result<String, NoNatsUrl> {
    let wrong = || NoNatsUrl("a percent sign in it is not followed by two digits".to_owned());
    let (mut bytes, mut rest) = (Vec::new(), part.bytes());
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digits = [rest.next().ok_or_else(wrong)?, rest.next().ok_or_else(wrong)?];
                let digits = from_utf8(&digits).map_err(|_| wrong())?;
                u8::from_str_radix(digits, 16).map_err(|_| wrong())?
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).map_err(|_| NoNatsUrl("it is not UTF-8".to_owned()))
}

impl fmt::Display for NatsUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, server) in self.servers.iter().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            let host = server.host();
            let (open, close) = if host.contains(':') { ("[", "]") } else { ("", "") };
            write!(f, "{comma}{}://{open}{host}{close}:{}", server.scheme(), server.port())?;
        }
        Ok(())
    }
}

impl fmt::Debug for NatsUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The name of a cluster: that of all servers with the same database. Several clusters can use one
/// NATS under different names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterName(String);

/// Why a text is no name of a cluster.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no name of a cluster; allowed are 1 to 32 letters of ASCII, digits, - and _")]
pub struct NoClusterName(String);

impl Default for ClusterName {
    fn default() -> ClusterName {
        ClusterName("ludoteca".to_owned())
    }
}

impl FromStr for ClusterName {
    type Err = NoClusterName;

    fn from_str(text: &str) -> Result<ClusterName, NoClusterName> {
        match is_token(text) && text.len() <= 32 {
            true => Ok(ClusterName(text.to_owned())),
            false => Err(NoClusterName(text.to_owned())),
        }
    }
}

impl fmt::Display for ClusterName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Can this text be a part of a subject?
pub fn is_token(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=LONGEST_TOKEN).contains(&text.len()) && text.bytes().all(is_allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_nats_are_shown_without_secrets() {
        let cases = [
            ("nats://ada:se%3Acret@nats.example:4333", "nats://nats.example:4333"),
            ("nats://secret@nats.example/", "nats://nats.example:4222"),
            ("tls://[::1]:4222, tls://u:secret@b", "tls://[::1]:4222,tls://b:4222"),
            ("nats://u:secret@a,nats://u:secret@b:1", "nats://a:4222,nats://b:1"),
        ];
        for (text, shown) in cases {
            let url: NatsUrl = text.parse().expect(text);
            assert_eq!((url.to_string().as_str(), format!("{url:?}").as_str()), (shown, shown));
        }
        let wrong = [
            "",
            "nats://",
            "ada:secret@nats",
            "http://ada:secret@nats",
            "nats://ada:secret@nats:x",
            "nats://ada:secret@nats:4222/path",
            "nats://ada:secret@nats?secret",
            "nats://:secret@nats",
            "nats://ada:secret%@nats",
            "nats://ada:secret%ff@nats",
            "nats://ada:secret@a,nats://ben:secret@b",
            "tls://ada:secret@a,nats://b",
            "nats://ada:secret@a,,nats://b",
            "nats://ada:secret@",
        ];
        for text in wrong {
            let error = text.parse::<NatsUrl>().expect_err(text).to_string();
            assert!(error.contains("allowed is") && !error.contains("secret"), "{error}");
            assert!(!error.contains('\n') && !error.contains("ada"), "{error}");
        }
    }

    #[test]
    fn names_of_clusters_are_parts_of_subjects() {
        for right in ["ludoteca", "a", "Club_2-b"] {
            assert_eq!(
                right.parse::<ClusterName>().map(|name| name.to_string()).as_deref(),
                Ok(right)
            );
        }
        for wrong in ["", "a.b", "a b", ">", "*", "caf\u{e9}", &"x".repeat(33)] {
            let error = wrong.parse::<ClusterName>().expect_err(wrong).to_string();
            assert!(error.contains("allowed are"), "{error}");
        }
    }
}
