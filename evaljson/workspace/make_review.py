"""Makes a review from the current runs of an evaluation, or from what a page shows of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

import numpy as np

from evaljson.base.arrays import Bools
from evaljson.base.errors import InputError
from evaljson.base.paths import is_below
from evaljson.results.model import RunResult
from evaljson.review.cards import ReviewCard, card_content, places_to_json
from evaljson.review.cut_off_pairs import cut_off_in_words, cut_off_pairs, values_lost
from evaljson.review.moved_elements import moved_elements
from evaljson.review.plan import PlannedReview, ReviewPlan, plan_review
from evaljson.store import Actor, Evaluation, NewCard, Review, Store
from evaljson.wording.words import counted
from evaljson.workspace.decided_before import DecidedBefore, decided_before
from evaljson.workspace.scoring import Tell, current_runs
from evaljson.workspace.stored_runs import failure_of, read_run

TAGS: Final = ("misread", "not in the document", "wrong place", "format only", "ambiguous document")
"""Error tags that a new review offers."""

_TOLD: Final = 1_000
"""Cards between two words on how far it is."""

Status = Literal["mismatch", "omission", "hallucination"]
"""What a disagreement can be."""


@dataclass(frozen=True, slots=True)
class ReviewScope:
    """What of the runs is reviewed; None stands for everything."""

    variants: tuple[str, ...] | None = None
    """Ids."""
    fields: tuple[str, ...] | None = None
    """Schema paths: each with all below it."""
    records: tuple[int, ...] | None = None
    """Positions in gold."""
    statuses: tuple[Status, ...] | None = None
    """Of the disagreements; the audit draws among matches in any case."""
    values: tuple[tuple[int, str], ...] | None = None
    """Single values: position of the record in gold, and path in gold."""
    decided: bool = True
    """Whether differences that earlier reviews decided are asked about again."""
    cut_off: bool = False
    """Whether what is missing or unfinished since a reply ended early is asked about."""


@dataclass(frozen=True, slots=True)
class ReviewTerms:
    """How people work on a review."""

    name: str
    instructions: str = ""
    people: tuple[str, ...] = ()
    """Names; empty: whoever has the link."""
    blind: bool = True
    """Whether the names of variants are hidden from who answers."""
    due: str | None = None
    """ISO date."""
    decider: Literal["owner", "anyone"] = "owner"
    """Who settles answers that differ."""
    tags: tuple[str, ...] = TAGS


def runs_to_review(store: Store, evaluation: Evaluation) -> dict[str, RunResult]:
    """Return the results of the current runs by variant id; variants that are not scored, or failed, are left out."""
    current = current_runs(store, evaluation)
    scored = {id: run for id, run in current.items() if failure_of(run) is None}
    return {variant.id: read_run(store, scored[variant.id]) for variant in evaluation.variants if variant.id in scored}


def draft_review(
    runs: Mapping[str, RunResult], plan: ReviewPlan, scope: ReviewScope, before: DecidedBefore | None = None
) -> PlannedReview:
    """Make the cards that a review would have, so that their number can be shown before it is made.

    `before` is what earlier reviews decided; it is left out unless the scope has it, as is what replies lack that
    ended early.
    """
    chosen = {id: run for id, run in runs.items() if scope.variants is None or id in scope.variants}
    is_decided = None if before is None or scope.decided else before.has
    is_cut_off = None if scope.cut_off else cut_off_pairs(chosen)
    return plan_review(chosen, plan, {id: _rows(run, scope) for id, run in chosen.items()}, is_decided, is_cut_off)


def make_review(
    store: Store,
    evaluation: Evaluation,
    runs: Mapping[str, RunResult],
    plan: ReviewPlan,
    scope: ReviewScope,
    terms: ReviewTerms,
    *,
    by: Actor,
    source: str = "",
    tell: Tell = lambda share, message: None,
) -> Review:
    """Make a review of the current runs. `source` says in words what it was made from.

    Raises InputError where there is nothing to review, and what `store.reviews.make` raises.
    """
    if evaluation.gold is None or evaluation.schema_number is None:
        raise InputError("there is nothing scored yet: add gold and at least one variant on the Data page.")
    tell(0.0, "Finding what differs")
    drafted = draft_review(runs, plan, scope, None if scope.decided else decided_before(store, evaluation))
    cards = drafted.cards
    if not cards:
        raise InputError(
            f"nothing {'else ' if drafted.cut_off else ''}differs in what you chose, and the audit is empty: there is "
            f"nothing to review. {cut_off_in_words(values_lost(drafted.cut_off))}".strip()
        )
    settings: dict[str, Any] = {**asdict(plan), **asdict(terms), "source": {"words": source, **asdict(scope)}}
    if drafted.moved:
        settings["moved"] = asdict(moved_elements(drafted.moved))
    if drafted.cut_off:
        settings["cut_off"] = values_lost(drafted.cut_off)
    for part in ("name", "instructions"):  # these have columns of their own
        del settings[part]
    current = current_runs(store, evaluation)
    new = list[NewCard]()
    for number, card in enumerate(cards):
        if number % _TOLD == 0:
            tell(0.4 + 0.3 * number / len(cards), f"Making {counted(len(cards), 'card')}")
        new.append(new_card(card))
    tell(0.7, f"Storing {counted(len(cards), 'card')}")
    return store.reviews.make(
        evaluation.id,
        evaluation.revision,
        terms.name,
        new,
        by=by,
        gold=evaluation.gold.id,
        schema_number=evaluation.schema_number,
        runs=[current[id].id for id in runs if (scope.variants is None or id in scope.variants) and id in current],
        instructions=terms.instructions,
        settings=_plain(settings),
    )


def new_card(card: ReviewCard) -> NewCard:
    """Turn a card into what the store keeps of it."""
    return NewCard(
        key=card.key, field=card.field, kind=card.kind, content=card_content(card), places=places_to_json(card),
        stake=card.stake, opinions=card.opinions,
    )  # fmt: skip


def _rows(run: RunResult, scope: ReviewScope) -> Bools:
    """Mark the rows of a run's tallies that are in the scope; matches count as candidates of the audit."""
    from evaljson.scoring.status import CODES, MATCH

    rows = run.tallies.rows
    chosen = np.ones(len(rows.record), np.bool_)
    if scope.fields is not None:
        wanted = [any(is_below(field, above) for above in scope.fields) for field in rows.fields]
        chosen &= np.array(wanted, np.bool_)[rows.field] if rows.fields else chosen
    if scope.records is not None:
        at = set(scope.records)
        positions = [position for position, _ in run.positions] if run.positions else range(len(run.records))
        inside = np.fromiter((position in at for position in positions), np.bool_, len(run.records))
        chosen &= inside[rows.record]
    if scope.values is not None:
        chosen &= _at_values(run, scope.values, chosen)
    if scope.statuses is not None:
        chosen &= np.isin(rows.status, [MATCH, *(CODES[status] for status in scope.statuses)])
    return chosen


def _at_values(run: RunResult, values: Sequence[Sequence[Any]], chosen: Bools) -> Bools:
    """Mark the rows at single values of gold; paths are texts, so only those of these records are looked up."""
    wanted = {(int(position), str(path)) for position, path in values}
    of_record = [position for position, _ in run.positions] if run.positions else list(range(len(run.records)))
    named = {position for position, _ in wanted}
    is_named = np.fromiter((position in named for position in of_record), np.bool_, len(of_record))
    candidates = np.flatnonzero(chosen & is_named[run.tallies.rows.record])
    places = zip(run.tallies.rows.record[candidates].tolist(), run.table.paths_at(candidates), strict=True)
    marked = np.zeros(len(chosen), np.bool_)
    marked[candidates] = [(of_record[record], path) in wanted for record, path in places]
    return marked


def _plain(value: Any) -> Any:
    """Write tuples as lists, as JSON has them."""
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, Sequence) and not isinstance(value, str) else value
