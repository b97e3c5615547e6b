"""What variants are called where people read their names."""

import pytest

from evaljson.load.variant_names import called, shown_names


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["extracted_gpt", "Extraction-b", "extractions.c"], ["gpt", "b", "c"]),
        (["extraction_1", "extraction_2"], ["extraction_1", "extraction_2"]),
        (["extracted", "extracted_", "prompt_extracted_b"], ["extracted", "extracted_", "prompt_extracted_b"]),
        (["extracted_a", "a", "extracted_b"], ["extracted_a", "a", "b"]),
        (["loans_extracted_gpt", "loans_extracted_b"], ["gpt", "b"]),
        (["loans-predictions-gpt 4", "loans-predictions-b"], ["gpt 4", "b"]),
        (["gpt_extracted_v1", "claude_extracted_v2"], ["gpt_extracted_v1", "claude_extracted_v2"]),
        (["loans_extracted_1", "loans_extracted_2"], ["loans_extracted_1", "loans_extracted_2"]),
        (["loans_extracted_gpt"], ["loans_extracted_gpt"]),
        (["prompt_a", "prompt_b"], ["prompt_a", "prompt_b"]),
        (["extracted_extracted_x", "extracted_x", "x"], ["extracted_extracted_x", "extracted_x", "x"]),
    ],
)
def test_the_word_that_all_may_begin_with_is_left_out_unless_two_would_be_equal(
    names: list[str], shown: list[str]
) -> None:
    assert shown_names(names) == shown


@pytest.mark.parametrize(
    ("asked", "among", "meant"),
    [
        ("gpt", ["gpt", "b"], "gpt"),
        ("extracted_gpt", ["gpt", "b"], "gpt"),
        ("gpt", ["extracted_gpt", "b"], "extracted_gpt"),
        ("extracted_a", ["a", "extracted_a"], "extracted_a"),
        ("extraction_a", ["a", "extracted_a"], None),
        ("loans_extracted_gpt", ["gpt", "b"], "gpt"),
        ("gpt", ["loans_extracted_gpt", "loans_extracted_b"], "loans_extracted_gpt"),
        ("x_output_a", ["y_output_a", "a"], None),
        ("c", ["a", "b"], None),
    ],
)
def test_a_name_means_the_variant_that_is_shown_under_it(asked: str, among: list[str], meant: str | None) -> None:
    assert called(asked, among) == meant
