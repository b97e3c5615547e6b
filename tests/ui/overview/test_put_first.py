"""Overview and the report say which version of the schema gave the first variant the highest F1."""

from typing import Any

import pytest

from evaljson.report.export.html.page import to_html
from evaljson.ui.session import server
from evaljson.ui.session.read_evaluation import read_evaluation
from evaljson.ui.shared import put_first as of_page
from evaljson.ui.shared.export_about import about
from evaljson.workspace.put_first import PUT_FIRST
from evaljson.workspace.scoring import score_due
from tests.ui.conftest import Made, Open, html_of, loaded, said
from tests.ui.page_jobs import finish, jobs_of

GOLD: list[dict[str, Any]] = [{"id": f"r{i}", "day": f"2026-01-{i + 1:02}", "a": i} for i in range(28)]
SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {"id": {"type": "string"}, "day": {"type": "string"}, "a": {"type": "integer"}},
}
AS_DATES = {**SCHEMA, "properties": {**SCHEMA["properties"], "day": {"type": "string", "x-eval-compare": "date"}}}
OTHER_DAYS = [{**one, "day": f"{one['day'][8:]}.01.2026"} for one in GOLD]
SOME_WRONG = [{**one, "a": -1 if i % 3 else one["a"]} for i, one in enumerate(GOLD)]
GAVE = "gave &lt;b&gt;days the highest F1, with the files of today: under version 1, wrong has it, "


def excused(message: str = "dates <i>as dates", **more: list[dict[str, Any]]) -> str:
    """Make an evaluation in which the second version of the schema excuses the first variant."""
    files = {"<b>days": OTHER_DAYS, "wrong": SOME_WRONG, **more}
    variants = {name: loaded(records, "file.json", "extracted") for name, records in files.items()}
    identity = Made("excused", loaded(GOLD, "gold.json", "gold"), variants, SCHEMA).keep()
    store = server.store()
    now = store.evaluations.get(identity)
    store.schemas.add(identity, now.revision, AS_DATES, by="Ana", message=message)
    score_due(store, identity, by="Ana", tell=lambda share, message: None)
    return identity


@pytest.mark.parametrize("more", [{}, {"worse": [{**one, "a": -2} for one in SOME_WRONG]}], ids=["two", "three"])
def test_overview_and_the_report_say_it_with_the_way_to_the_versions(
    open_app: Open, more: dict[str, list[dict[str, Any]]]
) -> None:
    identity = excused(**more)
    page = open_app("overview", eval=identity)
    assert not page.exception
    shown = html_of(page)
    assert GAVE in shown
    assert "“dates &lt;i&gt;as dates”, by Ana, " in shown
    assert f'href="schema?eval={identity}&amp;tab=Versions"' in shown
    evaluation = read_evaluation(identity)
    names = list(evaluation.runs)
    report = to_html({name: evaluation.runs[name] for name in names}, evaluation.tree, about=about(evaluation, names))
    assert GAVE in report.decode()
    assert "“dates &lt;i&gt;as dates”, by Ana, " in report.decode()


WEIGHED = {**AS_DATES, "properties": {**AS_DATES["properties"], "a": {"type": "integer", "x-eval-weight": 2}}}


@pytest.mark.parametrize(
    ("later", "is_the_same"), [([WEIGHED], False), ([SCHEMA, AS_DATES], True)], ids=["another schema", "the same"]
)
def test_a_later_version_is_called_the_same_only_if_it_is(
    open_app: Open, later: list[dict[str, Any]], is_the_same: bool
) -> None:
    identity, store = excused(), server.store()
    for schema in later:
        now = store.evaluations.get(identity)
        store.schemas.add(identity, now.revision, schema, by="Ben", message="later")
    score_due(store, identity, by="Ben", tell=lambda share, message: None)
    shown = html_of(open_app("overview", eval=identity))
    assert GAVE in shown
    assert ("is the same)" in shown) is is_the_same


@pytest.mark.usefixtures("nothing_read_before")
def test_a_long_message_is_shortened_with_all_of_it_behind_a_click(open_app: Open) -> None:
    long = " ".join(f"reason <{number}>" for number in range(30))
    identity = excused(message=long)
    page = open_app("overview", eval=identity)
    evaluation = read_evaluation(identity)
    names = list(evaluation.runs)
    runs = {name: evaluation.runs[name] for name in names}
    report = to_html(runs, evaluation.tree, about=about(evaluation, names)).decode()
    for shown in (html_of(page), report):
        line = shown[: shown.index("</summary>", shown.index(GAVE))]
        assert "reason &lt;5&gt; reason &lt;6&gt;…”, by Ana, " in line.replace("</bdi>", "")
        assert "reason &lt;29&gt;" not in line[line.index("Version 2") :]
        assert "<summary>Whole message</summary>" in shown
        assert "reason &lt;29&gt;" in shown
    changed = report[report.index("What changed</summary>") :].split("</ul>")[0]
    assert "reason &lt;29&gt;" not in changed.split("All of it</summary>")[0]
    assert "reason &lt;29&gt;" in changed.split("All of it</summary>")[1]
    facts = report[report.index("About this report") :].split("</dl>")[0]
    assert "reason &lt;6&gt;…”" in facts
    assert "reason &lt;29&gt;" not in facts


def test_where_no_version_changes_it_there_is_no_line(open_app: Open) -> None:
    made = Made("plain", loaded(GOLD, "gold.json", "gold"), {"one": loaded(GOLD, "1.json", "extracted")}, SCHEMA)
    page = open_app("overview", evaluation=made)
    assert "ej-put-first" not in html_of(page)
    assert "earlier versions" not in said(page)


def test_a_large_evaluation_has_it_from_a_job(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evaljson.jobs.pool.Pool.wake", lambda self: None)
    monkeypatch.setattr(of_page, "_QUICK", 0)
    page = open_app("overview", eval=excused())
    assert "ej-put-first" not in html_of(page)
    (job,) = jobs_of(PUT_FIRST)
    assert finish(job) == {"compared": 1}
    assert GAVE in html_of(page.run())
