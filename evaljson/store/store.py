"""Opens the store: one object with an attribute for each topic."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Final

from sqlalchemy import delete, false

from evaljson.store.actor import Actor, Proof
from evaljson.store.archive.export import Exported, export
from evaljson.store.archive.restore import Imported, restore
from evaljson.store.checks.check import Checked, check
from evaljson.store.column_types import now
from evaljson.store.engine import BUSY_SECONDS, Access, Database
from evaljson.store.gc import OLDER_THAN, Swept, sweep
from evaljson.store.location import URL_VARIABLE, locate, masked
from evaljson.store.migrate import bring_up_to_date, need_current
from evaljson.store.retention import Retained, retain
from evaljson.store.sqlite_file import file_of, readable_by_others, refuse_nothing
from evaljson.store.tables import JobRow
from evaljson.store.topics.audit import Audit
from evaljson.store.topics.datasets import Datasets
from evaljson.store.topics.evaluations import Evaluations
from evaljson.store.topics.jobs import Jobs
from evaljson.store.topics.judgements import Judgements
from evaljson.store.topics.key_spending import KeySpending
from evaljson.store.topics.labels import Labels
from evaljson.store.topics.members import Members
from evaljson.store.topics.review_cards import ReviewCards
from evaljson.store.topics.review_events import ReviewEvents
from evaljson.store.topics.review_presence import ReviewPresence
from evaljson.store.topics.reviews import Reviews
from evaljson.store.topics.runs import Runs
from evaljson.store.topics.schemas import Schemas
from evaljson.store.topics.settings import StoredSettings
from evaljson.store.topics.usage import Usage
from evaljson.store.topics.variants import Variants

_SOMEONE: Final = Actor("evaljson", "typed")
"""Who exports and imports where nobody says it."""


class Store:
    """Everything evaljson stores. Safe for threads; a forked or pickled store opens its own connections.

    Every method is one transaction: once it returns, its change is stored for good; if it raises, nothing has changed.
    """

    def __init__(self, database: Database, clock: Callable[[], datetime] = now) -> None:
        self._database = database
        self.datasets = Datasets(database)
        self.evaluations = Evaluations(database)
        self.variants = Variants(database)
        self.schemas = Schemas(database)
        self.runs = Runs(database)
        self.jobs = Jobs(database)
        self.settings = StoredSettings(database)
        self.judgements = Judgements(database)
        self.labels = Labels(database)
        self.usage = Usage(database)
        self.key_spending = KeySpending(database)
        self.reviews = Reviews(database, clock)
        self.review_cards = ReviewCards(database, clock)
        self.review_events = ReviewEvents(database, clock)
        self.review_presence = ReviewPresence(database, clock)
        self.members = Members(database)
        self.audit = Audit(database)

    @property
    def location(self) -> str:
        """Where it is, for people: a file, or a URL without its password."""
        return masked(self._database.url)

    def on_change(self, heed: Callable[[str, int], object]) -> None:
        """Call `heed` after each change of an evaluation by this object, with its id and its new revision.

        It is called in the thread that made the change, once that is stored; it may not raise.
        """
        self._database.heed = heed

    def on_transaction(self, observe: Callable[[Access, float], object]) -> None:
        """Call `observe` after each transaction of this object: whether it wrote, and its seconds. It may not raise."""
        self._database.observe = observe

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables with which another process opens the same store; they hold its password."""
        return {URL_VARIABLE: self._database.url.render_as_string(hide_password=False)}

    @property
    def exposed(self) -> list[Path]:
        """The files that other users of this machine can read; empty on PostgreSQL."""
        file = file_of(self._database.url)
        return [] if file is None else readable_by_others(file)

    def need_ready(self) -> None:
        """Raise StoreError unless the tables have the layout of this version and can be written."""
        need_current(self._database)
        with self._database.writing() as connection:
            connection.execute(delete(JobRow).where(false()))  # removes nothing, and is refused where writing is

    def check(self) -> Checked:
        """Verify every hash, reference and count; `.faults` is empty if all is well."""
        return check(self._database)

    def gc(self, older_than: timedelta = OLDER_THAN, *, dry_run: bool = False) -> Swept:
        """Remove for good what was deleted longer ago than this, and what is no longer referred to."""
        return sweep(self._database, older_than, dry_run)

    def retain(self, older_than: timedelta, *, by: Actor, dry_run: bool = False) -> Retained:
        """Delete evaluations that nobody has changed for as long, and labels, verdicts and entries of the audit as old.

        Deleted evaluations can be restored for 30 days; what was deleted before that is removed for good. Samples stay.
        """
        return retain(self._database, older_than, by, dry_run)

    def export_to(self, file: str | os.PathLike[str], *, by: Actor = _SOMEONE) -> Exported:
        """Write everything except jobs and daily spending to one file, as of one moment; it replaces any file there.

        It is noted for the audit; that note stays here.
        """
        return export(self._database, file, by)

    def import_from(self, file: str | os.PathLike[str], *, by: Actor = _SOMEONE) -> Imported:
        """Import what `export_to` wrote, after verifying every hash; what exists here stays unchanged.

        It is noted for the audit. Raises ArchiveError; nothing has changed then.
        """
        return restore(self._database, file, by)

    def close(self) -> None:
        """Close all connections; using the store again opens new ones."""
        self._database.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return open_store, (self._database.url.render_as_string(hide_password=False),)

    def __repr__(self) -> str:
        return f"Store({self.location!r})"


def open_store(
    url: str | None = None, folder: str | os.PathLike[str] | None = None, *, busy_seconds: float = BUSY_SECONDS,
    create: bool = True, clock: Callable[[], datetime] = now, proof: Proof = "typed",
) -> Store:  # fmt: skip
    """Open the store; create it or upgrade its tables if necessary.

    Its place is the first of these that is set: `url` (postgresql://… or sqlite:///FILE), `folder`,
    $EVALJSON_DATABASE_URL, $EVALJSON_DATA_DIR, the user's data folder. A writer waits up to `busy_seconds` for others.
    Without `create`, a file that is missing or empty is an error, instead of the beginning of an empty store.
    `clock` gives the time of reviews, by which loans of cards end. `proof` says for the audit how names are
    proved where nobody is signed in.

    Raises StoreError if it cannot be reached, is newer than this code, or is not a store.
    """
    place = locate(url, folder)
    file = file_of(place)
    if file is not None and not create:
        refuse_nothing(file)
    database = Database(place, busy_seconds=busy_seconds, proof=proof)
    try:
        bring_up_to_date(database)
    except BaseException:
        database.close()
        raise
    return Store(database, clock)
