"""What pages have done outside of their process. A task calls `has_read` before the work that a limit is for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any, Final

from evaljson.agreement import GoldAgreement
from evaljson.consistency.of_runs import RepeatsFound, repeats_found
from evaljson.evaluate import score_pairs
from evaljson.grounding import Grounding
from evaljson.jobs.page_work.desk import Desk
from evaljson.report.records.element_pairs import ArrayPairs, pairs_of_array
from evaljson.review.label_states import GoldLabels
from evaljson.review.plan import ReviewPlan
from evaljson.review.rules import AcceptedRules
from evaljson.rules import RuleReport
from evaljson.rules.of_runs import rules_of_runs
from evaljson.schema import parse_eval_schema
from evaljson.schema.conform import Conformity
from evaljson.shift import Shift, shift
from evaljson.store import Actor
from evaljson.whatif import KeptPreview, preview
from evaljson.workspace.closed_books import ClosedBookState, ClosedBookTerms, closed_book_state
from evaljson.workspace.decided_before import decided_before
from evaljson.workspace.floors import look_at_floors
from evaljson.workspace.gold_checked import look_at_gold
from evaljson.workspace.gold_labels import labels_of_gold
from evaljson.workspace.groundings import groundings
from evaljson.workspace.judge_choice import choice_of, judge_that_sends_nothing
from evaljson.workspace.leaks_found import look_for_leaks
from evaljson.workspace.make_review import ReviewScope, ReviewTerms, make_review
from evaljson.workspace.pairing_gains import gains_of
from evaljson.workspace.pairing_ranking import look_at_ranking
from evaljson.workspace.people_gold import agreement_with_others, keep_ceiling
from evaljson.workspace.put_first import look_at_put_first
from evaljson.workspace.review_outcome import PeopleResult, ReviewResult, people_result, review_result
from evaljson.workspace.review_rules import rules_of_review
from evaljson.workspace.review_size import ReviewSize, review_size
from evaljson.workspace.schema_grid import Edits, apply_edits
from evaljson.workspace.scoring import score_due
from evaljson.workspace.second_looks import SecondLookState, second_look_state
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
    """Pair the elements of one array, or the entries of one map, in one record of a run, under any schema."""
    record = desk.run(url, run).records[place]
    has_read()
    scored = score_pairs(parse_eval_schema(schema), [record.gold], [record.extracted], ask=False)
    return pairs_of_array(scored.alignments([None], plain_maps=True), array)


def gain_by_pairing(
    desk: Desk, has_read: HasRead, url: str, evaluation: str, runs: Mapping[str, str], schema: Schema, by: str
) -> dict[str, dict[str, int]]:
    """Count, for runs by name, by array compared by position how many more values would match if paired by content."""
    store = desk.store(url)
    results = {run: desk.run(url, run) for run in runs.values()}
    has_read()
    listed = [store.runs.get(run) for run in runs.values()]
    return gains_of(store, store.evaluations.get(evaluation), listed, lambda run: results[run.id], schema, by=by)


def ranking_by_pairing(desk: Desk, has_read: HasRead, url: str, evaluation: str, by: str) -> None:
    """Work out what all variants of a small evaluation would score with arrays paired by content, and keep it."""
    store = desk.store(url)
    has_read()
    look_at_ranking(store, evaluation, by=by, tell=lambda share, message: None)


def put_first_of(desk: Desk, has_read: HasRead, url: str, evaluation: str, number: int, by: str) -> None:
    """Look for the version of the schema that put the first variant of a small evaluation first, and keep it."""
    store = desk.store(url)
    has_read()
    look_at_put_first(store, evaluation, number, by=by)


def floors_of(desk: Desk, has_read: HasRead, url: str, evaluation: str, schema: Schema, by: str) -> None:
    """Score extractions that read nothing against the gold of a small evaluation, and keep what they score."""
    store = desk.store(url)
    has_read()
    look_at_floors(store, evaluation, schema, by=by)


def look_at_leaks(desk: Desk, has_read: HasRead, url: str, evaluation: str, by: str) -> None:
    """Look for gold inside the prompts of an evaluation, or twice in itself, and keep what is found."""
    store = desk.store(url)
    has_read()
    look_for_leaks(store, evaluation, by=by)


def check_gold(desk: Desk, has_read: HasRead, url: str, evaluation: str, by: str) -> None:
    """Look for values of gold that all variants of a small evaluation contradict alike, and keep what is found."""
    store = desk.store(url)
    has_read()
    look_at_gold(store, evaluation, by=by)


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


def groundings_of(
    desk: Desk, has_read: HasRead, url: str, runs: Mapping[str, str], schema: Schema
) -> dict[str, Grounding]:
    """Look for the values of gold and of runs, ids by the names of their variants, in their source texts."""
    results = {name: desk.run(url, run) for name, run in runs.items()}
    stored = {name: desk.store(url).runs.get(run) for name, run in runs.items()}
    gold = desk.records(url, next(iter(stored.values())).gold)
    extracted = {name: desk.records(url, one.extracted) for name, one in stored.items()}
    has_read()
    return groundings(results, gold, extracted, parse_eval_schema(schema))


def closed_book_of(
    desk: Desk, has_read: HasRead, url: str, evaluation: str, revision: int, known: int, terms: ClosedBookTerms
) -> ClosedBookState:
    """Say what stored answers show, and what asking for others would cost; `revision` and `known` name the state."""
    store = desk.store(url)
    has_read()
    return closed_book_state(store, evaluation, terms)


def second_look_of(
    desk: Desk, has_read: HasRead, url: str, evaluation: str, revision: int, known: int, run: str
) -> SecondLookState:
    """Say how sure stored answers are of the values of a run, and what asking for others would cost."""
    store, result = desk.store(url), desk.run(url, run)
    stored = store.runs.get(run)
    gold = desk.records(url, stored.gold)
    has_read()
    return second_look_state(store, evaluation, stored, result, gold)


def rules_kept(
    desk: Desk, has_read: HasRead, url: str, runs: Mapping[str, str], schema: Schema
) -> dict[str, RuleReport]:
    """Check gold and the extracted records of runs, ids by the names of their variants, against the schema's rules."""
    results = {name: desk.run(url, run) for name, run in runs.items()}
    has_read()
    return rules_of_runs(results, parse_eval_schema(schema))


def consistency_of(desk: Desk, has_read: HasRead, url: str, runs: Mapping[str, str], schema: Schema) -> RepeatsFound:
    """Say how alike runs of one prompt are, and what a vote among them would gain. Raises InputError."""
    results = {name: desk.run(url, run) for name, run in runs.items()}
    has_read()
    return repeats_found(results, parse_eval_schema(schema))


def agreement_of_gold(
    desk: Desk, has_read: HasRead, url: str, evaluation: str, gold: str, golds: Mapping[str, str],
    runs: Mapping[str, str], schema: Schema, by: str,
) -> GoldAgreement | None:  # fmt: skip
    """Say how far gold agrees with that of others, by name, and keep the ceiling. Raises InputError."""
    import_module("scipy.stats")  # takes seconds at first on a busy machine, and is not what the limit is for
    own, others = desk.records(url, gold), {name: desk.records(url, one) for name, one in golds.items()}
    results = {name: desk.run(url, run) for name, run in runs.items()}
    store = desk.store(url)
    has_read()
    found = agreement_with_others(own, others, results, parse_eval_schema(schema))
    keep_ceiling(store, evaluation, found, schema, by=by)
    return found


def shift_between(
    desk: Desk, has_read: HasRead, url: str, runs: Mapping[str, str], golds: Mapping[str, str], schema: Schema
) -> Shift:
    """Say what is unlike about two batches, by name: two runs, else two golds. Raises SchemaError, InputError."""
    import_module("scipy.stats")  # takes seconds at first on a busy machine, and is not what the limit is for
    tree = parse_eval_schema(schema)
    if runs:
        first, second = runs
        results = [desk.run(url, run) for run in runs.values()]
        has_read()
        return shift(results[0], results[1], tree, names=(first, second))
    first, second = golds
    gold = [desk.records(url, one).records for one in golds.values()]
    has_read()
    return shift(gold[0], gold[1], tree, names=(first, second))


def check_cells(desk: Desk, has_read: HasRead, schema: Schema, cells: Edits) -> None:
    """Put cells into a schema as a page would, to show that it can be done in time; the page says what is refused."""
    has_read()
    apply_edits(schema, cells)


def size_review(
    desk: Desk, has_read: HasRead, url: str, evaluation: str, runs: Mapping[str, str], plan: ReviewPlan,
    scope: ReviewScope,
) -> ReviewSize:  # fmt: skip
    """Count the cards that a review would have; `runs` are ids by the id of their variant."""
    results = {variant: desk.run(url, run) for variant, run in runs.items()}
    has_read()
    store = desk.store(url)
    before = None if scope.decided else decided_before(store, store.evaluations.get(evaluation))
    return review_size(results, plan, scope, before)


def begin_review(
    desk: Desk, has_read: HasRead, url: str, evaluation: str, revision: int, runs: Mapping[str, str],
    plan: ReviewPlan, scope: ReviewScope, terms: ReviewTerms, by: Actor, source: str,
) -> str:  # fmt: skip
    """Make a review of an evaluation as it was at a revision, and return its id."""
    results = {variant: desk.run(url, run) for variant, run in runs.items()}
    has_read()
    store = desk.store(url)
    seen = replace(store.evaluations.get(evaluation), revision=revision)
    return make_review(store, seen, results, plan, scope, terms, by=by, source=source).id


def review_outcome(desk: Desk, has_read: HasRead, url: str, review: str, last_event: int) -> ReviewResult:
    """Work out what a review has come to; `last_event` names what of it, so that a later one is not refused."""
    opened = desk.review(url, review)
    has_read()
    return review_result(desk.store(url), opened)


def review_people(desk: Desk, has_read: HasRead, url: str, review: str, last_event: int) -> PeopleResult:
    """Work out how far people agree in a review; `last_event` names what of it."""
    opened = desk.review(url, review)
    has_read()
    return people_result(desk.store(url), opened)


def gold_labels(
    desk: Desk, has_read: HasRead, url: str, evaluation: str, gold: str, states: tuple[tuple[str, int], ...]
) -> GoldLabels:
    """Read what reviews say of the labels of gold; `states` names the reviews, and what of them."""
    records = desk.records(url, gold).records
    opened = [desk.review(url, review) for review, _ in states]
    has_read()
    return labels_of_gold(opened, gold, records, lambda other: desk.records(url, other).records)


def review_rules(
    desk: Desk, has_read: HasRead, url: str, review: str, last_event: int, schema_number: int, runs: Mapping[str, str]
) -> AcceptedRules:
    """Find rules for what people accept in a review, over runs by the names of their variants."""
    results = {variant: desk.run(url, run) for variant, run in runs.items()}
    opened = desk.review(url, review)
    has_read()
    return rules_of_review(desk.store(url), opened, schema_number, runs, results)


# Each needs a role in ui/session/allowed_work.py too: without one it is refused where people sign in.
TASKS: Final[Mapping[str, Callable[..., Any]]] = {
    task.__name__: task
    for task in (
        read_run,
        preview_edit,
        pair_elements,
        gain_by_pairing,
        ranking_by_pairing,
        floors_of,
        look_at_leaks,
        check_gold,
        score_quickly,
        check_schema,
        check_cells,
        conformity,
        groundings_of,
        closed_book_of,
        second_look_of,
        rules_kept,
        consistency_of,
        agreement_of_gold,
        shift_between,
        size_review,
        begin_review,
        review_outcome,
        review_rules,
        review_people,
        gold_labels,
        put_first_of,
    )
}
