"""What Overview and its report say where something is in no figure: weight 0, nothing extracted, copies left out."""

from datetime import timedelta
from typing import Any

import pytest

from evaljson.report.export.html.leaks import leak_line
from evaljson.ui.session.read_evaluation import read_evaluation
from evaljson.ui.shared.leaks import in_figures, leaks_of
from tests.ui.conftest import Made, Open, loaded, said

SCHEMA: dict[str, Any] = {
    "type": "object", "x-eval-id": "id",
    "properties": {"id": {"type": "string"}, "a": {"type": "string"}, "b": {"type": "string", "x-eval-weight": 0}},
}  # fmt: skip
GOLD: list[Any] = [{"id": f"r{at}", "a": f"a{at}", "b": f"b{at}"} for at in range(12)]
OTHER_B = [{**one, "b": "?"} for one in GOLD]


def made(gold: list[Any] = GOLD, **variants: list[Any]) -> Made:
    files = {name: loaded(records, f"{name}.json", "extracted") for name, records in variants.items()}
    return Made("counts", loaded(gold, "gold.json"), files, SCHEMA)


@pytest.mark.parametrize(
    ("variants", "none"),
    [
        ({"one": OTHER_B}, "None: nothing counts against one."),
        ({"one": GOLD, "two": OTHER_B}, "None: nothing that one has right counts against two."),
    ],
    ids=["one variant", "two variants"],
)
def test_what_is_wrong_at_weight_0_is_not_called_right(open_app: Open, variants: Any, none: str) -> None:
    assert none in said(open_app("overview", evaluation=made(**variants)))


def test_of_a_variant_without_any_record_it_is_said_that_nothing_is_left(open_app: Open) -> None:
    strangers = [{**one, "id": f"other {one['id']}"} for one in GOLD]
    shown = said(open_app("overview", evaluation=made(one=GOLD, two=strangers)))
    assert "**Missing records**: two 12. Nothing is left of two without them." in shown
    assert "F1 stays" not in shown


def test_copies_that_are_left_out_are_no_leak_of_the_report(open_app: Open) -> None:
    long = [{**one, "a": f"INV-{at * 7919:06}, firm {at}, account DE{at * 10**12}"} for at, one in enumerate(GOLD, 1)]
    copied = [*long, {**long[3], "id": "copy"}]
    app = open_app("overview", evaluation=made(copied, one=copied))
    identity = str(app.query_params["eval"])
    before = read_evaluation(identity)
    known = in_figures(before, leaks_of(before))
    assert known is not None
    assert "that another one repeats" in leak_line(known)
    assert f"<bdi>copy</bdi>: twice in gold (<bdi>gold</bdi>, record <bdi>{long[3]['id']}</bdi>)" in leak_line(known)
    app.button(key="copies.leave-out").click().run()
    assert not app.exception
    now = read_evaluation(identity)
    left = in_figures(now, leaks_of(now))
    assert left is not None
    assert leak_line(left) == ""


def test_variants_that_were_scored_at_two_times_are_not_said_to_be_scored_once(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app("overview", evaluation=made(one=GOLD))
    assert "Scored once, on " in said(app)
    monkeypatch.setattr("evaljson.ui.overview.run_history._AT_ONCE", timedelta(0))
    moments = iter(["Nov 28, 11:00", "Nov 27, 10:00"] * 9)  # the end is written first
    monkeypatch.setattr("evaljson.ui.overview.run_history.moment", lambda when, zone: next(moments))
    app = open_app("overview", evaluation=made(one=GOLD, two=OTHER_B))
    assert "Scored from Nov 27, 10:00 to Nov 28, 11:00, schema version 1." in said(app)
