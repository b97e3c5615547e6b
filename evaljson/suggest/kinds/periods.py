"""Words for spans of time: a day is no month, though nothing in the two words says so."""

from __future__ import annotations

import re
from typing import Final

_WORDS: Final = (
    "second seconds sec secs sekunde sekunden seconde secondes segundo segundos",
    "minute minutes min mins minuten minuto minutos",
    "hour hours hourly hr hrs h stunde stunden stündlich heure heures hora horas ora ore",
    "day days daily d diem tag tage täglich jour jours día días dia dias giorno giorni",
    "week weeks weekly wk wks woche wochen wöchentlich semaine semaines semana semanas settimana settimane",
    "month months monthly mo mos monat monate monatlich mois mensuel mes meses mese mesi",
    "quarter quarters quarterly quartal quartale quartalsweise trimestre trimestres",
    "year years yearly yr yrs annual annually annum jahr jahre jährlich an ans année années annuel año años anno anni",
)
_PERIODS: Final = {word: place for place, words in enumerate(_WORDS) for word in words.split()}
_BEFORE: Final = re.compile(r"(?:per|a|an|each|every|pro|je|par|por|al|/)\s+|/")


def is_other_period(one: str, other: str) -> bool:
    """Check whether both are words for spans of time, and not for the same one: month and day, per week and yearly."""
    left, right = _period(one), _period(other)
    return left is not None and right is not None and left != right


def _period(text: str) -> int | None:
    words = text.strip(" .").casefold()
    return _PERIODS.get(words, _PERIODS.get(_BEFORE.sub("", words, count=1).strip()))
