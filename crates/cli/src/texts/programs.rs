//! English texts for authors and operators of programs: programs over the network, matches,
//! tournaments, and the server.

use std::fmt::Display;
#[cfg(feature = "server")]
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::Path;
use std::time::Duration;

use ludoteca_arena::breakthrough::client::ClientError;
use ludoteca_arena::contest::{ContestRules, Threshold};
#[cfg(feature = "cluster")]
use ludoteca_arena::tournament::NobodyYet;
use ludoteca_arena::tournament::{Format, JournalError, Machine, Openings, TournamentError};
use ludoteca_core::Seat;
use ludoteca_engines::check::CheckOutcome;
use ludoteca_engines::protocols::breakthrough::BadMessage;
use ludoteca_search::tuning::SelfPlayRecipe;

#[cfg(feature = "cluster")]
use ludoteca_server::{
    ClusterStatus, DatabaseUrl, NatsUrl, ServerState, ServerStatus, Transferred,
};

#[cfg(feature = "cluster")]
use crate::args::DatabaseAction;
#[cfg(feature = "server")]
use crate::args::ServeArgs;

pub const SEE_COMMANDS: &str = "`ludoteca --help` lists the commands";
pub const SEE_OPTIONS: &str = "`--help` lists what there is";

// Programs over the network.

pub fn no_protocol(id: &str, known: &str) -> String {
    format!("`{id}` has no protocol of its own: allowed is {known}")
}

pub fn listening(address: &dyn Display) -> String {
    format!("listening on {address}")
}

pub fn no_listening(address: &str, reason: &dyn Display) -> String {
    format!("--listen {address}: {reason}")
}

pub fn no_connection(address: &str, reason: &dyn Display) -> String {
    format!("--connect {address}: {reason}")
}

pub fn open_files(reason: &dyn Display) -> String {
    format!("the limit of open files, and so that of connections, cannot be raised: {reason}")
}

pub const NO_PERSON_IN_THE_HOUSE: &str =
    "--house m: a person cannot fill a seat here, allowed are r and a";
pub const CLIENTS_WITHOUT_ROUNDS: &str =
    "--clients without --rounds all: clients are paired in the order of arrival";
pub const CLIENT_WITHOUT_POSITION: &str =
    "--position for a client: the server says where the game starts";
pub const CHECK_WITHOUT_POSITION: &str =
    "--position for a check: its games begin at the usual position";

/// The result of checking a requirement.
pub fn found(requirement: &dyn Display, finding: &CheckOutcome) -> String {
    match finding {
        CheckOutcome::Passed => format!("kept   {requirement}"),
        CheckOutcome::Failed(reason) => format!("broken {requirement}: {reason}"),
        CheckOutcome::NotReached => format!("unseen {requirement}"),
        CheckOutcome::NotSupported => format!("absent {requirement}: this is optional"),
    }
}

pub fn waiting_for_client(address: &dyn Display, number: usize, of: usize) -> String {
    format!("start your client, it connects to {address}: {number} of {of}")
}

pub fn no_check(command: &str, reason: &dyn Display) -> String {
    format!("`{command}` cannot be checked: {reason}")
}

pub fn requirements_broken(who: &str, broken: usize) -> String {
    format!(
        "the {who} breaks {broken} {}",
        if broken == 1 { "requirement" } else { "requirements" }
    )
}

pub const CLIENT: &str = "client";
pub const ENGINE: &str = "engine";

/// The line before the last lines of a shortened transcript.
pub fn lines_before(lines: usize) -> String {
    format!("… after {lines} other lines: --verbose shows them")
}

pub const ONE_PERSON: &str = "--copies with --player m: a person plays one game at a time";
pub const CLIENT_BROKE: &str = "a client ended unexpectedly";

// Matches and tournaments.

pub const PLAYERS_OF_A_CONTEST: &str = "-p is for games that you play: here players are named one by one, and --set seats=4 makes room for four";
pub const OVER_THERE: &str = "the game is over there";

pub fn match_of_more(seats: usize) -> String {
    format!(
        "a match is between two players, and this game has {seats} seats: ludoteca tournament has room for them"
    )
}

pub fn wrong_sprt(reason: &dyn Display) -> String {
    format!("--sprt: {reason}")
}

pub fn wrong_opening(path: &Path, line: usize, position: &str, reason: &str) -> String {
    format!("{}, line {line}: `{position}`: {reason}", path.display())
}

pub fn no_openings(path: &Path) -> String {
    format!("{}: there is no position in it", path.display())
}

pub const SEED: &str = "Seed";
pub const FORMAT: &str = "Format";
pub const OPENINGS: &str = "Openings";
pub const SPRT: &str = "Test";

pub fn title_of(names: &[String], is_match: bool, game: &str) -> String {
    if is_match {
        format!("{}: {game}", names.join(" – "))
    } else {
        format!("A tournament of {game}")
    }
}

pub fn format_of(format: Format, rounds: u32) -> String {
    let times = if rounds == 1 { "once".to_owned() } else { format!("{rounds} times") };
    match format {
        Format::RoundRobin => format!("everybody meets everybody {times}"),
        Format::Gauntlet => format!("the first meets all others {times}"),
        Format::Swiss => {
            format!("Swiss, {rounds} {}", if rounds == 1 { "round" } else { "rounds" })
        }
    }
}

pub fn openings_of(openings: &Openings, of_encounter: u32) -> String {
    let from = match openings.positions.as_slice() {
        [] => "from the usual first position".to_owned(),
        [position] => format!("from {position}"),
        positions => format!("from {} positions in turn", positions.len()),
    };
    let each = if of_encounter == 1 {
        String::new()
    } else {
        format!(", {of_encounter} for each encounter")
    };
    format!("{} random steps {from}{each}", openings.steps)
}

/// The rules of each game, row by row.
pub fn conduct_of(conduct: &ContestRules) -> Vec<(String, String)> {
    let ContestRules { control, adjudication } = conduct;
    let time = |time: Duration| format!("{} s", time.as_secs_f64());
    let moves = |threshold: Threshold, what: &str| {
        format!("{what} {} hundredths for {} moves in a row", threshold.score, threshold.moves)
    };
    let rows = [
        ("Time for a move", control.move_time.map(time)),
        (
            "Clock",
            control
                .clock
                .map(|(base, more)| format!("{}, and {} after each move", time(base), time(more))),
        ),
        ("Nodes for a move", control.nodes.map(|nodes| nodes.to_string())),
        ("Depth", control.depth.map(|depth| depth.to_string())),
        (
            "Margin",
            control.move_time.or(control.clock.map(|(base, _)| base)).map(|_| time(control.margin)),
        ),
        ("A draw after", adjudication.length.map(|steps| format!("{steps} steps"))),
        (
            "A draw after",
            adjudication.no_progress.map(|steps| format!("{steps} steps without progress")),
        ),
        (
            "Resignation",
            adjudication.resign.map(|threshold| moves(threshold, "behind by at least")),
        ),
        (
            "Agreed win",
            adjudication.win.map(|threshold| moves(threshold, "a lead in both scores of at least")),
        ),
        ("Agreed draw", adjudication.draw.map(|threshold| moves(threshold, "both scores within"))),
    ];
    rows.into_iter().filter_map(|(what, how)| Some((what.to_owned(), how?))).collect()
}

pub fn lost_by_fault(game: u64, name: &str, what: &str) -> String {
    format!("game {game}: {name} has lost: {what}")
}

/// The machines that play, as the lines of a table; empty if there are none.
pub fn machines(machines: &[Machine]) -> String {
    if machines.is_empty() {
        return String::new();
    }
    let longest = machines.iter().map(|machine| machine.name.chars().count()).max();
    let width = longest.unwrap_or_default().max("machine".len());
    let mut text = format!("\n{:<width$}{:>7}{:>9}{:>8}\n", "machine", "cores", "running", "games");
    for Machine { name, cores, running, games } in machines {
        text.push_str(&format!("{name:<width$}{cores:>7}{running:>9}{games:>8}\n"));
    }
    text
}

#[cfg(feature = "cluster")]
pub fn no_workers(variable: &str) -> String {
    format!(
        "--workers: allowed is an address as in nats://USER:PASSWORD@HOST:PORT, or an empty one if the variable {variable} is set"
    )
}

/// Nobody plays yet.
#[cfg(feature = "cluster")]
pub fn nobody_yet(nobody: &NobodyYet) -> String {
    let NobodyYet { signature, programs, others } = nobody;
    let programs = match programs.as_slice() {
        [] => String::new(),
        [program] => format!(" and the program {program}"),
        programs => format!(" and the programs {}", programs.join(", ")),
    };
    nobody_plays(signature, &programs, *others)
}

pub fn contest_header(game: &str, seed: &dyn Display) -> String {
    format!("{game}, seed {seed}")
}

pub fn test_so_far(
    test: &dyn Display,
    ratio: f64,
    (lower, upper): (f64, f64),
    decision: &dyn Display,
) -> String {
    format!("SPRT {test}: LLR {ratio:.2} ({lower:.2}, {upper:.2}), {decision}")
}

pub fn crowded(needed: usize, cores: usize) -> String {
    format!(
        "note: {needed} players think at once on {cores} cores, and may lose on time: --concurrency {cores} avoids this"
    )
}

pub fn report_is_at(path: &Path) -> String {
    format!("report: {}", path.display())
}

/// Why a tournament cannot go on, and the option that helps.
pub fn tournament_error(error: &TournamentError) -> String {
    match error {
        TournamentError::Journal(JournalError::Taken(folder)) => {
            format!("{error}: --resume {} goes on with it", folder.display())
        }
        TournamentError::NotAtOnce { name, player, at_once, reason } => {
            let played = at_once - 1;
            format!(
                "{name} ({player}) does not play {at_once} games at once, but --concurrency {played}: {reason}"
            )
        }
        other => other.to_string(),
    }
}

/// Why a client cannot go on, and the option that helps.
pub fn client_error(error: &ClientError) -> String {
    match error {
        ClientError::Message(BadMessage::Size { cells }) => {
            format!("the server plays on a board of {cells} cells: give its size with -d ROWSxCOLS")
        }
        other => other.to_string(),
    }
}

pub fn cannot_go_on(error: &str, kept: Option<(usize, &Path)>) -> String {
    match kept {
        Some((games, folder)) => {
            format!(
                "{error}: {games} games are kept, --resume {} goes on with them",
                folder.display()
            )
        }
        None => error.to_owned(),
    }
}

pub fn repeated(openings: u32, wanted: u32) -> String {
    let them =
        if openings == 1 { "one opening".to_owned() } else { format!("{openings} openings") };
    format!(
        "note: {them} for {wanted} pairs: players without randomness will repeat games; --opening-steps 4 makes them differ"
    )
}

pub fn speed_of_games(games: usize, steps: u64, seconds: f64) -> String {
    if games == 0 {
        return "nothing was left to play".to_owned();
    }
    let (per_second, steps) = (games as f64 / seconds, steps as f64 / seconds);
    format!("{games} games in {seconds:.2} s: {per_second:.1} games/s, {steps:.0} steps/s")
}

pub fn stopped_after(played: u64, games: u64, folder: Option<&Path>) -> String {
    let goes_on = folder.map_or_else(
        || "nothing is kept without --out DIR".to_owned(),
        |folder| format!("--resume {} goes on with it", folder.display()),
    );
    format!("stopped after {played} of {games} games: {goes_on}")
}

// Self-play and training.

pub const PLAYERS_OF_SELF_PLAY: &str = "-p is for games that you play: here our search plays itself, and --set seats=2 says how many play";
pub const NO_PLAIN_FILE: &str = "this is not a plain file";
pub const NO_HEADER: &str = "it has no header, so no games are added to it";
pub const POSITIONS_BUSY: &str = "another process is adding games to it";
pub const NONE: &str = "none";

pub fn positions_file(path: &Path, reason: &dyn Display) -> String {
    format!("{}: {reason}", path.display())
}

pub fn in_line(line: u64, reason: &dyn Display) -> String {
    format!("line {line}: {reason}")
}

/// A file has games of another recipe. `field` is the first line of the header that differs.
pub fn other_recipe(field: &str, there: &str, wanted: &str) -> String {
    if field == "signature" {
        return format!(
            "its games were played by a program that plays otherwise: {field} {there}, not {wanted}"
        );
    }
    format!("its games have {field} {there}, not {wanted}")
}

pub fn same_games(other: &Path) -> String {
    format!("it has the same games as {}", other.display())
}

pub fn cut_positions(path: &Path, games: u64) -> String {
    format!(
        "note: {} ends in the middle of a game: its first {games} games are kept",
        path.display()
    )
}

pub fn incomplete_is_left_out(path: &Path) -> String {
    format!("note: {} ends in the middle of a game, which is left out", path.display())
}

pub fn incomplete_positions(lines: u64) -> String {
    format!("it ends in the middle of a game, or of its header, after line {lines}")
}

pub fn unwritten_positions(path: &Path, reason: &dyn Display, games: u64) -> String {
    format!(
        "{}: {reason}: {games} games are kept, and the same command goes on with them",
        path.display()
    )
}

pub fn recipe(recipe: &SelfPlayRecipe) -> String {
    let SelfPlayRecipe { version, signature, nodes, opening_steps, seed, .. } = recipe;
    format!(
        "{nodes} nodes a move, up to {opening_steps} random steps, seed {seed}, version {version}, signature {signature}"
    )
}

pub fn won_drawn_lost([won, drawn, lost]: &[u64; 3]) -> String {
    format!("{won} won, {drawn} drawn, {lost} lost")
}

pub fn speed_of_self_play(games: u64, seconds: f64) -> String {
    if games == 0 {
        return "nothing was left to play".to_owned();
    }
    format!("{games} new games in {seconds:.2} s: {:.1} games/s", games as f64 / seconds)
}

pub fn self_play_stopped(games: u64, wanted: u64) -> String {
    format!("stopped after {games} of {wanted} games: the same command goes on with them")
}

pub fn trained(game: &str, positions: usize, seed: &dyn Display) -> String {
    format!("{game}: {positions} positions, seed {seed}")
}

pub fn losses(losses: &[f64]) -> String {
    let losses: Vec<String> = losses.iter().map(|loss| format!("{loss:.5}")).collect();
    format!("loss after each round: {}", losses.join(" "))
}

/// Where a network was written, and how it is used.
pub fn network_written(path: &Path, id: &str) -> String {
    format!(
        "{} is written: to play with it, replace crates/games/src/{id}/data/evaluation.network by it, and build the program",
        path.display()
    )
}

pub fn tuned(game: &str, positions: usize, [before, after]: [f64; 2]) -> String {
    format!("{game}: {positions} positions, loss {before:.5} before and {after:.5} after")
}

pub fn weights_use(id: &str) -> String {
    format!(
        "to play with them, replace those of crates/games/src/{id}/evaluation.rs by them, and build the program"
    )
}

#[cfg(feature = "cluster")]
pub const NO_GAMES: &str = "this is no result of self-play";

#[cfg(feature = "cluster")]
pub fn no_seed(seed: &str) -> String {
    format!("`{seed}` is no seed")
}

/// No worker can take part yet.
#[cfg(feature = "cluster")]
pub fn nobody_plays(signature: &str, programs: &str, others: usize) -> String {
    let others = match others {
        0 => String::new(),
        1 => "; another worker is there".to_owned(),
        others => format!("; {others} other workers are there"),
    };
    format!("no worker with the search signature {signature}{programs} is there yet{others}")
}

#[cfg(feature = "cluster")]
pub fn chunk_failed(reason: &dyn Display) -> String {
    format!("some games cannot be played: {reason}")
}

#[cfg(feature = "cluster")]
pub fn bad_result(worker: &str, reason: &dyn Display) -> String {
    format!("worker {worker} has sent something else than games: {reason}")
}

// Clients.

/// Shown when all games are over.
pub fn games_played(games: u64) -> String {
    format!("{games} {} played", if games == 1 { "game" } else { "games" })
}

pub fn your_seat(seat: Seat) -> String {
    format!("A game begins: you are {seat}")
}

/// Shown after the server has hung up.
pub fn farewell(has_left: bool, games: u64, moves: u64, won: u64) -> String {
    let why = if has_left { "you have left the game" } else { "the server has hung up" };
    format!(
        "{why}: {games} {}, {moves} {}, {won} won by our last move",
        if games == 1 { "game" } else { "games" },
        if moves == 1 { "move" } else { "moves" },
    )
}

pub fn speed(clients: u64, games: u64, moves: u64, seconds: f64) -> String {
    format!(
        "{clients} clients: {games} games begun and {moves} moves made in {seconds:.2} s: {:.0} games/s, {:.0} moves/s",
        // Each game has two clients, so it is counted twice.
        games as f64 / 2.0 / seconds,
        moves as f64 / seconds,
    )
}

// The server.

/// Where the server is, and how others reach it. `code` is the QR code of the address for others,
/// if there is a terminal to show it.
#[cfg(feature = "server")]
pub fn serving(
    server: &ludoteca_server::Server,
    args: &ServeArgs,
    kept: &str,
    code: &str,
) -> String {
    let clients = server
        .breakthrough()
        .map(|address| format!("Clients of Breakthrough connect to {address}\n"));
    let engines = server.engines().map(|address| format!("Engines connect to {address}\n"));
    let metrics =
        server.metrics().map(|address| format!("Metrics are at http://{address}/metrics\n"));
    let programs = [clients, engines, metrics].into_iter().flatten().collect::<String>();
    let mut address = server.address();
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    let others: Vec<String> =
        server.reachable().iter().map(|address| format!("http://{address}")).collect();
    let is_alone =
        server.address().ip().is_loopback() && !args.behind_proxy && args.hosts.is_empty();
    let others = match &others[..] {
        [] if is_alone => format!(
            "Only this computer can open it. With --listen 0.0.0.0:{}, others can, too.\n",
            address.port()
        ),
        [] => String::new(),
        _ => format!("Other devices open {}\n{code}", others.join(" or ")),
    };
    format!(
        "Ludoteca is at http://{address}\n{others}{programs}Games are kept in {kept}. Ctrl-C ends it.\n"
    )
}

#[cfg(feature = "cluster")]
pub fn no_database(variable: &str) -> String {
    format!(
        "the option --database is needed, or the variable {variable}: the address of a database, postgres://USER:PASSWORD@HOST/NAME"
    )
}

#[cfg(feature = "cluster")]
pub fn nats_without_database(variable: &str) -> String {
    format!(
        "the option --nats is for servers with a database: it needs --database, or the variable {variable}"
    )
}

/// A server that never thinks needs workers.
#[cfg(feature = "server")]
pub const NO_THINKERS: &str =
    "--thinkers 0 is for servers with workers: it needs --nats; allowed without it are 1 to 1024";

#[cfg(feature = "cluster")]
pub fn database_failed(url: &DatabaseUrl, reason: &dyn Display) -> String {
    format!("{url}: {reason}")
}

#[cfg(feature = "cluster")]
pub fn migrated(url: &DatabaseUrl, level: Option<u32>) -> String {
    match level {
        Some(level) => format!("{url} is up to date, and events up to level {level} are written"),
        None => format!("{url} is up to date"),
    }
}

/// The servers that share a database, as a table.
#[cfg(feature = "cluster")]
pub fn cluster(
    url: &DatabaseUrl,
    status: &ClusterStatus,
    nats: Option<&(NatsUrl, Result<Duration, String>)>,
) -> String {
    let ClusterStatus { schema, least_version, event_level, answered_in_ms, .. } = status;
    let ClusterStatus { waiting_tables, playing_tables, duties, overdue_duties, .. } = status;
    let ClusterStatus { programs, jobs, now, servers, downtimes, .. } = status;
    let mut text = format!(
        "{url} answered in {answered_in_ms} ms: schema {schema}, programs from {least_version} on, events up to level {event_level}\n\
         Tables: {playing_tables} in play, {waiting_tables} waiting. Duties: {duties}, overdue: {overdue_duties}. \
         Analyses: {jobs}. Programs: {programs}.\n"
    );
    text.push_str(&nats.map_or_else(String::new, reached));
    text.push('\n');
    let head = [
        "SERVER",
        "ADDRESS",
        "VERSION",
        "STATE",
        "STARTED",
        "HEARTBEAT",
        "DUTIES",
        "DRIVEN",
        "PROGRAMS",
        "WATCHING",
    ];
    let mut rows = vec![head.map(str::to_owned)];
    // Servers that were stopped long ago are nobody's business any more.
    let is_shown = |server: &&ServerStatus| {
        server.alive_ms_ago < OLD_NEWS || server.duties > 0 || server.state <= ServerState::Leaving
    };
    for server in servers.iter().filter(is_shown) {
        let state = match server.state {
            ServerState::Alive => "alive",
            ServerState::Leaving => "leaving",
            ServerState::Dead => "dead",
            ServerState::Stopped => "stopped",
        };
        rows.push([
            server.name.clone(),
            server.address.clone(),
            server.version.clone(),
            state.to_owned(),
            ago(now.saturating_sub(server.started_at)),
            ago(server.alive_ms_ago),
            server.duties.to_string(),
            server.driven.to_string(),
            server.programs.to_string(),
            server.watching.to_string(),
        ]);
    }
    text.push_str(&columns(&rows));
    if rows.len() == 1 {
        text.push_str("no server uses this database now\n");
    }
    if !downtimes.is_empty() {
        text.push_str("\nTimes of the last day when no server could use the database:\n");
    }
    for downtime in downtimes {
        let lasted = downtime.until.saturating_sub(downtime.from) as f64 / 1000.0;
        let since = ago(now.saturating_sub(downtime.from));
        text.push_str(&format!("{lasted:.1} s, {since}\n"));
    }
    text
}

/// Whether NATS can be reached.
#[cfg(feature = "cluster")]
pub fn reached((nats, connected): &(NatsUrl, Result<Duration, String>)) -> String {
    match connected {
        Ok(time) => format!("{nats} answered in {} ms\n", time.as_millis()),
        Err(reason) => format!("{nats} cannot be reached: {reason}\n"),
    }
}

/// A table, in columns as wide as their widest cell.
#[cfg(feature = "cluster")]
pub fn columns<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().enumerate();
        let line: Vec<String> = cells
            .map(|(column, cell)| format!("{cell:<width$}", width = width(column).unwrap_or(0)))
            .collect();
        text.push_str(line.join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// Servers that were last alive longer ago than this are not shown, in milliseconds.
#[cfg(feature = "cluster")]
const OLD_NEWS: u64 = 60 * 60 * 1000;

/// How long ago something was, from a number of milliseconds.
#[cfg(feature = "cluster")]
pub fn ago(ms: u64) -> String {
    let seconds = ms / 1000;
    match seconds {
        0..10 => format!("{:.1} s ago", ms as f64 / 1000.0),
        10..120 => format!("{seconds} s ago"),
        120..7200 => format!("{} min ago", seconds / 60),
        7200..172_800 => format!("{} h ago", seconds / 3600),
        _ => format!("{} days ago", seconds / 86_400),
    }
}

/// What was moved or checked.
#[cfg(feature = "cluster")]
pub fn transferred(action: &DatabaseAction, url: &DatabaseUrl, found: &Transferred) -> String {
    let Transferred { players, tables, events, known, .. } = found;
    let counts = format!("players: {players}, tables: {tables}, events: {events}");
    match action {
        DatabaseAction::Import { folder } => {
            format!(
                "{} is copied to {url}: {counts}, tables there already: {known}",
                folder.display()
            )
        }
        DatabaseAction::Export { folder } => {
            format!("{url} is copied to {}: {counts}", folder.display())
        }
        DatabaseAction::Migrate { .. } | DatabaseAction::Check => {
            format!("{url} is read: {counts}")
        }
    }
}

#[cfg(feature = "cluster")]
pub fn damaged_table(table: &str, damage: &str) -> String {
    format!("table {table} is damaged: {damage}")
}

#[cfg(feature = "cluster")]
pub fn some_damaged(tables: usize) -> String {
    format!("damaged tables: {tables}")
}

#[cfg(feature = "server")]
pub fn backed_up(data: &Path, copy: &Path) -> String {
    format!("{} is copied to {}", data.display(), copy.display())
}

#[cfg(feature = "server")]
pub fn deleted(player: &str, tables: usize) -> String {
    format!("{player} is deleted; tables with data of this player: {tables}")
}

#[cfg(feature = "server")]
pub fn not_deleted(player: &str, kept: &str, reason: &dyn Display) -> String {
    format!("--delete-player {player}: nothing is deleted in {kept}: {reason}")
}

#[cfg(feature = "server")]
pub fn pruned(tables: usize, players: usize) -> String {
    format!("deleted tables: {tables}, deleted players: {players}")
}

#[cfg(feature = "server")]
pub fn not_pruned(days: u64, kept: &str, reason: &dyn Display) -> String {
    format!("--prune {days}: {kept} cannot be changed: {reason}")
}

#[cfg(feature = "server")]
pub fn no_backup(data: &Path, copy: &Path, reason: &dyn Display) -> String {
    format!("--backup {}: {} cannot be copied: {reason}", copy.display(), data.display())
}
