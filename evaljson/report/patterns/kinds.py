"""Every pattern of errors: its name in addresses, what it is called, and which rule may settle it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from evaljson.suggest.kinds import (
    abbreviations,
    acceptable_lists,
    added_words,
    array_alignment,
    decimal_marks,
    equal_values,
    nulls,
    numbers,
    readings,
    synonyms,
    texts,
    thousands_marks,
)


@dataclass(frozen=True, slots=True)
class PatternKind:
    """One kind of pattern. Of those that fit an error, the first one is its pattern."""

    name: str
    """In addresses and in data."""
    title: str
    rule: str = ""
    """What a rule could do about it, for the middle of a sentence; "" where no rule should."""
    suggested: tuple[str, ...] = ()
    """Kinds of suggestions that may settle it."""
    remedy: str = ""
    """What to do about it: a sentence, where no rule settles it; "" where there is nothing to say."""


_TEXTS = tuple(texts.TITLES)
_NULLS = tuple(nulls.TITLES)
_READ = tuple(readings.TITLES)
_NUMBERS = tuple(numbers.TITLES)
_PAIRS = tuple(array_alignment.TITLES)
_AS_MISSING = "count null and empty as a missing key"

KINDS: Final = (
    PatternKind("other_record", "looks like another record",
                remedy="What was extracted is in gold of another record: check the document it is from, and its id."),
    PatternKind("exchanged", "two objects exchanged"),
    PatternKind("shifted_missing", "shifted by a missing element", "pair the elements by content", _PAIRS),
    PatternKind("shifted_invented", "shifted by an invented element", "pair the elements by content", _PAIRS),
    PatternKind("misplaced", "right value, in an element that it is not paired with", "pair the elements by content",
                _PAIRS),
    PatternKind("cut_off", "reply cut off",
                remedy="The reply ends early: raise the token limit, or extract in parts."),
    PatternKind("record_missing", "whole record missing"),
    PatternKind("empty_missing", "key missing where gold is null or empty", _AS_MISSING, _NULLS),
    PatternKind("never_there", "missing in all records"),
    PatternKind("list_missing", "whole list missing"),
    PatternKind("missing_in_list", "element of a list missing"),
    PatternKind("key_missing_in_list", "key missing in an element of a list"),
    PatternKind("missing", "missing"),
    PatternKind("record_invented", "whole record invented"),
    PatternKind("unknown_key", "key that the schema lacks", "ignore the key"),
    PatternKind("empty_invented", "null or empty where gold has no key", _AS_MISSING, _NULLS),
    PatternKind("list_invented", "whole list invented"),
    PatternKind("copy_in_list", "copy of another element of the list",
                remedy="It is in the list already: have the prompt ask for each element once."),
    PatternKind("invented_in_list", "element of a list invented"),
    PatternKind("key_invented_in_list", "key invented in an element of a list"),
    PatternKind("invented", "invented"),
    PatternKind("null_for_zero", "null for 0", "count 0 and null as the same", ("zero_as_null",)),
    PatternKind("null_for_false", "null for false", "count false and null as the same", ("false_as_null",)),
    PatternKind("null_for_empty", "null for empty", "count null and empty as the same", _NULLS),
    PatternKind("null_for_value", "null for a value"),
    PatternKind("empty_for_null", "empty for null", "count null and empty as the same", _NULLS),
    PatternKind("zero_for_null", "0 for null", "count 0 and null as the same", ("zero_as_null",)),
    PatternKind("false_for_null", "false for null", "count false and null as the same", ("false_as_null",)),
    PatternKind("value_for_null", "a value for null"),
    PatternKind("null_for_words", "null or empty for words such as n/a", "read such words as null", _NULLS),
    PatternKind("words_for_null", "words such as n/a for null or empty", "read such words as null", _NULLS),
    PatternKind("words_for_value", "words such as n/a for another value"),
    PatternKind("empty_for_value", "empty for a value"),
    PatternKind("one_of_list", "one value of a list", "accept any value of the list", tuple(acceptable_lists.TITLES)),
    PatternKind("list_for_value", "one value for a list, or a list for one", "", tuple(acceptable_lists.TITLES)),
    PatternKind("unread", "equal values that the rule does not accept", "count equal values as right",
                tuple(equal_values.TITLES),
                remedy="Where the rule cannot read them, exact accepts equal values, or either with exact in it."),
    PatternKind("number_as_text", "a number as text, or the reverse", "compare as numbers or amounts",
                (*_READ, *_NUMBERS)),
    PatternKind("leading_zeros", "zeros in front differ", "", _TEXTS,
                remedy="In codes, such as postal codes, zeros in front count."),
    PatternKind("boolean_as_text", "true or false as text, or the reverse", "compare as yes or no", _READ),
    PatternKind("other_type", "another type"),
    PatternKind("list_order", "order of the list", "compare as a set", _PAIRS),
    PatternKind("sign", "sign differs"),
    PatternKind("bound", "a sign such as <, ≥, ~ or ± lost, added or changed",
                remedy="Another value: > 5000 is not 5000. Have the prompt ask for the sign."),
    PatternKind("text_sign", "a sign such as +, -, # or € lost, added or changed",
                remedy="It may say another value: A+ is not A. Have the prompt ask for the sign."),
    PatternKind("rounded", "rounded or cut off", "allow a tolerance", _NUMBERS),
    PatternKind("power_of_ten", "off by a power of ten", "", (*_NUMBERS, *_READ)),
    PatternKind("white_space", "white space only", "ignore white space", _TEXTS),
    PatternKind("case", "case only", "ignore upper and lower case", _TEXTS),
    PatternKind("case_space", "case and white space only", "ignore case and white space", _TEXTS),
    PatternKind("looks", "accents or look-alikes", "ignore accents and look-alikes", _TEXTS),
    PatternKind("punctuation", "punctuation only", "ignore punctuation", _TEXTS),
    PatternKind("written", "case, accents and punctuation only", "compare as normalized text", _TEXTS),
    PatternKind("letters", "only marks, spaces or forms of letters differ", "", _TEXTS),
    PatternKind("time_lost", "the same day, without its time",
                remedy="Its time is lost. Compared as dates, no time would be scored."),
    PatternKind("date_form", "the same date, written another way", "compare as dates", _READ),
    PatternKind("date_order", "date order", "", _READ),
    PatternKind("decimal_mark", "a decimal comma for a point, or the reverse", "read the comma as a point",
                (*decimal_marks.TITLES, *thousands_marks.TITLES, *_READ)),
    PatternKind("marks_within", "a decimal comma for a point within a text, or the reverse", "",
                (*decimal_marks.TITLES, *_READ)),
    PatternKind("number_form", "the same number, written another way", "compare as amounts", (*_READ, *_NUMBERS)),
    PatternKind("magnitude", "thousands or millions as a letter or word", "compare as amounts that read k and million",
                _READ),
    PatternKind("unit_form", "the same quantity in another unit", "compare as quantities", _READ),
    PatternKind("unit_left_out", "unit left out", "", _READ),
    PatternKind("unit_added", "unit added", "compare as quantities or amounts", _READ),
    PatternKind("unit_and_mark", "unit added, and a decimal comma for a point, or the reverse",
                "read the comma as a point, and compare as quantities or amounts", _READ),
    PatternKind("word_added", "unit or word added", "", tuple(added_words.TITLES)),
    PatternKind("unit_name", "the same unit, under another name", "", tuple(synonyms.TITLES)),
    PatternKind("unit", "unit differs", "", (*_READ, *synonyms.TITLES)),
    PatternKind("abbreviated", "words abbreviated", "write out abbreviated words", tuple(abbreviations.TITLES)),
    PatternKind("separators", "only separators between digits differ", "ignore separators, if these are codes", _TEXTS),
    PatternKind("digit_mark", "a mark between digits lost, added or changed", "", _TEXTS,
                remedy="It may say another value: 3/4 is not 34."),
    PatternKind("word_order", "order of words", "ignore order of words, punctuation and case", _TEXTS),
    PatternKind("cut_short", "cut short"),
    PatternKind("part", "part of the text", "", tuple(added_words.TITLES)),
    PatternKind("more", "more than the text", "", tuple(added_words.TITLES)),
    PatternKind("typing", "one or two letters differ", "allow similar texts", tuple(abbreviations.TITLES)),
    PatternKind("sibling", "value of another field beside it"),
    PatternKind("repeated", "repeatedly the same other value", "treat such values as synonyms", tuple(synonyms.TITLES)),
    PatternKind("same_factor", "off by the same factor",
                remedy="Often another period or unit: a year for a month, inches for cm. Have the prompt name gold's."),
    PatternKind("different", "different value"),
)  # fmt: skip
OF_PLACES: Final = ("shifted_missing", "shifted_invented", "misplaced")
"""Patterns of which the rule is one of the array around the field: how its elements are paired."""
BY_NAME: Final = {kind.name: kind for kind in KINDS}
OF_ONE_FIELD: Final = ("repeated", "same_factor")
"""Patterns that are one each for every field: what is the same about them is which values or factor it is."""
CODE: Final = {kind.name: code for code, kind in enumerate(KINDS)}
