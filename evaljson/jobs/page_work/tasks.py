"""What pages have done outside of their process. A task calls `has_read` before the work that a limit is for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from evaljson.evaluate import score_pairs
from evaljson.jobs.page_work.desk import Desk
from evaljson.report.records.element_pairs import ArrayPairs, pairs_of_array
from evaljson.schema import parse_eval_schema
from evaljson.schema.conform import Conformity
from evaljson.whatif import KeptPreview, preview
from evaljson.workspace.judge_choice import choice_of, judge_that_sends_nothing
from evaljson.workspace.pairing_gains import gains_of
from evaljson.workspace.pairing_ranking import look_at_ranking
from evaljson.workspace.schema_grid import Edits, apply_edits
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
    desk: Desk, has_read: HasRead, url: str, evaluation: str, run: str, schema: Schema, by: str
) -> dict[str, int]:
    """Count by array, of those compared by position, how many more values would match if paired by content."""
    store = desk.store(url)
    result = desk.run(url, run)
    has_read()
    return gains_of(store, store.evaluations.get(evaluation), store.runs.get(run), result, schema, by=by)


def ranking_by_pairing(desk: Desk, has_read: HasRead, url: str, evaluation: str, by: str) -> None:
    """Work out what all variants of a small evaluation would score with arrays paired by content, and keep it."""
    store = desk.store(url)
    has_read()
    look_at_ranking(store, evaluation, by=by, tell=lambda share, message: None)


def score_quickly(desk: Desk, has_read: HasRead, url: str, evaluation: str, by: str) -> None:
    """Score what is due of a small evaluation, and store it."""
    store = desk.store(url)
    has_read()
    score_due(store, evaluation, by=by, tell=lambda share, message: None)


def check_schema(desk: Desk, has_read: HasRead, text: str) -> None:
    """Raise SchemaError for a schema, as text, that cannot be used."""
    has_read()
    check_text(text)


def conformity(desk: Desk, has_read: HasRead, url: str, run: str, json_schema: Schema) -> Conformity:
    """Check the extracted records of a run against a JSON Schema. Raises SchemaError, InputError."""
    result = desk.run(url, run)
    has_read()
    return result.conformity(json_schema)


def check_cells(desk: Desk, has_read: HasRead, schema: Schema, cells: Edits) -> None:
    """Put cells into a schema as a page would, to show that it can be done in time; the page says what is refused."""
    has_read()
    apply_edits(schema, cells)


TASKS: Final[Mapping[str, Callable[..., Any]]] = {
    task.__name__: task
    for task in (
        read_run,
        preview_edit,
        pair_elements,
        gain_by_pairing,
        ranking_by_pairing,
        score_quickly,
        check_schema,
        check_cells,
        conformity,
    )
}
