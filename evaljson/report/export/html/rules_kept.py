"""The rules between fields, and who breaks them, in the HTML report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from evaljson.rules import RuleReport
from evaljson.wording.values import escaped
from evaljson.wording.words import counted, points

_MOST: Final = 50
"""Rules that have a row."""


def rules_line(found: Mapping[str, RuleReport]) -> str:
    """Write how many records of each side break a rule, with each rule behind a click; empty if nobody breaks one.

    Names of sides and rules are escaped here. Shares are of the objects that have all values that a rule needs.
    """
    if not any(report.violations for report in found.values()):
        return ""
    said = "; ".join(
        f"<bdi>{escaped(name)}</bdi> {report.records_broken:,} of {counted(report.records, 'record')}"
        for name, report in found.items()
    )
    heads = "".join(f'<th scope="col">{head}</th>' for head in ("Rule", "Of"))
    heads += "".join(f'<th scope="col">{escaped(name)}, %</th>' for name in found)
    broken = [
        rule
        for rule in next(iter(found.values())).rules
        if any((one := report.at(rule.path, rule.name)) is not None and one.broken for report in found.values())
    ]
    rows = "".join(_row(rule.path, rule.name, found) for rule in broken[:_MOST])
    more = f'<p class="faint">{len(broken) - _MOST:,} more rules are broken.</p>' if len(broken) > _MOST else ""
    return (
        f"<details><summary>Records that break a rule between fields: {said}</summary>"
        f'<div class="scroll"><table class="figures"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
        f"{more}</details>"
    )


def _row(path: str, name: str, found: Mapping[str, RuleReport]) -> str:
    rates = [None if (rule := report.at(path, name)) is None else rule.rate for report in found.values()]
    cells = "".join(f"<td>{points(rate)}</td>" for rate in rates)
    return f"<tr><td><bdi>{escaped(name)}</bdi></td><td><bdi>{escaped(path) or '(the record)'}</bdi></td>{cells}</tr>"
