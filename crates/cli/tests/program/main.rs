//! The real program, run as people and other programs run it.

mod analyse;
mod check_engine;
#[cfg(feature = "server")]
#[allow(dead_code, reason = "the tests of the server need more of it")]
#[path = "../../../server/tests/api/client.rs"]
mod client;
#[cfg(all(unix, feature = "cluster"))]
mod cluster;
mod commands;
mod console_commands;
#[cfg(all(unix, feature = "cluster"))]
mod encryption;
mod engine;
mod external;
#[cfg(feature = "server")]
mod killed;
mod languages;
mod learning;
mod matches;
#[cfg(all(unix, feature = "cluster"))]
#[allow(dead_code, reason = "the tests of the server need more of it")]
#[path = "../../../server/tests/api/nats.rs"]
mod nats;
#[cfg(all(target_os = "linux", feature = "server"))]
mod outages;
mod pipes;
#[cfg(all(unix, feature = "cluster"))]
#[allow(dead_code, reason = "the tests of the server need more of it")]
#[path = "../../../server/tests/api/postgres.rs"]
mod postgres;
mod records;
mod referee;
mod seeds;
#[cfg(feature = "server")]
mod serve;
mod terminal;
mod transcripts;
mod usage;
mod verify;
#[cfg(any(target_os = "linux", not(feature = "window")))]
mod window;
#[cfg(all(unix, feature = "cluster"))]
mod worker;
