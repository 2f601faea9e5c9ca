//! `ludoteca cluster`: shows the servers that share a database.

use std::io::Write;
use std::time::Duration;

use ludoteca_server::{NatsUrl, cluster_status};
use serde_json::json;

use super::database;
use crate::args::ClusterArgs;
use crate::failure::Failure;
use crate::texts::programs;

pub fn run(args: &ClusterArgs, out: &mut impl Write) -> Result<(), Failure> {
    let url = database::needed_url(args.database.as_deref())?;
    let nats = database::nats(args.nats.as_deref())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let status = runtime.block_on(cluster_status(&url));
    let status = status
        .map_err(|error| Failure::english_failure(programs::database_failed(&url, &error)))?;
    let nats = nats.map(|nats| {
        let connected = runtime.block_on(nats.try_to_connect());
        (nats, connected)
    });
    if args.json {
        let mut status = serde_json::to_value(&status).unwrap_or_default();
        status["nats"] = nats_as_json(nats.as_ref());
        writeln!(out, "{status}")?;
    } else {
        write!(out, "{}", programs::cluster(&url, &status, nats.as_ref()))?;
    }
    Ok(())
}

fn nats_as_json(nats: Option<&(NatsUrl, Result<Duration, String>)>) -> serde_json::Value {
    let Some((address, connected)) = nats else { return json!(null) };
    json!({
        "address": address.to_string(),
        "answered_in_ms": connected.as_ref().ok().map(|time| time.as_millis() as u64),
        "problem": connected.as_ref().err(),
    })
}
