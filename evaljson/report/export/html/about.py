"""The top of the HTML report: what came out, of what, when, under which settings, and how each field is compared."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from evaljson.load.loaded_records import RecordId
from evaljson.report.compare.cost_of_gain import VariantCost
from evaljson.report.export.html.changes import Changes
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode
from evaljson.wording.rules import rule_in_words, transforms_in_words
from evaljson.wording.settings import setting_in_words
from evaljson.wording.short_names import OF_MESSAGE, begun, is_long
from evaljson.wording.values import escaped, isolated
from evaljson.wording.words import as_set, counted

FIRST = 3
"""Verdicts in sight."""
ON_PAPER: Final = 'class="on-paper"'
"""Of what is folded before it on a screen, and printed all the same."""
_DONE: Final = OF_MESSAGE + 60
"""Characters of what someone did that are in sight: a message, with who changed what before it."""
_SAME_RULE = 60
"""Fields from which on those with the same rule share a line."""
_KEYS = {"x-eval-align": "elements paired ", "x-eval-nulls": ""}
"""Settings beside the comparator, with what stands before them."""


@dataclass(frozen=True, slots=True)
class About:
    """What the runs themselves do not say; all texts in it are plain."""

    verdicts: Sequence[str] = ()
    """A sentence for each variant that was compared with the baseline."""
    facts: Mapping[str, str] = field(default_factory=dict)
    """Such as when it was scored, of which files, under which version of the schema."""
    changes: Mapping[str, Changes] = field(default_factory=dict)
    """By variant, how its fields stand to those of the baseline; see `evaljson.report.compare.changes`."""
    compared: str | None = None
    """The variant that is looked at beside the baseline; None for the best other one."""
    costs: Mapping[str, VariantCost] = field(default_factory=dict)
    """By variant, what is noted of its cost and latency."""
    reading: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By variant, what is wrong or remarkable in its file."""
    of_gold: str = ""
    """Whose corrections gold has, and what may still be wrong with it, in sentences; "" for nothing."""
    left_out_by_hand: Mapping[str, Collection[RecordId]] = field(default_factory=dict)
    """By variant, those of its records left out that a person left out; of others it is not known why they are."""
    put_first: str = ""
    """Which version of the eval schema gave the first variant the highest F1; "" where none did, or it is not known."""
    changed: Sequence[tuple[str, str, str]] = ()
    """What happened last, the latest first: when, who did what, and what F1 was before and after it."""
    made: str = ""
    """When the report was made, with its time zone; "" where that is not known."""
    long_message: str = ""
    """The whole message of the version in `put_first`, where that has only its beginning."""


def about_section(runs: Mapping[str, RunResult], about: About) -> str:
    """Write the verdicts, and one line per fact."""
    written = [f'<p class="verdict"><bdi>{escaped(verdict)}</bdi></p>' for verdict in about.verdicts]
    verdicts, rest = "".join(written[:FIRST]), written[FIRST:]
    if rest:
        summary = counted(len(rest), "other comparison")
        verdicts += f"<details><summary>{summary} with the baseline</summary>{''.join(rest)}</details>"
        verdicts += f"<div {ON_PAPER}>{''.join(rest)}</div>"
    of_gold = f"<p><bdi>{escaped(about.of_gold)}</bdi></p>" if about.of_gold else ""
    put_first = "" if len(runs) > 2 else put_first_line(about)
    made = {"Report made": about.made} if about.made else {}
    facts = {**_measured_against(runs), **about.facts, **made, "Settings": _settings(runs)}
    lines = "".join(f"<dt>{escaped(name)}</dt><dd><bdi>{escaped(text)}</bdi></dd>" for name, text in facts.items())
    said = f"{verdicts}{put_first}{of_gold}{_changed(about)}"
    return f'{said}<details><summary>About this report</summary><dl class="facts">{lines}</dl></details>'


def put_first_line(about: About) -> str:
    """Write it below the verdict."""
    if not about.put_first:
        return ""
    message = isolated(about.long_message)
    whole = f"<details><summary>Whole message</summary>{message}</details>" if about.long_message else ""
    return f"<p><bdi>{escaped(about.put_first)}</bdi></p>{whole}"


def _changed(about: About) -> str:
    """Write what happened last, folded."""
    if not about.changed:
        return ""
    lines = "".join(
        f"<li>{escaped(when)}: {_begun(what)}{f'. F1: <bdi>{escaped(f1)}</bdi>' if f1 else ''}{_whole(what)}</li>"
        for when, what, f1 in about.changed
    )
    own = "<p>F1 here is over each variant's own records.</p>" if any(f1 for *_, f1 in about.changed) else ""
    return f"<details><summary>What changed</summary>{own}<ul>{lines}</ul></details>"


def _begun(what: str) -> str:
    return f"<bdi>{escaped(begun(what, _DONE))}</bdi>"


def _whole(what: str) -> str:
    """Write behind a click what is longer than a line: a long message of a version."""
    return f"<details><summary>All of it</summary>{isolated(what)}</details>" if is_long(what, _DONE) else ""


def _measured_against(runs: Mapping[str, RunResult]) -> dict[str, str]:
    first, *others = runs
    if not others:
        return {"Variant": first}
    return {"Baseline": f"{first}, which the others are compared with", "Compared with it": ", ".join(others)}


def _settings(runs: Mapping[str, RunResult]) -> str:
    fate = {"omit": "count as missing, field by field", "exclude": "are left out"}
    apart = [name for name, run in runs.items() if run.paired_by != "id"]
    keys = dict.fromkeys(key_in_words(run) for run in runs.values() if run.paired_by == "id")
    way = f"records joined by {' or '.join(keys)}" if len(apart) < len(runs) else "records paired by position"
    way += f" (by position: {', '.join(apart)})" if 0 < len(apart) < len(runs) else ""
    fates = list(dict.fromkeys(fate[run.missing_records] for run in runs.values()))
    return f"{way}; records that were not extracted {' or '.join(fates)}{_left_out(runs)}"


def _left_out(runs: Mapping[str, RunResult]) -> str:
    """Count the records that are left out by hand or for what cannot be read, of each variant where these differ."""
    counts = {name: len(run.left_out) for name, run in runs.items()}
    if len({run.left_out for run in runs.values()}) == 1:
        left = next(iter(counts.values()))
        return f"; {counted(left, 'record')} left out" if left else ""
    return f"; records left out: {', '.join(f'{name} {left:,}' for name, left in counts.items())}"


def key_in_words(run: RunResult) -> str:
    """Name the key by which the records of a run are joined; without one, they have ids beside them."""
    return "id" if run.id_field is None else run.id_field


def rules_section(tree: SchemaNode) -> str:
    """Write one row per field with a rule of its own: how it is compared, and its weight."""
    fields: dict[tuple[str, str], list[str]] = {}
    for name, node in tree.fields_by_name():
        if name != tree.id_field and (words := _rule(node)) is not None:
            weight = "" if node.weight == 1 else as_set(node.weight)
            fields.setdefault((words, weight), []).append(isolated(name))
    if sum(map(len, fields.values())) < _SAME_RULE:
        named = [(name, rule) for rule, names in fields.items() for name in names]
    else:
        named = [(", ".join(names), rule) for rule, names in fields.items()]
    rows = [f"<tr><td>{name}</td><td>{escaped(words)}</td><td>{weight}</td></tr>" for name, (words, weight) in named]
    head = "".join(f'<th scope="col">{heading}</th>' for heading in ("Field", "How it is compared", "Weight"))
    table = (
        f'<div class="scroll"><table class="figures words"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )
    return fold("rules", "How it is scored", f'<p class="faint">A weight is 1 unless one is shown.</p>{table}')


def fold(anchor: str, title: str, content: str) -> str:
    """Write a part that opens: by a click, by a link to it, and on paper."""
    return f'<details class="part"><summary><h2>{title}</h2></summary><div id="{anchor}">{content}</div></details>'


def _rule(node: SchemaNode) -> str | None:
    """Describe a rule; None for an object or array without settings of its own."""
    if node.skip:
        return "skipped: in no figure"
    parts = [transforms_in_words(node), rule_in_words(node.comparator.name, node)] if node.comparator else []
    settings = node.settings
    parts += [f"{word}{setting_in_words(key, settings[key])}" for key, word in _KEYS.items() if key in settings]
    if node.items is not None and not node.is_unit and "x-eval-align" not in settings:
        parts.append("elements paired by position")
    return "; ".join(filter(None, parts)) or None
