"""Where the losses of many fields add up: the array or object that they are in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import pairwise

from evaljson.base.paths import above


def where_losses_add_up(losses: Mapping[str, float]) -> Iterator[tuple[str, float, int, str]]:
    """Yield the paths of arrays and objects of which no part has half of the loss: with the sum, the number of fields
    in it, and the one that loses most.

    `losses` has what each field loses, by schema path. Where one part has half of it or more, that part says more than
    what is around it, so it is looked into in turn, as are those beside it. None of what is yielded is inside another.
    """
    sums: defaultdict[str, float] = defaultdict(float)
    fields: defaultdict[str, list[str]] = defaultdict(list)
    parts: defaultdict[str, set[str]] = defaultdict(set)
    for path, loss in losses.items():
        if loss > 0:
            around = above(path)
            for outer, inner in pairwise(around):
                parts[outer].add(inner)
            for one in around:
                sums[one] += loss
                fields[one].append(path)
    open_paths = sorted(parts[""])
    while open_paths:
        path = open_paths.pop(0)
        largest = max([losses.get(path, 0.0), *(sums[part] for part in parts[path])])
        if parts[path] and largest < sums[path] / 2:
            yield path, sums[path], len(fields[path]), max(fields[path], key=lambda one: losses[one])
        else:
            open_paths += sorted(parts[path])
