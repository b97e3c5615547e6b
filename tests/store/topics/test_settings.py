"""Settings: null is a value, absent is none."""

from typing import Any

import pytest

from evaljson.store import Store, StoreError


@pytest.mark.parametrize("value", [None, 0, False, "", [], {}, 1.0, {"b": 1, "a": [10**30, "\x00\ud800"]}])
def test_a_setting_comes_back_exactly(store: Store, value: Any) -> None:
    store.settings.set("user:ann", "k", value, by="ann")
    kept = store.settings.get("user:ann", "k", "absent")
    assert (kept, type(kept)) == (value, type(value))


def test_what_was_never_set_is_the_default(store: Store) -> None:
    assert store.settings.get("workspace", "k", "absent") == "absent"


def test_scopes_and_keys_are_apart(store: Store) -> None:
    store.settings.set("a", "y", 1, by="ann")
    store.settings.set("a", "x", 2, by="ann")
    store.settings.set("b", "x", 3, by="ann")
    store.settings.set("a", "y", 4, by="bob")
    assert (list(store.settings.all("a").items()), store.settings.all("b")) == ([("x", 2), ("y", 4)], {"x": 3})
    store.settings.delete("a", "x")
    assert store.settings.all("a") == {"y": 4}


def test_a_setting_needs_a_name(store: Store) -> None:
    with pytest.raises(StoreError, match="a setting needs a name"):
        store.settings.set("a", "", 1, by="ann")
