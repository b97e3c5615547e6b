"""500 fields and 300 arrays take seconds; annotators may lack records, or have them twice."""

import time

from evaljson import agreement
from tests.messy import ARRAYS, FIELDS, messy


def test_messy_gold_of_three_people_takes_seconds() -> None:
    made = messy(60, 3)
    people = dict(list(made.extracted.items())[:3])
    began = time.process_time()
    found = agreement(people, made.schema)
    assert time.process_time() - began < 20
    assert sum(field.value is not None for field in found.fields) == FIELDS
    assert sum(field.elements is not None for field in found.fields) == ARRAYS
    assert (found.doubles, found.annotators["extracted_model_02"]) == (60, 57)
    assert any("with the id of an earlier one" in note for note in found.notes)
    # The extra key of the first one is outside the schema, and in no figure of people.
    assert (found.f1.value or 0) > 0.9
