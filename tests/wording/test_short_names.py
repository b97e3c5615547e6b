"""Names that are made short where there is little room."""

import pytest

from evaljson.wording.short_names import begun, is_long, shortened_path, told_apart


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["Prompt A", "Prompt B"], ["Prompt A", "Prompt B"]),
        (["claims_run_v1_strict", "claims_run_v2_fewshot"], ["…run_v1_strict", "…run_v2_fewshot"]),
        (["claims_run_v1", "claims_run_v1_strict_json"], ["…v1", "…v1_strict_json"]),
        (["gpt-4o at temperature 0.0", "gpt-4o at temperature 0.5"], ["…0.0", "…0.5"]),
        (["a_rather_long_beginning", "other_name_of_a_variant"], ["a_rathe…ginning", "other_n…variant"]),
        (["invoices_prompt_with_much_to_say", "invoices_b"], ["…prompt…_to_say", "…b"]),
        (["only_one_name_that_is_long"], ["only_on…is_long"]),
        (["long_name_that_ends_alike", "long_name_that_ends_alike"], ["long_na…s_alike"] * 2),
        (["", "claims_run_v2_fewshot_0"], ["", "claims_…wshot_0"]),
    ],
)
def test_the_words_that_all_begin_with_go_first(names: list[str], shown: list[str]) -> None:
    assert told_apart(names, 15) == shown


def test_names_that_would_read_alike_stay_as_they_are() -> None:
    names = ["one_abcdefghij_klmnopqrst", "one_abcdefghijx_klmnopqrst"]
    assert told_apart(names, 9) == names


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("composition[].name", "composition[].name"),
        ("composition[].share_percent_max", "composit…hare_percent_max"),
        ("composition[].share_percent_min", "composit…hare_percent_min"),
    ],
)
def test_a_path_keeps_more_of_its_end(path: str, shown: str) -> None:
    assert shortened_path(path, 25) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("dates as dates", "dates as dates"),
        ("dates\nas  dates", "dates as dates"),
        ("twenty characters ok", "twenty characters ok"),
        ("dates as dates, since the supplier", "dates as dates…"),
        ("dates as dates since the supplier", "dates as dates…"),
        ("part.rows[].amount.of.the.order: numeric", "part.rows[].amount…"),
        ("an extraordinarilylongword", "an extraordinarilyl…"),
    ],
)
def test_of_a_message_the_beginning_stays_to_the_end_of_a_word(text: str, shown: str) -> None:
    assert begun(text, 20) == shown
    assert is_long(text, 20) == shown.endswith("…")
