"""What all tests share: where the project is, and whether a browser is there."""

import functools
import gc
import os
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL, Engine, event

from evaljson.base import limits
from evaljson.comparators import registry as comparators
from evaljson.store import engine, store
from evaljson.store.engine import Database
from evaljson.store.location import locate
from evaljson.store.sqlite_file import file_of
from evaljson.transforms import registry as transforms
from evaljson.ui.session.garbage import Sparing
from tests import order, profiles

ROOT = Path(__file__).parents[1]
BROWSER_TESTS = ROOT / "tests" / "browser"
PROPERTY_TESTS = ROOT / "tests" / "property"
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PREPARE_SQLITE = engine._prepare_sqlite
MAKE_ENGINE = engine.make_engine
BRING_UP_TO_DATE = store.bring_up_to_date


profiles.register()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the time that `make deep` may take, and what `make browser` leaves to be looked at."""
    parser.addoption("--screenshots", action="store_true", help="take pictures of all pages into build/screenshots")
    parser.addoption("--seconds", type=float, help="skip tests that have not begun after this many seconds")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave files out unread that can hold no made-up examples, where only these are asked for."""
    if config.option.markexpr != "examples" or not collection_path.name.startswith("test_"):
        return None
    names_them = re.search("hypothesis|examples", collection_path.read_text(encoding="utf-8")) is not None
    return None if names_them or collection_path.is_relative_to(PROPERTY_TESTS) else True


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put long files first, and mark browser tests and those that try made-up examples."""
    items.sort(key=order.by_length)
    paths = {item.path for item in items}
    drives_browser = {path for path in paths if path.is_relative_to(BROWSER_TESTS)}
    makes_up = {path for path in paths if path.is_relative_to(PROPERTY_TESTS)}
    for item in items:
        if item.path in drives_browser:
            item.add_marker(pytest.mark.browser)
        if item.path in makes_up or item.get_closest_marker("hypothesis"):
            item.add_marker(pytest.mark.examples)


def pytest_collection() -> None:
    """Look for no garbage while tests are collected: there is little, and looking takes a fifth of the time."""
    gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Pass over all that was collected whenever garbage is: looking at it takes half a second each time."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def what_lasts_is_seldom_looked_at() -> Iterator[None]:
    """Modules and what they keep last for all tests: looking at them whenever garbage is collected takes a tenth of a
    second each time. At the end, all that was passed over is looked at once."""
    sparing = Sparing(all_again=1000)
    gc.callbacks.append(sparing)
    yield
    gc.callbacks.remove(sparing)
    gc.unfreeze()
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def own_limits() -> Iterator[None]:
    """Let no page that a test draws lower the limits of the tests after it."""
    yield
    limits.use_python_defaults()


@pytest.fixture(autouse=True)
def registries_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no registration outlive its test: runs name those of their process, and others could not be compared."""
    for registry in (comparators, transforms):
        monkeypatch.setattr(registry, "_user", dict(registry._user))


@pytest.fixture(scope="session", autouse=True)
def nothing_waits_for_the_disk() -> Iterator[None]:
    """SQLite in the process of the tests hands its writes over and goes on: what is lost when the power fails, is lost
    with the tests. Servers and workers wait as ever."""

    def prepare(connection: Any, record: Any) -> None:
        PREPARE_SQLITE(connection, record)
        connection.execute("PRAGMA synchronous = OFF")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "_prepare_sqlite", prepare)
        yield


@pytest.fixture
def waiting_for_the_disk(nothing_waits_for_the_disk: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """As outside the tests."""
    monkeypatch.setattr(engine, "_prepare_sqlite", PREPARE_SQLITE)


@pytest.fixture(scope="session", autouse=True)
def new_stores_are_copies(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A store that is opened in a new file begins as a copy of an empty one: going through all migrations takes twenty
    times as long. Tests of the store itself go through them, and so do servers and workers."""

    @functools.cache
    def empty() -> Path:
        database = Database(locate(folder=tmp_path_factory.mktemp("empty")))
        BRING_UP_TO_DATE(database)
        database.close()
        file = file_of(database.url)
        assert file is not None
        return file

    def bring_up_to_date(database: Database) -> None:
        file = file_of(database.url)
        if file is not None and file.stat().st_size == 0:
            shutil.copyfile(empty(), file)
        BRING_UP_TO_DATE(database)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "bring_up_to_date", bring_up_to_date)
        yield


@pytest.fixture(scope="session", autouse=True)
def statements_compiled_once() -> Iterator[None]:
    """Engines take over what another one has compiled for the same driver: almost every test opens a store of its own,
    and would compile each statement again, as no server does that opens its store once."""
    first: dict[str, Engine] = {}

    def make_engine(url: URL, *arguments: Any, **options: Any) -> Engine:
        made = MAKE_ENGINE(url, *arguments, **options)
        if url.drivername in first:
            other = first[url.drivername]
            made.dialect, made._compiled_cache = other.dialect, other._compiled_cache
        else:  # a dialect knows its server only once it is connected
            event.listen(made, "connect", lambda *_: first.setdefault(url.drivername, made))
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "make_engine", make_engine)
        yield


@pytest.fixture(scope="session")
def started() -> float:
    """When this worker began."""
    return time.monotonic()


@pytest.fixture(autouse=True)
def within_seconds(request: pytest.FixtureRequest, started: float) -> None:
    """Skip a test that begins after `--seconds`."""
    seconds = request.config.getoption("--seconds")
    if seconds is not None and time.monotonic() - started > seconds:
        pytest.skip(f"the {seconds:g} seconds are over")


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> order.ByFile:
    """Called where there are several workers."""
    return order.ByFile(config, log)


@pytest.fixture(scope="session")
def project_root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def chromium() -> str:
    """The Chromium to drive, named by $CHROMIUM or found; a test that asks for it is skipped where there is none."""
    named = os.environ.get("CHROMIUM")
    program = next(filter(None, map(shutil.which, [named] if named else CHROMIUM_NAMES)), None)
    if program is None:
        pytest.skip(f"no Chromium ({named or 'chromium, google-chrome'}): install one, or name it in CHROMIUM")
    return program
