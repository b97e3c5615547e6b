"""A card as HTML: gold beside what was extracted, and tables of what stands around it. All of it is escaped."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from evaljson.base.jsontypes import ABSENT
from evaljson.base.paths import key_step
from evaljson.report.records.diff_html import diff_sides
from evaljson.report.records.marked_source import Inner, MarkedText, marked_source
from evaljson.report.records.rows import Row
from evaljson.report.records.text_diff import word_diff
from evaljson.schema import SchemaNode
from evaljson.wording.values import as_text, escaped, value_html, whole_value_html
from evaljson.wording.words import counted

_NAMED: Final = 5
"""Values of an object that are named where a text lacks them."""
_LONGEST: Final = 40
STYLE: Final = """<style>
.rv{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
@media (max-width:40rem){.rv{grid-template-columns:1fr}}
.rv>div{border:1px solid rgba(128,128,128,.4);border-radius:.5rem;padding:.6rem .9rem;min-height:4.5rem;
 overflow-wrap:anywhere;white-space:pre-wrap;font-size:1.05rem;max-height:22rem;overflow:auto}
.rv small{display:block;opacity:.75;margin-bottom:.3rem;font-size:.8rem}
.rv .ej-none,.rv-t .ej-none{opacity:.65;font-style:italic}
.rv .ej-json,.rv-t .ej-json{font-family:monospace;font-size:.9em}
.rv ins,.rv del{border-radius:.2rem;padding:0 .1rem;unicode-bidi:isolate}
.rv del{background:color-mix(in srgb,#D55E00 20%,transparent);text-decoration:none;border-bottom:2px dotted #D55E00}
.rv ins{background:color-mix(in srgb,#0072B2 24%,transparent);text-decoration:underline 2px}
.rv del b{background:color-mix(in srgb,#D55E00 40%,transparent)}
.rv ins b{background:color-mix(in srgb,#0072B2 45%,transparent)}
.rv .ej-gap{display:inline-block;box-sizing:border-box;min-width:.75em;height:.4em;line-height:.4em;border:1px solid;
 border-top:0;vertical-align:baseline}
.rv-line{font-size:.875rem;opacity:.9;overflow-wrap:anywhere}
.rv-under{margin-top:1rem}
.rv-path{font-family:monospace;overflow-wrap:anywhere}
.rv-text{font-size:.85rem;line-height:1.5;white-space:pre-wrap;overflow-wrap:anywhere;max-height:22rem;overflow:auto;
 padding:.6rem .8rem;background:rgba(128,128,128,.1);border-radius:.4rem}
.rv-text,.rv-text div{unicode-bidi:plaintext}
.rv-text summary{cursor:pointer}
:is(.rv-text,.rv-line) mark{color:inherit;border-radius:.2rem;padding:0 .1rem}
mark.rv-gold{background:color-mix(in srgb,#D55E00 35%,transparent)}
mark.rv-extracted{background:color-mix(in srgb,#0072B2 38%,transparent)}
mark.rv-both{background:linear-gradient(color-mix(in srgb,#D55E00 35%,transparent) 50%,
 color-mix(in srgb,#0072B2 38%,transparent) 50%)}
.rv-t{width:100%;border-collapse:collapse;font-size:.85rem}
.rv-t :is(th,td){text-align:left;vertical-align:top;padding:.25rem .5rem;border-bottom:1px solid rgba(128,128,128,.25);
 overflow-wrap:anywhere;font-weight:400}
.rv-t thead th{font-weight:600}
.rv .rv-t{white-space:normal;font-size:.95rem}
.rv .rv-t th{width:1%;opacity:.75}
.rv-t th.rv-path{overflow-wrap:break-word;max-width:16rem}
.st-key-review-told{position:relative}
.st-key-review-told[data-hint]>*{opacity:0}
.st-key-review-told[data-hint]::after{content:attr(data-hint);position:absolute;inset:0}
</style>"""


_ALONE: Final = re.compile(r"\[-\d+\]")
"""How a path counts elements that only the extraction has."""
_OF_SIDE: Final = {"gold": "of gold", "extracted": "that was extracted"}


def sides_html(gold: Any, extracted: Any) -> str:
    """Write both values side by side, always gold first; what differs between two texts is marked."""
    diff = None if gold is ABSENT or extracted is ABSENT else word_diff(gold, extracted)
    left, right = (_whole(gold), _whole(extracted)) if diff is None else diff_sides(diff)
    return (
        f'<div class="rv"><div dir="auto"><small>Gold</small>{left}</div>'
        f'<div dir="auto"><small>Extracted</small>{right}</div></div>'
    )


def _whole(value: Any) -> str:
    """Write a value, and an object as a line for each of its keys."""
    if not isinstance(value, dict) or not value:
        return whole_value_html(value)
    lines = "".join(
        f'<tr><th class="rv-path">{escaped(key_step(key))}</th><td>{whole_value_html(inner)}</td></tr>'
        for key, inner in value.items()
    )
    return f'<table class="rv-t"><tbody>{lines}</tbody></table>'


def line_html(*parts: str) -> str:
    """Write a line of texts from files."""
    return f'<div class="rv-line" dir="auto">{" · ".join(escaped(part) for part in parts if part)}</div>'


def title_html(title: str, path: str, description: str, *, is_elsewhere: bool = False) -> str:
    """Write what a card is about: the title of the field, its path, and what the schema says of it.

    `is_elsewhere` tells that gold has an equal element, that is not paired with it.
    """
    named = f"<b>{escaped(title)}</b> " if title else ""
    about = f'<div class="rv-line" dir="auto">{escaped(description)}</div>' if description else ""
    alone = _ALONE.search(path)
    which = "has already" if is_elsewhere else "lacks"
    lacks = f" · {'in ' if path[alone.end() :] else ''}an element that gold {which}" if alone else ""
    shown = escaped(path_in_words(path) or "the record")
    return f'<div dir="auto">{named}<span class="rv-path">{shown}</span>{lacks}</div>{about}'


def path_in_words(path: str) -> str:
    """Write a path as people read it: elements that gold lacks have no number there."""
    return _ALONE.sub("[]", path)


def neighbours_html(rows: Sequence[Row]) -> str:
    """Write the values around the one of a card."""
    lines = "".join(
        f'<tr><th class="rv-path">{escaped(path_in_words(row.path))}</th><td>{value_html(row.gold)}</td>'
        f"<td>{value_html(row.sides[0].value if row.sides[0] is not None else ABSENT)}</td></tr>"
        for row in rows
    )
    return (
        f'<table class="rv-t"><thead><tr><th>Where</th><th>Gold</th><th>Extracted</th></tr></thead>'
        f"<tbody>{lines}</tbody></table>"
    )


def others_html(values: Sequence[tuple[str, Any]]) -> str:
    """Write what others have at the same place: (name, value)."""
    lines = "".join(f"<tr><th>{escaped(name)}</th><td>{value_html(value)}</td></tr>" for name, value in values)
    return f'<table class="rv-t"><tbody>{lines}</tbody></table>'


def opinions_html(opinions: Sequence[tuple[str, str, str, str]]) -> str:
    """Write who said what: (name, answer, tag, comment)."""
    lines = "".join(
        f'<tr><th><b><bdi>{escaped(who)}</bdi></b></th><td dir="auto">{escaped(answer)}</td>'
        f'<td dir="auto">{escaped(tag)}</td><td dir="auto">{escaped(comment)}</td></tr>'
        for who, answer, tag, comment in opinions
    )
    return (
        '<table class="rv-t"><thead><tr><th>Who</th><th>Answer</th><th>What went wrong</th><th>Comment</th></tr>'
        f"</thead><tbody>{lines}</tbody></table>"
    )


def source_html(text: str, gold: Any, extracted: Any, node: SchemaNode | None = None) -> str:
    """Write a source text with both values marked, and say of each how often it appears; `node` is the field.

    Each line of the text runs its own way: one of Hebrew does not turn the others around.
    """
    marked = marked_source(text, gold, extracted, node)
    said = [
        f'<mark class="rv-{name}">{name}</mark> {_times(value, count, recased, is_cut)}{_without(lacking)}'
        for name, value, count, recased, lacking, is_cut in (
            ("gold", gold, marked.gold, marked.gold_recased, marked.gold_lacking, marked.is_cut[0]),
            ("extracted", extracted, marked.extracted, marked.extracted_recased, marked.extracted_lacking,
             marked.is_cut[1]),
        ) if count
    ]  # fmt: skip
    line = " · ".join([*said, *_unmarked(marked, any(said))])
    return f'<div class="rv-line">{line}</div><div class="rv-text" dir="auto" tabindex="0">{marked.html}</div>'


def _unmarked(marked: MarkedText, is_any_marked: bool) -> list[str]:
    """Say what the text has without a mark, and what was not found: silence on one side would lead to it."""
    names = ("gold", "extracted")
    there = [name for name, found in zip(names, marked.found, strict=True) if found == "unmarked"]
    lacking = [name for name, found in zip(names, marked.found, strict=True) if found == "no"]
    if there or is_any_marked:
        said = [*((name, "in it, but not marked") for name in there), *((name, "not found") for name in lacking)]
        return [f'<mark class="rv-{name}">{name}</mark> {words}' for name, words in said]
    if not lacking:
        return ["Nothing is looked for in it: only texts, numbers and dates are."]
    which = "Neither value was found" if len(lacking) == 2 else f"The value {_OF_SIDE[lacking[0]]} was not found"
    return [f"{which} in it; it may be written otherwise."]


def _without(lacking: Sequence[Inner]) -> str:
    """Name the values in an object that the text has nowhere: `, but not item “excess”, amount 150.0`."""
    if not lacking:
        return ""
    named = [
        f'<bdi>{escaped(path)}</bdi> <bdi dir="auto">{escaped(_short(value))}</bdi>' for path, value in lacking[:_NAMED]
    ]
    more = f" and {len(lacking) - _NAMED:,} more" if len(lacking) > _NAMED else ""
    return f", but not found: {', '.join(named)}{more}"


def _short(value: Any) -> str:
    text = f"“{value}”" if isinstance(value, str) else as_text(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _times(value: Any, count: int, recased: int, is_cut: bool) -> str:
    more = " or more" if is_cut else ""
    if isinstance(value, dict | list):
        return f"values in {counted(count, 'place')}{more}"
    if not recased:
        return f"{count}×{more}"
    return f"{count}×{more}, {'' if recased == count else f'{recased} of them '}with other capitals"
