"""The recursion over schema, gold and extracted value."""

from typing import Any

from .align import Pair, aligned
from .place import Place, Result
from .schema import ONLY_LISTED, Node, free_keys, has_keys, is_unit, pairs_entries
from .sums import pair_score
from .unit import score_unit
from .values import MISSING, strictly_equal


def score(node: Node, gold: Any, extracted: Any, place: Place) -> list[Result]:
    """All results at and below a node; MISSING on a side means that it has no such key or element."""
    if gold is MISSING and extracted is MISSING:
        return []
    place = place.entered(node)
    if node.get("x-eval-skip"):
        return [] if place.inside else [place.result("skipped", extracted)]
    if is_unit(node):
        return [score_unit(node, gold, extracted, place)]
    return score_container(node, gold, extracted, place)


def score_container(node: Node, gold: Any, extracted: Any, place: Place) -> list[Result]:
    gold_absent, extracted_absent = place.is_absent(gold), place.is_absent(extracted)
    if gold_absent and extracted_absent:
        return [place.both_absent(extracted)]
    if gold_absent:
        return one_sided(node, MISSING, extracted, place, place.result("hallucination", extracted))
    if extracted_absent:
        return one_sided(node, gold, MISSING, place, place.result("omission", extracted))
    if gold is None and extracted is None:
        return []
    if gold is None:
        return one_sided(node, MISSING, extracted, place, place.result("hallucination", extracted))
    if extracted is None:
        return one_sided(node, gold, MISSING, place, place.result("omission", extracted))

    kind = dict if has_keys(node) else list
    if not isinstance(gold, kind) or not isinstance(extracted, kind):
        if strictly_equal(gold, extracted):
            return [place.result("match", extracted, 1.0, 1.0)]
        return [place.result("mismatch", extracted, 0.0, 0.0)]
    if not gold and not extracted:
        return [place.result("match", extracted, 1.0, 1.0)]
    return score_children(node, gold, extracted, place)


def one_sided(node: Node, gold: Any, extracted: Any, place: Place, at_node: Result) -> list[Result]:
    """Leaf by leaf what only one side has; `at_node` where that is of the wrong kind, null, or holds no leaf."""
    kind = dict if has_keys(node) else list
    value = extracted if gold is MISSING else gold
    below = score_children(node, gold, extracted, place) if isinstance(value, kind) else []
    return below or [at_node]


def score_children(node: Node, gold: Any, extracted: Any, place: Place) -> list[Result]:
    if has_keys(node):
        return score_keys(node, gold, extracted, place)
    return score_elements(node, gold, extracted, place)


def score_keys(node: Node, gold: Any, extracted: Any, place: Place) -> list[Result]:
    """Known keys in schema order, then a map's free keys, then the keys that the schema lacks."""
    inside = gold is MISSING or extracted is MISSING
    gold_keys = {} if gold is MISSING else gold
    extracted_keys = {} if extracted is MISSING else extracted
    record_id = node.get("x-eval-id")
    results = []

    declared = node.get("properties", {})
    for key, child in declared.items():
        if key != record_id:
            below = place.at_key(key, inside)
            results += score(child, gold_keys.get(key, MISSING), extracted_keys.get(key, MISSING), below)

    entries = free_keys(node)
    if entries is not None and pairs_entries(node) and not inside:
        free = [
            {key: value for key, value in side.items() if key not in declared and key != record_id}
            for side in (gold_keys, extracted_keys)
        ]
        results += score_entries({**node, "items": entries}, free[0], free[1], place)
    elif entries is not None:
        for key in [*gold_keys, *(key for key in extracted_keys if key not in gold_keys)]:
            if key not in declared and key != record_id:
                below = place.at_key(key, inside, in_map=True)
                results += score(entries, gold_keys.get(key, MISSING), extracted_keys.get(key, MISSING), below)
    elif not inside and ONLY_LISTED not in node:
        for key in sorted(extracted_keys):
            if key not in declared and key != record_id:
                results.append(place.at_key(key, inside).result("hallucination", extracted_keys[key]))
    return results


def score_entries(node: Node, gold: dict[str, Any], extracted: dict[str, Any], place: Place) -> list[Result]:
    """A map whose keys mean nothing is an array of its entries in the order of their keys, listed as gold has them."""
    names = sorted(gold), sorted(extracted)
    golds, extracteds = [gold[name] for name in names[0]], [extracted[name] for name in names[1]]
    pairs = aligned(node, golds, extracteds, place, lambda seen, g, e: candidate_score(seen, g, e, place), names)
    partner = {names[0][p.gold]: p.extracted for p in pairs if p.gold is not None}
    results: list[Result] = []
    for name in gold:
        at = partner[name]
        below = place.at_entry(name, None if at is None else names[1][at], inside=at is None)
        results += score(node["items"], gold[name], MISSING if at is None else extracteds[at], below)
    taken = [names[1][at] for at in partner.values() if at is not None]
    lone = [name for name in extracted if name not in taken]
    for shown, name in zip(shown_names(lone, gold), lone, strict=True):
        results += score(node["items"], MISSING, extracted[name], place.at_entry(shown, name, inside=True))
    return results


def shown_names(lone: list[str], gold: dict[str, Any]) -> list[str]:
    """A path means one thing: where gold has the key too, another entry has the path."""
    shown: list[str] = []
    for name in lone:
        marked = name
        while marked in gold or marked in shown or (marked != name and marked in lone):
            marked += " (invented)"
        shown.append(marked)
    return shown


def score_elements(node: Node, gold: Any, extracted: Any, place: Place) -> list[Result]:
    item = node["items"]
    if gold is MISSING or extracted is MISSING:
        golds = [] if gold is MISSING else gold
        extracteds = [] if extracted is MISSING else extracted
        pairs = [Pair(i, None) for i in range(len(golds))] + [Pair(None, j) for j in range(len(extracteds))]
    else:
        golds, extracteds = gold, extracted
        pairs = aligned(node, golds, extracteds, place, lambda seen, g, e: candidate_score(seen, g, e, place))

    results, invented = [], 0
    for pair in pairs:
        if pair.gold is not None and pair.extracted is not None:
            below = place.at_element(pair.gold, pair.extracted, inside=False)
            results += score(item, golds[pair.gold], extracteds[pair.extracted], below)
        elif pair.gold is not None:
            below = place.at_element(pair.gold, None, inside=True)
            results += score(item, golds[pair.gold], MISSING, below)
        elif pair.extracted is not None:
            invented += 1
            below = place.at_element(-invented, pair.extracted, inside=True)
            results += score(item, MISSING, extracteds[pair.extracted], below)
    return results


def candidate_score(item: Node, gold: Any, extracted: Any, place: Place) -> float:
    """`item` is the element, or what an alignment sees of it. Weights count from the element down: what lies above
    changes no pairing."""
    candidate = Place(nulls=place.nulls, pairing=True, comparators=place.comparators)
    return pair_score(score(item, gold, extracted, candidate))
