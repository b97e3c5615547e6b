"""The options of `score` and `compare` that say who judges fields by meaning, and what may be spent on it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from evaljson.base.errors import InputError

if TYPE_CHECKING:
    from evaljson.judge import Judge, JudgeUsage, OfflineJudge
    from evaljson.store import Store

Command = Callable[..., Any]
_WHO = "command line"
"""Who asked, in the list of what was spent."""


@dataclass(frozen=True)
class JudgeWish:
    """What was asked for; nobody is asked by it."""

    model: str | None = None
    """None: the one that the environment names, if it does."""
    url: str | None = None
    budget: float | None = None
    """US dollars."""
    price: str | None = None
    votes: int = 1
    offline: bool = False
    yes: bool = False
    keep: bool = True
    """Whether verdicts are looked up in the workspace, and kept there."""

    @property
    def is_agreed(self) -> bool:
        """Whether a model may be asked without a question: somebody said yes, or how much it may cost."""
        return self.yes or self.budget is not None

    @cached_property
    def judge(self) -> Judge | OfflineJudge | None:
        """Who judges, the same for all runs of a command, so that a budget is over all of them; None where neither an
        option nor the environment says so. Raises InputError."""
        # Here, since most schemas need no judge.
        from evaljson.judge import PRICES, Judge, OfflineJudge, Price
        from evaljson.judge.endpoint_settings import model_of
        from evaljson.judge.store_cache import StoreCache

        if self.offline:
            if self.model is not None or self.url is not None:
                raise InputError("--judge-offline asks no model; leave --judge and --judge-url out.")
            return OfflineJudge()
        model = model_of(self.model)
        if model is None:
            if self.url is not None or self.budget is not None:
                raise InputError("--judge-url and --judge-budget need a model: name it with --judge MODEL.")
            return None
        prices = dict(PRICES) if self.price is None else {model: Price(*_two_prices(self.price))}
        if self.budget is not None and model not in prices:
            raise InputError(
                f"--judge-budget needs the price of {model!r}: give --judge-price IN,OUT in US dollars for a million "
                "tokens."
            )
        limits: dict[str, Any] = {"votes": self.votes, "max_cost": self.budget, "prices": prices}
        if not self.keep:
            return Judge(model, self.url, **limits)
        Judge(model, self.url, **limits)  # what is wrong with it is said before a workspace is made
        return Judge(model, self.url, **limits, cache=StoreCache(self.store))

    @cached_property
    def store(self) -> Store:
        """The workspace, open until the command ends. Raises StoreError where it cannot be used."""
        from evaljson.store import StoreError, open_store

        try:
            store = open_store()
        except StoreError as error:
            raise StoreError(
                f"{error} Verdicts are kept in the workspace; --no-judge-cache asks without one."
            ) from error
        context = click.get_current_context(silent=True)
        if context is not None:
            context.find_root().call_on_close(store.close)
        return store

    def note(self, used: JudgeUsage | None) -> None:
        """Keep what asking for a run took, beside the verdicts that it brought."""
        if used is not None and used.calls and self.keep:
            self.store.usage.add(used, by=_WHO)


def _two_prices(text: str) -> tuple[float, float]:
    try:
        first, second = map(float, text.split(","))
    except ValueError:
        first = second = -1.0
    if not (0 <= first < float("inf") and 0 <= second < float("inf")):
        raise InputError(f"--judge-price {text}: write IN,OUT in US dollars for a million tokens, such as 0.4,1.6.")
    return first, second


def judge_options(command: Command) -> Command:
    """--judge and its like, as `judge_wish`."""

    @functools.wraps(command)
    def folded(
        *args: Any, judge: str | None, judge_url: str | None, judge_budget: float | None, judge_price: str | None,
        judge_votes: int, judge_offline: bool, no_judge_cache: bool, yes: bool, **rest: Any,
    ) -> Any:  # fmt: skip
        keep = not no_judge_cache
        wish = JudgeWish(judge, judge_url, judge_budget, judge_price, judge_votes, judge_offline, yes, keep)
        return command(*args, judge_wish=wish, **rest)

    for option in reversed(_OPTIONS):
        folded = option(folded)
    return folded


_OPTIONS: tuple[Command, ...] = (
    click.option("--judge", metavar="MODEL",
                 help="Model that judges fields under `semantic`; its key comes from $EVALJSON_JUDGE_API_KEY or "
                 "$OPENAI_API_KEY.  [default: $EVALJSON_JUDGE_MODEL]"),
    click.option("--judge-url", metavar="URL",
                 help="OpenAI-compatible endpoint.  [default: $EVALJSON_JUDGE_URL, $OPENAI_BASE_URL, or OpenAI's]"),
    click.option("--judge-budget", type=click.FloatRange(min=0), metavar="USD",
                 help="Stop judging before it costs more; what is done is kept."),
    click.option("--judge-price", metavar="IN,OUT",
                 help="US dollars for a million tokens in and out.  [default: list prices of some models]"),
    click.option("--judge-votes", type=click.IntRange(1), default=1, show_default=True, metavar="NUMBER",
                 help="Ask about each pair so often, an odd number; the median decides."),
    click.option("--judge-offline", is_flag=True,
                 help="Let similarity of words stand in for a model. Marked as such everywhere."),
    click.option("--no-judge-cache", is_flag=True,
                 help="Ask about everything, and keep no verdicts: they are kept in the workspace by default."),
    click.option("--yes", is_flag=True, help="Ask the judge without asking you first."),
)  # fmt: skip
