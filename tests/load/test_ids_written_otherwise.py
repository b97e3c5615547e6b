"""Ids of extracted records that are those of gold, written otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from evaljson.load import read_records
from evaljson.load.ids_written_otherwise import ids_written_otherwise, with_ids_as_gold
from evaljson.load.pairing import pair_by_id


@pytest.mark.parametrize(
    ("gold", "missing", "strays", "found"),
    [
        (["L-1", "L-2"], ["L-1"], ["l 1"], {"l 1": "L-1"}),
        (["PTN 2024/3"], ["PTN 2024/3"], ["ptn-2024-3"], {"ptn-2024-3": "PTN 2024/3"}),
        (["1", "2"], ["1"], [1], {1: "1"}),
        (["a", "b"], ["a"], ["c"], {}),
        (["A-1", "A1"], ["A-1"], ["a1"], {}),
        (["A-1"], ["A-1"], ["a1", "A 1"], {}),
        (["-", "x"], ["-"], ["/"], {}),
        (["1"], ["1"], [True, None, 1.0, ["1"]], {}),
        (["10", "2024-11-2"], ["10", "2024-11-2"], ["1.0", "2024-1-12"], {}),
        (["F-0011", "F-0012"], ["F-0011", "F-0012"], ["F-11", 12], {"F-11": "F-0011"}),
        (["0042", "042"], ["0042", "042"], [42], {}),
        (["007", "7"], ["007"], ["#007", 7], {"#007": "007"}),
        (["1.05", "2"], ["1.05"], ["1.5", "02"], {}),
    ],
    ids=[
        "case",
        "separators",
        "type",
        "another",
        "two of gold",
        "two extracted",
        "no letter",
        "no id",
        "numbers",
        "zeros",
        "zeros of two",
        "the same with zeros",
        "decimals",
    ],
)
def test_an_id_is_one_of_gold_where_only_its_writing_differs_and_no_other_is_like_it(
    gold: list[Any], missing: list[Any], strays: list[Any], found: dict[Any, Any]
) -> None:
    assert ids_written_otherwise(gold, missing, strays) == found


def test_records_with_these_ids_pair_and_the_data_say_so() -> None:
    gold = [{"id": f"L-{n}", "a": n} for n in range(4)]
    loaded = read_records(b'[{"id": "L0"}, {"id": "L-1"}, {"id": "l 2"}, {"id": "Z"}]', name="a.json", kind="extracted")
    pairing = pair_by_id(gold, loaded.records, "id")
    missing = [pairing.record_ids[place] for place in pairing.missing]
    ids = ids_written_otherwise(pairing.record_ids, missing, [one.id for one in pairing.strays])
    again = with_ids_as_gold(loaded, "id", ids)
    after = pair_by_id(gold, again.records, "id")
    assert [pairing.record_ids[place] for place in after.missing] == ["L-3"]
    assert [one.id for one in after.strays] == ["Z"]
    assert again.sha256 != loaded.sha256
    assert again.problems[-1].message == "2 ids are read as gold has them, such as 'L0' as 'L-0'."
    assert loaded.records[0] == {"id": "L0"}, "the file stays as it was read"
