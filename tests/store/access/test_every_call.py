"""Every public call of the store, as everyone, on their own and other evaluations: allowed or refused as declared."""

import functools
import inspect
import shutil
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from evaljson.store import NotAllowed, Store, open_store
from evaljson.store.access.guard import guarded
from evaljson.store.access.needs import NEEDS
from evaljson.store.location import FILE
from tests.postgres import own_schema
from tests.store.access.people import VISITORS, There, furnish_all

PLACES = ("own", "other's", "nobody's", "sample")
RANKS = {"viewer": 0, "reviewer": 1, "editor": 2, "owner": 3}
THEIRS_TO_MAKE = {
    *("evaluations.create", "evaluations.all", "datasets.add", "audit.signed_in", "key_spending.of"),
    *("labels.add", "labels.all", "labels.of", "labels.count", "labels.rubrics"),
    *("judgements.read", "judgements.count", "judgements.kept"),
}
"""Calls that are about no evaluation, and take no more than being signed in."""
Made = tuple[Store, dict[str, There]]


class Reached(Exception):
    """Raised in the place of what a call would do."""


@pytest.fixture(scope="module")
def sqlite(tmp_path_factory: pytest.TempPathFactory, empty_file: Path) -> Iterator[Made]:
    folder = tmp_path_factory.mktemp("everyone")
    shutil.copy(empty_file, folder / FILE)
    with open_store(folder=folder) as store:
        yield store, furnish_all(store)


def topics(store: Store) -> dict[str, object]:
    return {name: topic for name, topic in vars(store).items() if not name.startswith("_")}


def calls_of(store: Store) -> list[str]:
    """Every public name of the store and of its topics."""
    of_topics = [f"{name}.{call}" for name, topic in topics(store).items() for call in _public(type(topic))]
    return sorted([*of_topics, *(f"store.{call}" for call in _public(Store))])


def _public(kind: type) -> list[str]:
    return [name for name in dir(kind) if not name.startswith("_")]


def test_every_call_says_what_it_needs_and_nothing_else_does(sqlite: Made) -> None:
    assert calls_of(sqlite[0]) == sorted(NEEDS)


def test_a_call_that_says_nothing_is_refused_to_admins_too(sqlite: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    store, there = sqlite
    monkeypatch.setattr(type(store.runs), "new_call", lambda self, evaluation: evaluation, raising=False)
    monkeypatch.setattr(Store, "new_call", lambda self: 1, raising=False)
    admin: Any = guarded(store, VISITORS["admin"])
    for new in (admin.runs, admin):
        with pytest.raises(NotAllowed, match="nothing says who may call"):
            new.new_call(there["own"].evaluation.id)


def instead(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def reached(*_: object, **__: object) -> None:
        raise Reached

    return reached


def arguments_of(method: Callable[..., Any], there: There) -> dict[str, Any]:
    parameters = list(inspect.signature(method).parameters.values())
    if parameters and parameters[0].name == "self":
        parameters = parameters[1:]
    needed = [one.name for one in parameters if one.default is one.empty or one.name == "evaluation"]
    return {name: there.argument(name) for name in needed}


def outcome(store: Store, visitor: str, call: str, there: There) -> bool:
    topic, name = call.split(".")
    owner: object = store if topic == "store" else getattr(store, topic)
    person = guarded(store, VISITORS[visitor])
    plain = getattr(type(owner), name)
    try:
        method = getattr(person if topic == "store" else getattr(person, topic), name)
        method(**({} if isinstance(plain, property) else arguments_of(plain, there)))
    except Reached:
        return True
    except NotAllowed:
        return False
    raise AssertionError(f"{call} neither did something nor refused")


def meant(visitor: str, call: str, place: str) -> bool:
    """Whether it is allowed: plain rules, apart from how the guard works."""
    least = NEEDS[call].least
    if visitor == "nobody" or least == "server":
        return False
    if visitor == "admin":
        return True
    if call in THEIRS_TO_MAKE:
        return True
    if call.startswith("labels.") or least == "admin":  # the label is somebody's
        return False
    least = "viewer" if call.startswith("datasets.") else least
    if place == "sample":
        return RANKS[least] <= RANKS["editor"]
    return place == "own" and visitor != "stranger" and RANKS[visitor] >= RANKS[least]


@pytest.fixture
def nothing_is_done(sqlite: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    replace_all(sqlite[0], monkeypatch)


def replace_all(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (Store, *map(type, topics(store).values())):
        for name in _public(kind):
            if inspect.isfunction(plain := getattr(kind, name)):
                monkeypatch.setattr(kind, name, instead(plain))


@pytest.mark.parametrize("visitor", list(VISITORS))
def test_everyone_may_do_what_is_declared_and_nothing_else(visitor: str, sqlite: Made, nothing_is_done: None) -> None:
    store, there = sqlite
    wrong = [
        f"{call} on {place}: {'refused' if meant(visitor, call, place) else 'allowed'}"
        for call, place in product(sorted(NEEDS), PLACES)
        if outcome(store, visitor, call, there[place]) is not meant(visitor, call, place)
    ]
    assert not wrong, f"for {visitor}:\n" + "\n".join(wrong)


def test_so_it_is_on_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kind of need once: PostgreSQL takes far longer for so many small questions."""
    one_of_each = {(need.least, need.place, need.datasets, need.whose): call for call, need in NEEDS.items()}
    with own_schema() as url, open_store(url) as store:
        there = furnish_all(store)
        with monkeypatch.context() as patch:
            replace_all(store, patch)
            for visitor, call, place in product(
                ("stranger", "viewer", "editor", "admin"), one_of_each.values(), PLACES[::2]
            ):
                allowed = outcome(store, visitor, call, there[place])
                assert allowed is meant(visitor, call, place), (visitor, call, place)
