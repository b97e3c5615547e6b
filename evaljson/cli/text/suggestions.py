"""Suggestions as a person at a terminal reads them."""

from __future__ import annotations

import json
from collections.abc import Iterator

from rich.text import Text

from evaljson.cli.text.console import printable, shorten
from evaljson.suggest import Example, Suggestion, Suggestions
from evaljson.wording.words import points, signed_points

_STYLES = {"low": "green", "medium": "yellow", "high": "red"}
_EXAMPLES = 3
_CELLS = 36
_NOTHING = "Nothing to suggest: no setting explains what is wrong."


def text_of(found: Suggestions) -> Text:
    """One block a suggestion, best first, and what all of them do together."""
    if not found.proposed:
        return Text(_NOTHING)
    lines: list[Text] = []
    for one in found:
        lines += _block(found, one)
    if found.together is not None and len(found.measured) > 1:
        lines.append(Text("All of them together", "bold"))
        for name, effect in found.together.variants.items():
            said = f"  {printable(name)}: F1 {points(effect.before.f1)} → {points(effect.after.f1)}"
            lines.append(Text(f"{said} ({effect.up:,} records up, {effect.down:,} down)"))
    return Text("\n").join(lines)


def _block(found: Suggestions, one: Suggestion) -> Iterator[Text]:
    gain = "  ?  " if one.effect is None else f"{signed_points(one.gain):>5}"
    risk = Text(f"risk {one.risk.level}", _STYLES[one.risk.level])
    yield Text.assemble((gain, "bold"), "  ", (printable(one.title), "bold"), "  [", risk, f"]  {one.id}")
    yield Text(f"       {printable(one.sentence)}")
    yield Text(f"       Risk: {printable(one.risk.why)}")
    if one.effect is not None and one.effect.order_changes:
        yield Text(f"       The order of the variants changes: {', '.join(map(printable, one.effect.order_after))}")
    for example in one.evidence.examples[:_EXAMPLES]:
        yield Text(f"         {_shown(example)}", "dim")
    for other in found.alternatives_to(one):
        yield Text(f"       Instead: {printable(other.title)} ({_settings(other)}; {signed_points(other.gain)})")
    yield Text("")


def _shown(example: Example) -> str:
    lacks = {"omission": example.extracted is None and "extracted", "hallucination": example.gold is None and "gold"}
    told = {"gold": example.gold, "extracted": example.extracted}
    sides = " | ".join(
        "nothing" if lacks.get(example.status) == side else shorten(printable(_as_json(value)), _CELLS)
        for side, value in told.items()
    )
    return f"{printable(str(example.record))}: {sides}"


def _as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _settings(one: Suggestion) -> str:
    return printable(json.dumps(one.edit.align, ensure_ascii=False)) if one.edit.align else one.kind
