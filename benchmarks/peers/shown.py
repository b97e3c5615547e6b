"""The comparison with other scorers as a table and as a plot: python -m benchmarks.peers.shown FILE [--plot SVG]"""

from __future__ import annotations

import argparse
import json
import math
from html import escape
from pathlib import Path
from typing import Any

Found = dict[str, Any]
_WIDTH, _ROW, _LEFT = 640, 26, 150


def table(found: Found) -> str:
    """Both tables in Markdown, and who is missing."""
    absent = "\n".join(f"- {name}: {why}" for name, why in found["absent"].items())
    return f"{costs(found)}\n{answers(found)}\nNot measured:\n\n{absent}\n"


def costs(found: Found) -> str:
    """A row for each scorer: milliseconds of CPU time a record, and how many times what evaljson takes."""
    sizes = sorted({size for row in found["rows"].values() for size in row["ms"]}, key=int)
    ours = found["rows"].get("evaljson", {"ms": {}})["ms"]
    heads = [f"{size} line items, ms" for size in sizes] + [f"x evaljson at {size}" for size in sizes]
    lines = [_line(["", *heads]), "|---" * (1 + len(heads)) + "|"]
    for name, row in found["rows"].items():
        spent = [_ms(row["ms"].get(size)) for size in sizes]
        ratios = [_ratio(row["ms"].get(size), ours.get(size)) for size in sizes]
        lines.append(_line([_label(name, row), *spent, *ratios]))
    return "\n".join(lines) + "\n"


def answers(found: Found) -> str:
    """A row for each probe: what each scorer came to."""
    scorers = {name: row for name, row in found["rows"].items() if row["probes"]}
    lines = [_line(["", *scorers]), "|---" * (1 + len(scorers)) + "|"]
    lines += [_line([probe, *(row["probes"][probe] for row in scorers.values())]) for probe in found["probes"]]
    return "\n".join(lines) + "\n"


def _label(name: str, row: Found) -> str:
    return f"`{name}` of both files" if name == "json.loads" else f"{name} {row['version']}"


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _ms(value: float | None) -> str:
    return "" if value is None else f"{value:,.0f}" if value >= 100 else f"{value:.2g}"


def _ratio(value: float | None, ours: float | None) -> str:
    return "" if value is None or not ours else f"{value / ours:.2g}" if value < 10 * ours else f"{value / ours:,.0f}"


def plot(found: Found) -> str:
    """As SVG: records a second of each scorer, on a logarithmic axis."""
    size = min(next(iter(found["rows"].values()))["ms"], key=int)
    speeds = {name: 1000 / row["ms"][size] for name, row in found["rows"].items() if size in row["ms"]}
    height = _ROW * (len(speeds) + 2)
    lowest, highest = (math.log10(pick(speeds.values())) for pick in (min, max))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif" '
        'font-size="13"><rect width="100%" height="100%" fill="white"/>',
        f'<text x="8" y="18">Records a second, {size} line items each, one core; logarithmic</text>',
    ]
    for place, (name, speed) in enumerate(sorted(speeds.items(), key=lambda one: -one[1]), 1):
        share = 0.05 + 0.95 * (math.log10(speed) - lowest) / max(highest - lowest, 1e-9)
        width, y = share * (_WIDTH - _LEFT - 90), _ROW * place
        color = "#1f6feb" if name == "evaljson" else "#8b949e"
        parts.append(
            f'<text x="{_LEFT - 8}" y="{y + 18}" text-anchor="end">{escape(name)}</text>'
            f'<rect x="{_LEFT}" y="{y + 4}" width="{width:.0f}" height="{_ROW - 8}" fill="{color}"/>'
            f'<text x="{_LEFT + width + 6:.0f}" y="{y + 18}">{speed:,.0f}</text>'
        )
    return "".join([*parts, "</svg>\n"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--plot", type=Path, help="write the plot to this file")
    options = parser.parse_args()
    found = json.loads(options.file.read_text(encoding="utf-8"))
    print(table(found))
    if options.plot is not None:
        options.plot.write_text(plot(found), encoding="utf-8")


if __name__ == "__main__":
    main()
