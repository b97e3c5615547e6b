"""Asking the judge of an evaluation: what it would cost, and the work itself, which a background job does.

Each answer is in the store before the next one arrives: whatever ends the work, continuing pays for nothing twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from threading import Event
from typing import Any, Final

from evaljson.base.errors import EvaljsonError, InputError
from evaljson.judge import CostEstimate, Judge, JudgeProgress, JudgeUsage, Question, Secret, gather, takes_judge
from evaljson.load import LoadedRecords
from evaljson.load.missing_policy import MissingPolicy
from evaljson.store import Evaluation, Run, Store, Variant
from evaljson.workspace.judge_choice import JudgeChoice, Limits, choice_of, judge_of, judge_that_sends_nothing
from evaljson.workspace.key_allowance import KeyAllowance
from evaljson.workspace.scoring import Tell, current_runs, score_one
from evaljson.workspace.scoring_options import policy_of
from evaljson.workspace.stored_runs import NOT_JUDGED, failure_of

JUDGE: Final = "judge"
"""The kind of the jobs that do this."""


@dataclass(frozen=True, slots=True)
class Open:
    """What is to be asked about one variant."""

    variant: str
    """Id."""
    name: str
    unjudged: int | None
    """Fields that nobody has judged in its current run; None where it is not scored yet."""
    alignment: int
    """Questions that only say which elements of arrays belong together (`all_pairs`)."""
    estimate: CostEstimate


@dataclass(frozen=True, slots=True)
class _Work:
    """One evaluation as it is now, ready to be judged."""

    evaluation: Evaluation
    schema: Mapping[str, Any]
    gold: LoadedRecords
    policy: MissingPolicy


def estimates(store: Store, evaluation: str, choice: JudgeChoice) -> tuple[CostEstimate, list[Open]]:
    """Estimate what asking about all variants would take, shared pairs counted once, and about each alone.

    Nothing is sent. Raises InputError where there is nothing to judge, StoreError.
    """
    work = _work(store, evaluation)
    judge = judge_that_sends_nothing(store, choice)
    if not isinstance(judge, Judge):
        raise InputError("the offline stand-in asks nobody: choose a model to ask one")
    current, every, about = current_runs(store, work.evaluation), list[Question](), list[Open]()
    for variant in work.evaluation.variants:
        questions = _questions(store, work, variant)
        run = current.get(variant.id)
        unjudged = None if run is None else not_judged(run)
        aligned = sum(map(_is_of_alignment, questions))
        about.append(Open(variant.id, variant.name, unjudged, aligned, judge.estimate(questions)))
        every += questions
    return judge.estimate(every), about


def not_judged(run: Run) -> int:
    """Count the fields of a run, and pairs of its alignments, that were for a judge and are not judged."""
    return int(run.metrics.get(NOT_JUDGED, run.metrics.get("total_batch_errors") or 0))


def _is_of_alignment(question: Question) -> bool:
    """Check whether a question is about pairing elements: these have no place in a record yet, so their path is a
    schema path.
    """
    return bool(question.item.params.get("all_pairs")) and "[]" in question.item.path


def _questions(store: Store, work: _Work, variant: Variant) -> list[Question]:
    extracted = store.datasets.load(variant.dataset.id)
    gold: list[Any] = work.gold.records
    try:
        policy = work.policy.for_variant(gold, extracted, work.schema.get("x-eval-id"))
        return gather(gold, extracted.records, work.schema, **policy.arguments())
    except EvaljsonError:  # a variant that cannot be scored asks nothing
        return []


def _work(store: Store, evaluation: str) -> _Work:
    stored = store.evaluations.get(evaluation)
    if stored.gold is None or stored.schema_number is None:
        raise InputError("there is nothing to judge yet: the evaluation has no gold or no schema.")
    schema = store.schemas.get(evaluation, stored.schema_number).schema
    if not takes_judge(schema):
        raise InputError('there is nothing to judge: no field of the schema has "x-eval-compare": "semantic".')
    return _Work(stored, schema, store.datasets.load(stored.gold.id), policy_of(stored.settings, stored.gold))


@dataclass(slots=True)
class _Watch:
    """Between the judge and the job: a request to stop is noticed at the next progress report, and the work ends
    cleanly.
    """

    tell: Tell
    of: int
    """Variants."""
    model: str
    cancel: Event = field(default_factory=Event)
    why: BaseException | None = None
    at: int = 0
    name: str = ""
    share: float = 0.0
    message: str = ""

    def begin(self, at: int, name: str) -> None:
        self.at, self.name, self.share, self.message = at, name, 0.0, f"{self.model}: {name}"
        self.word()

    def scored(self, share: float, how_far: str = "") -> None:
        self.share = share
        self.word()

    def judged(self, progress: JudgeProgress) -> None:
        cost = "" if progress.price is None else f", ${progress.price:,.2f}"
        self.message = f"{self.model}: {progress.done:,} of {progress.of:,} questions{cost} ({self.name})"
        self.word()

    def word(self) -> None:
        if self.why is not None:
            return
        try:
            self.tell((self.at + 0.95 * self.share) / self.of, self.message)
        except Exception as error:  # whatever it is, what was paid for is stored before it goes on
            self.why = error
            self.cancel.set()


def ask(
    store: Store,
    evaluation: str,
    key: Secret | str | None,
    limits: Limits,
    *,
    by: str,
    tell: Tell,
    meant: JudgeChoice | None = None,
    of_server: bool = False,
) -> dict[str, Any]:
    """Ask about every variant with fields that are not judged, and store the runs and what they took.

    Return {"runs": ids, "stopped": why it ended early or None, "usage": the total or None}. What `tell` raises ends the
    work: requests in flight get two seconds, answers that arrived are kept, and it is raised at the end. `meant` is the
    judge that the key was entered for: another one never gets it. `of_server`: the key is that of the server, so its
    daily limits apply. Raises InputError where nobody can be asked.
    """
    work = _work(store, evaluation)
    choice = choice_of(work.evaluation.settings)
    if choice is None:
        raise InputError("no judge configured: choose a model for this evaluation first.")
    if meant is not None and choice != meant:
        raise InputError("someone chose another judge meanwhile: check which judge is set now, and ask again.")
    variants = _open(store, work, limits)
    watch = _Watch(tell, max(1, len(variants)), choice.name)
    allowance = KeyAllowance(store, choice.name) if of_server else None
    judge = replace(judge_of(choice, key, store, limits, allowance), progress=watch.judged, cancel=watch.cancel)
    assert isinstance(judge.api_key, Secret)
    secret = judge.api_key
    runs, stopped, total = list[str](), None, None
    for at, variant in enumerate(variants):
        watch.begin(at, variant.name)
        if watch.why is not None:
            break
        try:
            run, usage = _ask_about(store, work, variant, judge, watch.scored, by)
        except Exception as error:
            # Whatever a plug-in or a library says of it, the key is not in it.
            raise EvaljsonError(secret.redacted(f"{variant.name}: {error}")) from None
        runs.append(run.id)
        if usage is not None:
            total = usage if total is None else total.plus(usage)
            stopped = usage.stopped
        if stopped:
            break
    if watch.why is not None:
        raise watch.why
    return {"runs": runs, "stopped": stopped, "usage": None if total is None else asdict(total)}


def _open(store: Store, work: _Work, limits: Limits) -> list[Variant]:
    current = current_runs(store, work.evaluation)

    def is_open(variant: Variant) -> bool:
        run = current.get(variant.id)
        return run is None or (failure_of(run) is None and not_judged(run) > 0)

    return [
        variant
        for variant in work.evaluation.variants
        if (limits.variants is None or variant.id in limits.variants) and is_open(variant)
    ]


def _ask_about(
    store: Store, work: _Work, variant: Variant, judge: Judge, tell: Tell, by: str
) -> tuple[Run, JudgeUsage | None]:
    """Return the stored run and its usage; usage is stored even if scoring fails afterwards."""
    heard, run = _Heard(judge), None
    try:
        extracted = store.datasets.load(variant.dataset.id)
        run = score_one(store, work.evaluation, variant, work.gold, extracted, work.schema, by, tell, heard)
    finally:
        if heard.usage is not None:
            of = None if run is None else run.id
            store.usage.add(heard.usage, by=by, evaluation=work.evaluation.id, run=of)
    return run, heard.usage


class _Heard:
    """A judge that adds up its usage, which a run that could not be scored to its end does not have."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self.usage: JudgeUsage | None = None

    def identity(self) -> Mapping[str, Any]:
        return self._judge.identity()

    def decide(self, questions: Any) -> Any:
        decided = self._judge.decide(questions)
        self.usage = decided.usage if self.usage is None else self.usage.plus(decided.usage)
        return decided
