"""The comparators that we ship, by name."""

from __future__ import annotations

from typing import Any, Final

from evaljson.comparators.boolean import boolean
from evaljson.comparators.date.dates import date, datetime_
from evaljson.comparators.exact import exact
from evaljson.comparators.nested.any_of import any_of
from evaljson.comparators.nested.declared_compound import declared
from evaljson.comparators.nested.either import either
from evaljson.comparators.nested.sets import set_
from evaljson.comparators.number.numeric import numeric
from evaljson.comparators.number.numeric_similarity import numeric_similarity
from evaljson.comparators.oneof import oneof
from evaljson.comparators.quantity.amount import amount
from evaljson.comparators.quantity.quantity import quantity
from evaljson.comparators.semantic import semantic
from evaljson.comparators.text.contains import contains
from evaljson.comparators.text.fuzzy import fuzzy
from evaljson.comparators.text.levenshtein import levenshtein
from evaljson.comparators.text.normalized import normalized
from evaljson.comparators.text.regex import regex
from evaljson.comparators.web.phone import phone
from evaljson.comparators.web.url import url

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
