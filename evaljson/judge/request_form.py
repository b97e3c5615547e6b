"""What a request asks for, and how its reply is read: verdicts on pairs, or something else that a model is asked.

The endpoint, the budget, the cache and the requests at a time are the same for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from evaljson.judge.ledger import TOKENS_OUT
from evaljson.judge.price import tokens_of
from evaljson.judge.prompt import PROMPT_VERSION, RULES, Ask, answer_format, context_of, messages
from evaljson.judge.reply_parser import parse_reply


class Asked(Protocol):
    """One thing that is asked; `Ask` is one pair."""

    @property
    def key(self) -> str:
        """The sha256, in hex, of everything that the answer depends on."""

    @property
    def name(self) -> str:
        """Its id in a request."""

    @property
    def vote(self) -> int:
        """The number of the vote, from 0."""


class ReadReply(NamedTuple):
    """What a reply says."""

    answers: Mapping[str, tuple[float, str]]
    """Score and text by name, of what was asked and answered clearly."""
    why: str
    """Why the others have no answer."""


class RequestForm(Protocol):
    """A kind of request."""

    @property
    def prompt(self) -> str:
        """The version of its prompt, kept with each answer."""

    def messages(self, asks: Sequence[Any]) -> list[dict[str, str]]:
        """Write the chat messages."""

    def answer_format(self, asks: Sequence[Any]) -> dict[str, Any]:
        """Return the `response_format`."""

    def expected_tokens(self, asks: Sequence[Any]) -> tuple[int, int]:
        """Estimate the tokens of a request, in and out."""

    def read(self, text: str, asks: Sequence[Any], hide: Callable[[str], str]) -> ReadReply:
        """Read a reply, which may hold anything; `hide` removes secrets from a text."""


class VerdictForm:
    """Asks for verdicts on pairs of values."""

    prompt = PROMPT_VERSION

    def messages(self, asks: Sequence[Ask]) -> list[dict[str, str]]:
        """Write the chat messages; all asks have the same scale."""
        return messages(asks)

    def answer_format(self, asks: Sequence[Ask]) -> dict[str, Any]:
        """Allow verdicts on the scale only."""
        return answer_format(tuple(asks[0].scale))

    def expected_tokens(self, asks: Sequence[Ask]) -> tuple[int, int]:
        """Estimate the tokens of a request, in and out."""
        contexts = {text: tokens_of(text) for text in {str(context_of(ask.question)) for ask in asks}}
        return _RULES_TOKENS + sum(contexts.values()) + sum(ask.tokens for ask in asks), TOKENS_OUT * len(asks)

    def read(self, text: str, asks: Sequence[Ask], hide: Callable[[str], str]) -> ReadReply:
        """Read verdicts."""
        parsed = parse_reply(text, {ask.name for ask in asks}, asks[0].scale, hide)
        unclear = "the model's verdict was unclear" if parsed.unclear else "the model gave no verdict"
        return ReadReply(parsed.verdicts, unclear)


_RULES_TOKENS = tokens_of(RULES) + 40
"""Tokens of each request in addition to its fields and items."""
VERDICTS = VerdictForm()
