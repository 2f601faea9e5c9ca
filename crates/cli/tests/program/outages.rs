//! The server process is stopped and woken, and its disk is full for a while. Nobody loses time by
//! the first, and nothing is lost by the second.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::{sleep, timeout};

use crate::client::{Bot, PATIENCE};
use crate::serve::Serving;

#[tokio::test]
async fn a_stopped_process_charges_no_clock() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Serving::start(folder.path(), "--log none", None);
    let (ada, bob) = (Bot::new(server.address, "Ada").await, Bot::new(server.address, "Bob").await);
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let clock = json!({ "kind": "move", "seconds": 4 });
    let (id, _) = ada.make(json!({ "game": "ttt", "seats": seats, "clock": clock })).await;
    bob.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
    ada.step(&id, "1 1").await.well();
    let pid = Pid::from_child(&server.child);
    kill_process(pid, Signal::STOP).expect("it is there");
    // This is longer than Bob has for his move.
    sleep(Duration::from_secs(6)).await;
    kill_process(pid, Signal::CONT).expect("it is there");
    let table = bob.see(&id).await;
    assert_eq!(table["stage"], "playing", "{table}");
    assert!(
        table["clock"]["left_ms"][1].as_u64().is_some_and(|left| left > 1000),
        "{}",
        table["clock"]
    );
    bob.step(&id, "2 2").await.well();
}

/// The disk is full, the first move fails, room is made, and the same happens again. In an earlier
/// version two failures were enough to lose everything after them.
#[tokio::test]
async fn acknowledged_moves_survive_a_full_disk() {
    let Some(disk) = SmallDisk::mount() else {
        return println!("skipped: a full disk; it takes the right to mount one (root)");
    };
    let folder = disk.folder.path().join("data");
    let mut server = Serving::start(&folder, "--log none", None);
    let ada = Bot::new(server.address, "Ada").await;
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    let (id, _) = ada.make(json!({ "game": "breakthrough", "seats": seats })).await;
    let mut acknowledged = Vec::new();
    for _ in 0..2 {
        disk.fill();
        // The space that the file beside the database already has may be enough for some moves.
        while let Ok(step) = step(&ada, &id).await {
            acknowledged.push(step);
        }
        assert_eq!(ada.get("/health").await.status, 503);
        assert!(step(&ada, &id).await.is_err());
        disk.empty();
        let works =
            async { while step(&ada, &id).await.map(|step| acknowledged.push(step)).is_err() {} };
        timeout(PATIENCE, works).await.expect("it works again without a restart");
        acknowledged.push(step(&ada, &id).await.expect("it works"));
        let is_well = async { while ada.get("/health").await.status != 200 {} };
        timeout(PATIENCE, is_well).await.expect("it says so");
    }
    server.kill();
    server = Serving::start(&folder, "--log none", None);
    let table = ada.at(server.address).see(&id).await;
    let kept: Vec<&Value> =
        table["steps"]["list"].as_array().expect("a list").iter().map(|it| &it["step"]).collect();
    for step in &acknowledged {
        assert!(kept.contains(&step), "{step} of {acknowledged:?} in {kept:?}");
    }
    assert!(acknowledged.len() >= 4 && kept.len() >= acknowledged.len());
}

/// Makes any move. Returns the move, or the status of the refusal.
async fn step(ada: &Bot, id: &str) -> Result<Value, u16> {
    let seen = ada.get(&format!("/api/tables/{id}?scene=false")).await;
    if seen.status != 200 {
        return Err(seen.status);
    }
    let seen = seen.json();
    let step = seen["moves"][0].clone();
    let command = json!({ "do": "move", "step": step, "state": seen["state"] });
    let answer = ada.command(id, command).await;
    if answer.status == 200 { Ok(step) } else { Err(answer.status) }
}

/// A file system of 6 MiB in memory.
struct SmallDisk {
    folder: TempDir,
}

impl SmallDisk {
    fn mount() -> Option<SmallDisk> {
        let folder = tempfile::tempdir().expect("a folder");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=6m", "tmpfs"]).arg(folder.path());
        let mounted = mount.output().is_ok_and(|output| output.status.success());
        mounted.then_some(SmallDisk { folder })
    }

    fn filler(&self) -> PathBuf {
        self.folder.path().join("filler")
    }

    fn fill(&self) {
        let mut file = File::create(self.filler()).expect("there is room for a name");
        while file.write_all(&[0; 4096]).is_ok() {}
    }

    fn empty(&self) {
        fs::remove_file(self.filler()).expect("it is there");
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        unmount(self.folder.path());
    }
}

fn unmount(folder: &Path) {
    let _ = Command::new("umount").arg("-l").arg(folder).status();
}
