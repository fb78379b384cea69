"""The shop of the story (content/story.md) on a server: shop.py PORT SIDE_PORT PASSWORD SEED LEVER. Prints one line of JSON.

Fifty customers a second, each a wait of 0.1 s. From 2 to 10 s two reports hold both threads of group 0. At 3 s order 42 is sent on a
connection of that group. Whoever has waited for a second hangs up and tries again on a new connection.
"""

import asyncio
import collections
import json
import random
import struct
import sys
import time

import pymysql

PORT, SIDE_PORT, PASSWORD, SEED = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
LEVER = sys.argv[5]
RATE_PER_S, WORK_S, PATIENCE_S = 50, 0.1, 1
REPORTS_AT_S, REPORTS_S, ORDER_AT_S, LEVER_AT_S, END_S = 2, 8, 3, 20, 40
RETRIES = 1 if LEVER == "twice" else 2
# The longest random wait before the first try more; it doubles, up to the second number.
BACKOFF_S = (1, 8) if LEVER == "polite" else (0, 0)
SETS = {"threads": "thread_pool_max_threads = 12", "places": "max_connections = 12"}
GROUPS = 3
TOO_MANY = 1040

dice = random.Random(SEED)
side = pymysql.connect(host="127.0.0.1", port=SIDE_PORT, user="root", password=PASSWORD, autocommit=True).cursor()
side.execute("CREATE USER app")  # without a password
side.execute("CREATE DATABASE shop")
side.execute("CREATE TABLE shop.orders (number INT, at DOUBLE)")
side.execute("GRANT INSERT ON shop.orders TO app")


class Client:
    """A connection, with as much of the protocol as it takes to log in, to ask and to hang up."""

    writer = None
    id = 0

    async def packet(self):
        head = struct.unpack("<I", await self.reader.readexactly(4))[0]
        body = await self.reader.readexactly(head & 0xFFFFFF)
        if body[0] == 0xFF:
            raise ConnectionError(struct.unpack("<H", body[1:3])[0])
        return body

    def send(self, number, body):
        self.writer.write(struct.pack("<I", len(body) | number << 24) + body)

    async def log_in(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", PORT)
        greeting = await self.packet()
        after_version = greeting.index(b"\0", 1) + 1
        self.id = struct.unpack("<I", greeting[after_version : after_version + 4])[0]
        self.send(1, struct.pack("<IIB23x", 0x8A205, 1 << 24, 45) + b"app\0\0mysql_native_password\0")
        await self.packet()

    async def ask(self, sql):
        if self.writer is None:
            await self.log_in()
        self.send(0, b"\x03" + sql.encode())
        await self.packet()

    def hang_up(self):
        if self.writer is not None:
            self.writer.close()


idle = []
counts = collections.defaultdict(collections.Counter)
START = 0.0


def second():
    return int(time.monotonic() - START)


async def customer():
    for tries in range(1 + RETRIES):
        if tries > 0 and BACKOFF_S[0] > 0:
            await asyncio.sleep(dice.uniform(0, min(BACKOFF_S[1], BACKOFF_S[0] * 2 ** (tries - 1))))
        client = idle.pop() if idle and tries == 0 else Client()
        try:
            await asyncio.wait_for(client.ask(f"DO SLEEP({WORK_S})"), PATIENCE_S)
        except ConnectionError as error:
            client.hang_up()
            counts["refused" if error.args and error.args[0] == TOO_MANY else "lost"][second()] += 1
        except (OSError, EOFError, asyncio.TimeoutError):
            client.hang_up()
            counts["given_up"][second()] += 1
        else:
            idle.append(client)
            counts["in_time"][second()] += 1
            return


async def order(client):
    """Order 42: once, and once more on a new connection."""
    sql = f"INSERT INTO shop.orders SELECT 42, UNIX_TIMESTAMP(NOW(6)) + 0 * SLEEP({WORK_S})"
    for one in (client, Client()):
        try:
            await asyncio.wait_for(one.ask(sql), PATIENCE_S)
        except (OSError, EOFError, asyncio.TimeoutError):
            one.hang_up()
        else:
            return


async def of_group(group):
    """A new connection of this group: its number modulo the number of groups."""
    spare = []
    while True:
        client = Client()
        await client.ask("DO 1")
        if client.id % GROUPS == group:
            break
        spare.append(client)
    for one in spare:
        one.hang_up()
    return client


async def run():
    global START
    reports, mine = [await of_group(0) for _ in range(2)], await of_group(0)
    START = time.monotonic()
    started_at = time.time()

    async def at(moment_s, work):
        await asyncio.sleep(START + moment_s - time.monotonic())
        return await work()

    async def hold(one):
        await one.ask(f"DO SLEEP({REPORTS_S})")

    async def pull():
        if LEVER in SETS:
            await asyncio.to_thread(side.execute, f"SET GLOBAL {SETS[LEVER]}")

    tasks = [asyncio.create_task(at(REPORTS_AT_S, lambda one=one: hold(one))) for one in reports]
    tasks += [
        asyncio.create_task(at(ORDER_AT_S, lambda: order(mine))),
        asyncio.create_task(at(LEVER_AT_S, pull)),
    ]
    moment_s = 0.0
    while True:
        moment_s += dice.expovariate(RATE_PER_S)
        if moment_s >= END_S:
            break
        await asyncio.sleep(START + moment_s - time.monotonic())
        tasks.append(asyncio.create_task(customer()))
    await asyncio.sleep(START + END_S - time.monotonic())
    for task in tasks:
        task.cancel()
    side.execute("SELECT at FROM shop.orders ORDER BY at")
    written = [round(at - started_at - ORDER_AT_S, 2) for (at,) in side.fetchall()]
    told = {name: [each[at] for at in range(END_S)] for name, each in counts.items()}
    print(json.dumps({"lever": LEVER, "seed": SEED, "written_after_s": written, **told}))


asyncio.run(run())
