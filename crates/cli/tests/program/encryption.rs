//! Connections to PostgreSQL and NATS that are encrypted, and certificates that are not trusted.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::external::{Ran, finish, program};
use crate::nats::{self, Nats};
use crate::postgres::{self, Postgres};

/// Two authorities, and the certificate of a server on this machine by the first.
struct Certificates {
    folder: TempDir,
}

impl Certificates {
    fn make() -> Certificates {
        let certificates = Certificates { folder: TempDir::new().expect("a folder") };
        for authority in ["trusted", "other"] {
            let name = format!("/CN={authority}");
            certificates.openssl(&format!(
                "req -x509 -newkey rsa:2048 -nodes -days 2 -subj {name} -keyout {authority}.key -out {authority}.pem"
            ));
        }
        let names = certificates.folder.path().join("names");
        std::fs::write(names, "subjectAltName=DNS:localhost\n").expect("a file");
        certificates.openssl(
            "req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout server.key -out server.csr",
        );
        certificates.openssl(
            "x509 -req -in server.csr -CA trusted.pem -CAkey trusted.key -CAcreateserial -days 2 \
             -extfile names -out server.pem",
        );
        certificates
    }

    fn openssl(&self, line: &str) {
        let mut openssl = Command::new("openssl");
        openssl.args(line.split_whitespace()).current_dir(self.folder.path());
        let output = openssl.output().expect("openssl runs");
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Makes PostgreSQL use the certificate. It writes the files itself, so that they are its own.
    fn use_for(&self, postgres: SocketAddr) {
        let run = |statement: &str| {
            postgres::psql(postgres.port(), "postgres", statement).expect("it can be done")
        };
        for name in ["server.pem", "server.key"] {
            let text = std::fs::read_to_string(self.path(name)).expect("a file");
            run(&format!(
                "COPY (SELECT unnest(string_to_array('{}', chr(10)))) TO PROGRAM 'umask 077; cat >{name}'",
                text.trim_end()
            ));
        }
        run("ALTER SYSTEM SET ssl_cert_file = 'server.pem'");
        run("ALTER SYSTEM SET ssl_key_file = 'server.key'");
        run("ALTER SYSTEM SET ssl = on");
        run("SELECT pg_reload_conf()");
    }
}

/// Is everything there that these tests need?
fn is_possible() -> bool {
    let has_openssl = Command::new("openssl").arg("version").output().is_ok();
    if !has_openssl {
        assert!(
            std::env::var_os("LUDOTECA_CLUSTER_TESTS").is_none(),
            "LUDOTECA_CLUSTER_TESTS is set, and openssl is not installed"
        );
        println!("skipped: tests of encryption; they take the package openssl");
    }
    has_openssl && nats::is_installed()
}

/// Runs a command with this database.
fn with_database(url: &str, line: &str) -> Ran {
    finish(program(line).env("LUDOTECA_DATABASE", url))
}

#[test]
fn a_database_must_show_a_certificate_that_is_trusted() {
    if !is_possible() {
        return;
    }
    let certificates = Certificates::make();
    let postgres = Postgres::start(false);
    postgres.database("games", postgres.address());
    let url = |mode: &str, authority: &str| {
        let (port, path) = (postgres.address().port(), certificates.path(authority));
        format!(
            "postgres://ludoteca@localhost:{port}/games?sslmode={mode}&sslrootcert={}",
            path.display()
        )
    };
    // Without a certificate, nothing is sent.
    let refused = |url: &str| {
        let ran = with_database(url, "database migrate");
        assert_eq!((ran.code, ran.err.lines().count()), (Some(1), 1), "{url}: {}", ran.err);
        ran.err
    };
    let plain = refused(&url("verify-full", "trusted.pem"));
    assert!(plain.to_lowercase().contains("tls"), "{plain}");
    certificates.use_for(postgres.address());
    let migrated = (0..50).map(|_| {
        // It reads its settings anew in a moment.
        std::thread::sleep(std::time::Duration::from_millis(100));
        with_database(&url("verify-full", "trusted.pem"), "database migrate")
    });
    let mut migrated = migrated.skip_while(|ran| ran.code != Some(0));
    assert!(migrated.next().is_some(), "{}", refused(&url("verify-full", "trusted.pem")));
    let wrong = refused(&url("verify-full", "other.pem"));
    assert!(wrong.to_lowercase().contains("certificate"), "{wrong}");
}

#[test]
fn nats_must_show_a_certificate_that_is_trusted() {
    if !is_possible() {
        return;
    }
    let certificates = Certificates::make();
    let file = |name: &str| certificates.path(name).display().to_string();
    let nats = Nats::start_with(&[
        "--tls",
        "--tlscert",
        &file("server.pem"),
        "--tlskey",
        &file("server.key"),
    ]);
    let folder = TempDir::new().expect("a folder");
    let url = postgres::database(folder.path()).to_string();
    assert_eq!(with_database(&url, "database migrate").code, Some(0));
    let shown = |authority: &Path| -> Value {
        let line = format!("cluster --json --nats tls://localhost:{}", nats.address.port());
        let mut command = program(&line);
        command.env("LUDOTECA_DATABASE", &url).env("SSL_CERT_FILE", authority);
        let ran = finish(&mut command);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
        let shown: Value = serde_json::from_str(&ran.out).expect("one object of JSON");
        shown["nats"].clone()
    };
    let trusted = shown(&certificates.path("trusted.pem"));
    assert!(trusted["answered_in_ms"].is_u64(), "{trusted}");
    let other = shown(&certificates.path("other.pem"));
    assert!(other["answered_in_ms"].is_null(), "{other}");
    assert!(other["problem"].is_string(), "{other}");
}
