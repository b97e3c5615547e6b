"""Losses add up in the container of which no part has half of them."""

from random import Random

import pytest

from evaljson.base.paths import is_below
from evaljson.results.rolled_up import where_losses_add_up


@pytest.mark.parametrize(
    ("losses", "found"),
    [
        ({"total": 3.0, "lines[].a": 2.0, "lines[].b": 2.0, "lines[].c": 1.0}, {("lines[]", 5.0, 3)}),
        ({"lines[].a": 2.0, "lines[].b": 1.0, "lines[].c": 1.0}, set()),  # one field has half of it
        ({"pages[].rows[].a": 2.0, "pages[].rows[].b": 2.0, "pages[].rows[].c": 2.0, "pages[].no": 1.0},
         {("pages[].rows[]", 6.0, 3)}),  # most of what is lost in pages is lost in their rows
        ({"pages[].rows[].a": 2.0, "pages[].no": 2.0, "pages[].name": 2.0}, {("pages[]", 6.0, 3)}),
        ({"lines": 3.0, "lines[].a": 2.0, "lines[].b": 2.0}, set()),  # the list itself is missing, too
        ({"to.name": 1.0, "to.zip": 1.0, "to.city": 1.0, "by.name": 2.0, "by.zip": 0.0}, {("to", 3.0, 3)}),
        ({"a": 1.0, "b": 1.0, "c": 1.0}, set()),
        ({}, set()),
    ],
)  # fmt: skip
def test_a_container_is_found_where_no_part_of_it_has_half_of_what_is_lost(
    losses: dict[str, float], found: set[tuple[str, float, int]]
) -> None:
    assert {one[:3] for one in where_losses_add_up(losses)} == found


@pytest.mark.parametrize("seed", range(20))
def test_containers_have_the_sums_of_their_fields_and_are_not_in_each_other(seed: int) -> None:
    random = Random(seed)
    steps = ["a", "b[]", "c", "d[]"]
    paths = {".".join(random.choices(steps, k=random.randint(1, 4))) for _ in range(30)}
    losses = {path: float(random.choice([0, 1, 2, 8])) for path in paths}
    found = list(where_losses_add_up(losses))
    for path, loss, fields, worst in found:
        inside = [lost for field, lost in losses.items() if is_below(field, path) and lost]
        assert (loss, fields) == (sum(inside), len(inside))
        assert losses[worst] == max(inside) < loss / 2
        assert is_below(worst, path)
    assert not any(is_below(one[0], other[0]) for one in found for other in found if one is not other)
