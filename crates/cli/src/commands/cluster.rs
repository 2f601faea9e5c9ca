//! `ludoteca cluster`: shows the servers that share a database, and the workers of their cluster.

use std::io::Write;
use std::time::Duration;

use ludoteca_fleet::job::WorkerNotice;
use ludoteca_fleet::{QueueStatus, snapshot};
use ludoteca_server::{ClusterStatus, DatabaseUrl, NatsUrl, cluster_status};
use serde_json::{Value, json};

use super::database;
use crate::args::ClusterArgs;
use crate::failure::Failure;
use crate::texts::{fleet, programs};

/// What is known of NATS, if it was asked.
type NatsState = Option<(NatsUrl, Result<Duration, String>)>;

/// The workers that are there, and the queues.
type Workers = (Vec<WorkerNotice>, Vec<QueueStatus>);

pub fn run(args: &ClusterArgs, out: &mut impl Write) -> Result<(), Failure> {
    let nats = database::nats(args.nats.as_deref())?;
    let url = match &nats {
        Some(_) => database::url(args.database.as_deref())?,
        None => Some(database::needed_url(args.database.as_deref())?),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let status = url.map(|url| {
        let status = runtime.block_on(cluster_status(&url));
        let failed = |error| Failure::english_failure(programs::database_failed(&url, &error));
        status.map_err(failed).map(|status| (url.clone(), status))
    });
    let status = status.transpose()?;
    let nats = nats.map(|nats| {
        let connected = runtime.block_on(nats.try_to_connect());
        (nats, connected)
    });
    if let (None, Some((nats, Err(reason)))) = (&status, &nats) {
        // There is nothing else to show.
        return Err(Failure::english_failure(format!("{nats}: {reason}")));
    }
    let workers = match &nats {
        Some((nats, Ok(_))) => runtime.block_on(snapshot(nats, &args.cluster)).ok(),
        _ => None,
    };
    if args.json {
        let shown = to_json(status.as_ref().map(|(_, status)| status), &nats, workers.as_ref());
        writeln!(out, "{shown}")?;
    } else {
        write!(out, "{}", to_text(status.as_ref(), &nats, workers.as_ref()))?;
    }
    Ok(())
}

fn to_text(
    status: Option<&(DatabaseUrl, ClusterStatus)>,
    nats: &NatsState,
    workers: Option<&Workers>,
) -> String {
    let mut text = match (status, nats) {
        (Some((url, status)), nats) => programs::cluster(url, status, nats.as_ref()),
        (None, Some(nats)) => programs::reached(nats),
        (None, None) => String::new(),
    };
    if let Some((workers, queues)) = workers {
        text.push_str(&fleet::workers_and_queues(workers, queues));
    }
    text
}

fn to_json(status: Option<&ClusterStatus>, nats: &NatsState, workers: Option<&Workers>) -> Value {
    let mut shown = match status {
        Some(status) => serde_json::to_value(status).unwrap_or_default(),
        None => json!({}),
    };
    shown["nats"] = match nats {
        None => json!(null),
        Some((address, connected)) => json!({
            "address": address.to_string(),
            "answered_in_ms": connected.as_ref().ok().map(|time| time.as_millis() as u64),
            "problem": connected.as_ref().err(),
        }),
    };
    shown["workers"] = json!(workers.map(|(workers, _)| workers));
    shown["queues"] = json!(workers.map(|(_, queues)| queues));
    shown
}
