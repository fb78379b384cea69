"""Clients of a server, and somebody at a terminal, told what to do line by line in JSON; what comes of it is printed likewise.

One clock for all of them: seconds, as of `time.monotonic`.
"""

import json
import os
import pty
import queue
import select
import sys
import threading
import time

import pymysql

HOST, PORT, EXTRA_PORT, PASSWORD = "127.0.0.1", int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
printing = threading.Lock()


def say(**what):
    with printing:
        print(json.dumps(what), flush=True)


class Client(threading.Thread):
    """A connection that asks what it is given, one after the other."""

    def __init__(self, name, outside):
        super().__init__(daemon=True)
        self.name, self.port, self.asks = name, EXTRA_PORT if outside else PORT, queue.Queue()

    def run(self):
        try:
            conn = pymysql.connect(host=HOST, port=self.port, user="root", password=PASSWORD, autocommit=True)
        except (pymysql.Error, OSError) as error:
            say(name=self.name, at=time.monotonic(), error=str(error))
            return
        say(name=self.name, id=conn.thread_id())
        while True:
            how, sql = self.asks.get()
            # It takes the first packet of the result, and no more of it.
            cursor = conn.cursor(pymysql.cursors.SSCursor if how == "unread" else None)
            say(name=self.name, sent=time.monotonic())
            error = None
            try:
                cursor.execute(sql)
                while how == "again":
                    cursor.execute(sql)
            except (pymysql.Error, OSError) as thrown:
                error = str(thrown)
            if how != "unread" or error:
                say(name=self.name, at=time.monotonic(), error=error)


def until(shown, screen, words, deadline=120):
    """Reads a terminal until it shows such words, or (None) until its program has ended."""
    end = time.monotonic() + deadline
    while words is None or words not in shown:
        if not select.select([screen], [], [], max(0, end - time.monotonic()))[0]:
            raise TimeoutError(f"no {words} in {deadline} s, but: {shown}")
        try:
            part = os.read(screen, 65536)
        except OSError:  # as Linux says that nobody has the terminal open any more
            part = b""
        if not part:
            if words is None:
                return shown
            raise EOFError(f"ended before {words}: {shown}")
        shown += part.decode("utf-8", "replace")
    return shown


def terminal(command, lines):
    """A command at a terminal, its password, and what is typed at its prompts: all that the terminal shows."""
    pid, screen = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "dumb"
        os.execvp("sh", ["sh", "-c", command])
    typed = None
    try:
        shown = until("", screen, "password:")
        os.write(screen, f"{PASSWORD}\n".encode())
        for line in lines:
            shown = until("", screen, "> ")
            typed = time.monotonic()
            os.write(screen, f"{line}\n".encode())
        if lines:
            os.write(screen, b"exit\n")
        shown += until("", screen, None)
    finally:
        os.close(screen)
        os.waitpid(pid, 0)
    say(shown=shown, typed=typed)


clients = {}
for told in sys.stdin:
    what = json.loads(told)
    if "command" in what:
        terminal(what["command"], what["lines"])
    elif "how" in what:
        clients[what["name"]].asks.put((what["how"], what["sql"]))
    else:
        clients[what["name"]] = Client(what["name"], what["outside"])
        clients[what["name"]].start()
