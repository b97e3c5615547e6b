"""docs/metrics.md names every metric with its direction and its parameters, and all that can be imported."""

import json
import re
from pathlib import Path

import pytest

from evaljson import metrics
from evaljson.metrics import METRICS, Metric

TEXT = (Path(__file__).parents[2] / "docs" / "metrics.md").read_text(encoding="utf-8")
PARAMS = {(metric.fn.__name__, param.name): param for metric in METRICS.values() for param in metric.params}


@pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
def test_every_metric_stands_in_the_table_with_its_direction(metric: Metric) -> None:
    (row,) = re.findall(rf"^\| `{metric.name}` \|.*$", TEXT, re.MULTILINE)
    assert f"{metric.direction} is better" in row


@pytest.mark.parametrize(("function", "name"), PARAMS)
def test_every_parameter_has_its_row_below_its_metric(function: str, name: str) -> None:
    section = TEXT.partition(f"\n`{function}(")[2].partition("\n## ")[0]
    param = PARAMS[function, name]
    default = "none" if param.default is None else f"`{json.dumps(param.default)}`"
    assert f"| `{name}` | {default} | {param.doc} |" in section


def test_all_that_can_be_imported_is_mentioned() -> None:
    assert [name for name in metrics.__all__ if not re.search(rf"\b{name}\b", TEXT)] == []
