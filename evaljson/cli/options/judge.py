"""`--judge` and the options around it: who judges fields by meaning, and what that may cost."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from evaljson.base.errors import InputError
from evaljson.cli.options.from_click import option

if TYPE_CHECKING:
    from evaljson.judge import Judge, JudgeUsage, OfflineJudge
    from evaljson.store import Store

_USER = "command line"
"""Who asked, in the list of costs."""


@dataclass(frozen=True, kw_only=True)
class JudgeOptions:
    """Who judges, and within which limits."""

    judge_model: str | None = option(
        "--judge", metavar="MODEL",
        help="Model that judges fields under `semantic`; its key comes from $EVALJSON_JUDGE_API_KEY or "
        "$OPENAI_API_KEY.  [default: $EVALJSON_JUDGE_MODEL]",
    )  # fmt: skip
    judge_url: str | None = option(
        "--judge-url", metavar="URL",
        help="OpenAI-compatible endpoint.  [default: $EVALJSON_JUDGE_URL, $OPENAI_BASE_URL, or OpenAI's]",
    )  # fmt: skip
    judge_budget: float | None = option(
        "--judge-budget", type=click.FloatRange(min=0), metavar="USD",
        help="Stop before judging costs more than this; verdicts so far are kept.",
    )  # fmt: skip
    judge_price: str | None = option(
        "--judge-price", metavar="IN,OUT",
        help="US dollars per million tokens in and out.  [default: list prices of some models]",
    )  # fmt: skip
    judge_votes: int = option(
        "--judge-votes", type=click.IntRange(1), default=1, show_default=True, metavar="NUMBER",
        help="Ask about each pair this many times, an odd number; the median decides.",
    )  # fmt: skip
    judge_offline: bool = option(
        "--judge-offline", is_flag=True,
        help="Use word similarity as a stand-in for a model. Results are marked as such everywhere.",
    )  # fmt: skip
    no_judge_cache: bool = option(
        "--no-judge-cache", is_flag=True,
        help="Ask about every pair and keep no verdicts; by default the workspace keeps them.",
    )  # fmt: skip
    yes: bool = option("--yes", is_flag=True, help="Ask the judge without a confirmation prompt.")

    @property
    def is_confirmed(self) -> bool:
        """Whether a model may be asked without a prompt: --yes was passed, or a budget."""
        return self.yes or self.judge_budget is not None

    @cached_property
    def judge(self) -> Judge | OfflineJudge | None:
        """The judge for all runs of the command, so that a budget covers them together.

        None if neither an option nor the environment names one. Raises InputError.
        """
        # Imported here, since most schemas need no judge.
        from evaljson.judge import PRICES, Judge, OfflineJudge, Price
        from evaljson.judge.endpoint_settings import model_of
        from evaljson.judge.store_cache import StoreCache

        if self.judge_offline:
            if self.judge_model is not None or self.judge_url is not None:
                raise InputError("--judge-offline asks no model; leave --judge and --judge-url out.")
            return OfflineJudge()
        model = model_of(self.judge_model)
        if model is None:
            if self.judge_url is not None or self.judge_budget is not None:
                raise InputError("--judge-url and --judge-budget need a model: name it with --judge MODEL.")
            return None
        prices = dict(PRICES) if self.judge_price is None else {model: Price(*_two_prices(self.judge_price))}
        if self.judge_budget is not None and model not in prices:
            raise InputError(
                f"--judge-budget needs the price of {model!r}: pass --judge-price IN,OUT in US dollars per million "
                "tokens."
            )
        limits: dict[str, Any] = {"votes": self.judge_votes, "max_cost": self.judge_budget, "prices": prices}
        if self.no_judge_cache:
            return Judge(model, self.judge_url, **limits)
        Judge(model, self.judge_url, **limits)  # raises for bad settings before a workspace is created
        return Judge(model, self.judge_url, **limits, cache=StoreCache(self.store))

    @cached_property
    def store(self) -> Store:
        """The workspace, open until the command ends. Raises StoreError if it cannot be used."""
        from evaljson.store import StoreError, open_store

        try:
            store = open_store()
        except StoreError as error:
            raise StoreError(
                f"{error} The workspace keeps verdicts; --no-judge-cache asks the judge without one."
            ) from error
        context = click.get_current_context(silent=True)
        if context is not None:
            context.find_root().call_on_close(store.close)
        return store

    def keep_usage(self, used: JudgeUsage | None) -> None:
        """Store what judging a run cost, beside the verdicts."""
        if used is not None and used.calls and not self.no_judge_cache:
            self.store.usage.add(used, by=_USER)


def _two_prices(text: str) -> tuple[float, float]:
    try:
        first, second = map(float, text.split(","))
    except ValueError:
        first = second = -1.0
    if not (0 <= first < float("inf") and 0 <= second < float("inf")):
        raise InputError(f"--judge-price {text}: write IN,OUT in US dollars per million tokens, such as 0.4,1.6.")
    return first, second
