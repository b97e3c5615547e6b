"""A comparison as JUnit XML, which every CI shows: one test case a gate and variant, and one for each verdict."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from evaljson.compare.gates import ComparisonGateResult
from evaljson.compare.many import ManyComparison

_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_junit(found: ManyComparison, gates: Sequence[ComparisonGateResult] = ()) -> bytes:
    """The document in UTF-8. A verdict alone never fails: that is what gates are for."""
    failed = sum(not one.passed for one in gates)
    count = len(gates) + len(found.comparisons)
    totals = {"tests": str(count), "failures": str(failed), "errors": "0"}
    root = ElementTree.Element("testsuites", {"name": "evaljson compare", **totals})
    suite = ElementTree.SubElement(
        root, "testsuite", {"name": _plain(f"against {found.baseline}"), **totals, "skipped": "0"}
    )
    for name, one in found.comparisons.items():
        case = _case(suite, name, f"verdict on {one.figure}")
        ElementTree.SubElement(case, "system-out").text = _plain("\n".join([one.sentence, *one.notes]))
    for result in gates:
        case = _case(suite, result.variant, result.gate.said)
        if not result.passed:
            told = _plain(result.told)
            ElementTree.SubElement(case, "failure", {"type": "gate", "message": told}).text = told
    ElementTree.indent(root)
    whole: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return whole + b"\n"


def _case(suite: ElementTree.Element, variant: str, name: str) -> ElementTree.Element:
    told = {"classname": _plain(f"evaljson.compare.{variant}"), "name": _plain(name)}
    return ElementTree.SubElement(suite, "testcase", told)


def _plain(text: str) -> str:
    """What XML cannot hold is escaped."""
    return _NO_XML.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)
