"""People on the Data page: owners let others in, change and remove them; what was done is there to be read."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.store import Actor
from evaljson.ui.session import server
from evaljson.ui.session.signed_in import way_in
from evaljson.ui.shared.parts import plain
from tests.ui.access.conftest import SignIn
from tests.ui.conftest import Open, said


@pytest.fixture
def people(open_app: Open, sign_in: SignIn, shared: str) -> AppTest:
    """The Data page of an owner, with both parts open."""
    sign_in("owner@example.org")
    app = open_app("data", eval=shared)
    app.session_state["people.fold"] = app.session_state["people.audit"] = True
    return app.run()


def roles(evaluation: str) -> dict[str, str]:
    return {one.address.removesuffix("@example.org"): one.role for one in server.unguarded().members.of(evaluation)}


def tick(app: AppTest, who: str, evaluation: str) -> AppTest:
    """Tick the row of someone."""
    place = [one.address for one in server.unguarded().members.of(evaluation)].index(f"{who}@example.org")
    (table,) = (one for one in app.dataframe if "Let in by" in one.value)
    app.session_state[str(table.key)] = {"selection": {"rows": [place], "columns": [], "cells": []}}
    return app.run()


def let_in(app: AppTest, who: str, role: str) -> AppTest:
    app.text_input("people.who").set_value(who)
    app.selectbox("people.role").set_value(role)
    return app.button("people.let-in").click().run()


def test_an_owner_lets_people_in_changes_and_removes_them(people: AppTest, shared: str) -> None:
    app = let_in(people, "New@example.org, @Partner.org", "reviewer")
    assert not app.error
    assert (roles(shared)["new"], roles(shared)["@partner.org"]) == ("reviewer", "reviewer")
    app = tick(app, "new", shared)
    app = app.selectbox("people.change.new@example.org.reviewer").set_value("editor").run()
    assert roles(shared)["new"] == "editor"
    app = tick(app, "new", shared).button("people.remove").click().run()
    assert "new" not in roles(shared)
    app.button("data.undo").click().run()
    assert roles(shared)["new"] == "editor"


def test_what_is_no_address_and_the_last_owner_are_refused_in_a_sentence(people: AppTest, shared: str) -> None:
    before = roles(shared)
    app = let_in(people, "new@example.org, bob", "viewer")
    assert "'bob' is no mail address and no domain" in app.error[0].value
    app = tick(app, "owner", shared).button("people.remove").click().run()
    assert "this is the last owner of the evaluation" in app.error[0].value
    assert roles(shared) == before


@pytest.mark.parametrize("column", ["Let in by", "Name by"])
def test_long_addresses_hide_no_column(people: AppTest, column: str) -> None:
    """At 1024 a table has 830 pixels, boxes to tick in it; without widths the longest value of each column is shown."""
    (table,) = (one for one in people.run().dataframe if column in one.value)
    columns = json.loads(table.proto.columns)
    widths = [columns[name]["width"] for name in table.value.columns]
    assert sum(widths) <= 780


def test_the_choice_of_a_role_says_whose_it_is(people: AppTest, shared: str) -> None:
    role = tick(people, "viewer", shared).selectbox("people.change.viewer@example.org.viewer")
    assert role.label == f"Role of {plain('viewer@example.org', 80)}"


def test_an_owner_passes_an_evaluation_on(people: AppTest, shared: str) -> None:
    app = tick(people, "viewer", shared).button("people.transfer").click().run()
    assert (roles(shared)["viewer"], roles(shared)["owner"]) == ("owner", "editor")
    assert "people.let-in" not in [button.key for button in app.button]


def test_the_audit_says_who_did_what(people: AppTest, shared: str) -> None:
    server.unguarded().members.remove(shared, "viewer@example.org", by=Actor("operator", "cli"))
    (table,) = (one.value for one in people.run().dataframe if "Name by" in one.value)
    said_of_it = [f"{row.Who} {row.What} ({row[4]})" for row in table.itertuples()]
    assert said_of_it[0] == "operator removed viewer@example.org (viewer) (command line)"
    assert "owner@example.org opened it (signed in by the proxy)" in said_of_it
    assert said_of_it[-1] == "test began it as “small” (name not checked)"


@pytest.mark.parametrize("who", ["viewer", "editor"])
def test_others_see_the_people_and_can_leave(who: str, open_app: Open, sign_in: SignIn, shared: str) -> None:
    sign_in(f"{who}@example.org")
    app = open_app("data", eval=shared)
    app.session_state["people.fold"] = True
    app = app.run()
    keys = {button.key for button in app.button}
    assert keys.isdisjoint({"people.let-in", "people.remove", "people.audit-file"})
    (table,) = (one.value for one in app.dataframe if "Let in by" in one.value)
    assert list(table["Role"]) == ["owner", "editor", "reviewer", "viewer"]
    app = app.button("people.leave").click().run()
    assert who not in roles(shared)
    assert "Not open to you" in said(app)


def test_where_nobody_signs_in_there_are_no_people(open_app: Open) -> None:
    way_in.clear()
    assert "People" not in [expander.label for expander in open_app("data").expander]


def test_what_a_viewer_may_not_do_is_disabled_and_says_why(open_app: Open, sign_in: SignIn, shared: str) -> None:
    sign_in("viewer@example.org")
    disabled = {
        button.key: button.help
        for page in ("data", "schema", "review")
        for button in open_app(page, eval=shared).button
        if button.disabled
    }
    for key in ("data.change", "review.begin", "schema.apply"):
        assert disabled.get(key) == "You are viewer here; this takes the role of editor.", key


def test_a_click_that_was_made_before_someone_was_removed_changes_nothing(
    open_app: Open, sign_in: SignIn, shared: str
) -> None:
    sign_in("editor@example.org")
    app = open_app("data", eval=shared)
    revision = server.unguarded().evaluations.get(shared).revision
    server.unguarded().members.remove(shared, "editor@example.org", by=Actor("operator", "cli"))
    app = app.button("data.change").click().run()
    assert "Not open to you" in said(app)
    assert server.unguarded().evaluations.get(shared).revision == revision
