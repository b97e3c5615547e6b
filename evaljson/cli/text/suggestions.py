"""Suggestions as text for a terminal, JSON or Markdown."""

from __future__ import annotations

import json
from collections.abc import Iterator

from rich.text import Text

from evaljson.cli.console import printable, shorten
from evaljson.compare.words.order_words import order_in_words
from evaljson.suggest import Example, Suggestion, Suggestions
from evaljson.suggest.nothing import NOTHING
from evaljson.wording.around import cut_around
from evaljson.wording.differences import in_points
from evaljson.wording.words import counted

_STYLES = {"low": "green", "medium": "yellow", "high": "red"}
_EXAMPLES = 3
_CELLS = 36


def suggestions_json(suggestions: Suggestions) -> str:
    """Write one JSON document in ASCII without NaN, as `score --json` does."""
    return json.dumps(suggestions.to_dict(), indent=2, ensure_ascii=True, allow_nan=False)


def suggestions_markdown(suggestions: Suggestions) -> str:
    """Write Markdown with control characters escaped and line breaks kept."""
    return "".join(f"{printable(line)}\n" for line in suggestions.to_markdown().splitlines())


def suggestions_text(suggestions: Suggestions) -> Text:
    """Write one block per suggestion, best first, and the effect of all of them together."""
    if not suggestions.proposed:
        return Text(NOTHING)
    lines: list[Text] = []
    for suggestion in suggestions:
        lines += _block(suggestions, suggestion)
    if suggestions.together is not None and len(suggestions.for_all) > 1:
        rest = len(suggestions.measured) - len(suggestions.for_all)
        without = ", without those of high risk, synonyms and 0 or false read as null" if rest else ""
        lines.append(Text(f"All of them together{without}", "bold"))
        for name, effect in suggestions.together.variants.items():
            change = f"  {printable(name)}: F1 {' → '.join(in_points(effect.before.f1, effect.after.f1)[:2])}"
            lines.append(Text(f"{change} ({counted(effect.up, 'record')} up, {effect.down:,} down)"))
    return Text("\n").join(lines)


def _block(suggestions: Suggestions, suggestion: Suggestion) -> Iterator[Text]:
    effect, risk = suggestion.effect, suggestion.risk
    gain = "  ?  " if effect is None else f"{suggestion.gain_in_points:>5}"
    level = Text(f"risk {risk.level}", _STYLES[risk.level])
    title = printable(suggestion.title)
    yield Text.assemble((gain, "bold"), "  ", (title, "bold"), "  [", level, f"]  {suggestion.id}")
    yield Text(f"       {printable(suggestion.sentence)}{_where(suggestion)}")
    yield Text(f"       Risk: {printable(risk.why)}")
    if effect is not None and effect.order_changes:
        swaps = order_in_words(effect.order_before, effect.order_after, printable)
        yield Text(f"       The order of the variants changes: {swaps}")
    for example in suggestion.evidence.examples[:_EXAMPLES]:
        yield Text(f"         {_example_line(example)}", "dim")
    for other in suggestions.alternatives_to(suggestion):
        falls = None if other.effect is None else other.effect.falls
        lowers = "" if falls is None else f", {falls[1]} in {printable(falls[0])}"
        gain = f"{other.gain_in_points}{lowers}; risk {other.risk.level}"
        yield Text(f"       Instead: {printable(other.title)} ({_settings(other)}; {gain})")
    yield Text("")


def _where(suggestion: Suggestion) -> str:
    """Say in how many records the wrong results are that it explains, if it does."""
    records = suggestion.evidence.records
    return f" These wrong results are in {counted(records, 'record')}." if records else ""


def _example_line(example: Example) -> str:
    absent = {"omission": example.extracted is None and "extracted", "hallucination": example.gold is None and "gold"}
    texts = cut_around(printable(_as_json(example.gold)), printable(_as_json(example.extracted)), _CELLS)
    sides = " | ".join(
        "no value" if absent.get(example.status) == side else shorten(text, _CELLS)
        for side, text in zip(("gold", "extracted"), texts, strict=True)
    )
    where = f", {printable(example.path)}" if "[" in example.path else ""
    return f"{printable(str(example.record))}{where}: {sides}"


def _as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _settings(suggestion: Suggestion) -> str:
    align = suggestion.edit.align
    return printable(json.dumps(align, ensure_ascii=False)) if align else suggestion.kind
