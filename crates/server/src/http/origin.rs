//! Checks which web pages may use the server, by the `Host` and `Origin` headers that browsers
//! send.
//!
//! A page of another site can make a browser send requests here and open WebSockets. It does not
//! get the rights of a player that way, because tokens are not in cookies. But it would act from
//! the address of the person who visits it. A site whose name is made to point to this machine (DNS
//! rebinding) is the same site for the browser; only `Host` distinguishes them.

use std::net::{IpAddr, SocketAddr};

use axum::extract::Request;
use axum::http::header::{HOST, HeaderName, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method};

use crate::error::ApiError;
use crate::settings::ServerSettings;
use crate::texts::{self, ErrorText};

/// The host names of the server.
pub struct Hosts {
    /// The names from the settings.
    names: Vec<String>,
    /// The name from the listening address.
    listens: String,
    /// Does the server accept these names only?
    is_strict: bool,
    behind_proxy: bool,
}

/// A host name, perhaps with a port.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Site {
    name: String,
    port: Option<u16>,
}

impl Hosts {
    /// The names from the settings, for a server that listens at this address.
    pub fn new(settings: &ServerSettings, address: SocketAddr) -> Hosts {
        let names: Vec<_> = settings.hosts.iter().map(|name| plain(name)).collect();
        // A server that listens on this machine only has no other names, unless a proxy passes
        // requests on.
        let is_local = address.ip().is_loopback() && !settings.behind_proxy;
        let listens =
            settings.listen.rsplit_once(':').map_or(settings.listen.as_str(), |(host, _)| host);
        let (is_strict, behind_proxy) = (!names.is_empty() || is_local, settings.behind_proxy);
        Hosts { names, listens: plain(listens), is_strict, behind_proxy }
    }

    /// Checks whether a request may be answered, according to its headers.
    ///
    /// # Errors
    /// Fails if the request is for another server, or was sent by a page of another site.
    pub fn check(&self, request: &Request) -> Result<(), ApiError> {
        let headers = request.headers();
        let host = match request.uri().authority() {
            Some(authority) => Some(Site::of(authority)),
            None => only(headers, HOST).and_then(|text| text.parse().ok()).map(|it| Site::of(&it)),
        };
        let host = host
            .filter(|host| !host.name.is_empty())
            .ok_or_else(|| ApiError::bad_request(texts::NO_HOST))?;
        if self.is_strict
            && !host.is_local()
            && host.name != self.listens
            && !self.names.contains(&host.name)
        {
            return Err(ApiError::forbidden(ErrorText::OtherHost(host.name)));
        }
        let is_safe = [Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method());
        if is_safe && request.uri().path() != SOCKET {
            return Ok(());
        }
        match headers.get(ORIGIN) {
            // Programs send no `Origin`.
            None => Ok(()),
            Some(origin) => {
                let origin = origin.to_str().unwrap_or_default();
                let is_ours = self.is_ours(origin, &host, headers);
                if is_ours {
                    Ok(())
                } else {
                    Err(ApiError::forbidden(ErrorText::OtherOrigin(origin.to_owned())))
                }
            }
        }
    }

    /// The beginning of links to this server, as the sender of a request with these headers reaches
    /// it. A proxy says what it was called.
    pub fn origin(&self, headers: &HeaderMap) -> Option<String> {
        let forwarded = |name| {
            let value = only(headers, HeaderName::from_static(name)).filter(|_| self.behind_proxy);
            value.and_then(|value| Some(value.rsplit(',').next()?.trim().to_owned()))
        };
        let host = forwarded("x-forwarded-host");
        let host: Authority = host.as_deref().or_else(|| only(headers, HOST))?.parse().ok()?;
        let is_secure = forwarded("x-forwarded-proto").as_deref() == Some("https");
        Some(format!("{}://{host}", if is_secure { "https" } else { "http" }))
    }

    fn is_ours(&self, origin: &str, host: &Site, headers: &HeaderMap) -> bool {
        let seen = only(headers, HeaderName::from_static("sec-fetch-site"));
        if seen == Some("same-origin") {
            return true;
        }
        let Some(from) = read_origin(origin) else { return false };
        let passed_on = only(headers, HeaderName::from_static("x-forwarded-host"))
            .filter(|_| self.behind_proxy);
        let passed_on = passed_on
            .and_then(|it| it.rsplit(',').next()?.trim().parse().ok())
            .map(|it| Site::of(&it));
        let host = passed_on.as_ref().unwrap_or(host);
        if from.name == host.name && (host.port.is_none() || from.port == host.port)
            || self.names.contains(&from.name)
        {
            return true;
        }
        // If a proxy does not pass the name on, the server relies on what the browser says.
        self.behind_proxy
            && self.names.is_empty()
            && host.is_local()
            && seen.is_none_or(|it| it == "none")
    }
}

impl Site {
    fn of(authority: &Authority) -> Site {
        Site { name: plain(authority.host()), port: authority.port_u16() }
    }

    /// Is it a name that no site on the internet can have?
    fn is_local(&self) -> bool {
        self.name == "localhost"
            || self.name.ends_with(".localhost")
            || self.name.parse::<IpAddr>().is_ok()
    }
}

/// The path of the WebSocket.
const SOCKET: &str = "/api/socket";

/// The form in which names are compared: lower-case letters, IPv6 addresses without brackets, and
/// no dot at the end.
fn plain(name: &str) -> String {
    let name = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(name);
    name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase()
}

/// The site of an origin, `http://NAME:PORT`.
fn read_origin(origin: &str) -> Option<Site> {
    let (scheme, rest) = origin.split_once("://")?;
    let usual = match scheme {
        "http" => 80,
        "https" => 443,
        _ => return None,
    };
    let site = Site::of(&rest.parse().ok()?);
    Some(Site { port: site.port.or(Some(usual)), ..site })
}

/// The value of a header that occurs exactly once.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut all = headers.get_all(name).iter();
    all.next().filter(|_| all.next().is_none()).and_then(|value| value.to_str().ok())
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn hosts(listen: &str, names: &[&str], behind_proxy: bool) -> Hosts {
        let mut settings = ServerSettings::new(listen.to_owned(), "none".into(), String::new);
        settings.hosts = names.iter().map(|name| (*name).to_owned()).collect();
        settings.behind_proxy = behind_proxy;
        let address = listen.replace("localhost", "127.0.0.1").parse().expect("an address");
        Hosts::new(&settings, address)
    }

    /// The status code of the answer: 200 if the request may be answered.
    fn check(hosts: &Hosts, line: &str, headers: &[(&str, &str)]) -> u16 {
        let (method, uri) = line.split_once(' ').expect("a method and an address");
        let mut request = Request::builder().method(method).uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        match hosts.check(&request.body(Body::empty()).expect("a request")) {
            Ok(()) => 200,
            Err(error) if error.code == crate::error::ErrorCode::BadRequest => 400,
            Err(_) => 403,
        }
    }

    #[test]
    fn names_of_the_server() {
        let (local, open) =
            (hosts("localhost:8080", &[], false), hosts("0.0.0.0:8080", &[], false));
        let (named, proxied) =
            (hosts("0.0.0.0:8080", &["Play.Example"], false), hosts("127.0.0.1:8080", &[], true));
        let rows = [
            ("localhost:8080", [200, 200, 200, 200]),
            ("127.0.0.1:8080", [200, 200, 200, 200]),
            ("[::1]:8080", [200, 200, 200, 200]),
            ("192.168.1.20:8080", [200, 200, 200, 200]),
            ("app.localhost", [200, 200, 200, 200]),
            ("LOCALHOST.", [200, 200, 200, 200]),
            ("play.example", [403, 200, 200, 200]),
            ("PLAY.example.:443", [403, 200, 200, 200]),
            ("evil.example:8080", [403, 200, 403, 200]),
            ("127.0.0.1.evil.example", [403, 200, 403, 200]),
            ("localhost.evil.example", [403, 200, 403, 200]),
            ("", [400, 400, 400, 400]),
            ("a b", [400, 400, 400, 400]),
            ("x:y:z", [400, 400, 400, 400]),
        ];
        for (host, codes) in rows {
            let found = [&local, &open, &named, &proxied]
                .map(|hosts| check(hosts, "GET /", &[("host", host)]));
            assert_eq!(found, codes, "{host}");
        }
        assert_eq!(check(&open, "GET /", &[]), 400);
        assert_eq!(check(&open, "GET /", &[("host", "a"), ("host", "a")]), 400);
        // A host in the request line takes precedence over the header.
        assert_eq!(check(&local, "GET http://evil.example/", &[("host", "localhost")]), 403);
        assert_eq!(check(&local, "GET http://localhost/", &[("host", "evil.example")]), 200);
    }

    #[test]
    fn pages_of_other_sites() {
        let open = hosts("0.0.0.0:8080", &[], false);
        let named = hosts("0.0.0.0:8080", &["play.example"], false);
        let proxied = hosts("127.0.0.1:8080", &[], true);
        type Row<'a> = (&'a Hosts, &'a str, Option<&'a str>, &'a [(&'a str, &'a str)], u16);
        let rows: &[Row<'_>] = &[
            (&open, "lan:8080", None, &[], 200),
            (&open, "lan:8080", Some("http://lan:8080"), &[], 200),
            (&open, "LAN:8080", Some("http://lan:8080"), &[], 200),
            (&open, "lan:8080", Some("http://lan:3000"), &[], 403),
            (&open, "lan:8080", Some("http://lan"), &[], 403),
            (&open, "lan", Some("https://lan:8443"), &[], 200),
            (&open, "lan:80", Some("http://lan"), &[], 200),
            (&open, "lan:8080", Some("http://evil.example"), &[], 403),
            (&open, "lan:8080", Some("http://lan:8080.evil.example"), &[], 403),
            (&open, "lan:8080", Some("null"), &[], 403),
            (&open, "lan:8080", Some(""), &[], 403),
            (&open, "lan:8080", Some("file://lan:8080"), &[], 403),
            (&open, "[::1]:8080", Some("http://[::1]:8080"), &[], 200),
            (
                &open,
                "lan:8080",
                Some("http://evil.example"),
                &[("sec-fetch-site", "cross-site")],
                403,
            ),
            (&open, "10.0.0.1", Some("https://lan"), &[("sec-fetch-site", "same-origin")], 200),
            // The headers of a proxy count only if the server is behind one.
            (
                &open,
                "lan",
                Some("http://evil.example"),
                &[("x-forwarded-host", "evil.example")],
                403,
            ),
            (
                &proxied,
                "127.0.0.1:8080",
                Some("https://play.example"),
                &[("x-forwarded-host", "play.example")],
                200,
            ),
            (
                &proxied,
                "127.0.0.1:8080",
                Some("https://evil.example"),
                &[("x-forwarded-host", "play.example")],
                403,
            ),
            (&proxied, "play.example", Some("https://play.example"), &[], 200),
            (&proxied, "play.example", Some("https://evil.example"), &[], 403),
            // If the proxy does not pass the name on, the server relies on the browser.
            (&proxied, "127.0.0.1:8080", Some("https://play.example"), &[], 200),
            (
                &proxied,
                "127.0.0.1:8080",
                Some("https://evil.example"),
                &[("sec-fetch-site", "cross-site")],
                403,
            ),
            (&named, "10.0.0.1:8080", Some("https://play.example"), &[], 200),
            (&named, "10.0.0.1:8080", Some("https://evil.example"), &[], 403),
        ];
        for (hosts, host, origin, more, code) in rows {
            let mut headers = vec![("host", *host)];
            headers.extend(origin.map(|origin| ("origin", origin)));
            headers.extend(*more);
            for line in ["POST /api/players", "PATCH /api/me", "DELETE /x", "GET /api/socket"] {
                assert_eq!(check(hosts, line, &headers), *code, "{line} {headers:?}");
            }
            assert_eq!(
                check(hosts, "GET /api/games", &headers),
                200,
                "anybody may look: {headers:?}"
            );
        }
    }
}
