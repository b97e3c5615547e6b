"""Judges questions: answers come from the cache, otherwise from the endpoint within a budget."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any

from evaljson.base.errors import InputError, did_you_mean
from evaljson.comparators.base import BatchItem, ComparatorResult
from evaljson.comparators.scale import steps_of
from evaljson.judge.batches import in_batches
from evaljson.judge.cache import Cache, JudgeVerdict, MemoryCache
from evaljson.judge.cost_estimate import CostEstimate, estimated
from evaljson.judge.distinct_questions import DistinctQuestions, distinct_questions
from evaljson.judge.endpoint_settings import EndpointSettings, check_number, key_of, model_of, url_of
from evaljson.judge.ledger import Allowance, Ledger, Spent
from evaljson.judge.price import PRICES, Price
from evaljson.judge.prompt import PROMPT_VERSION, Ask
from evaljson.judge.request_form import VERDICTS, Asked, RequestForm
from evaljson.judge.request_pool import CANCELLED, Outcome, RequestPool
from evaljson.judge.secret import Secret
from evaljson.judge.votes import answer_of
from evaljson.results.signature import content_hash
from evaljson.scoring.judging import Decided, JudgeUsage, NotJudged, Question
from evaljson.scoring.progress import report_progress

ONLY_CACHED = "not judged yet: no judge was asked, only stored verdicts were used"
_READ_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class JudgeProgress:
    """The progress of judging a run."""

    done: int
    """Distinct questions that are settled, including cached ones."""
    of: int
    spent: Spent
    """For this run so far."""
    price: float | None
    """US dollars; None if no price is known."""


@dataclass(frozen=True, slots=True)
class JudgeAnswers:
    """Answers to what is no pair."""

    texts: Mapping[str, str]
    """By key."""
    failed: Mapping[str, str]
    """Why there is none, by key."""
    usage: JudgeUsage


@dataclass(frozen=True, eq=False)
class Judge:
    """A language model behind an OpenAI-compatible endpoint, for `evaluate(..., judge=...)`.

    Settings that are not passed come from the environment: EVALJSON_JUDGE_URL (or OPENAI_BASE_URL) and
    EVALJSON_JUDGE_API_KEY (or OPENAI_API_KEY). The key stays in memory. Raises InputError for invalid settings.
    """

    model: str
    base_url: str | None = None
    """The endpoint, like http://localhost:8000/v1; None: OpenAI's."""
    api_key: str | Secret | None = field(default=None, repr=False)
    """Stored as a Secret."""
    cache: Cache = field(default_factory=MemoryCache, repr=False)
    votes: int = 1
    """How often each distinct pair is asked about; an odd number. The median decides."""
    temperature: float = 0.0
    seed: int | None = 0
    """Sent with each request, plus the number of the vote; None: not sent."""
    concurrency: int = 8
    """Requests at a time."""
    batch_tokens: int = 4_000
    """The most tokens of items in a request, roughly; a longer item goes alone."""
    batch_items: int = 25
    max_cost: float | None = None
    """US dollars, over the life of this object; requests that are expected to exceed it are not sent."""
    max_tokens: int | None = None
    """The same in tokens, in and out."""
    allowance: Allowance | None = field(default=None, repr=False)
    """A budget that others share, such as that of a server's key."""
    timeout: float = 60.0
    """Seconds that an answer may take."""
    retries: int = 4
    """After 429, 5xx, timeouts and lost connections, per request."""
    prices: Mapping[str, Price] = field(default_factory=lambda: PRICES, repr=False)
    """What the models cost."""
    progress: Callable[[JudgeProgress], None] | None = field(default=None, repr=False)
    """Called in the thread that scores; what it raises ends the scoring."""
    cancel: threading.Event | None = field(default=None, repr=False)
    """Once it is set nothing more is sent."""
    only_cached: bool = False
    """Use cached verdicts only, and send nothing."""
    _ledger: Ledger = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.model, str) or not self.model.strip():
            raise InputError("a judge needs the name of a model, as its endpoint knows it")
        check_number("votes", self.votes, 1, whole=True)
        if self.votes % 2 == 0:
            raise InputError(f"votes of a judge must be an odd number, so that there is a majority, not {self.votes}")
        for name in ("concurrency", "batch_tokens", "batch_items"):
            check_number(name, getattr(self, name), 1, whole=True)
        check_number("retries", self.retries, 0, whole=True)
        check_number("timeout", self.timeout, 0.001)
        check_number("temperature", self.temperature, 0)
        if self.max_cost is not None:
            check_number("max_cost", self.max_cost, 0)
            if self.price is None:
                raise InputError(
                    f"a budget in money needs the price of {self.model!r}: pass prices={{{self.model!r}: Price(...)}}, "
                    f"or set max_tokens instead.{did_you_mean(self.model, self.prices)}"
                )
        if self.max_tokens is not None:
            check_number("max_tokens", self.max_tokens, 0, whole=True)
        url = url_of(self.base_url)
        object.__setattr__(self, "base_url", url)
        key = Secret("") if self.only_cached and self.api_key is None else key_of(self.api_key, url)
        object.__setattr__(self, "api_key", key)
        object.__setattr__(self, "_ledger", Ledger(self.price, self.max_cost, self.max_tokens, self.allowance))

    @classmethod
    def from_environment(cls, **settings: Any) -> Judge | None:
        """Create the judge that EVALJSON_JUDGE_MODEL names; None if it is not set. `settings` as for Judge."""
        model = model_of(settings.pop("model", None), os.environ)
        return None if model is None else cls(model, **settings)

    @property
    def price(self) -> Price | None:
        """The price of its model; None if it is not known."""
        return self.prices.get(self.model)

    @property
    def spent(self) -> Spent:
        """Requests and tokens over its life."""
        return self._ledger.spent

    def identity(self) -> Mapping[str, Any]:
        """Return what its verdicts depend on, for the signature of a run. Never a key."""
        return {
            "model": self.model,
            "prompt": PROMPT_VERSION,
            "votes": self.votes,
            "temperature": self.temperature,
            "seed": self.seed,
            "stand_in": False,
        }

    def trial(self) -> str | None:
        """Ask about one harmless pair without the cache: None if the endpoint judges it, otherwise why it does not."""
        item = BatchItem("trial", "yes", "Yes.", "yes", "Yes.", {"instructions": "The same answer."})
        alone = replace(self, cache=MemoryCache(), votes=1, progress=None, only_cached=False)
        (answer,) = alone.decide([Question(item, "trial")]).answers
        return answer.reason if isinstance(answer, NotJudged) else None

    def estimate(self, questions: Sequence[Question]) -> CostEstimate:
        """Estimate what asking would cost. Nothing is sent."""
        distinct = distinct_questions(self.model, questions, self.votes)
        known = self._read(distinct.asks)
        batches = self._batches(distinct, known)
        return estimated(len(questions), distinct.equal, distinct.asks, set(known), batches, self.price)

    def estimate_of(self, form: RequestForm, asks: Mapping[str, Asked]) -> CostEstimate:
        """Estimate what asking something else would cost, each in a request of its own. Nothing is sent."""
        known = self._read(asks)
        batches = [[ask] for key, ask in asks.items() if key not in known]
        return estimated(len(asks), 0, asks, set(known), batches, self.price, form)

    def answers_of(self, form: RequestForm, asks: Mapping[str, Asked]) -> JudgeAnswers:
        """Ask something else, by key, each in a request of its own: from the cache, otherwise the endpoint."""
        verdicts = self._read(asks)
        cached, failed = len(verdicts), dict[str, str]()
        spent, stopped = Spent(), None
        if not self.only_cached and cached < len(asks):
            batches = [[ask] for key, ask in asks.items() if key not in verdicts]
            spent, stopped = self._ask(batches, len(asks), verdicts, failed, form)
        why = ONLY_CACHED if self.only_cached else stopped or CANCELLED
        sent = len(verdicts) - cached + len(failed)
        failed |= {key: why for key in asks if key not in verdicts and key not in failed}
        usage = JudgeUsage(
            model=self.model, fields=len(asks), decided=len(verdicts), failed=len(failed), distinct=len(asks),
            cached=cached, asked=sent, calls=spent.calls,
            tokens_in=spent.tokens_in, tokens_out=spent.tokens_out, price=spent.price(self.price), stopped=stopped,
        )  # fmt: skip
        return JudgeAnswers({key: one.reason for key, one in verdicts.items()}, failed, usage)

    def decide(self, questions: Sequence[Question]) -> Decided:
        """Return an answer or a reason why not for each question, in order: from the cache, otherwise the endpoint."""
        distinct = distinct_questions(self.model, questions, self.votes)
        verdicts = self._read(distinct.asks)
        cached = len(verdicts)
        failed: dict[str, str] = {}
        spent, stopped = Spent(), None
        if not self.only_cached and cached < len(distinct.asks):
            batches = self._batches(distinct, verdicts)
            spent, stopped = self._ask(batches, len(distinct.asks), verdicts, failed)
        why = ONLY_CACHED if self.only_cached else stopped or CANCELLED
        pairs = zip(questions, distinct.keys, strict=True)
        answers = [self._answer(question, keys, verdicts, failed, why) for question, keys in pairs]
        n_failed = sum(isinstance(answer, NotJudged) for answer in answers)
        usage = JudgeUsage(
            model=self.model,
            fields=len(questions),
            equal=distinct.equal,
            decided=len(questions) - distinct.equal - n_failed,
            failed=n_failed,
            distinct=len(distinct.asks),
            cached=cached,
            asked=0 if self.only_cached else len(verdicts) - cached + sum(key not in verdicts for key in failed),
            calls=spent.calls,
            tokens_in=spent.tokens_in,
            tokens_out=spent.tokens_out,
            price=spent.price(self.price),
            stopped=stopped,
            # Includes why something failed: a run without answers must not have the signature of an earlier one.
            verdicts=content_hash(
                [[key, verdicts[key].score if key in verdicts else failed.get(key, why)] for key in distinct.asks]
            ),
        )
        return Decided(answers, usage)

    def _read(self, asks: Mapping[str, Asked]) -> dict[str, JudgeVerdict]:
        keys = list(asks)
        known: dict[str, JudgeVerdict] = {}
        for first in range(0, len(keys), _READ_AT_ONCE):
            known |= self.cache.read(keys[first : first + _READ_AT_ONCE])
        return known

    def _batches(self, distinct: DistinctQuestions, known: Mapping[str, JudgeVerdict]) -> list[list[Ask]]:
        open_asks = [ask for key, ask in distinct.asks.items() if key not in known]
        return in_batches(open_asks, self.batch_tokens, self.batch_items)

    def _settings(self) -> EndpointSettings:
        assert isinstance(self.api_key, Secret)
        return EndpointSettings(
            model=self.model,
            base_url=self.base_url,
            key=self.api_key,
            temperature=self.temperature,
            seed=self.seed,
            timeout=self.timeout,
            retries=self.retries,
        )

    def _ask(
        self, batches: Sequence[Sequence[Asked]], of: int, verdicts: dict[str, JudgeVerdict], failed: dict[str, str],
        form: RequestForm = VERDICTS,
    ) -> tuple[Spent, str | None]:  # fmt: skip
        """Ask what is open of so many, add to `verdicts` and `failed`; return usage and why it ended early."""
        pool = RequestPool(self._settings(), self._ledger, self.concurrency, batches, form)
        spent = Spent()

        def take(outcome: Outcome) -> None:
            nonlocal spent
            self.cache.write(outcome.verdicts)
            verdicts.update(outcome.verdicts)
            failed.update(outcome.failed)
            spent = spent.plus(outcome.spent)

        try:
            with closing(pool.run(self.cancel)) as outcomes:
                for outcome in outcomes:
                    if outcome is not None:
                        take(outcome)
                    self._report(len(verdicts) + len(failed), of, spent)
        finally:
            for outcome in pool.left():
                take(outcome)
        return spent, pool.stopped

    def _report(self, done: int, of: int, spent: Spent) -> None:
        report_progress(of + done, 2 * of)
        if self.progress is not None:
            self.progress(JudgeProgress(done, of, spent, spent.price(self.price)))

    def _answer(
        self,
        question: Question,
        keys: tuple[str, ...] | None,
        verdicts: Mapping[str, JudgeVerdict],
        failed: Mapping[str, str],
        why: str,
    ) -> ComparatorResult | NotJudged:
        if keys is None:
            return ComparatorResult(1.0, "semantic", "equal")
        missing = [key for key in keys if key not in verdicts]
        if missing:
            reason = failed.get(missing[0], why)
            vote = f"vote {keys.index(missing[0]) + 1} of {len(keys)}: " if len(keys) > 1 else ""
            return NotJudged(f"{vote}{reason}")
        return answer_of([verdicts[key] for key in keys], steps_of(question.item.params.get("scale")))
