"""A preview can be sent to another process, and says the same there."""

import pickle

import evaljson
from evaljson.schema import parse_eval_schema
from evaljson.whatif import KeptPreview, preview

GOLD = [{"a": str(number), "b": "x"} for number in range(6)]
EXTRACTED = [{"a": f"{number} ", "b": "X" if number % 2 else "x"} for number in range(6)]


def schema(**field: object) -> dict[str, object]:
    return {"type": "object", "properties": {"a": {"type": "string", **field}, "b": {"type": "string"}}}


def test_it_says_what_the_preview_says_without_the_run() -> None:
    before, after = parse_eval_schema(schema()), parse_eval_schema(schema(**{"x-eval-transform": ["strip"]}))
    whole = preview(evaljson.evaluate(GOLD, EXTRACTED, before), before, after)
    kept: KeptPreview = pickle.loads(pickle.dumps(KeptPreview.of(whole, 2)))
    assert (kept.before, kept.after) == (whole.before, whole.after)
    assert (kept.up.tolist(), kept.down.tolist()) == (whole.up.tolist(), whole.down.tolist())
    assert [(path, one.has_below) for path, one in kept.wholes.items()] == [("a", False)]
    assert (kept.touched, kept.only_lenient, kept.become_wrong, kept.not_judged) == (whole.touched, True, 0, 0)
    assert kept.flips == {place: whole.flips(place) for place in whole.up[:2].tolist()}
    assert len(kept.flips) == 2
    assert kept.tallies.by_record()[0].tolist() == whole.tallies.by_record()[0].tolist()
    assert 0 < kept.size < 10_000
