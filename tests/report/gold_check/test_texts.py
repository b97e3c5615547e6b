"""What the texts of the documents say of values that variants contradict alike."""

import pytest

from evaljson.report.export.gold_check import gold_check_csv
from tests.report.gold_check.one_field import GOLD, TEXT, of_values, with_first


@pytest.mark.parametrize(
    ("texts", "rest"),
    [
        (["in DE"] * 3 + ["in Germany"], " But the text has their value, and not that of gold, in 3 of 4: look there."),
        (["in Germany"] * 4, ""),
    ],
)
def test_where_texts_contradict_gold_a_field_that_is_left_out_says_so(texts: list[str], rest: str) -> None:
    gold = ["Germany"] * 4 + GOLD[4:]
    documents = {str(at): text for at, text in enumerate(texts)}
    variants = ["DE"] * 4 + GOLD[4:], ["DE"] * 4 + [*GOLD[4:-1], "its own"]
    (field,) = of_values(gold, *variants, documents=documents).fields
    assert field.sentence.endswith(f"look at some of them.{rest}")


@pytest.mark.parametrize(
    ("text", "in_text", "said"),
    [
        ("paid to other", "only theirs", "check gold. The text has their value, not that of gold."),
        ("paid to right", "only gold", "check gold. The text has the value of gold, not theirs."),
        ("right or other", "both", "check gold."),
        ("nobody is named", "neither", "check gold."),
        (None, None, "check gold."),
    ],
)
def test_what_the_text_has_is_said(text: str | None, in_text: str | None, said: str) -> None:
    texts = {} if text is None else {"0": text}
    found = of_values(with_first("right"), with_first("other"), [*with_first("other")[:-1], "own"], documents=texts)
    assert found.found[0].in_text == in_text
    assert found.found[0].sentence.endswith(said)
    assert gold_check_csv(found).decode().splitlines()[1].endswith(f",{in_text or ''}")


def test_a_value_that_is_nearly_in_the_text_is_not_in_it() -> None:
    slip, right = "Rosenberg Harbuor", "Rosenberg Harbour"
    found = of_values(
        with_first(slip), with_first(right), [*with_first(right)[:-1], "own"], documents={"0": f"Ship to {right}."}
    )
    assert found.found[0].in_text == "only theirs"


def test_what_only_the_variants_share_with_the_text_is_first_and_what_gold_shares_is_last() -> None:
    said = with_first("one", "two", "three")
    texts = {"0": "value right0", "2": "here is three"}
    gold = ["right0", "right1", "right2", *GOLD[3:]]
    found = of_values(gold, said, [*said[:-1], "own"], documents=texts)
    assert [(one.record, one.in_text) for one in found.found] == [("2", "only theirs"), ("1", None), ("0", "only gold")]


@pytest.mark.parametrize(("text", "in_text"), [("UK, right", "both"), ("Great Britain, right", None), ("right", None)])
def test_where_variants_wrote_a_value_otherwise_a_text_without_that_of_the_first_tells_nothing(
    text: str, in_text: str | None
) -> None:
    found = of_values(
        with_first("right"), with_first("UK"), [*with_first("Great Britain")[:-1], "own"],
        documents={"0": text}, node={**TEXT, "x-eval-transform": [{"map_values": {"values": {"UK": "Great Britain"}}}]},
    )  # fmt: skip
    assert (found.found[0].is_literal, found.found[0].in_text) == (False, in_text)


def test_no_text_has_null_so_their_value_alone_counts() -> None:
    said = with_first("other")
    found = of_values(with_first(None), said, [*said[:-1], "own"], documents={"0": "the other one"})
    assert (
        found.found[0].sentence == "Both variants say other where gold has null: check gold. The text has their value."
    )
