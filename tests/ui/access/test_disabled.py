"""Each page as each role: what changes something is disabled for those who may not do it, and says why.

A button or drop zone that no table names fails its page, so that a new one is placed here first.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.schema import annotate_xeval, infer_schema
from evaljson.store.actor import RANKS
from evaljson.ui.session import server
from tests.test_layers import PAGES
from tests.ui.access.conftest import OPERATOR, ROLES, SignIn
from tests.ui.conftest import Made, Open, loaded, said

PRESSED = ("button", "download_button", "file_uploader")
TAKES = {
    "compare": {"compare.review": "editor"},
    "data": {
        "judge-note.stand-in.data": "editor", "variants.add.0": "editor", "data.change": "editor",
        "unknown.0": "editor",
    },
    "fields": {"fields.review": "editor"},
    "judge": {"judge.stand-in": "editor", "judge.use": "editor", "judge.test": "editor"},
    "overview": {
        "judge-note.stand-in.overview": "editor", "overview.review": "editor", "decide.missing": "editor",
    },
    "records": {"records.review": "editor"},
    "review": {"review.begin": "editor"},
    "schema": {
        "schema.undo-version": "editor", "schema.redo-version": "editor", "schema.apply": "editor",
        "schema.apply-json": "editor",
    },
}  # fmt: skip
"""By page: what changes the evaluation for everyone, and the role that it takes."""
FREE = {
    "compare": "",
    "data": r"judge-note\.go\.data|data\.(fields|compare|own|sample)|people\.leave",
    "fields": r"fields\.like\..*",
    "judge": "",
    "overview": r"judge-note\.go\.overview|overview\.(broke|compare|own|sample|like\..*)|report",
    "records": r"records\.(previous|next)|like\..*",
    "review": "",
    # Edits that are not applied are everyone's own: they change no figure of others.
    "schema": r"schema\.(discard|preset\..*|infer|upload\.0|use-pasted|use-weights|show-weights|download)",
}
"""By page: what leads somewhere, shows more, or keeps what is one's own."""
FOR_EDITORS = {"data": r"variants\.add\..*"}
FOR_OWNERS = {"data": r"people\.(let-in|audit-file)"}
"""What others do not have on their page at all."""


@pytest.fixture
def shared() -> str:
    """Something to do on every page: a judge that is missing, a key that the schema lacks, records that differ."""
    gold: list[Any] = [{"id": "x", "a": "1", "n": [{"k": 1}, {"k": 2}]}, {"id": "y", "a": "2", "n": []}]
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    schema["properties"]["a"]["x-eval-compare"] = "semantic"
    files = {
        "A": loaded([{"id": "x", "a": "one", "n": [], "z": 1}], "A.json", "extracted"),
        "B": loaded([{"id": "y", "a": "3", "n": [{"k": 1}]}], "B.json", "extracted"),
    }
    identity = Made("small", loaded(gold), files, schema).keep()
    for role in ROLES:
        server.unguarded().members.set(identity, f"{role}@example.org", role, by=OPERATOR)  # type: ignore[arg-type]
    return identity


def drawn(app: AppTest) -> dict[str, Any]:
    """What can be pressed, by its key."""

    def below(block: Any) -> Iterator[Any]:
        for child in getattr(block, "children", {}).values():
            yield child
            yield from below(child)

    return {str(one.key): one.proto for one in below(app._tree) if one.type in PRESSED}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_shown_and_what_changes_something_is_disabled_below_the_role_that_it_takes_and_says_so(
    page: str, open_app: Open, sign_in: SignIn, shared: str
) -> None:
    for role in ROLES:
        sign_in(f"{role}@example.org")
        app = open_app(page, eval=shared)
        assert not app.exception, role
        assert not app.error, (role, said(app))
        assert ("You are" in said(app)) is (role in ("viewer", "reviewer")), role
        if page == "data":
            app.session_state["people.fold"] = app.session_state["people.audit"] = True
            app.run()
        found = drawn(app)
        assert set(TAKES[page]) <= set(found), role
        known = [
            FREE[page],
            *(FOR_EDITORS[page] for _ in [0] if page in FOR_EDITORS and RANKS[role] >= RANKS["editor"]),
        ]
        known += [FOR_OWNERS[page]] if page in FOR_OWNERS and role == "owner" else []
        for key, proto in found.items():
            reason = f"You are {role} here; this takes the role of {TAKES[page].get(key)}."
            if key in TAKES[page] and RANKS[role] < RANKS[TAKES[page][key]]:
                assert (proto.disabled, proto.help) == (True, reason), (role, key)
            else:
                assert key in TAKES[page] or any(re.fullmatch(pattern, key) for pattern in known), (role, key)
                assert "takes the role" not in proto.help, (role, key)


def test_what_a_viewer_sees_of_a_variant_cannot_be_typed_into(open_app: Open, sign_in: SignIn, shared: str) -> None:
    first = server.unguarded().evaluations.get(shared).variants[0].id
    for role, off in (("viewer", True), ("editor", False)):
        sign_in(f"{role}@example.org")
        app = open_app("data", eval=shared).selectbox("data.variant").set_value(first).run()
        typed = (*app.text_input, *app.number_input, *app.text_area)
        form = [one for one in typed if re.match(r"variant\.(?!replace)", str(one.key))]
        assert [one.proto.disabled for one in form] == [off] * 8
        assert drawn(app)[f"variant.replace.{first}.0"].disabled is off
