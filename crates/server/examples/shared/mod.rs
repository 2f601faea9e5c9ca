//! Shared parts of the examples that measure a server: a server in a process of its own, and random
//! players with sockets of their own.

#[path = "../../tests/api/client.rs"]
pub mod client;
pub mod player;

use std::error::Error;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use ludoteca_server::{Server, ServerLimits, ServerSettings};
use ludoteca_system::signals::interrupted;
use serde_json::{Value, json};

use client::Bot;

/// The variables that tell a server where its database and NATS are. They may have passwords, which
/// nobody should see in a list of processes.
pub const DATABASE: &str = "LUDOTECA_DATABASE";
pub const NATS: &str = "LUDOTECA_NATS";

/// How many tables are created at once.
pub const AT_ONCE: usize = 64;

/// Starts this program again as a server, with `--serve FOLDER`, these options and these variables.
/// The server prints its address in its first line.
pub fn start(
    folder: &Path,
    options: &[&str],
    variables: &[(&str, &str)],
) -> Result<(Child, SocketAddr), Box<dyn Error>> {
    start_with(Command::new(std::env::current_exe()?), folder, options, variables)
}

/// The same in a control group, which is there already.
pub fn start_in_group(
    group: &Path,
    folder: &Path,
    variables: &[(&str, &str)],
) -> Result<(Child, SocketAddr), Box<dyn Error>> {
    // The shell is in the group before it becomes the server, which sees how many cores it has.
    const ENTER: &str = "echo $$ > \"$0/cgroup.procs\" && exec \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", ENTER]).arg(group).arg(std::env::current_exe()?);
    start_with(command, folder, &[], variables)
}

fn start_with(
    mut command: Command,
    folder: &Path,
    options: &[&str],
    variables: &[(&str, &str)],
) -> Result<(Child, SocketAddr), Box<dyn Error>> {
    command.env_remove(DATABASE).env_remove(NATS).envs(variables.iter().copied());
    let mut child =
        command.arg("--serve").arg(folder).args(options).stdout(Stdio::piped()).spawn()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().ok_or("a pipe")?).read_line(&mut line)?;
    Ok((child, line.trim().parse()?))
}

/// Serves until somebody interrupts it.
pub async fn serve(folder: PathBuf, limits: ServerLimits) -> Result<(), Box<dyn Error>> {
    #[cfg_attr(not(feature = "cluster"), allow(unused_mut, reason = "there is only the file"))]
    let mut settings =
        ServerSettings::new("127.0.0.1:0".to_owned(), folder, || "2026-01-01".to_owned());
    #[cfg(feature = "cluster")]
    {
        settings.database = std::env::var(DATABASE).ok().map(|url| url.parse()).transpose()?;
        settings.nats = std::env::var(NATS).ok().map(|url| url.parse()).transpose()?;
    }
    let server = Server::start(ServerSettings { limits, ..settings }).await?;
    println!("{}", server.address());
    let stop = interrupted()?;
    Ok(server.run(stop).await?)
}

/// Limits that nobody reaches.
pub fn no_limits() -> ServerLimits {
    const MANY: u32 = 1_000_000;
    let many = MANY as usize;
    ServerLimits {
        connections: many,
        requests: MANY,
        tables: many,
        newcomers: MANY,
        all_connections: Some(many),
        ..ServerLimits::default()
    }
}

/// Creates a table of two players at these servers, whose game begins.
pub async fn make_table(
    [here, there]: [SocketAddr; 2],
    game: &str,
    clock: Option<&Value>,
) -> (Bot, Bot, String) {
    let (one, other) = (Bot::new(here, "one").await, Bot::new(there, "other").await);
    let seats = [json!({ "kind": "me" }), json!({ "kind": "open" })];
    let mut proposal = json!({ "game": game, "seats": seats });
    if let Some(clock) = clock {
        proposal["clock"] = clock.clone();
    }
    let (table, _) = one.make(proposal).await;
    other.command(&table, json!({ "do": "sit", "seat": 2 })).await.well();
    (one, other, table)
}

/// One of the server's counters.
pub async fn counted(bot: &Bot, name: &str) -> Result<usize, Box<dyn Error>> {
    let metrics = bot.get("/metrics").await.body;
    let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    Ok(line.ok_or_else(|| format!("{name} is not counted"))?.parse()?)
}

/// The memory of a process, in KiB.
pub fn resident(pid: u32) -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .ok_or("the system does not tell")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

/// The processor time that a process has used: Linux counts it in hundredths of a second.
pub fn processor_time(pid: u32) -> Result<Duration, Box<dyn Error>> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let hundredths = fields.skip(11).take(2).map(str::parse::<u64>).sum::<Result<u64, _>>()?;
    Ok(Duration::from_millis(10 * hundredths))
}

/// The processor time that a process and all its children have used, also those that have ended.
pub fn processor_time_with_children(pid: u32) -> Result<Duration, Box<dyn Error>> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let hundredths = fields.skip(11).take(4).map(str::parse::<u64>).sum::<Result<u64, _>>()?;
    let mut sum = Duration::from_millis(10 * hundredths);
    for entry in std::fs::read_dir("/proc")?.flatten() {
        let name = entry.file_name();
        let Some(child) = name.to_str().and_then(|name| name.parse().ok()) else { continue };
        // A process that has just ended is counted with its parent.
        let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let parent = stat.rsplit(')').next().unwrap_or_default().split_whitespace().nth(1);
        if parent == Some(&pid.to_string()) {
            sum += processor_time(child).unwrap_or_default();
        }
    }
    Ok(sum)
}

/// The value below which this share of all values is, in milliseconds.
pub fn quantile(values: &mut [Duration], share: f64) -> f64 {
    values.sort_unstable();
    let place = (values.len().saturating_sub(1) as f64 * share) as usize;
    values.get(place).map_or(f64::NAN, |value| value.as_secs_f64() * 1000.0)
}
