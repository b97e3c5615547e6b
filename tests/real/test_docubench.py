"""DocuBench, whole: against verdicts by hand on a draw of results, and against the oracle on all of them."""

from typing import Any

import pytest

import evaljson
from tests.cases import read_cases
from tests.property.differences import differences

from .docubench import DATA, DRAWN, SYSTEMS, alone, as_row, documents, drawn, extracted_by, results, run_of

VERDICTS = read_cases("docubench_verdicts")["verdicts"]

needs_data = pytest.mark.skipif(not DATA.exists(), reason="the real data is not beside the project")
for_each_system = pytest.mark.parametrize("system", SYSTEMS)


def checked(system: str) -> list[dict[str, Any]]:
    return [verdict for verdict in VERDICTS if verdict["system"] == system]


@for_each_system
def test_every_verdict_by_hand_says_right_and_why(system: str) -> None:
    verdicts = checked(system)
    assert len(verdicts) == DRAWN
    assert {verdict["verdict"] for verdict in verdicts} == {"right"}
    assert all(verdict["why"] for verdict in verdicts)


@needs_data
@for_each_system
def test_the_results_drawn_are_those_checked_by_hand(system: str) -> None:
    by_hand = [{key: verdict[key] for key in verdict if key not in ("verdict", "why")} for verdict in checked(system)]
    assert [as_row(system, found) for found in drawn(system)] == by_hand


@needs_data
@for_each_system
def test_the_draw_shows_every_status_of_the_system(system: str) -> None:
    everywhere = {found.result.status for found in results(system)}
    assert {verdict["status"] for verdict in checked(system)} == everywhere


@needs_data
@for_each_system
def test_engine_and_oracle_agree_on_every_result_of_every_document(system: str) -> None:
    extracted = extracted_by(system)
    found = {id_: differences(alone(id_), [(gold, extracted[id_])]) for id_, gold in documents().items()}
    assert {document: lines for document, lines in found.items() if lines} == {}


@needs_data
@for_each_system
def test_one_call_for_all_documents_scores_each_as_if_it_were_alone(system: str) -> None:
    extracted = extracted_by(system)
    for record in run_of(system).records:
        document = str(record.record_id)
        (expected,) = evaljson.evaluate([documents()[document]], [extracted[document]], alone(document)).records
        assert list(record.field_results) == list(expected.field_results)
        assert (record.precision, record.recall, record.f1) == (expected.precision, expected.recall, expected.f1)
