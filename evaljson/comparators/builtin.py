"""The comparators that we ship, by name."""

from __future__ import annotations

from typing import Any, Final

from evaljson.comparators.amount import amount
from evaljson.comparators.any_of import any_of
from evaljson.comparators.boolean import boolean
from evaljson.comparators.contains import contains
from evaljson.comparators.dates import date, datetime_
from evaljson.comparators.declared import declared
from evaljson.comparators.either import either
from evaljson.comparators.exact import exact
from evaljson.comparators.fuzzy import fuzzy
from evaljson.comparators.levenshtein import levenshtein
from evaljson.comparators.normalized import normalized
from evaljson.comparators.number_similarity import numeric_similarity
from evaljson.comparators.numeric import numeric
from evaljson.comparators.oneof import oneof
from evaljson.comparators.phone import phone
from evaljson.comparators.quantity import quantity
from evaljson.comparators.regex import regex
from evaljson.comparators.semantic import semantic
from evaljson.comparators.sets import set_
from evaljson.comparators.url import url

BUILT_IN: Final[dict[str, Any]] = {
    "exact": exact,
    "numeric": numeric,
    "oneof": oneof,
    "semantic": semantic,
    "numeric_similarity": numeric_similarity,
    "amount": amount,
    "quantity": quantity,
    "date": date,
    "datetime": datetime_,
    "fuzzy": fuzzy,
    "levenshtein": levenshtein,
    "normalized": normalized,
    "contains": contains,
    "regex": regex,
    "boolean": boolean,
    "url": url,
    "phone": phone,
    "set": set_,
    "any_of": any_of,
    "either": either,
    "compound": declared,
}
