"""Which of several JSON values in a reply counts, by what is known of records and by choice."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.load import parse_model_output, read_records
from evaljson.load.model_text.which_object import Pick

REPLY = 'Call {"tool": "ocr", "page": 1} gave {"total": 12, "vendor": "Acme"}; so the tax is {"rate": 19}.'


@pytest.mark.parametrize(
    ("keys", "pick", "value"),
    [
        ((), "fits", {"rate": 19}),
        (("total", "vendor", "notes"), "fits", {"total": 12, "vendor": "Acme"}),
        (("tool", "rate"), "fits", {"rate": 19}),
        (("total",), "first", {"tool": "ocr", "page": 1}),
        (("total",), "last", {"rate": 19}),
    ],
)
def test_known_keys_and_choice_decide(keys: tuple[str, ...], pick: Pick, value: object) -> None:
    output = parse_model_output(REPLY, keys=keys, pick=pick)
    assert (output.value, output.left_out) == (value, 2)


@pytest.mark.parametrize("pick", ["fits", "first", "last"])
@pytest.mark.parametrize("cut", ['{"total": 7, "ven', '```json\n{"total": 7, "ven'])
def test_a_value_that_breaks_off_does_not_go_before_a_complete_one_in_a_code_block(cut: str, pick: Pick) -> None:
    output = parse_model_output('```json\n{"total": 12}\n```\n' + cut, pick=pick)
    assert (output.value, output.how, output.left_out) == ({"total": 12}, "strict", 1)


CUT = '{"policy_no": "P-17", "holder": "An'
KEYS = ("policy_no", "holder", "age")


@pytest.mark.parametrize(
    "before",
    [
        'Here it is, ids like {"policy_no": "?"} are placeholders.\n',
        'Here it is, ids like {"policy_no": "P-1"} in the text: ',
        'Page {"page": 1}: ',
        '```json\n{"policy_no": "string", "holder": "string", "age": "integer"}\n```\n',
        'For example: {"policy_no": "P-1", "holder": "Bo", "age": 4}\n',
    ],
)
@pytest.mark.parametrize("fence", ["", "```json\n"])
def test_a_reply_cut_off_inside_its_answer_is_that_answer_and_not_what_it_mentions_before(
    before: str, fence: str
) -> None:
    output = parse_model_output(before + fence + CUT, keys=KEYS)
    assert (output.value, output.cut_inside) == ({"policy_no": "P-17", "holder": "An"}, "holder")
    assert "because the reply was cut off inside it" in output.problems[0]


@pytest.mark.parametrize(
    "before",
    [
        '{"policy_no": "P-16"}\n',
        '```json\n{"policy_no": "P-16"}\n```\n',
        'The answer: {"policy_no": "P-16", "holder": "Bo"}\n',
        'Answer: {"policy_no": "P-16"}\n\nQuestion: and the next one?\n',
    ],
)
def test_a_complete_answer_counts_though_the_reply_is_cut_off_in_another_one(before: str) -> None:
    assert parse_model_output(before + CUT, keys=KEYS).value["policy_no"] == "P-16"


def test_a_value_that_cannot_be_read_is_reported_beside_the_one_that_counts() -> None:
    output = parse_model_output('```json\n{"total": 12}\n```\n```json\n{"total" {"tax" {"n" {\n```')
    assert output.value == {"total": 12}
    assert any("another JSON value in the text cannot be read" in problem for problem in output.problems)


def test_records_of_a_file_are_chosen_by_the_keys_that_records_may_have() -> None:
    lines = "\n".join(json.dumps({"id": number, "output": REPLY}) for number in range(3)).encode()
    loaded = read_records(lines, name="replies.jsonl", kind="extracted", id_field="id", keys=["total", "vendor"])
    assert [record and record["total"] for record in loaded.records] == [12, 12, 12]
    assert sum("3 different JSON values" in problem.message for problem in loaded.problems) == 3


VALUES = st.dictionaries(st.sampled_from("abc"), st.integers(0, 3), min_size=1)


@given(st.lists(VALUES, min_size=1, max_size=6), st.sampled_from(["fits", "first", "last"]), st.booleans())
def test_every_value_counts_or_is_counted_as_left_out(values: list[dict[str, int]], pick: Pick, fenced: bool) -> None:
    texts = [f"```json\n{json.dumps(value)}\n```" if fenced else json.dumps(value) for value in values]
    output = parse_model_output("so:\n" + "\nand\n".join(texts), pick=pick)
    assert output.value in values
    assert output.left_out + 1 == len({json.dumps(value, sort_keys=True) for value in values})
    assert bool(output.problems) == (output.left_out > 0)
    if pick == "first":
        assert output.value == values[0]
