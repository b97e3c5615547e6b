"""The judge: questions in, answers out, with a cache before the endpoint and a budget over it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any

from evaljson.base.errors import InputError, did_you_mean
from evaljson.comparators.base import BatchItem, ComparatorResult
from evaljson.comparators.scale import steps_of
from evaljson.judge.cache import Cache, JudgeVerdict, MemoryCache
from evaljson.judge.cost_estimate import CostEstimate, estimated
from evaljson.judge.endpoint_settings import EndpointSettings, check_number, key_of, model_of, url_of
from evaljson.judge.ledger import Ledger, Spent
from evaljson.judge.price import PRICES, Price
from evaljson.judge.prompt import PROMPT_VERSION, Ask
from evaljson.judge.question_keys import Distinct, distinct, in_batches
from evaljson.judge.requests import CANCELLED, Asking, Outcome
from evaljson.judge.secret import Secret
from evaljson.judge.votes import answer
from evaljson.results.signature import content_hash
from evaljson.scoring.judging import Decided, JudgeUsage, NotJudged, Question
from evaljson.scoring.progress import report_progress

ONLY_CACHED = "not judged yet: nobody was asked, only verdicts at hand were looked up"
_READ_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class JudgeProgress:
    """How far the judging of a run is."""

    done: int
    """Distinct questions that are settled, cached ones included."""
    of: int
    spent: Spent
    """What this run took so far."""
    price: float | None
    """US dollars; None where no price is known."""


@dataclass(frozen=True, eq=False)
class Judge:
    """A language model behind an OpenAI-compatible endpoint, for `evaluate(..., judge=...)`.

    Settings that are not given come from the environment: EVALJSON_JUDGE_URL (or OPENAI_BASE_URL) and
    EVALJSON_JUDGE_API_KEY (or OPENAI_API_KEY). The key stays in memory. Raises InputError for settings that cannot
    work.
    """

    model: str
    base_url: str | None = None
    """The endpoint, like http://localhost:8000/v1; None: OpenAI's."""
    api_key: str | Secret | None = field(default=None, repr=False)
    """Kept as a Secret."""
    cache: Cache = field(default_factory=MemoryCache, repr=False)
    votes: int = 1
    """How often each distinct pair is asked about; an odd number. The median decides."""
    temperature: float = 0.0
    seed: int | None = 0
    """Sent with each request, a vote's number added; None: not sent."""
    concurrency: int = 8
    """Requests at a time."""
    batch_tokens: int = 4_000
    """About how many tokens of items a request holds at most; a longer item goes alone."""
    batch_items: int = 25
    max_cost: float | None = None
    """US dollars, over the life of this object; nothing is sent that is expected to go beyond."""
    max_tokens: int | None = None
    """The same in tokens, in and out."""
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
    """Ask nobody; decide what verdicts are at hand for."""
    _ledger: Ledger = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.model, str) or not self.model.strip():
            raise InputError("a judge needs the name of a model, as its endpoint knows it")
        check_number("votes", self.votes, 1, whole=True)
        if self.votes % 2 == 0:
            raise InputError(f"votes of a judge is an odd number, so that there is a majority, not {self.votes}")
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
        object.__setattr__(self, "_ledger", Ledger(self.price, self.max_cost, self.max_tokens))

    @classmethod
    def from_environment(cls, **settings: Any) -> Judge | None:
        """The judge that EVALJSON_JUDGE_MODEL names; None where it is not set. `settings` as for Judge."""
        model = model_of(settings.pop("model", None), os.environ)
        return None if model is None else cls(model, **settings)

    @property
    def price(self) -> Price | None:
        """What its model costs; None where that is not known."""
        return self.prices.get(self.model)

    @property
    def spent(self) -> Spent:
        """What it took over its life."""
        return self._ledger.spent

    def identity(self) -> Mapping[str, Any]:
        """What its verdicts depend on, for the signature of a run. Never a key."""
        return {
            "model": self.model,
            "prompt": PROMPT_VERSION,
            "votes": self.votes,
            "temperature": self.temperature,
            "seed": self.seed,
            "stand_in": False,
        }

    def trial(self) -> str | None:
        """Ask about one harmless pair, whatever is cached: None where the endpoint judges it, else why it does not."""
        item = BatchItem("trial", "yes", "Yes.", "yes", "Yes.", {"instructions": "The same answer."})
        alone = replace(self, cache=MemoryCache(), votes=1, progress=None, only_cached=False)
        (answer,) = alone.decide([Question(item, "trial")]).answers
        return answer.reason if isinstance(answer, NotJudged) else None

    def estimate(self, questions: Sequence[Question]) -> CostEstimate:
        """What asking would take. Nothing is sent."""
        found = distinct(self.model, questions, self.votes)
        known = self._read(found)
        return estimated(len(questions), found, set(known), self._batches(found, known), self.price)

    def decide(self, questions: Sequence[Question]) -> Decided:
        """An answer or a named error for each question, in order: from the cache, else from the endpoint."""
        found = distinct(self.model, questions, self.votes)
        verdicts = self._read(found)
        cached = len(verdicts)
        failed: dict[str, str] = {}
        spent, stopped = Spent(), None
        if not self.only_cached and cached < len(found.asks):
            spent, stopped = self._ask(found, verdicts, failed)
        why = ONLY_CACHED if self.only_cached else stopped or CANCELLED
        answers = [self._answer(question, keys, verdicts, failed, why) for question, keys in _paired(questions, found)]
        n_failed = sum(isinstance(one, NotJudged) for one in answers)
        usage = JudgeUsage(
            model=self.model,
            fields=len(questions),
            equal=found.equal,
            decided=len(questions) - found.equal - n_failed,
            failed=n_failed,
            distinct=len(found.asks),
            cached=cached,
            asked=0 if self.only_cached else len(verdicts) - cached + sum(key not in verdicts for key in failed),
            calls=spent.calls,
            tokens_in=spent.tokens_in,
            tokens_out=spent.tokens_out,
            price=spent.price(self.price),
            stopped=stopped,
            # Why something failed is part of it: a run that nothing was answered for must not pass for the one before.
            verdicts=content_hash(
                [[key, verdicts[key].score if key in verdicts else failed.get(key, why)] for key in found.asks]
            ),
        )
        return Decided(answers, usage)

    def _read(self, found: Distinct) -> dict[str, JudgeVerdict]:
        keys = list(found.asks)
        known: dict[str, JudgeVerdict] = {}
        for first in range(0, len(keys), _READ_AT_ONCE):
            known |= self.cache.read(keys[first : first + _READ_AT_ONCE])
        return known

    def _batches(self, found: Distinct, known: Mapping[str, JudgeVerdict]) -> list[list[Ask]]:
        open_asks = [ask for key, ask in found.asks.items() if key not in known]
        return in_batches(open_asks, self.batch_tokens, self.batch_items)

    def _settings(self) -> EndpointSettings:
        assert isinstance(self.api_key, Secret)
        return EndpointSettings(
            self.model, self.base_url, self.api_key, self.temperature, self.seed, self.timeout, self.retries
        )  # fmt: skip

    def _ask(
        self, found: Distinct, verdicts: dict[str, JudgeVerdict], failed: dict[str, str]
    ) -> tuple[Spent, str | None]:
        """Ask about what is not known, into `verdicts` and `failed`; gives what it took and why it ended early."""
        asking = Asking(self._settings(), self._ledger, self.concurrency, self._batches(found, verdicts))
        spent = Spent()

        def take(outcome: Outcome) -> None:
            nonlocal spent
            self.cache.write(outcome.verdicts)
            verdicts.update(outcome.verdicts)
            failed.update(outcome.failed)
            spent = spent.plus(outcome.spent)

        try:
            with closing(asking.run(self.cancel)) as outcomes:
                for outcome in outcomes:
                    if outcome is not None:
                        take(outcome)
                    self._tell(len(verdicts) + len(failed), len(found.asks), spent)
        finally:
            for outcome in asking.left():
                take(outcome)
        return spent, asking.stopped

    def _tell(self, done: int, of: int, spent: Spent) -> None:
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
        return answer([verdicts[key] for key in keys], steps_of(question.item.params.get("scale")))


def _paired(questions: Sequence[Question], found: Distinct) -> Iterator[tuple[Question, tuple[str, ...] | None]]:
    return zip(questions, found.keys, strict=True)
