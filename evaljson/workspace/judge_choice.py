"""Who judges the fields of an evaluation that go by meaning, and what asking would take. No key is kept anywhere here.

Ordinary scoring never asks anybody: it uses verdicts at hand. A model is asked by a job of its own, see `asking`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from evaljson.base.errors import InputError
from evaljson.judge import PRICES, STAND_IN, Judge, OfflineJudge, Price, Secret, takes_judge
from evaljson.judge.endpoint_settings import check_number, model_of, url_of
from evaljson.judge.store_cache import StoreCache
from evaljson.schema import parse_eval_schema
from evaljson.scoring.judging import judged_fields
from evaljson.store import Evaluation, Store

KEY: Final = "judge"
"""Where the choice stands in the settings of an evaluation."""
_SCOPE, _PRICES = "workspace", "judge.prices"


@dataclass(frozen=True, slots=True)
class JudgeChoice:
    """Who judges. Raises InputError for one that cannot work."""

    model: str | None
    """As its endpoint knows it; None: the offline stand-in."""
    url: str | None = None
    """None: the one of the environment, or OpenAI's."""
    votes: int = 1
    threshold: float = 0.85
    """Of the stand-in."""

    def __post_init__(self) -> None:
        if self.model is None:
            OfflineJudge(self.threshold)
            return
        if not isinstance(self.model, str) or not self.model.strip() or len(self.model) > 200:
            raise InputError("a judge needs the name of a model, as its endpoint knows it")
        check_number("votes", self.votes, 1, whole=True)
        if self.votes % 2 == 0:
            raise InputError(f"votes of a judge is an odd number, so that there is a majority, not {self.votes}")
        if self.url is not None:
            url_of(self.url)

    @property
    def is_offline(self) -> bool:
        """Whether no language model is asked."""
        return self.model is None

    @property
    def name(self) -> str:
        """For people."""
        return STAND_IN if self.model is None else self.model

    def as_json(self) -> dict[str, Any]:
        """For settings; only what says something about this judge."""
        if self.model is None:
            return {"model": None, "threshold": self.threshold}
        return {"model": self.model, "url": self.url, "votes": self.votes}


@dataclass(frozen=True, slots=True)
class Limits:
    """How far one asking may go. Raises InputError."""

    max_cost: float | None = None
    """US dollars; None: no limit."""
    max_tokens: int | None = None
    concurrency: int = 8
    variants: tuple[str, ...] | None = None
    """Ids; None: all that have fields not judged."""

    def __post_init__(self) -> None:
        if self.max_cost is not None:
            check_number("max_cost", self.max_cost, 0)
        if self.max_tokens is not None:
            check_number("max_tokens", self.max_tokens, 0, whole=True)
        check_number("concurrency", self.concurrency, 1, whole=True)

    def as_json(self) -> dict[str, Any]:
        """For the payload of a job."""
        return asdict(self) | {"variants": None if self.variants is None else list(self.variants)}

    @classmethod
    def of(cls, held: Mapping[str, Any]) -> Limits:
        """From JSON."""
        variants = held.get("variants")
        return cls(**{**held, "variants": None if variants is None else tuple(variants)})


def choice_of(settings: Mapping[str, Any]) -> JudgeChoice | None:
    """The one in the settings of an evaluation; None where nobody judges, or it cannot be read."""
    held = settings.get(KEY)
    if not isinstance(held, Mapping) or "model" not in held:
        return None
    try:  # it may come from an imported file
        return JudgeChoice(**{name: held[name] for name in JudgeChoice.__dataclass_fields__ if name in held})
    except InputError:
        return None


def suggested() -> JudgeChoice | None:
    """The judge that the environment names, to begin with; None where it names none."""
    model = model_of(None)
    return None if model is None else JudgeChoice(model)


def choose(store: Store, evaluation: str, revision: int, choice: JudgeChoice | None, *, by: str) -> Evaluation:
    """Let somebody judge from now on, or nobody; runs of fields that go by meaning are due then. Raises Conflict."""
    found = store.evaluations.get(evaluation)
    settings = {key: value for key, value in found.settings.items() if key != KEY}
    if choice is not None:
        settings[KEY] = choice.as_json()
    return store.evaluations.set_settings(evaluation, revision, settings, by=by)


def judged_paths(schema: Mapping[str, Any]) -> list[str]:
    """Schema paths of the fields that are for a judge."""
    return [node.path for node in judged_fields(parse_eval_schema(schema))]


def in_force(settings: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any] | None:
    """What runs under this schema depend on: the choice as JSON; None where there is none, or no field is for it."""
    choice = choice_of(settings)
    return None if choice is None or not takes_judge(schema) else choice.as_json()


def at_hand(store: Store, choice: JudgeChoice | None) -> Judge | OfflineJudge | None:
    """Who decides without asking anybody: verdicts that were paid for, or the stand-in."""
    if choice is None:
        return None
    if choice.model is None:
        return OfflineJudge(choice.threshold)
    cache, prices = StoreCache(store), prices_of(store)
    return Judge(choice.model, choice.url, Secret(""), cache=cache, votes=choice.votes, prices=prices, only_cached=True)


def judge_of(
    choice: JudgeChoice, key: Secret | str | None, store: Store | None = None, limits: Limits | None = None
) -> Judge:
    """A judge that asks; without a key, the one of the environment. Verdicts go to the store, where one is given.

    Raises InputError where it cannot be asked, or has a budget but no price.
    """
    if choice.model is None:
        raise InputError("the offline stand-in asks nobody: choose a model to ask one")
    if key is None and choice.url is not None and url_of(choice.url) != url_of(None):
        key = Secret("")  # anybody may choose a URL, and the key of the environment is for that of the environment
    limits = limits or Limits()
    own: dict[str, Any] = {} if store is None else {"cache": StoreCache(store), "prices": prices_of(store)}
    return Judge(
        choice.model, choice.url, key, votes=choice.votes, concurrency=limits.concurrency,
        max_cost=limits.max_cost, max_tokens=limits.max_tokens, **own,
    )  # fmt: skip


def prices_of(store: Store) -> dict[str, Price]:
    """US dollars for a million tokens by model: the list prices, and over them what people here say they pay."""
    own = store.settings.get(_SCOPE, _PRICES)
    return {**PRICES, **{model: Price(*pair) for model, pair in _own_prices(own).items()}}


def _own_prices(held: Any) -> dict[str, list[float]]:
    """Those that are prices: they may come from an imported file."""
    listed = held.items() if isinstance(held, dict) else ()
    return {model: pair for model, pair in listed if isinstance(pair, list) and len(pair) == 2 and _are_prices(pair)}


def _are_prices(pair: list[Any]) -> bool:
    return all(type(one) in (int, float) and 0 <= one < float("inf") for one in pair)


def set_price(store: Store, model: str, price: Price | None, *, by: str) -> None:
    """Say what a model costs; None: its list price again, if it has one. Raises InputError."""
    own = _own_prices(store.settings.get(_SCOPE, _PRICES))
    own.pop(model, None)
    if price is not None:
        for name in ("input", "output"):
            check_number(f"the price of {name}", getattr(price, name), 0)
        own[model] = [price.input, price.output]
    store.settings.set(_SCOPE, _PRICES, own, by=by)
