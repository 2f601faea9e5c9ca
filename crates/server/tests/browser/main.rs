//! The page in a real browser, which visits real servers: whole games, two people at a table,
//! review, phones, keyboard use, and accessibility.

mod access;
#[path = "../api/balancer.rs"]
mod balancer;
#[allow(dead_code, reason = "the tests of the API need more of it")]
#[path = "../api/client.rs"]
mod client;
mod dice;
mod driver;
mod games;
mod home;
#[allow(dead_code, reason = "the tests of the API need more of it")]
#[path = "../api/host.rs"]
mod host;
mod house;
mod keys;
mod languages;
mod long;
mod looks;
#[cfg(feature = "cluster")]
#[allow(dead_code, reason = "the tests of the API need more of it")]
#[path = "../api/nats.rs"]
mod nats;
mod phone;
mod pictures;
mod play;
#[cfg(feature = "cluster")]
#[allow(dead_code, reason = "the tests of the API need more of it")]
#[path = "../api/postgres.rs"]
mod postgres;
mod pure;
mod review;
mod table;
mod together;
