"""Long values of the worst regressions are cut so that what differs is seen."""

from evaljson.ui.overview.worst_regressions import _both


def test_of_a_text_that_ends_early_the_lost_part_is_shown() -> None:
    whole = "Late arrival is possible after a call to us, which is open until ten. No-show guests pay the first night."
    gold, extracted = _both(whole, whole[:82])
    assert "No-show guests" in gold
    assert "guests" not in extracted
    assert gold.startswith('<bdi dir="auto"><b>…')


def test_outer_white_space_has_signs() -> None:
    gold, extracted = _both("Keiko Vogt", " Keiko  Vogt")
    assert gold != extracted
    assert "␣Keiko␣␣Vogt" in extracted
