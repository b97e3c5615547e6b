"""Held against what was planted: all that is harmless is found, and hardly a real error is forgiven.

Suggestions are developed on the invoices; the postings are there to see whether they are right for a reason.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

from evaljson.results.model import RunResult
from evaljson.suggest import apply
from tests.suggest.planted import Planted, invoices, postings, wrong_results

SETS: dict[str, Callable[[], Planted]] = {"invoices": cache(invoices), "postings": cache(postings)}


@pytest.fixture(params=SETS)
def planted(request: pytest.FixtureRequest) -> Planted:
    return SETS[request.param]()


def test_every_harmless_difference_is_found(planted: Planted) -> None:
    assert planted.missed() == []


def test_nine_of_ten_suggestions_are_right(planted: Planted) -> None:
    assert len(planted.wrong()) <= 0.1 * len(planted.found), planted.wrong()


def test_applying_all_forgives_at_most_one_real_error_in_a_hundred(planted: Planted) -> None:
    before, real = planted.forgiven(planted.runs)
    after, _ = planted.forgiven(planted.under(apply(planted.found.schema, planted.found.measured)))
    assert real > 80
    assert before == 0
    assert after <= 0.01 * real


def test_all_together_bring_every_variant_closer_to_its_real_errors(planted: Planted) -> None:
    assert planted.found.together is not None
    assert planted.found.notes == ()
    for effect in planted.found.together.variants.values():
        assert effect.gain > 0.09  # synonyms are tried one by one
        assert effect.up > 2 * effect.down  # F1 of a record falls where a null that was right is skipped


def test_no_record_has_more_errors_with_all_of_them(planted: Planted) -> None:
    after = planted.under(apply(planted.found.schema, planted.found.for_all))
    for name, run in planted.runs.items():
        before, now = errors_by_record(run), errors_by_record(after[name])
        assert not {record for record in now if now[record] > before[record]}


def errors_by_record(run: RunResult) -> Counter[str]:
    counts = Counter[str]()
    for (record, _), count in wrong_results(run).items():
        counts[record] += count
    return counts


def test_a_code_whose_case_has_a_meaning_is_left_as_it_is() -> None:
    assert "reference" not in {suggestion.path for suggestion in SETS["postings"]().found}


def test_fields_with_real_errors_only_are_left_as_they_are() -> None:
    paths = {suggestion.path for suggestion in SETS["postings"]().found}
    assert not paths & {"location.country", "salary.currency", "years_experience", "remote"}
