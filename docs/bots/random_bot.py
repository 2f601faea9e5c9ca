#!/usr/bin/env python3
"""A bot for a Ludoteca server: plays legal moves at random. Python's standard library is enough.

    random_bot.py http://127.0.0.1:8080                 take the first free seat in the lobby, and play
    random_bot.py http://127.0.0.1:8080 --open ataxx    wait in the lobby for somebody to play Ataxx

Change `choose` and you have a better one.
"""

import argparse
import json
import random
import time
import urllib.error
import urllib.request
import uuid


def choose(table):
    """One of the legal moves, as typed. `table` is described in docs/api.md."""
    return random.choice(table["moves"])


class Server:
    """A server, and who we are there."""

    def __init__(self, address, name):
        self.address = address.rstrip("/")
        self.token = self.tag = None
        self.token = self.post("/api/players", {"name": name})["token"]

    def get(self, path):
        return self.ask(path, None)

    def look(self, path):
        """The same, or None where it is as we last saw it."""
        try:
            return self.ask(path, None, {"If-None-Match": self.tag} if self.tag else {})
        except urllib.error.HTTPError as error:
            if error.code != 304:
                raise
            return None

    def post(self, path, body):
        return self.ask(path, json.dumps(body).encode())

    def ask(self, path, body, headers={}):
        request = urllib.request.Request(self.address + path, body)
        request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", "Bearer " + self.token)
        for name, value in headers.items():
            request.add_header(name, value)
        with urllib.request.urlopen(request) as answer:
            self.tag = answer.headers.get("ETag")
            return json.load(answer)


def find_seat(server):
    """Takes the first free seat in the lobby; the id of its table, or None."""
    for table in server.get("/api/tables?which=open")["tables"]:
        for seat in table["seats"]:
            if seat["kind"] == "open":
                try:
                    server.post(f"/api/tables/{table['id']}/deeds", {"do": "sit", "seat": seat["seat"]})
                    return table["id"]
                except urllib.error.HTTPError:
                    pass  # Somebody was faster.
    return None


def open_table(server, game):
    """Opens a table with a seat for anybody."""
    wanted = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True, "request": uuid.uuid4().hex}
    return server.post("/api/tables", wanted)["table"]["id"]


def play(server, table_id):
    """Plays until the game is over, and returns the table as it is then."""
    facts = 0
    while True:
        # What we know we need not be told again: of a long game only the new steps come.
        table = server.look(f"/api/tables/{table_id}?scene=false&since={facts}")
        if table is None:
            time.sleep(0.2)  # The socket would tell us at once; this is simpler.
            continue
        facts = table["facts"]
        if table["stage"] in ("over", "closed"):
            return table
        if table.get("moves"):
            move = {"do": "move", "step": choose(table), "state": table["state"], "request": uuid.uuid4().hex}
            try:
                server.post(f"/api/tables/{table_id}/deeds", {**move, "since": facts, "short": True})
            except urllib.error.HTTPError as error:
                if error.code != 409:
                    raise  # Otherwise the game has gone on, or ended: look again.


def main():
    parser = argparse.ArgumentParser(description="Plays legal moves at random.")
    parser.add_argument("address", help="where the server is: http://127.0.0.1:8080")
    parser.add_argument("--name", default="random bot")
    parser.add_argument("--open", metavar="GAME", help="open a table for this game, with two seats, and wait there")
    arguments = parser.parse_args()
    server = Server(arguments.address, arguments.name)
    table_id = open_table(server, arguments.open) if arguments.open else None
    while table_id is None:
        table_id = find_seat(server)
        if table_id is None:
            time.sleep(1)
    print(f"{arguments.address}/t/{table_id}", flush=True)
    table = play(server, table_id)
    print(json.dumps(table["result"]), table["reason"], flush=True)


if __name__ == "__main__":
    main()
