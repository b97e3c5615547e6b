"""Writes a comparison as JUnit XML for CI: one test case per verdict, and one per gate and variant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from evaljson.compare.gate_checks import ComparisonGateResult
from evaljson.compare.many import ManyComparison

_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_junit(comparison: ManyComparison, gates: Sequence[ComparisonGateResult] = ()) -> bytes:
    """Return the document in UTF-8. Only gates fail, a verdict never does."""
    failed = sum(not result.passed for result in gates)
    count = len(gates) + len(comparison.comparisons)
    totals = {"tests": str(count), "failures": str(failed), "errors": "0"}
    root = ElementTree.Element("testsuites", {"name": "evaljson compare", **totals})
    suite = ElementTree.SubElement(
        root, "testsuite", {"name": _plain(f"against {comparison.baseline}"), **totals, "skipped": "0"}
    )
    for name, variant_comparison in comparison.comparisons.items():
        case = _case(suite, name, f"verdict on {variant_comparison.figure}")
        sentence = variant_comparison.sentence
        notes = [note for note in variant_comparison.notes if note not in sentence]  # it says some of them itself
        ElementTree.SubElement(case, "system-out").text = _plain("\n".join([sentence, *notes]))
    for result in gates:
        case = _case(suite, result.variant, result.gate.argument)
        if not result.passed:
            message = _plain(result.message)
            ElementTree.SubElement(case, "failure", {"type": "gate", "message": message}).text = message
    ElementTree.indent(root)
    whole: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return whole + b"\n"


def _case(suite: ElementTree.Element, variant: str, name: str) -> ElementTree.Element:
    names = {"classname": _plain(f"evaljson.compare.{variant}"), "name": _plain(name)}
    return ElementTree.SubElement(suite, "testcase", names)


def _plain(text: str) -> str:
    """Escape what XML cannot hold."""
    return _NO_XML.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)
