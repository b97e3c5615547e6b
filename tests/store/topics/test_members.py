"""What people may do in an evaluation: given, changed, taken away, passed on, and noted each time."""

import pytest

from evaljson.store import Actor, Conflict, Evaluation, NotFound, Store, StoreError
from evaljson.store.topics.members import checked_address

ANN = Actor("ann@x.org", "oidc")


@pytest.fixture
def owned(store: Store, evaluation: Evaluation) -> Evaluation:
    store.members.set(evaluation.id, "Ann@X.org ", "owner", by=ANN)
    return evaluation


def roles(store: Store, evaluation: Evaluation) -> dict[str, str]:
    return {member.address: member.role for member in store.members.of(evaluation.id)}


def test_members_are_listed_by_role_and_address(store: Store, owned: Evaluation) -> None:
    for address, role in (("cat@x.org", "editor"), ("@x.org", "viewer"), ("bob@x.org", "editor"), ("*", "viewer")):
        store.members.set(owned.id, address, role, by=ANN)  # type: ignore[arg-type]
    assert list(roles(store, owned)) == ["ann@x.org", "bob@x.org", "cat@x.org", "*", "@x.org"]


@pytest.mark.parametrize(
    "address", ["", "bob", "@", "bob@", "@x@y", "bob@x.org, eve@x.org", "**", "*@x.org", f"{'b' * 200}@x"]
)
def test_a_role_is_given_to_what_can_be_an_address(address: str) -> None:
    with pytest.raises(StoreError, match="no mail address and no domain"):
        checked_address(address)


def test_an_owner_is_one_person(store: Store, owned: Evaluation) -> None:
    for address in ("@x.org", "*"):
        with pytest.raises(StoreError, match="an owner is one person"):
            store.members.set(owned.id, address, "owner", by=ANN)
        with pytest.raises(StoreError, match="an owner is one person"):
            store.members.transfer(owned.id, address, by=ANN)


def test_a_role_that_there_is_not_is_refused(store: Store, owned: Evaluation) -> None:
    with pytest.raises(StoreError, match="'king' is no role; there are viewer, reviewer, editor, owner"):
        store.members.set(owned.id, "bob@x.org", "king", by=ANN)  # type: ignore[arg-type]


def test_the_last_owner_stays(store: Store, owned: Evaluation) -> None:
    with pytest.raises(Conflict, match="last owner"):
        store.members.remove(owned.id, "ann@x.org", by=ANN)
    with pytest.raises(Conflict, match="last owner"):
        store.members.set(owned.id, "ann@x.org", "editor", by=ANN)
    store.members.set(owned.id, "bob@x.org", "owner", by=ANN)
    store.members.remove(owned.id, "ann@x.org", by=ANN)
    assert roles(store, owned) == {"bob@x.org": "owner"}


def test_an_evaluation_without_an_owner_can_be_shown_to_others(store: Store, evaluation: Evaluation) -> None:
    store.members.set(evaluation.id, "bob@x.org", "viewer", by=ANN)
    store.members.remove(evaluation.id, "bob@x.org", by=ANN)
    assert roles(store, evaluation) == {}


def test_whoever_passes_an_evaluation_on_becomes_editor(store: Store, owned: Evaluation) -> None:
    assert store.members.transfer(owned.id, "bob@x.org", by=ANN).role == "owner"
    assert roles(store, owned) == {"bob@x.org": "owner", "ann@x.org": "editor"}
    store.members.transfer(owned.id, "bob@x.org", by=Actor("bob@x.org", "oidc"))
    assert roles(store, owned)["bob@x.org"] == "owner"


def test_every_change_of_rights_is_noted_once(store: Store, owned: Evaluation) -> None:
    store.members.set(owned.id, "bob@x.org", "viewer", by=ANN)
    store.members.set(owned.id, "bob@x.org", "viewer", by=ANN)
    store.members.set(owned.id, "bob@x.org", "editor", by=ANN)
    store.members.remove(owned.id, "bob@x.org", by=ANN)
    noted = [entry for entry in store.audit.all(owned.id) if entry.detail.get("address") == "bob@x.org"]
    assert {entry.action for entry in noted} == {"changed rights"}
    assert [(entry.detail["before"], entry.detail["role"]) for entry in reversed(noted)] == [
        (None, "viewer"), ("viewer", "editor"), ("editor", None),
    ]  # fmt: skip


def test_what_is_not_there_is_said(store: Store, owned: Evaluation) -> None:
    with pytest.raises(NotFound, match="no role of their own"):
        store.members.remove(owned.id, "bob@x.org", by=ANN)
    with pytest.raises(NotFound, match="no evaluation"):
        store.members.set("a" * 16, "bob@x.org", "viewer", by=ANN)
