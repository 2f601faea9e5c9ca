"""Runs nats-server with deploy/nats.conf: the servers may do what they need there, and nothing else.

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
        if self.tls:
            conf = conf.replace("#tls ", "").replace("/etc/nats/tls", str(self.folder))
            make_certificate(self.folder)
        (self.folder / "nats.conf").write_text(conf)
        command = [SERVER, "-c", str(self.folder / "nats.conf"), "-l", str(self.folder / "log")]
        environment = {**os.environ, "LUDOTECA_NATS_PASSWORD": PASSWORD}
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

    def server(self):
        return self.connect(user="server", **{"pass": PASSWORD})


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
        for credentials in [{}, {"user": "server", "pass": "wrong"}, {"user": "worker", "pass": PASSWORD}]:
            heard = nats.connect(**credentials).refused()
            assert heard and "Authorization Violation" in heard[0], (credentials, heard)


def servers_do_what_they_need():
    with Nats() as nats:
        one, two = nats.server(), nats.server()
        two.send("SUB ludoteca.> 1")
        assert two.heard() == []
        for subject in ["ludoteca.t.x7", "ludoteca.t.x7.look", "ludoteca.lobby", "ludoteca.program.p1"]:
            one.publish(subject, "news")
            assert one.heard() == []
            assert two.heard() == [f"MSG {subject} 1 4", "news"], subject


def servers_do_nothing_else():
    with Nats() as nats:
        server = nats.server()
        assert not server.info.get("jetstream"), server.info
        for subject in ["other.t.x7", "ludoteca", "_INBOX.abc", "$SYS.REQ.SERVER.PING", "$JS.API.INFO"]:
            server.publish(subject)
            heard = server.heard()
            assert heard == [f"-ERR 'Permissions Violation for Publish to \"{subject}\"'"], heard
        for subject in [">", "*.>", "other.>", "ludoteca", "_INBOX.>", "$SYS.>"]:
            server.send(f"SUB {subject} 9")
            heard = server.heard()
            assert heard == [f"-ERR 'Permissions Violation for Subscription to \"{subject}\"'"], heard


def with_tls_nothing_is_said_without_it():
    with Nats(tls=True) as nats:
        server = nats.server()
        assert server.info["tls_required"], server.info
        server.send("SUB ludoteca.> 1")
        server.publish("ludoteca.lobby", "news")
        assert server.heard() == ["MSG ludoteca.lobby 1 4", "news"]
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
        with_tls_nothing_is_said_without_it,
    ]
    for test in tests:
        test()
    print(f"nats.conf: {len(tests)} tests passed")
