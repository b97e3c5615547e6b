"""Whom corrected gold favours, in words: shortly beside figures, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from evaljson.ui.shared.plain_text import one_line, plain
from evaljson.wording.words import counted
from evaljson.workspace.gold_favour import Favour

_NAMED: Final = 3
"""Variants that are named; more are counted."""
_Shown = Callable[[str], str]
"""Writes the name of a variant."""


def favoured(favour: Favour) -> str:
    """Name what gold favours, in Markdown: variants, or where all that people looked at were replaced, their files."""
    return _favoured(favour, _in_markdown)


def in_short(favour: Favour) -> str:
    """Say it in a sentence, in Markdown: `It favours **A**: only what A extracted was looked at for it.`."""
    why = _of_later(favour, _in_markdown) if favour.corrected else f"only {_looked_at(favour, _in_markdown)} for it"
    return f"It favours **{favoured(favour)}**: {why}."


def in_plain_text(favour: Favour) -> str:
    """Say it in a sentence of plain text, for files."""
    why = _of_later(favour, one_line) if favour.corrected else f"only {_looked_at(favour, one_line)} for it"
    return f"It favours {_favoured(favour, one_line)}: {why}."


def in_full(favour: Favour) -> str:
    """Say what it means, in Markdown."""
    if favour.corrected:
        why = _of_later(favour, _in_markdown)
        return (
            f"{why[:1].upper()}{why[1:]}. Others may have had right what was taken out of gold or put into it: nobody "
            "looked. To compare variants, review them all."
        )
    now = [f"what {name} has now" for name in favour.replaced]
    against = _in_a_row([*favour.others, *now], _in_markdown)
    return (
        f"Only {_looked_at(favour, _in_markdown)} for it: errors of gold that count against {against} alone are still "
        "there. To compare variants, review them all."
    )


def _in_markdown(name: str) -> str:
    return plain(name, 60)


def _favoured(favour: Favour, shown: _Shown) -> str:
    return _in_a_row(favour.reviewed, shown) if favour.reviewed else _earlier(favour.replaced, shown)


def _looked_at(favour: Favour, shown: _Shown) -> str:
    own = f"what {_in_a_row(favour.reviewed, shown)} extracted" if favour.reviewed else ""
    earlier = _earlier(favour.replaced, shown) if favour.replaced else ""
    if own and earlier:
        return f"{own}, and {earlier}, were looked at"
    return f"{own or earlier} {'was' if own or len(favour.replaced) == 1 else 'were'} looked at"


def _of_later(favour: Favour, shown: _Shown) -> str:
    """Say what was corrected without the others: `3 corrections are from a review of A alone, in which B was not …`."""
    corrections = f"{counted(favour.corrected, 'correction')} {'is' if favour.corrected == 1 else 'are'}"
    was = "was" if len(favour.others) == 1 else "were"
    return (
        f"{corrections} from a review of {_in_a_row(favour.reviewed, shown)} alone, in which "
        f"{_in_a_row(favour.others, shown)} {was} not looked at"
    )


def _earlier(names: Sequence[str], shown: _Shown) -> str:
    return f"{'an earlier file' if len(names) == 1 else 'earlier files'} of {_in_a_row(names, shown)}"


def _in_a_row(names: Sequence[str], shown: _Shown) -> str:
    if len(names) > _NAMED:
        return f"{len(names):,} variants"
    *first, last = map(shown, names)
    return f"{', '.join(first)} and {last}" if first else last
