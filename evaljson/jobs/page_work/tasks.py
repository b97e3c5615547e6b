"""What pages have done outside of their process. A task calls `has_read` before the work that a limit is for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from evaljson.evaluate import score_pairs
from evaljson.jobs.page_work.desk import Desk
from evaljson.report.fields.alignment_gain import ordered_arrays, pairing_gain
from evaljson.report.records.element_pairs import ArrayPairs, pairs_of_array
from evaljson.schema import parse_eval_schema
from evaljson.whatif import KeptPreview, preview
from evaljson.workspace.judge_choice import choice_of, judge_that_sends_nothing
from evaljson.workspace.scoring import score_due
from evaljson.workspace.typed_schema import check_text

HasRead = Callable[[], None]
Schema = Mapping[str, Any]


def read_run(desk: Desk, has_read: HasRead, url: str, run: str) -> None:
    """Read a run, which the next tasks will be about."""
    desk.run(url, run)
    has_read()


def preview_edit(
    desk: Desk, has_read: HasRead, url: str, run: str, schemas: tuple[Schema, Schema], settings: Schema, flips: int
) -> KeptPreview:
    """Preview what a run scored under the first schema would be under the second; see `KeptPreview.of` for `flips`."""
    result = desk.run(url, run)
    has_read()
    before, after = map(parse_eval_schema, schemas)
    judge = judge_that_sends_nothing(desk.store(url), choice_of(settings))
    return KeptPreview.of(preview(result, before, after, judge=judge), flips)


def pair_elements(
    desk: Desk, has_read: HasRead, url: str, run: str, place: int, schema: Schema, array: str
) -> ArrayPairs:
    """Pair the elements of one array in one record of a run, under any schema."""
    record = desk.run(url, run).records[place]
    has_read()
    scored = score_pairs(parse_eval_schema(schema), [record.gold], [record.extracted], ask=False)
    return pairs_of_array(scored.alignments([None]), array)


def gain_by_pairing(
    desk: Desk, has_read: HasRead, url: str, gold: str, extracted: str, schema: Schema
) -> dict[str, int]:
    """Count by array, of those compared by position, how many more values would match if paired by content."""
    left, right = desk.records(url, gold).records, desk.records(url, extracted).records
    has_read()
    tree = parse_eval_schema(schema)
    return {array.path: pairing_gain(left, right, tree, array) for array in ordered_arrays(tree)}


def score_quickly(desk: Desk, has_read: HasRead, url: str, evaluation: str, by: str) -> None:
    """Score what is due of a small evaluation, and store it."""
    store = desk.store(url)
    has_read()
    score_due(store, evaluation, by=by, tell=lambda share, message: None)


def check_schema(desk: Desk, has_read: HasRead, text: str) -> None:
    """Raise SchemaError for a schema, as text, that cannot be used."""
    has_read()
    check_text(text)


TASKS: Final[Mapping[str, Callable[..., Any]]] = {
    task.__name__: task
    for task in (read_run, preview_edit, pair_elements, gain_by_pairing, score_quickly, check_schema)
}
