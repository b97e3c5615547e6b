"""The dashboard at 2,000 records x 40 fields: seconds and bytes of each interaction, against the budget.

Every figure is taken from a real server over its WebSocket, from the click to the end of the last rerun it leads to.
"""

from __future__ import annotations

import json
import math
import random
import statistics
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.data import WORDS, Record, damaged, gold_record, schema
from evaljson.load import read_records
from evaljson.store import Store, open_store
from evaljson.workspace.scoring import score_due
from tests.server import Server
from tests.session import Rerun, Session

FIELDS, LINES, BYTES = 40, 2, 0.3
CLICK, SWITCH, WHAT_IF, VERDICT, AGAIN = 0.3, 1.5, 1.0, 1.0, 0.3
"""Seconds that the budget gives."""


def wide_schema() -> Record:
    """The eval schema of 40 scored leaves, four of them in an array that Hungarian pairs."""
    found = schema({"match_by": "hungarian"})
    known = 16  # leaves of the invoices
    found["properties"] = {
        "id": {"type": "string"},
        **found["properties"],
        **{f"detail_{place:02}": {"type": "string"} for place in range(FIELDS - known)},
    }
    return {**found, "x-eval-id": "id"}


def wide_gold(place: int) -> Record:
    """An invoice with as many further details."""
    chance = random.Random(f"wide-{place}")
    names = [name for name in wide_schema()["properties"] if name.startswith("detail_")]
    details = {name: f"{chance.choice(WORDS)} {chance.randrange(1000)}" for name in names}
    return {"id": f"doc-{place:05}", **gold_record(chance, LINES), **details}


def store_of(folder: Path, records: int, variants: int) -> str:
    """Make the evaluation in a store of its own and score it; its id."""
    with open_store(folder=folder) as store:
        identity = made(store, records, variants)
        score_due(store, identity, by="benchmark", tell=lambda share, message: None)
        return identity


def made(store: Store, records: int, variants: int) -> str:
    """Make the evaluation without scoring it, one variant after the other; its id."""
    gold = [wide_gold(place) for place in range(records)]
    evaluation = store.evaluations.create(
        f"{variants} variants",
        by="benchmark",
        gold=read_records(json.dumps(gold).encode(), name="gold.json", kind="gold"),
        schema=wide_schema(),
    )
    for number in range(variants):
        rows = [{**damaged(random.Random(f"{number}-{one['id']}"), one), "id": one["id"]} for one in gold]
        name = f"V{number:02}"
        read = read_records(json.dumps(rows).encode(), name=f"{name}.json", kind="extracted")
        evaluation = store.variants.add(evaluation.id, evaluation.revision, name, read, by="benchmark")
    return evaluation.id


@dataclass(frozen=True, slots=True)
class Measured:
    """One interaction."""

    name: str
    first: float
    again: float
    """Seconds: once in a new session, and the median of the following ones."""
    kilobytes: float
    budget: float
    note: str = ""

    def line(self) -> str:
        """A row of the table."""
        late = "over" if self.again > self.budget or self.kilobytes > 1000 * BYTES else ""
        return (
            f"{self.name:34}{self.first:9.2f}{self.again:9.2f}{self.budget:9.1f}{self.kilobytes:10,.0f}  {late} "
            f"{self.note}"
        )


def measured(name: str, budget: float, reruns: Iterable[Rerun]) -> Measured:
    """The first is taken apart; each is an interaction of the same kind."""
    try:
        done = list(reruns)
    except KeyError as error:
        return Measured(name, math.nan, math.nan, math.nan, budget, str(error))
    errors = {error for one in done for error in one.errors}
    seconds = [one.seconds for one in done]
    again = statistics.median(seconds[1:] or seconds)
    return Measured(name, seconds[0], again, max(one.sent for one in done) / 1000, budget, "; ".join(errors)[:80])


PAGES = ("overview", "data", "schema", "fields", "compare", "records")
FIRST_PAGE = "overview"
NEXT = [{"trigger_value": True}] * 5
STATUSES = [{"string_value": value} for value in ("✗ wrong", "○ missing", "+ invented", "✗ wrong")]
CHOSEN_FIELDS = [{"string_value": value} for value in ("total", "address.city", "line_items[].sku", "total")]
TOGGLED = [{"bool_value": value} for value in (True, False, True)]
VIEWS = [{"string_array_value": [f"By {value}"]} for value in ("record", "variant", "status", "record", "variant")]
PARTS_OF_PATHS = [{"string_value": value} for value in ("line_items", "detail", "address", "")]
SIZES = [{"string_value": value} for value in ("200", "50", "200", "100", "200")]
CLICKS: tuple[tuple[str, str, str, list[dict[str, Any]]], ...] = (
    ("next record", "records", "records.next", NEXT),
    ("filter by status", "records", "records.status", STATUSES),
    ("filter by field", "records", "records.field", CHOSEN_FIELDS),
    ("values as compared", "records", "records.compared", TOGGLED),
    ("view", "fields", "fields.view", VIEWS),
)
"""What is clicked, on which page, the key of the widget, and the values that it takes one after the other."""


def interactions(url: str, here: str) -> Iterator[Measured]:
    """All of them; `here` is the address of the evaluation."""
    with ExitStack() as tabs:
        yield from _interactions(lambda: tabs.enter_context(Session(url)), here)


def _interactions(tab: Callable[[], Session], here: str) -> Iterator[Measured]:
    session = tab()
    yield measured("deep link, cold server", math.inf, [session.open("records", f"{here}&a=V00&b=V01")])
    for page in PAGES:
        yield measured(f"page: {page}", SWITCH, _switches(session, page))
    for name, page, key, values in CLICKS:
        session.open(page, f"{here}&a=V00" + ("&b=V01" if page == "records" else ""))
        yield measured(f"{page}: {name}", CLICK, (session.set(key, **value) for value in values))
    yield from _fields(tab, here)
    yield measured("deep link, same tab", SWITCH, (session.open("records", query) for query in _links(here)))
    yield measured("deep link, new tab", SWITCH, (tab().open("records", query) for query in _links(here)))
    yield measured("schema: a cell is edited", WHAT_IF, _edits(session, here))
    query, tabs = f"{here}&a=V00&b=V01", [tab() for _ in range(3)]
    yield measured("verdict, new tab", VERDICT, (one.open("compare", query) for one in tabs))
    yield measured("verdict, again", AGAIN, (one.open("compare", query) for one in tabs))


def _switches(session: Session, page: str) -> Iterator[Rerun]:
    for _ in range(4):
        session.switch("schema" if page == "records" else "records")
        yield session.switch("" if page == FIRST_PAGE else page)


def _links(here: str) -> Iterator[str]:
    for place in range(4):
        yield f"{here}&a=V00&b=V01&record=doc-{place:05}&field=total"


HEATMAPS = (("status", "by-status.0"), ("variant", "by-variant.0"), ("record", "by-record.0.0.50"))


def _fields(tab: Callable[[], Session], here: str) -> Iterator[Measured]:
    """The heatmaps: other cells of them, and what is behind a cell."""
    for view, _ in HEATMAPS:
        links = (tab().open("fields", f"{here}&a=V00&view={view}") for _ in range(3))
        yield measured(f"fields: {view}, new tab", SWITCH, links)
    session = tab()
    session.open("fields", f"{here}&a=V00&view=record")
    yield measured("fields: records at a time", CLICK, (session.set("fields.size", **value) for value in SIZES))
    yield measured("fields: filter by path", CLICK, (session.set("fields.find", **value) for value in PARTS_OF_PATHS))
    yield measured("fields: only faults", CLICK, (session.set("fields.faults", **value) for value in TOGGLED))
    for view, key in HEATMAPS:
        yield measured(f"fields: click on a {view}", CLICK, _cells(session, f"{here}&a=V00&view={view}", key))


def _cells(session: Session, query: str, key: str) -> Iterator[Rerun]:
    """From the click on the heatmap until the records behind the cell are there."""
    for row in range(4):
        session.open("fields", f"{query}&size=50")
        point = {"curve_number": row + 1, "point_index": 1, "point_number": 1, "x": 1, "y": 1}
        chosen = {"points": [point], "point_indices": [1], "box": [], "lasso": []}
        yield session.set(f"fields.{key}", string_value=json.dumps({"selection": chosen}))


def _edits(session: Session, here: str) -> Iterator[Rerun]:
    """One cell of the schema grid, checked as it is typed."""
    session.open("schema", here)
    for weight in (2, 3, 4):
        edited = {"edited_rows": {"3": {"weight": weight}}, "added_rows": [], "deleted_rows": []}
        yield session.set("schema.grid.", string_value=json.dumps(edited))


def bench_dashboard(folder: Path, quick: bool) -> None:
    """`quick`: few records."""
    records = 100 if quick else 2000
    for variants in (2, 12):
        with tempfile.TemporaryDirectory(dir=folder) as own:
            evaluation = store_of(Path(own), records, variants)
            with Server(Path(own)) as server:
                before = resident(server.pid)
                print(f"\ndashboard: {records:,} records x {FIELDS} fields, {variants} variants")
                print(f"{'seconds':34}{'first':>9}{'again':>9}{'budget':>9}{'kB sent':>10}")
                for one in interactions(server.url, f"eval={evaluation}"):
                    print(one.line(), flush=True)
                grown = (resident(server.pid) - before) / 1024
                print(f"the server's resident set grew by {grown:,.0f} MiB over the state before the first visitor")


def resident(process: int) -> int:
    """KiB of memory that a process holds."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
