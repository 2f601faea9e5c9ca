"""Checks that the files in deploy/ fit each other and the program: that options, variables, features,
ports, metrics and files which they name exist, and that no password is in a command line.

    python3 deploy/tests/files.py [PROGRAM]

PROGRAM is `ludoteca`, which lists its options.
"""

import re
import subprocess
import sys
from pathlib import Path

DEPLOY = Path(__file__).resolve().parent.parent
ROOT = DEPLOY.parent


def read(path):
    return (ROOT / path).read_text()


def without_comments(text):
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))


def rust_files(part):
    folders = [ROOT / "crates" / crate / part for crate in ("cli", "server", "fleet")]
    return "\n".join(path.read_text() for folder in folders for path in sorted(folder.rglob("*.rs")))


SOURCES, TESTS = rust_files("src"), rust_files("tests")
DOCUMENT = read("docs/cluster.md")
COMPOSE, DOCKERFILE = read("deploy/compose.yaml"), read("deploy/Dockerfile")
UNIT, NGINX = read("deploy/systemd/ludoteca@.service"), read("deploy/nginx.conf")
WORKER = read("deploy/systemd/ludoteca-worker@.service")
NATS, RULES = read("deploy/nats.conf"), read("deploy/prometheus/ludoteca.rules.yml")


def options_exist(program):
    known = set()
    for command in ("serve", "database", "cluster", "worker"):
        run = subprocess.run([program, command, "--help"], capture_output=True, text=True)
        assert run.returncode == 0, f"{command}: {run.stderr}"
        known |= set(re.findall(r"--[a-z][a-z-]+", run.stdout))
    # `database migrate` has one more.
    run = subprocess.run([program, "database", "migrate", "--help"], capture_output=True, text=True)
    known |= set(re.findall(r"--[a-z][a-z-]+", run.stdout))
    unit, worker = [re.search(r"ExecStart=(.*?[^\\])\n", unit, re.S)[1] for unit in (UNIT, WORKER)]
    start = "\n".join(re.findall(r"^(?:CMD|ENTRYPOINT) .*", DOCKERFILE, re.M))
    compose = "\n".join(re.findall(r"command: \[.*?\]", COMPOSE, re.S))
    # In the document, what is said to `ludoteca` in code.
    told = "\n".join(re.findall(r"ludoteca (?:serve|database|cluster|worker)[^`\n]*", DOCUMENT))
    table = "\n".join(re.findall(r"^\| `--.*", DOCUMENT, re.M))
    for where, text in [
        ("ludoteca@.service", unit),
        ("ludoteca-worker@.service", worker + read("deploy/systemd/worker.env.example")),
        ("Dockerfile", start),
        ("compose.yaml", compose),
        ("docs/cluster.md", told + table),
    ]:
        used = set(re.findall(r"--[a-z][a-z-]+", text))
        assert used, f"no options are found in {where}"
        assert used <= known, f"{where}: there is no {sorted(used - known)}"


def variables_exist():
    places = {
        "compose.yaml": COMPOSE,
        "cluster.env.example": read("deploy/systemd/cluster.env.example"),
        "worker.env.example": read("deploy/systemd/worker.env.example"),
        "docs/cluster.md": DOCUMENT,
    }
    ours = set(re.findall(r"LUDOTECA_[A-Z_]+", read("deploy/secrets") + NATS + read("deploy/postgres.sh")))
    for where, text in places.items():
        used = set(re.findall(r"LUDOTECA_[A-Z_]+", text))
        missing = {name for name in used if f'"{name}"' not in SOURCES + TESTS and name not in ours}
        assert used and not missing, f"{where}: nobody reads {sorted(missing)}"
    # What compose.yaml must be told, deploy/secrets writes.
    must = set(re.findall(r"\$\{(\w+):\?", COMPOSE))
    written = set(re.findall(r"^(\w+)=", read("deploy/secrets"), re.M))
    assert must and must <= written, sorted(must - written)
    # What the units use, their examples set.
    for unit, example in [(UNIT, "server.env.example"), (WORKER, "worker.env.example")]:
        used = set(re.findall(r"\$\{?([A-Z]+)", unit))
        set_there = set(re.findall(r"^([A-Z]+)=", read(f"deploy/systemd/{example}"), re.M))
        assert used and used == set_there, used ^ set_there


def features_exist():
    features = re.search(r"--features ([\w,-]+)", without_comments(DOCKERFILE))[1].split(",")
    known = re.findall(r"^([\w-]+) = \[", read("crates/cli/Cargo.toml").split("[features]")[1].split("\n[")[0], re.M)
    assert set(features) <= set(known), (features, known)
    version = re.search(r'^rust-version = "(.*)"', read("Cargo.toml"), re.M)[1]
    assert f"FROM rust:{version}-" in DOCKERFILE, version


def metrics_exist():
    used = set(re.findall(r"ludoteca_(\w+)", without_comments(RULES)))
    # Names are put together: `ludoteca_{name}`, `ludoteca_news_{name}_total`.
    patterns = re.findall(r"ludoteca_(\w*)\{\w+\}(\w*)", SOURCES)

    def exists(name):
        for start, end in patterns:
            for ending in (end, end + "_total", end + "_bucket"):
                if name.startswith(start) and name.endswith(ending):
                    if f'"{name[len(start):len(name) - len(ending)]}"' in SOURCES:
                        return True
        return f"ludoteca_{name}" in SOURCES

    missing = sorted(name for name in used if not exists(name))
    assert used and not missing, f"there are no metrics {missing}"


def alerts_are_explained_and_tested():
    alerts = re.findall(r"- alert: (\w+)", RULES)
    tests = read("deploy/prometheus/ludoteca.test.yml")
    assert len(alerts) >= 10
    for alert in alerts:
        assert f"`{alert}`" in DOCUMENT, f"docs/cluster.md does not say what to do about {alert}"
        fires = re.search(rf"alertname: {alert}\n\s+eval_time: .*\n\s+exp_alerts:\n\s+- exp_labels", tests)
        assert fires, f"no test expects {alert}"


def compose_fits():
    try:
        import yaml
    except ImportError:
        print("skipped: compose.yaml is not read; that takes the package python3-yaml")
        return
    compose = yaml.safe_load(COMPOSE)
    services = compose["services"]
    for name, service in services.items():
        assert service.get("image") or service.get("build"), f"{name} has no image"
        assert service.get("restart"), f"{name} is not started again"
        is_checked = "healthcheck" in service or service["image"] == "ludoteca" and "\nHEALTHCHECK " in DOCKERFILE
        assert is_checked, f"nobody checks {name}"
        command = " ".join(service.get("command", []))
        assert "PASSWORD" not in command and "://" not in command, f"{name}: a secret in a command line"
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            exists = (DEPLOY / source).is_file() if source.startswith(".") else source in compose["volumes"]
            assert exists, f"{name}: there is no {source}"
        networks = service["networks"]
        for network in networks:
            assert network in compose["networks"], f"{name}: there is no network {network}"
        for other in service.get("depends_on", {}):
            assert other in services, f"{name}: there is no service {other}"
        if build := service.get("build"):
            assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
    # nginx knows the servers by name and port.
    upstream = re.findall(r"^\s+server (\w+):(\d+) ", NGINX, re.M)
    is_server = lambda service: service["image"] == "ludoteca" and service["command"][0] == "serve"
    servers = [name for name, service in services.items() if is_server(service)]
    assert [name for name, _ in upstream] == servers * 2, (upstream, servers)
    for name, port in upstream:
        command = services[name]["command"]
        assert command[command.index("--listen") + 1].endswith(f":{port}"), name
        assert command[command.index("--name") + 1] == name, name
    metrics = {service["command"][service["command"].index("--metrics") + 1] for service in services.values() if is_server(service)}
    checked = re.search(r"/dev/tcp/127\.0\.0\.1/(\d+)", DOCKERFILE)[1]
    assert metrics == {f"0.0.0.0:{checked}"}, metrics
    environment = services[servers[0]]["environment"]
    database = re.fullmatch(r"postgres://(\w+):.*@(\w+):5432/(\w+)", environment["LUDOTECA_DATABASE"])
    script = read("deploy/postgres.sh")
    assert f"CREATE ROLE {database[1]} " in script and f"CREATE DATABASE {database[3]} " in script
    assert database[2] in services
    for name, user in [(servers[0], "server"), ("worker", "worker")]:
        environment = services[name]["environment"]
        nats = re.fullmatch(r"nats://(\w+):.*@(\w+):(\d+)", environment["LUDOTECA_NATS"])
        assert nats[1] == user and nats[2] in services, name
        assert f"user: {nats[1]}\n" in NATS and f":{nats[3]}\n" in NATS, name
    # A worker has no way to the database.
    assert list(services["worker"]["environment"]) == ["LUDOTECA_NATS"]
    # nats.conf takes a password for each of its users, and keeps its queues where there is room.
    needed = set(re.findall(r"password: \$(\w+)", NATS))
    assert needed == set(services["nats"]["environment"]), needed
    store = re.search(r'store_dir: "(.*)"', NATS)[1]
    assert any(mount.startswith(store + ":") for mount in services["nats"]["tmpfs"]), store
    assert f"StateDirectory={Path(store).name}\n" in read("deploy/systemd/nats-server.conf"), store


def secrets_are_written_once():
    import shutil
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "secrets")
        shutil.copy(DEPLOY / "secrets", script)
        subprocess.run([script], check=True, capture_output=True)
        env = Path(folder, ".env")
        assert env.stat().st_mode & 0o777 == 0o600, "others can read deploy/.env"
        first = env.read_text()
        passwords = re.findall(r"^\w+PASSWORD=(.*)$", first, re.M)
        assert len(set(passwords)) == 5 and all(re.fullmatch(r"p[0-9a-f]{48}", it) for it in passwords), "passwords"
        again = subprocess.run([script], capture_output=True)
        assert again.returncode == 1 and env.read_text() == first
    ignored = read(".gitignore").splitlines()
    assert "deploy/.env" in ignored and "deploy/.env" in read("deploy/Dockerfile.dockerignore").splitlines()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        options_exist(sys.argv[1])
    else:
        print("skipped: options are not compared with those of the program, which is not built")
    variables_exist()
    features_exist()
    metrics_exist()
    alerts_are_explained_and_tested()
    compose_fits()
    secrets_are_written_once()
    print("deploy/: its files fit each other and the program")
