"""A server that is killed with SIGKILL, and its workers with it, while a page of it writes; then started again."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from websockets.exceptions import ConnectionClosed

from evaljson.load import read_records
from evaljson.store import Store, open_store
from evaljson.workspace.scoring import due, score_due
from tests.server import Server
from tests.session import Session
from tests.soak import known

SMALL, LARGE = 8, 450
"""Records of an evaluation that the server scores itself, and of one that a worker scores."""
PATIENCE: Final = 60.0
LONGEST: Final = 6.0
"""Seconds that a server lives at most once pages are open."""
WITH_WORKER: Final = (True, False)
"""Whether its workers are killed with the server: in turn."""


@dataclass
class Page:
    """The Schema page of an evaluation, on which weights are changed one after the other."""

    token: str
    count: int
    identity: str
    acknowledged: list[int] = field(default_factory=list)

    def write(self, session: Session, number: int) -> None:
        """Apply this weight; it is acknowledged once the page shows it as the current one."""
        session.set("*.weight", double_value=float(number))
        rerun = session.set("schema.apply", trigger_value=True)
        assert not rerun.errors, rerun.errors
        weight = session.widget("*.weight")
        shown = weight.value if weight.set_value else weight.default
        assert shown == number, f"{self.token}: {number} is not the current weight"
        assert session.widget("schema.apply").disabled, f"{self.token}: {number} waits to be applied"
        self.acknowledged.append(number)

    def lost(self, store: Store) -> list[int]:
        """What was acknowledged and is in no version of the schema."""
        versions = [version.schema["properties"]["name"] for version in store.schemas.all(self.identity)]
        kept = {node.get("x-eval-weight") for node in versions}
        return [number for number in self.acknowledged if number not in kept]


def prepared(store: Store, token: str, count: int) -> Page:
    """An evaluation with a variant, scored."""
    made = store.evaluations.create(
        token,
        by="soak",
        gold=read_records(known.as_file(known.gold(token, count)), name="gold.json", kind="gold"),
        variants={"A": read_records(known.as_file(known.extracted(token, count, 1)), name="A.json", kind="extracted")},
        schema=known.schema(token, count, {}),
    )
    score_due(store, made.id, by="soak", tell=lambda share, message: None)
    return Page(token, count, made.id)


def kill_amid_writes(folder: Path, writes: int, seed: int) -> str:
    """Until so many writes are acknowledged, and each kind of kill was made; what came of it, in words.

    Raises AssertionError where a thing is lost.
    """
    chance, kills, number = random.Random(seed), 0, 1
    with open_store(folder=folder) as store:
        pages = [prepared(store, "small", SMALL), prepared(store, "large", LARGE)]
        while sum(len(page.acknowledged) for page in pages) < writes or kills < len(WITH_WORKER):
            with Server(folder) as server:
                with_worker = WITH_WORKER[kills % len(WITH_WORKER)]
                number = _write_until_killed(server, store, pages, chance, number, with_worker)
            kills += 1
            checked = store.check()
            assert not checked.faults, checked.faults
            assert not [one for page in pages for one in page.lost(store)], f"lost after kill {kills}"
        with Server(folder) as server:
            for page in pages:
                _score_what_is_left(server, store, page)
        assert "Traceback" not in server.said(), server.said()
    done = sum(len(page.acknowledged) for page in pages)
    return f"{kills} kills of the server amid {done} acknowledged writes: none lost, no faults"


def _write_until_killed(
    server: Server, store: Store, pages: list[Page], chance: random.Random, number: int, with_worker: bool
) -> int:
    """The number that the next write may have."""
    with ExitStack() as held:
        sessions = [held.enter_context(Session(server.url)) for _ in pages]
        for page, session in zip(pages, sessions, strict=True):
            rerun = session.open("schema", f"eval={page.identity}&field=name")
            assert not rerun.errors, rerun.errors
        killer = threading.Timer(chance.uniform(0.1, LONGEST), _kill, [server, store, with_worker])
        killer.start()
        held.callback(killer.join)
        with suppress(ConnectionClosed, OSError):
            while True:
                place = chance.randrange(len(pages))
                number += 1
                pages[place].write(sessions[place], number)
    return number + 1


def _kill(server: Server, store: Store, with_worker: bool) -> None:
    owners = {job.owner for job in store.jobs.all(states=["running"]) if job.owner} if with_worker else set()
    server.kill()
    for owner in owners:
        with suppress(ProcessLookupError):
            os.kill(int(owner.rsplit(":", 2)[1]), signal.SIGKILL)


def _score_what_is_left(server: Server, store: Store, page: Page) -> None:
    """Whatever a kill left undone is finished by a worker that lives on, or offered as "Score now"."""
    until = time.monotonic() + PATIENCE
    with Session(server.url) as session:
        while due(store, store.evaluations.get(page.identity)):
            assert time.monotonic() < until, f"{page.token}: {store.jobs.all()[:3]}\n{server.said()}"
            rerun = session.open("schema", f"eval={page.identity}&field=name")
            assert not rerun.errors, rerun.errors
            if session.has("work.score"):
                session.set("work.score", trigger_value=True)
            time.sleep(0.5)
        rerun = session.open("fields", f"eval={page.identity}")
        assert not rerun.errors, rerun.errors
    in_force = store.evaluations.get(page.identity)
    assert in_force.schema_number is not None
    schema = store.schemas.get(page.identity, in_force.schema_number).schema
    expected = known.figure(page.token, page.count, 1, {"name": schema["properties"]["name"].get("x-eval-weight", 1)})
    (run,) = store.runs.current(page.identity).values()
    assert known.points(run.metrics["mean_f1"]) == expected, page.token
