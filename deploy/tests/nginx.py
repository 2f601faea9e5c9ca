"""Runs nginx with deploy/nginx.conf in front of two stand-in servers, and looks at what reaches
them: nothing that a client says about itself, nothing twice, and nothing while a server is away.

    python3 deploy/tests/nginx.py
"""

import http.client
import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

DEPLOY = Path(__file__).resolve().parent.parent
NGINX = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")
HOST = "play.example.org"


class StandIn:
    """A server that notes each request. `manner` says what it does with it."""

    def __init__(self, name, port=0):
        self.name, self.manner, self.seen = name, "answer", []
        self.listener = socket.create_server(("127.0.0.1", port))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        with client, client.makefile("rb") as lines:
            request = lines.readline().decode().split()
            headers = {}
            while (line := lines.readline().decode().strip()):
                name, value = line.split(":", 1)
                headers.setdefault(name.lower(), []).append(value.strip())
            body = lines.read(int(headers.get("content-length", ["0"])[0]))
            headers["version"] = [request[2]]
            self.seen.append((request[0], request[1], headers, len(body)))
            if self.manner == "hang up":
                return
            if headers.get("upgrade"):
                client.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
                client.sendall(b"hello " + client.recv(100))
                return
            status, extra = ("503 Service Unavailable", "Retry-After: 7\r\n") if self.manner == "busy" else ("200 OK", "")
            answer = self.name.encode()
            client.sendall(f"HTTP/1.1 {status}\r\n{extra}Content-Length: {len(answer)}\r\n\r\n".encode() + answer)

    def close(self):
        # Shut down, too: a thread that waits in accept() keeps the socket open otherwise.
        try:
            self.listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.listener.close()


class Nginx:
    """nginx with two stand-ins, until the end of the block."""

    def __init__(self, tls=False):
        self.tls = tls

    def __enter__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="ludoteca-nginx-"))
        self.servers = [StandIn("one"), StandIn("two")]
        self.port, self.tls_port = free_port(), free_port()
        conf = (DEPLOY / "nginx.conf").read_text()
        if self.tls:
            conf = conf.replace("#tls ", "")
            make_certificate(self.folder)
            conf = replaced(conf, "/etc/nginx/tls", str(self.folder), 2)
            conf = replaced(conf, "listen 443 ssl;", f"listen 127.0.0.1:{self.tls_port} ssl;", 1)
            conf = replaced(conf, "listen [::]:443 ssl;", "", 1)
        conf = replaced(conf, "listen 80;", f"listen 127.0.0.1:{self.port};", 1)
        conf = replaced(conf, "listen [::]:80;", "", 1)
        for number, server in enumerate(self.servers, 1):
            conf = replaced(conf, f"ludoteca{number}:8080", f"127.0.0.1:{server.port}", 2)
        conf = replaced(conf, "/var/log/nginx", str(self.folder), 1)
        folders = "".join(
            f"{kind}_temp_path {self.folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        conf = replaced(conf, "http {\n", "http {\n" + folders, 1)
        # A few workers are enough, and fewer sockets than a small machine allows.
        conf = replaced(conf, "worker_processes auto;", "worker_processes 2;", 1)
        conf = replaced(conf, "worker_rlimit_nofile 65536;", "", 1)
        conf = replaced(conf, "worker_connections 16384;", "worker_connections 256;", 1)
        (self.folder / "nginx.conf").write_text(conf)
        user = "user root;" if os.geteuid() == 0 else ""
        command = [NGINX, "-p", str(self.folder), "-c", str(self.folder / "nginx.conf"), "-e", str(self.folder / "error.log")]
        settings = ["-g", f"{user} daemon off; pid {self.folder}/pid;"]
        test = subprocess.run(command + settings + ["-t"], capture_output=True, text=True)
        assert test.returncode == 0, test.stderr
        assert "[warn]" not in test.stderr, test.stderr
        self.process = subprocess.Popen(command + settings, stderr=subprocess.DEVNULL)
        wait_for(self.port)
        return self

    def __exit__(self, kind, *_):
        if kind:
            print((self.folder / "error.log").read_text(), file=sys.stderr)
        self.process.terminate()
        self.process.wait()
        for server in self.servers:
            server.close()
        shutil.rmtree(self.folder)

    def ask(self, method="GET", path="/api/games", body=None, headers=None, tls=False):
        if tls:
            context = ssl._create_unverified_context()
            connection = http.client.HTTPSConnection("127.0.0.1", self.tls_port, timeout=10, context=context)
        else:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request(method, path, body, {"Host": HOST, **(headers or {})})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer, text

    def all_seen(self):
        return [request for server in self.servers for request in server.seen]


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


def replaced(text, old, new, times):
    assert text.count(old) == times, f"`{old}` is there {text.count(old)} times"
    return text.replace(old, new)


def make_certificate(folder):
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2"
    files = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    files += ["-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem"]
    subprocess.run(command.split() + files, check=True, capture_output=True)


def any_server_answers():
    with Nginx() as nginx:
        answers = {nginx.ask()[1] for _ in range(8)}
        assert answers == {"one", "two"}, answers


def what_a_client_says_about_itself_counts_nothing():
    with Nginx() as nginx:
        lies = {"X-Forwarded-For": "6.6.6.6", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https"}
        nginx.ask(headers=lies)
        _, _, headers, _ = nginx.all_seen()[0]
        expected = {
            "x-forwarded-for": ["127.0.0.1"],
            "x-forwarded-host": [HOST],
            "x-forwarded-proto": ["http"],
            "host": [HOST],
            "connection": ["close"],
        }
        for name, value in expected.items():
            assert headers.get(name) == value, (name, headers)
        assert "upgrade" not in headers, headers


def open_socket(nginx):
    client = socket.create_connection(("127.0.0.1", nginx.port), timeout=10)
    client.sendall(
        f"GET /api/socket HTTP/1.1\r\nHost: {HOST}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n".encode()
    )
    head = client.recv(1000)
    assert head.startswith(b"HTTP/1.1 101"), head
    return client


def sockets_pass():
    with Nginx() as nginx, open_socket(nginx) as client:
        client.sendall(b"there")
        assert client.recv(100) == b"hello there"
        _, _, headers, _ = nginx.all_seen()[0]
        assert headers["upgrade"] == ["websocket"] and headers["connection"] == ["upgrade"], headers
        assert headers["version"] == ["HTTP/1.1"], headers


def a_server_that_is_away_is_not_missed():
    with Nginx() as nginx:
        nginx.servers[0].close()
        for method in ["GET", "POST", "PATCH", "DELETE"] * 3:
            answer, text = nginx.ask(method)
            assert (answer.status, text) == (200, "two"), (method, answer.status, text)


def what_may_have_happened_is_not_repeated():
    with Nginx() as nginx:
        nginx.servers[0].manner = "hang up"
        answers = [nginx.ask("POST", "/api/tables", "{}") for _ in range(6)]
        assert len(nginx.all_seen()) == 6, "a request was sent twice"
        lost = [(answer, text) for answer, text in answers if answer.status != 200]
        assert lost, "no request met the server that hangs up"
        for answer, text in lost:
            error = json.loads(text)["error"]
            assert (answer.status, error["code"]) == (503, "busy"), (answer.status, text)
            assert answer.headers["Retry-After"] == str(error["retry_after"]), answer.headers
    with Nginx() as nginx:
        nginx.servers[0].manner = "hang up"
        answers = [nginx.ask("GET") for _ in range(6)]
        assert {(answer.status, text) for answer, text in answers} == {(200, "two")}
        assert nginx.servers[0].seen, "no request met the server that hangs up"


def a_server_without_its_database_is_not_asked_again():
    with Nginx() as nginx:
        nginx.servers[0].manner = "busy"
        answers = [nginx.ask("GET") for _ in range(6)]
        assert {(answer.status, text) for answer, text in answers} == {(200, "two")}
        assert nginx.servers[0].seen
    with Nginx() as nginx:
        nginx.servers[0].manner = "busy"
        answers = [nginx.ask("POST", "/api/tables", "{}")[0] for _ in range(6)]
        assert len(nginx.all_seen()) == 6, "a request was sent twice"
        busy = [answer for answer in answers if answer.status == 503]
        assert busy and all(answer.headers["Retry-After"] == "7" for answer in busy)


def if_nobody_answers_the_words_are_those_of_the_api():
    with Nginx() as nginx:
        for server in nginx.servers:
            server.close()
        for method in ["GET", "POST", "GET"]:
            answer, text = nginx.ask(method)
            assert answer.status == 503, answer.status
            assert answer.headers["Content-Type"] == "application/json", answer.headers
            assert answer.headers["Retry-After"] == "2", answer.headers
            assert json.loads(text)["error"]["code"] == "busy", text


def a_server_that_was_away_comes_back_at_once():
    with Nginx() as nginx:
        first, second = nginx.servers
        first.close()
        for _ in range(8):
            assert nginx.ask()[0].status == 200
            open_socket(nginx).close()
        nginx.servers[0] = StandIn("one", first.port)
        # People come back, and stay; a request is made now and then.
        until, sockets = time.monotonic() + 2.5, []
        while time.monotonic() < until:
            sockets.append(open_socket(nginx))
            assert nginx.ask()[0].status == 200
            time.sleep(0.1)
        assert len([it for it in nginx.servers[0].seen if it[1] == "/api/socket"]) >= len(sockets) // 3
        second.close()
        for _ in range(8):
            answer, text = nginx.ask()
            assert (answer.status, text) == (200, "one"), (answer.status, text)
            sockets.append(open_socket(nginx))
        for it in sockets:
            it.close()


def monitoring_is_not_public():
    with Nginx() as nginx:
        for path in ["/metrics", "/health", "/alive", "/metrics?x=1", "//metrics", "/%6detrics"]:
            assert nginx.ask(path=path)[0].status == 404, path
        assert nginx.all_seen() == []


def long_requests_are_refused_by_the_server():
    with Nginx() as nginx:
        nginx.ask("POST", body="x" * 70_000)
        assert nginx.all_seen()[0][3] == 70_000


def with_tls_everybody_is_sent_there():
    with Nginx(tls=True) as nginx:
        answer, _ = nginx.ask(path="/t/abc?x=1")
        assert answer.status == 301, answer.status
        assert answer.headers["Location"] == f"https://{HOST}/t/abc?x=1", answer.headers
        assert nginx.all_seen() == []
        answer, text = nginx.ask(tls=True)
        assert answer.status == 200 and text in ("one", "two")
        assert answer.headers["Strict-Transport-Security"], answer.headers
        assert nginx.all_seen()[0][2]["x-forwarded-proto"] == ["https"]


if __name__ == "__main__":
    tests = [
        any_server_answers,
        what_a_client_says_about_itself_counts_nothing,
        sockets_pass,
        a_server_that_is_away_is_not_missed,
        what_may_have_happened_is_not_repeated,
        a_server_without_its_database_is_not_asked_again,
        if_nobody_answers_the_words_are_those_of_the_api,
        a_server_that_was_away_comes_back_at_once,
        monitoring_is_not_public,
        long_requests_are_refused_by_the_server,
        with_tls_everybody_is_sent_there,
    ]
    for test in tests:
        test()
    print(f"nginx.conf: {len(tests)} tests passed")
