"""The same files give the same suggestions in every process, however its sets are ordered."""

import os
import subprocess
import sys

import pytest

from tests.conftest import ROOT

SCRIPT = """
import json
from evaljson.suggest import suggest
codes = ["+49 30 1234567", "+41 44 1234567", "+39 06 1234567", "+46 8 1234567"] * 3
national = ["030 1234567", "044 1234567", "06 1234567", "08 1234567"] * 3
units = ["cm", "mm", "km", "in"] * 3
gold = [{"id": f"{at:02}", "phone": code, "size": float(at)} for at, code in enumerate(codes)]
said = [
    {"id": f"{at:02}", "phone": national[at], "size": f"{at}.0 {units[at]}"} for at in range(len(gold))
]
found = suggest(gold, {"a": said}, id_field="id").proposed
print(json.dumps([(one.id, one.kind, one.path, one.risk.why) for one in found]))
"""


@pytest.fixture(scope="module")
def first() -> str:
    return said("0")


def said(seed: str) -> str:
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, "-c", SCRIPT], env=env, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("seed", ["1", "2", "7"])
def test_suggestions_do_not_hang_on_the_order_of_sets(first: str, seed: str) -> None:
    assert "phone" in first
    assert "size" in first
    assert said(seed) == first
