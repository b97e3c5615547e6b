"""How a field is compared, in words: of every comparator that we ship, with its parameters."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any, Final

from evaljson.base.errors import EvaljsonError
from evaljson.base.params import parse_xeval_entry
from evaljson.comparators.registry import replaced_comparators
from evaljson.comparators.scale import scale_problem, steps_of
from evaljson.schema.node import SchemaNode, TransformSpec
from evaljson.wording.transforms import PATTERN, transform_in_words
from evaljson.wording.words import as_set

Params = Mapping[str, Any]
_LISTED = 4
"""Values of a list that are named."""
_CUT = 80
_GRADED: Final = "graded "


def rule_in_words(comparator: str, node: SchemaNode | None, *, threshold: bool = True) -> str:
    """Describe how a field is compared: "compared as numbers, may differ by 0.011"; a custom name stays as it is.

    Without `threshold` it is not said which scores count as right, where something beside it says that.
    """
    if comparator in ("", "structure"):  # runs of version 0.1 say structure
        return "decided by the structure"
    spec = node.comparator if node is not None else None
    words = _words(comparator, spec.params if spec is not None and spec.name == comparator else {})
    if node is None or node.threshold is None:
        return words
    if words.startswith(_GRADED):  # nothing between right and wrong is left
        words = f"compared {words.removeprefix(_GRADED)}"
    return f"{words}, {_from(node.threshold)}" if threshold else words


def _from(threshold: float) -> str:
    if threshold <= 0:
        return "right whatever the score"
    return f"right from a score of {as_set(threshold)}{' on' if threshold < 1 else ''}, wrong below"


def transforms_in_words(node: SchemaNode | None) -> str:
    """Describe how both sides are prepared: "after lowercasing, trimming"; empty without transforms."""
    return _after(list(node.transforms)) if node is not None else ""


def _words(name: str, params: Params) -> str:
    known = _RULES.get(name) if name not in replaced_comparators() else None
    if known is not None:
        return known(params)
    return f"{name} ({_short(dict(params))})" if params else name


def _entry(entry: Any) -> str:
    """Describe a comparator inside another one, given as in x-eval-compare."""
    try:
        return _words(*parse_xeval_entry(entry))
    except EvaljsonError:
        return _short(entry)


def _after(transforms: list[Any]) -> str:
    entries = [
        (entry.name, entry.params) if isinstance(entry, TransformSpec) else parse_xeval_entry(entry)
        for entry in transforms
    ]
    words = [(text, len(list(same))) for text, same in groupby(transform_in_words(*entry) for entry in entries)]
    said = [f"replacing {count} patterns" if text == PATTERN and count > 1 else text for text, count in words]
    return f"after {', '.join(said)}" if said else ""


def _numeric(params: Params) -> str:
    no_text = "" if params.get("text", True) else ", text is never one"
    return f"compared as numbers{no_text}{_tolerance(params)}"


def _tolerance(params: Params) -> str:
    tolerance = params.get("tolerance")
    if not isinstance(tolerance, Mapping):
        return ""
    shapes: dict[str, Callable[[Any], str]] = {
        "rel": lambda it: f"{as_set(it * 100)}%", "abs": as_set, "days": _days, "seconds": lambda it: f"{as_set(it)} s",
    }  # fmt: skip
    bounds = [shape(tolerance[key]) for key, shape in shapes.items() if tolerance.get(key) is not None]
    return f", may differ by {' and by '.join(bounds)}" if bounds else ""


def _days(count: float) -> str:
    return f"{as_set(count)} day" + ("" if count == 1 else "s")


def _oneof(params: Params) -> str:
    values = params.get("values")
    return f"must be one of {_listed(values)}" if values else "must be one of the listed values"


def _semantic(params: Params) -> str:
    instructions = params.get("instructions")
    rubric = f", graded by: {_cut(str(params['rubric']))}" if params.get("rubric") else ""
    pairs = ", every pair of elements before pairing" if params.get("all_pairs") else ""
    return (
        "compared by meaning"
        + (f": {_cut(str(instructions))}" if instructions else "")
        + _steps(params)
        + rubric
        + pairs
    )


def _steps(params: Params) -> str:
    """List the steps of a judgement, worst first; the usual two are not mentioned."""
    scale = params.get("scale")
    if scale is None or scale_problem(scale) or steps_of(scale) == steps_of(None):
        return ""
    # Scores are told where they are not spread evenly: nobody would guess them.
    step_names = [
        name if isinstance(scale, list) else f"{name} {as_set(score)}" for name, score in steps_of(scale).items()
    ]
    return f", in the steps {', '.join(map(_cut, step_names))}"


def _numeric_similarity(params: Params) -> str:
    whole = "of both together" if params.get("definition") == "difference" else "of gold"
    return f"graded by the difference of the numbers as a share {whole}"


def _amount(params: Params) -> str:
    same = ", in the same currency" if params.get("currency") == "same" else ""
    return f"compared as amounts of money{_decimal(params)}{same}{_tolerance(params)}"


def _quantity(params: Params) -> str:
    unit = f", without a unit read as {_cut(str(params['unit']))}" if params.get("unit") else ""
    return f"compared as quantities in any unit{_decimal(params)}{unit}{_tolerance(params)}"


def _decimal(params: Params) -> str:
    marks = ", in texts a single comma read as decimal, a single point as between thousands"
    return (marks if params.get("decimal") == "," else "") + (
        ", k and million behind a number read too" if params.get("magnitudes") else ""
    )


def _moments(what: str) -> Callable[[Params], str]:
    def told(params: Params) -> str:
        formats = f", written as {_listed(params['formats'])}" if params.get("formats") else ""
        order = ", day before month" if params.get("day_first") else ""
        zone = f", in {_cut(str(params['timezone']))} unless a time zone is given" if params.get("timezone") else ""
        return f"compared as {what}{formats}{order}{zone}{_tolerance(params)}"

    return told


_METHODS: Final = {
    "ratio": "character by character",
    "partial": "by the best matching part",
    "token_sort": "by words in any order",
    "token_set": "by the words in common",
    "jaro_winkler": "by Jaro-Winkler, which favours the beginning",
    "damerau": "by edits, including swaps",
}


def _fuzzy(params: Params) -> str:
    method = params.get("method", "ratio")
    return f"graded by text similarity, {_METHODS.get(method, method)}"


def _levenshtein(params: Params) -> str:
    most = params.get("max_distance")
    return "graded by the number of edits" + (f", at most {most}" if most is not None else "")


def _normalized(params: Params) -> str:
    kinds = {"case": "case", "accents": "accents", "whitespace": "white space", "punctuation": "punctuation"}
    ignored = [words for key, words in kinds.items() if params.get(key, True)]
    return f"must be equal except for {_joined(ignored)}" if ignored else "must be equal"


def _contains(params: Params) -> str:
    words = {"gold_contains_extracted": "gold must contain extracted", "either": "one must contain the other"}
    return words.get(params.get("direction", ""), "extracted must contain gold")


def _regex(params: Params) -> str:
    form = f"the pattern {_cut(str(params.get('pattern', '')))}"
    return f"both must match {form}, with equal groups" if params.get("groups") else f"extracted must match {form}"


def _boolean(params: Params) -> str:
    yes, no = params.get("true_words"), params.get("false_words")
    meanings = [f"{word} is {_listed(words)}" for word, words in (("yes", yes), ("no", no)) if words]
    return ", ".join(["compared as yes or no", *meanings, *(["including 1 and 0"] if params.get("numbers") else [])])


def _url(params: Params) -> str:
    parts = {
        "ignore_scheme": ("http or https", True),
        "ignore_www": ("www.", True),
        "ignore_trailing_slash": ("a trailing slash", True),
        "ignore_query_order": ("the order of parameters", True),
        "ignore_fragment": ("the part after #", False),
    }
    ignored = [words for key, (words, default) in parts.items() if params.get(key, default)]
    return "compared as web addresses" + (f", except for {_joined(ignored)}" if ignored else "")


def _phone(params: Params) -> str:
    region = params.get("region")
    return "compared as telephone numbers" + (
        f", from {_cut(str(region))} unless a country code is given" if region else ""
    )


def _set(params: Params) -> str:
    figure = {"precision": "precision", "recall": "recall", "jaccard": "Jaccard"}.get(params.get("score", ""), "F1")
    once = ", duplicates counted once" if params.get("duplicates") == "set" else ""
    return f"graded by shared elements in any order ({figure}){once}{_each(params)}"


def _each(params: Params) -> str:
    transforms = _after(list(params.get("transform") or []))
    return f", each {transforms}" if transforms else ""


def _any_of(params: Params) -> str:
    inner = f" ({_entry(params['compare'])})" if params.get("compare", "exact") != "exact" else ""
    nulls = {"empty": ", or null where gold is empty", "always": ", or null"}.get(params.get("nulls", ""), "")
    return f"must be one of the values listed in gold{inner}{nulls}{_each(params)}"


def _either(params: Params) -> str:
    rules = " or ".join(_entry(entry) for entry in params.get("of", ()))
    return f"the best of: {rules}" if rules else "the best of several rules"


def _compound(params: Params) -> str:
    fields, primary = params.get("fields") or (), params.get("primary")
    inner = f": {_entry(params['compare'])}" if params.get("compare") is not None else ""
    at = f", the result at {_cut(str(primary))}" if primary is not None else ""
    return f"{_joined([_cut(str(field)) for field in fields]) or 'several fields'} compared together{at}{inner}"


_RULES: Final[Mapping[str, Callable[[Params], str]]] = {
    "exact": lambda params: "must be equal",
    "numeric": _numeric,
    "oneof": _oneof,
    "semantic": _semantic,
    "numeric_similarity": _numeric_similarity,
    "amount": _amount,
    "quantity": _quantity,
    "date": _moments("dates"),
    "datetime": _moments("dates and times"),
    "fuzzy": _fuzzy,
    "levenshtein": _levenshtein,
    "normalized": _normalized,
    "contains": _contains,
    "regex": _regex,
    "boolean": _boolean,
    "url": _url,
    "phone": _phone,
    "set": _set,
    "any_of": _any_of,
    "either": _either,
    "compound": _compound,
}


def _listed(values: Any) -> str:
    more = len(values) - _LISTED
    return ", ".join(map(_short, values[:_LISTED])) + (f" and {more:,} more" if more > 0 else "")


def _joined(words: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def _short(value: Any) -> str:
    return as_set(value) if isinstance(value, float) else _cut(json.dumps(value, ensure_ascii=False, default=str))


def _cut(text: str) -> str:
    return text if len(text) <= _CUT else f"{text[: _CUT - 1]}…"
