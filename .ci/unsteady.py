"""List failed tests of browsers, servers and jobs, a node id a line; nothing where others failed too, or many did."""

import sys
from pathlib import Path
from xml.etree import ElementTree

PARTS = ("tests.browser.", "tests.deploy.", "tests.jobs.", "tests.scale.test_dask")
MOST = 3


def failed_in(junit: str) -> list[tuple[str, str]]:
    """Return class and name of each test that failed, or whose fixtures did."""
    cases = ElementTree.parse(junit).iter("testcase")
    return [
        (case.get("classname") or "", case.get("name") or "")
        for case in cases
        if case.find("failure") is not None or case.find("error") is not None
    ]


def node_id(module: str, name: str) -> str:
    """Return how pytest calls a test of a module."""
    return f"{Path(*module.split('.'))}.py::{name}"


found = failed_in(sys.argv[1])
if 0 < len(found) <= MOST and all(module.startswith(PARTS) for module, _ in found):
    sys.stdout.writelines(f"{node_id(*one)}\n" for one in dict.fromkeys(found))
