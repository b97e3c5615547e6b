"""`evaljson members`, `audit` and `retention`: what operators do past the dashboard."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from evaljson.store import Actor, Store, open_store
from tests.cli.conftest import Run


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(folder=tmp_path / "data") as opened:
        opened.evaluations.create("Invoices", by="ann")
        yield opened


def test_people_are_let_in_listed_and_removed(store: Store, run: Run) -> None:
    on_data = ("--folder", "data")
    assert run("members", "list", "Invoices", *on_data).stdout == "Nobody but the admins of the server.\n"
    done = run("members", "add", "Invoices", "Ann@x.org", "--role", "owner", "--by", "root", *on_data)
    assert (done.exit_code, done.stdout) == (0, "Invoices: ann@x.org is owner.\n")
    run("members", "add", "Invoices", "@x.org", *on_data)
    listed = json.loads(run("members", "list", "Invoices", "--json", *on_data).stdout)
    assert [(one["address"], one["role"]) for one in listed] == [("ann@x.org", "owner"), ("@x.org", "viewer")]
    assert "ann@x.org" in run("members", "list", "Invoices", *on_data).stdout
    assert run("members", "remove", "Invoices", "@x.org", *on_data).stdout == "Invoices: @x.org has no role any more.\n"
    last = run("members", "remove", "Invoices", "ann@x.org", *on_data)
    assert last.exit_code != 0
    assert "last owner" in last.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("add", "Invoices", "bob"), "no mail address and no domain"),
        (("add", "Invoices", "@x.org", "--role", "owner"), "an owner is one person"),
        (("remove", "Invoices", "bob@x.org"), "no role of their own"),
        (("list", "Invoice"), "Did you mean"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    store: Store, run: Run, arguments: tuple[str, ...], sentence: str
) -> None:
    done = run("members", *arguments, "--folder", "data")
    assert (done.exit_code, done.stdout) == (2, "")
    assert sentence in done.stderr.replace("\n", " ")


def test_the_audit_is_printed_as_a_table_and_as_lines_of_json(store: Store, run: Run) -> None:
    (one,) = store.evaluations.all()
    run("members", "add", "Invoices", "ann@x.org", "--by", "root", "--folder", "data")
    store.audit.signed_in("now", by=Actor("ann@x.org", "oidc"))
    said = run("audit", "--folder", "data").stdout
    assert "signed in" in said
    assert "made ann@x.org viewer" in said
    lines = [json.loads(line) for line in run("audit", "Invoices", "--json", "--folder", "data").stdout.splitlines()]
    assert [(line["who"], line["proof"], line["action"]) for line in lines] == [
        ("root", "cli", "changed rights"), ("ann", "typed", "created"),
    ]  # fmt: skip
    store.evaluations.delete(one.id, 1, by="ann")
    assert "deleted it" in run("audit", one.id, "--folder", "data").stdout
    assert run("audit", "--since", "2999-01-01", "--folder", "data").stdout == "No entries.\n"
    assert run("audit", "--since", "2020-01-31T12:00", "--folder", "data").stdout.count("Invoices") >= 3


def test_retention_says_what_it_would_do_and_does_it(store: Store, run: Run) -> None:
    with store._database.writing() as connection:
        connection.execute(text("UPDATE evaluations SET updated = '2020-01-01 00:00:00'"))
    dry = run("retention", "--older-than", "365", "--dry-run", "--folder", "data")
    assert dry.exit_code == 0
    assert dry.stdout.startswith(
        "Invoices: would be deleted; it can be restored for 30 days.\n1 evaluation would be del"
    )
    assert len(store.evaluations.all()) == 1
    done = run("retention", "--older-than", "365", "--by", "root", "--folder", "data")
    assert "1 evaluation deleted; 0 evaluations removed for good" in done.stdout.replace("\n", " ")
    assert store.evaluations.all() == []
    newest = store.audit.all()[0]
    assert (newest.who, newest.proof, newest.action) == ("root", "cli", "deleted")


def test_retention_of_less_than_30_days_is_refused(store: Store, run: Run) -> None:
    done = run("retention", "--older-than", "29", "--folder", "data")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "x>=30" in done.stderr
