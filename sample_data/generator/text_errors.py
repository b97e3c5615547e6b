"""Errors in strings. Each takes (value, scene) and answers the wrong value, or NOT_HERE."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from .jsontext import table
from .parties import LANGUAGES
from .scene import NOT_HERE, Scene

UNITS: dict[str, dict[str, str]] = table("units")
LOOKALIKES = {"0": "O", "O": "0", "1": "I", "I": "1", "5": "S", "S": "5", "8": "B", "B": "8"}
LEGAL_FORMS = [
    " GmbH & Co. KG", " GmbH", " AG", " AöR", " KG", " e.U.", " SARL", " SAS", " EURL", " S.r.l.", " S.p.A.", " S.n.c.",
    " S.L.P.", " S.L.", " S.A.", " B.V.", " Sp. z o.o.", " AB", " HB", " Co.", " LLC", " LLP", ", P.C.", " Ltd",
]  # fmt: skip
LABELS = {
    "invoice_number": ["No. ", "Rechnung Nr. ", "Facture n° "],
    "purchase_order": ["PO: ", "Ref. ", "Order "],
    "sku": ["Art. ", "SKU: ", "Ref. "],
}
NO_DECOMPOSITION = str.maketrans({"ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "œ": "oe"})


def upper_or_lower(value: str, scene: Scene) -> Any:
    """The same letters in another case."""
    changed = scene.one_of([value.upper(), value.title(), value.lower(), value.upper()])
    # "ß".upper() is "SS": no difference of case alone any more
    return changed if changed != value and changed.lower() == value.lower() else NOT_HERE


def accents_lost(value: str, scene: Scene) -> Any:
    """'Zurich' for 'Zürich'."""
    decomposed = unicodedata.normalize("NFKD", value.translate(NO_DECOMPOSITION))
    plain = "".join(c for c in decomposed if not unicodedata.combining(c))
    return plain if plain != value else NOT_HERE


def whitespace_added(value: str, scene: Scene) -> Any:
    """A line break, a no-break space or two spaces inside; or a space around."""
    inside = [value.replace(" ", "  ", 1), value.replace(" ", "\n", 1), value.replace(" ", "\u00a0", 1)]
    return scene.one_of([*inside, f" {value}", f"{value} "] if " " in value else [f" {value}", f"{value} "])


def truncated(value: str, scene: Scene) -> Any:
    """Cut at a word, with or without dots; only text of 18 characters and more."""
    if len(value) < 18:
        return NOT_HERE
    words = value[: len(value) * (45 + scene.habit % 25) // 100].rsplit(" ", 1)[0]
    return scene.one_of([words, f"{words}…", f"{words}..."])


def misread_characters(value: str, scene: Scene) -> Any:
    """One character read as one that looks like it, the last such place."""
    for at in range(len(value) - 1, -1, -1):
        if value[at] in LOOKALIKES:
            return value[:at] + LOOKALIKES[value[at]] + value[at + 1 :]
    return NOT_HERE


def wrong_digit(value: str, scene: Scene) -> Any:
    """One digit replaced by any other."""
    places = [at for at, c in enumerate(value) if c.isdigit()]
    if not places:
        return NOT_HERE
    at = scene.rng.choice(places)
    return value[:at] + str((int(value[at]) + scene.rng.randrange(1, 9)) % 10) + value[at + 1 :]


def spaced_out(value: str, scene: Scene) -> Any:
    """DE129273398 as printed: DE 129 273 398."""
    if len(value) < 8 or " " in value:
        return NOT_HERE
    return " ".join([value[:2], *(value[at : at + 3] for at in range(2, len(value), 3))])


def country_prefix_lost(value: str, scene: Scene) -> Any:
    """'129273398' for 'DE129273398'."""
    return value[2:] if value[:2].isalpha() and value[2:3].isalnum() else NOT_HERE


def legal_form_lost(value: str, scene: Scene) -> Any:
    """'Officine Marchetti' for 'Officine Marchetti S.r.l.'."""
    for form in LEGAL_FORMS:
        if value.endswith(form):
            return value.removesuffix(form)
    return NOT_HERE


def label_kept(value: str, scene: Scene) -> Any:
    """'Ref. B77460' for 'B77460'."""
    return scene.one_of(LABELS[scene.key]) + value


def number_before_street(value: str, scene: Scene) -> Any:
    """'Lindenstraße 12' as '12 Lindenstraße', and the other way round."""
    words = value.split(" ")
    if words[-1].isdigit():
        return " ".join([words[-1], *words[:-1]])
    return " ".join([*words[1:], words[0]]) if words[0].isdigit() else NOT_HERE


def unit_in_english(value: str, scene: Scene) -> Any:
    """'pcs' for 'Stk'."""
    english = UNITS[value]["english"]
    return english if english != value else NOT_HERE


def unit_spelled_out(value: str, scene: Scene) -> Any:
    """'Stück' for 'Stk'."""
    full = UNITS[value]["full"]
    return full if full != value else NOT_HERE


def translated(value: str, scene: Scene) -> Any:
    """The English of a note (of an English one: its gist); the numbers in it are carried over."""
    for language in LANGUAGES.values():
        for text, english in language["notes"]:
            pattern = re.escape(text).replace(r"\{number\}", "(?P<number>.+)").replace(r"\{week\}", "(?P<week>.+)")
            if found := re.search(pattern, value):
                return english.format(**found.groupdict())
    raise ValueError(f"no translation for the note {value!r}: add it to data/languages.json")
