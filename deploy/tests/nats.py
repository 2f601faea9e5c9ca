"""Runs nats-server with deploy/nats.conf: servers, workers and tournaments may do what they need there,
and nothing else. The tests of crates/server (tests/api/fleet.rs) run real servers and workers with it.

    python3 deploy/tests/nats.py
"""

import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from pathlib import Path

DEPLOY = Path(__file__).resolve().parent.parent
SERVER = shutil.which("nats-server", path=os.environ.get("PATH", "") + ":/usr/sbin")
PASSWORD = "p0123456789abcdef"
PASSWORDS = {
    "server": ("LUDOTECA_NATS_PASSWORD", PASSWORD),
    "worker": ("LUDOTECA_WORKER_PASSWORD", PASSWORD + "1"),
    "tournament": ("LUDOTECA_TOURNAMENT_PASSWORD", PASSWORD + "2"),
}


class Nats:
    """A nats-server until the end of the block."""

    def __init__(self, tls=False):
        self.tls = tls

    def __enter__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="ludoteca-nats-"))
        self.port, self.monitoring = free_port(), free_port()
        conf = (DEPLOY / "nats.conf").read_text()
        conf = replaced(conf, "listen: 0.0.0.0:4222", f"listen: 127.0.0.1:{self.port}")
        conf = replaced(conf, "http: 127.0.0.1:8222", f"http: 127.0.0.1:{self.monitoring}")
        conf = replaced(conf, "/var/lib/nats", str(self.folder / "queues"))
        if self.tls:
            conf = conf.replace("#tls ", "").replace("/etc/nats/tls", str(self.folder))
            make_certificate(self.folder)
        (self.folder / "nats.conf").write_text(conf)
        command = [SERVER, "-c", str(self.folder / "nats.conf"), "-l", str(self.folder / "log")]
        environment = {**os.environ, **dict(PASSWORDS.values())}
        test = subprocess.run(command + ["-t"], env=environment, capture_output=True, text=True)
        assert test.returncode == 0, test.stderr + test.stdout
        self.process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        wait_for(self.port)
        return self

    def __exit__(self, kind, *_):
        if kind:
            print((self.folder / "log").read_text(), file=sys.stderr)
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)

    def connect(self, **credentials):
        return Client(self, credentials)

    def user(self, name):
        return self.connect(user=name, **{"pass": PASSWORDS[name][1]})

    def server(self):
        return self.user("server")


class Client:
    """A client that speaks the protocol by hand."""

    def __init__(self, nats, credentials):
        self.socket = socket.create_connection(("127.0.0.1", nats.port), timeout=5)
        # The greeting is in plain text, so that nothing of what follows may be read with it.
        self.info = json.loads(self.read_byte_by_byte().removeprefix("INFO "))
        if nats.tls:
            context = ssl.create_default_context(cafile=str(nats.folder / "cert.pem"))
            self.socket = context.wrap_socket(self.socket, server_hostname="localhost")
        self.lines = self.socket.makefile("rb")
        self.send("CONNECT " + json.dumps({"verbose": False, "pedantic": False, **credentials}))

    def read_byte_by_byte(self):
        line = b""
        while not line.endswith(b"\r\n"):
            byte = self.socket.recv(1)
            assert byte, "nats-server hangs up"
            line += byte
        return line.decode().strip()

    def send(self, line):
        self.socket.sendall(line.encode() + b"\r\n")

    def publish(self, subject, text="x"):
        self.send(f"PUB {subject} {len(text)}\r\n{text}")

    def heard(self):
        """What the server has sent up to now."""
        self.send("PING")
        lines = []
        while line := self.lines.readline().decode().strip():
            if line == "PONG":
                break
            if not line.startswith("INFO "):
                lines.append(line)
        return lines

    def hears(self):
        """What the server sends next. What others say may be under way for a moment."""
        until = time.monotonic() + 5
        while not (lines := self.heard()):
            assert time.monotonic() < until, "nothing is heard"
            time.sleep(0.01)
        return lines

    def refused(self):
        """What the server says before it hangs up. Asking would cut it short: a connection that is
        closed with something unread is reset, and what was under way is lost."""
        return [line.decode().strip() for line in self.lines if not line.startswith(b"INFO ")]


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def wait_for(port):
    until = time.monotonic() + 5
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            assert time.monotonic() < until, f"nobody listens at {port}"
            time.sleep(0.01)


def replaced(text, old, new):
    assert text.count(old) == 1, f"`{old}` is there {text.count(old)} times"
    return text.replace(old, new)


def make_certificate(folder):
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2"
    files = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files += ["-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem"]
    subprocess.run(command.split() + files, check=True, capture_output=True)


def only_servers_are_let_in():
    with Nats() as nats:
        for credentials in [{}, {"user": "server", "pass": "wrong"}, {"user": "worker", "pass": PASSWORD}, {"user": "nobody", "pass": PASSWORD}]:
            heard = nats.connect(**credentials).refused()
            assert heard and "Authorization Violation" in heard[0], (credentials, heard)


def servers_do_what_they_need():
    with Nats() as nats:
        one, two = nats.server(), nats.server()
        for number, subject in enumerate(["ludoteca.t.>", "ludoteca.lobby", "ludoteca.program.*"]):
            two.send(f"SUB {subject} {number}")
        assert two.heard() == []
        for subject in ["ludoteca.t.x7", "ludoteca.t.x7.look", "ludoteca.lobby", "ludoteca.program.p1"]:
            one.publish(subject, "news")
            assert one.heard() == []
            heard = two.hears()
            assert [heard[0].split()[1], heard[1]] == [subject, "news"], (subject, heard)


def forbids(client, publish, subscribe):
    """The client may neither publish nor hear at these subjects."""
    for subject in publish:
        client.publish(subject)
        heard = client.heard()
        assert heard == [f"-ERR 'Permissions Violation for Publish to \"{subject}\"'"], (subject, heard)
    for subject in subscribe:
        client.send(f"SUB {subject} 9")
        heard = client.heard()
        assert heard == [f"-ERR 'Permissions Violation for Subscription to \"{subject}\"'"], (subject, heard)


# No user may do this.
FOREIGN = ["other.t.x7", "ludoteca", "_INBOX.abc", "$SYS.REQ.SERVER.PING", "$JS.API.STREAM.CREATE.other_MOVES"]
FOREIGN += ["$JS.API.STREAM.NAMES", "$JS.API.STREAM.DELETE.ludoteca_RUNS", "$JS.API.ACCOUNT.PURGE.x"]
ALL = [">", "*.>", "other.>", "ludoteca", "ludoteca.>", "$SYS.>", "$JS.>"]


def servers_do_nothing_else():
    with Nats() as nats:
        others = ["ludoteca.work.1.run.r1", "ludoteca.run.r1", "ludoteca.result.r1", "ludoteca.answer.a1"]
        others += ["ludoteca.worker.w1", "$JS.API.STREAM.CREATE.ludoteca_RUNS"]
        others += ["$JS.API.CONSUMER.MSG.NEXT.ludoteca_MOVES.workers", "$JS.ACK.ludoteca_MOVES.workers.1.1.1.1.0"]
        forbids(nats.server(), FOREIGN + others, ALL + ["ludoteca.result.*", "ludoteca.work.>", "ludoteca.run.*"])


def workers_do_nothing_else():
    with Nats() as nats:
        others = ["ludoteca.t.x7", "ludoteca.lobby", "ludoteca.program.p1", "ludoteca.work.1.move"]
        others += ["ludoteca.work.1.analysis", "ludoteca.work.1.run.r1", "ludoteca.cancel.j1", "ludoteca.run.r1"]
        for stream in ["MOVES", "ANALYSES", "RUNS"]:
            for call in ["CREATE", "UPDATE", "DELETE", "PURGE", "INFO", "MSG.GET", "MSG.DELETE"]:
                others.append(f"$JS.API.STREAM.{call}.ludoteca_{stream}")
            for call in ["CREATE", "DURABLE.CREATE", "DELETE"]:
                others.append(f"$JS.API.CONSUMER.{call}.ludoteca_{stream}.workers")
        news = ["ludoteca.t.*", "ludoteca.lobby", "ludoteca.answer.*", "ludoteca.result.*", "ludoteca.work.>"]
        forbids(nats.user("worker"), FOREIGN + others, ALL + news)


def tournaments_do_nothing_else():
    with Nats() as nats:
        others = ["ludoteca.t.x7", "ludoteca.lobby", "ludoteca.work.1.move", "ludoteca.work.1.analysis"]
        others += ["ludoteca.answer.a1", "ludoteca.worker.w1", "ludoteca.result.r1"]
        for stream in ["MOVES", "ANALYSES"]:
            others += [f"$JS.API.STREAM.{call}.ludoteca_{stream}" for call in ["CREATE", "DELETE", "PURGE", "INFO"]]
            others.append(f"$JS.API.CONSUMER.MSG.NEXT.ludoteca_{stream}.workers")
        news = ["ludoteca.t.*", "ludoteca.lobby", "ludoteca.answer.*", "ludoteca.work.>"]
        forbids(nats.user("tournament"), FOREIGN + others, ALL + news)


def asks(client, subject, body=None):
    """Asks something of JetStream, and returns the answer."""
    client.send("SUB _INBOX.here 7")
    text = "" if body is None else json.dumps(body)
    client.send(f"PUB {subject} _INBOX.here {len(text)}\r\n{text}")
    lines = client.heard()
    until = time.monotonic() + 5
    while len(lines) < 2:
        assert time.monotonic() < until, (subject, lines)
        time.sleep(0.02)
        lines += client.heard()
    client.send("UNSUB 7")
    assert lines[0].startswith("MSG "), (subject, lines)
    return lines


def queue(nats, maker, stream, subject, consumer):
    """Makes a queue as servers and tournaments do."""
    config = {"name": stream, "subjects": [subject], "retention": "workqueue", "storage": "memory"}
    made = json.loads(asks(maker, f"$JS.API.STREAM.CREATE.{stream}", config)[1])
    assert "error" not in made, made
    config = {"stream_name": stream, "config": {"durable_name": consumer, "ack_policy": "explicit"}}
    made = json.loads(asks(maker, f"$JS.API.CONSUMER.DURABLE.CREATE.{stream}.{consumer}", config)[1])
    assert "error" not in made, made


def jobs_go_to_workers_and_answers_come_back():
    with Nats() as nats:
        for maker, stream, subject, consumer, answer in [
            ("server", "ludoteca_MOVES", "ludoteca.work.1.move", "workers", "ludoteca.answer.a1"),
            ("server", "ludoteca_ANALYSES", "ludoteca.work.1.analysis", "workers", "ludoteca.answer.a1"),
            ("tournament", "ludoteca_RUNS", "ludoteca.work.1.run.*", "r1", "ludoteca.result.r1"),
        ]:
            asker, worker = nats.user(maker), nats.user("worker")
            queue(nats, asker, stream, subject, consumer)
            asker.send(f"SUB {answer.rsplit('.', 1)[0]}.* 1")
            asker.send("SUB ludoteca.worker.* 2")
            worker.send("SUB ludoteca.cancel.* 3")
            assert asker.heard() == worker.heard() == []
            stored = asks(asker, subject.replace("*", "r1"), {"id": "j1"})
            assert json.loads(stored[1])["stream"] == stream, stored
            taken = asks(worker, f"$JS.API.CONSUMER.MSG.NEXT.{stream}.{consumer}", {"batch": 1, "no_wait": True})
            assert json.loads(taken[1]) == {"id": "j1"}, taken
            acknowledged = next(word for word in taken[0].split() if word.startswith("$JS.ACK."))
            worker.publish(acknowledged, "+WPI")
            worker.publish("ludoteca.worker.w1", "notice")
            assert worker.heard() == []
            assert asker.hears() == ["MSG ludoteca.worker.w1 2 6", "notice"]
            worker.publish(answer, "answer")
            assert worker.heard() == []
            heard = asker.hears()
            assert heard == [f"MSG {answer} 1 6", "answer"], heard
            worker.publish(acknowledged, "+ACK")
            asker.publish("ludoteca.cancel.j2")
            assert asker.heard() == []
            heard = worker.hears()
            assert heard == ["MSG ludoteca.cancel.j2 3 1", "x"], heard
            left = json.loads(asks(asker, f"$JS.API.STREAM.INFO.{stream}")[1])
            assert left["state"]["messages"] == 0, left


def a_tournament_acknowledges_results():
    with Nats() as nats:
        coordinator, worker = nats.user("tournament"), nats.user("worker")
        coordinator.send("SUB ludoteca.result.r1 1")
        worker.send("SUB _INBOX.w.1 2")
        worker.send("SUB ludoteca.run.* 3")
        assert coordinator.heard() == worker.heard() == []
        coordinator.publish("ludoteca.run.r1", "run")
        assert coordinator.heard() == []
        assert worker.hears() == ["MSG ludoteca.run.r1 3 3", "run"]
        worker.send("PUB ludoteca.result.r1 _INBOX.w.1 6\r\nresult")
        assert worker.heard() == []
        assert coordinator.hears() == ["MSG ludoteca.result.r1 1 _INBOX.w.1 6", "result"]
        coordinator.publish("_INBOX.w.1", "stored")
        assert coordinator.heard() == []
        assert worker.hears() == ["MSG _INBOX.w.1 2 6", "stored"]
        # Only once, and only who has asked.
        for inbox in ["_INBOX.w.1", "_INBOX.w.2"]:
            coordinator.publish(inbox)
            assert "Permissions Violation" in coordinator.heard()[0]


def with_tls_nothing_is_said_without_it():
    with Nats(tls=True) as nats:
        server = nats.server()
        assert server.info["tls_required"], server.info
        server.send("SUB ludoteca.lobby 1")
        server.publish("ludoteca.lobby", "news")
        assert server.hears() == ["MSG ludoteca.lobby 1 4", "news"]
        nats.tls = False
        plain = nats.server()
        plain.socket.settimeout(5)
        try:
            heard = plain.heard()
        except OSError:
            heard = []
        assert heard == [] or "Secure Connection" in heard[0], heard


if __name__ == "__main__":
    tests = [
        only_servers_are_let_in,
        servers_do_what_they_need,
        servers_do_nothing_else,
        workers_do_nothing_else,
        tournaments_do_nothing_else,
        jobs_go_to_workers_and_answers_come_back,
        a_tournament_acknowledges_results,
        with_tls_nothing_is_said_without_it,
    ]
    for test in tests:
        test()
    print(f"nats.conf: {len(tests)} tests passed")
