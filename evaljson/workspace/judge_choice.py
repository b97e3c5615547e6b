"""Who judges the fields of an evaluation that are compared by meaning. No key is stored.

Ordinary scoring sends nothing: it uses stored verdicts. A job asks the model (ask_judge.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from evaljson.base.errors import InputError
from evaljson.judge import PRICES, STAND_IN, Judge, OfflineJudge, Price, Secret, takes_judge
from evaljson.judge.endpoint_settings import check_number, model_of, url_of
from evaljson.judge.ledger import Allowance
from evaljson.judge.store_cache import StoreCache
from evaljson.schema import SchemaNode
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
        """Return it for settings, with the keys that apply to this judge."""
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
        """Return it for the payload of a job."""
        return asdict(self) | {"variants": None if self.variants is None else list(self.variants)}

    @classmethod
    def of(cls, held: Mapping[str, Any]) -> Limits:
        """Read it from JSON, which may hold more than that."""
        variants = held.get("variants")
        own = {name: held[name] for name in cls.__dataclass_fields__ if name in held}
        return cls(**{**own, "variants": None if variants is None else tuple(variants)})


def choice_of(settings: Mapping[str, Any]) -> JudgeChoice | None:
    """Return the judge in the settings of an evaluation; None where there is none, or it cannot be read."""
    held = settings.get(KEY)
    if not isinstance(held, Mapping) or "model" not in held:
        return None
    try:  # it may come from an imported file
        return JudgeChoice(**{name: held[name] for name in JudgeChoice.__dataclass_fields__ if name in held})
    except InputError:
        return None


def suggested() -> JudgeChoice | None:
    """Return the judge that the environment names, as a default; None where it names none."""
    model = model_of(None)
    return None if model is None else JudgeChoice(model)


def choose(store: Store, evaluation: str, revision: int, choice: JudgeChoice | None, *, by: str) -> Evaluation:
    """Set the judge, or none; runs of fields compared by meaning are due again then. Raises Conflict."""
    before = store.evaluations.get(evaluation).settings
    settings = {key: value for key, value in before.items() if key != KEY}
    if choice is not None:
        settings[KEY] = choice.as_json()
    return store.evaluations.set_settings(evaluation, revision, settings, by=by, about=_about(choice))


def _about(choice: JudgeChoice | None) -> str:
    """Return what the history says of a choice, with all that verdicts depend on."""
    if choice is None:
        return "left fields compared by meaning without a judge"
    if choice.model is None:
        return f"let {choice.name} judge, at a threshold of {choice.threshold:g}"
    return f"let {choice.name} judge" + (f", with {choice.votes} votes" if choice.votes > 1 else "")


def judged_paths(tree: SchemaNode) -> list[str]:
    """List the schema paths of the fields that are for a judge."""
    return [node.path for node in judged_fields(tree)]


def judge_settings(settings: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return what runs under this schema depend on: the choice as JSON; None without a judge or fields for one."""
    choice = choice_of(settings)
    return None if choice is None or not takes_judge(schema) else choice.as_json()


def judge_that_sends_nothing(store: Store, choice: JudgeChoice | None) -> Judge | OfflineJudge | None:
    """Return the judge that decides without sending anything: stored verdicts, or the stand-in."""
    if choice is None:
        return None
    if choice.model is None:
        return OfflineJudge(choice.threshold)
    cache, prices = StoreCache(store), prices_of(store)
    return Judge(choice.model, choice.url, Secret(""), cache=cache, votes=choice.votes, prices=prices, only_cached=True)


def judge_of(
    choice: JudgeChoice,
    key: Secret | str | None,
    store: Store | None = None,
    limits: Limits | None = None,
    allowance: Allowance | None = None,
) -> Judge:
    """Build a judge that sends requests; without a key, it uses that of the environment. With a store, verdicts are
    kept there.

    Raises InputError where it cannot be asked, or has a budget but no price.
    """
    if choice.model is None:
        raise InputError("the offline stand-in asks nobody: choose a model to ask one")
    if key is None and choice.url is not None and url_of(choice.url) != url_of(None):
        key = Secret("")  # anyone may choose a URL, and the key of the environment is for that of the environment
    limits = limits or Limits()
    stored: dict[str, Any] = {} if store is None else {"cache": StoreCache(store), "prices": prices_of(store)}
    return Judge(
        choice.model, choice.url, key, votes=choice.votes, concurrency=limits.concurrency,
        max_cost=limits.max_cost, max_tokens=limits.max_tokens, allowance=allowance, **stored,
    )  # fmt: skip


def prices_of(store: Store) -> dict[str, Price]:
    """Return US dollars per million tokens by model: list prices, overridden by the prices that people here set."""
    own_prices = _own_prices(store.settings.get(_SCOPE, _PRICES))
    return {**PRICES, **{model: Price(*pair) for model, pair in own_prices.items()}}


def _own_prices(held: Any) -> dict[str, list[float]]:
    """Keep the valid prices: they may come from an imported file."""
    listed = held.items() if isinstance(held, dict) else ()
    return {model: pair for model, pair in listed if isinstance(pair, list) and len(pair) == 2 and _are_prices(pair)}


def _are_prices(pair: list[Any]) -> bool:
    return all(type(price) in (int, float) and 0 <= price < float("inf") for price in pair)


def set_price(store: Store, model: str, price: Price | None, *, by: str) -> None:
    """Set what a model costs; None restores its list price, if any. Raises InputError."""
    prices = _own_prices(store.settings.get(_SCOPE, _PRICES))
    prices.pop(model, None)
    if price is not None:
        for name in ("input", "output"):
            check_number(f"the price of {name}", getattr(price, name), 0)
        prices[model] = [price.input, price.output]
    store.settings.set(_SCOPE, _PRICES, prices, by=by)
