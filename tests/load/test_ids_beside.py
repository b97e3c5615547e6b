"""The id beside a reply counts where the reply has none of its own."""

import io
import json
import zipfile

from evaljson.load import LoadedRecords, read_records

FULL = {"policy_no": "P-15", "holder": "Ann"}
HINT = 'Ids like {"policy_no": "?"}: '


def read(replies: dict[str, str]) -> LoadedRecords:
    lines = "\n".join(json.dumps({"id": one, "output": reply}) for one, reply in replies.items())
    return read_records(lines.encode(), name="a.jsonl", kind="extracted", id_field="policy_no", keys=list(FULL))


def whole(one: str) -> str:
    return json.dumps({**FULL, "policy_no": one})


def test_a_reply_cut_off_before_its_id_takes_the_one_beside_it_if_others_have_the_same_in_both_places() -> None:
    found = read({"P-15": whole("P-15"), "P-16": whole("P-16"), "P-17": HINT + '{"holder": "An'})
    assert found.records[2] == {"policy_no": "P-17", "holder": "An"}
    assert any("the id beside the record, 'id', is used in 1" in one.message for one in found.problems)


def test_a_placeholder_for_an_id_gives_way_to_the_id_beside_it() -> None:
    found = read({"P-15": whole("P-15"), "P-16": whole("?")})
    assert [record and record["policy_no"] for record in found.records] == ["P-15", "P-16"]


def test_an_id_beside_that_is_another_one_in_most_records_is_not_taken() -> None:
    found = read({"a": whole("P-15"), "b": whole("P-16"), "c": '{"holder": "Ann"}'})
    assert found.records[2] == {"holder": "Ann"}


def test_a_reply_that_cannot_be_read_is_known_by_the_id_beside_it() -> None:
    found = read({"P-15": whole("P-15"), "P-16": whole("P-16"), "P-17": "I cannot do that."})
    assert found.unread_ids == {2: "P-17"}


def test_the_name_of_a_file_goes_before_a_placeholder_inside() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as files:
        for one, inside in (("P-15", "P-15"), ("P-16", "<id>"), ("P-17", "P-1")):
            files.writestr(f"{one}.txt", whole(inside))
    found = read_records(packed.getvalue(), name="a.zip", kind="extracted", id_field="policy_no")
    assert [record and record["policy_no"] for record in found.records] == ["P-15", "P-16", "P-1"]
