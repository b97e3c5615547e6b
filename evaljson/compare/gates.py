"""Parses gates on a comparison: `--fail-if-worse f1`, `--non-inferior field=vendor.vat_id:0.01`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from evaljson.base.errors import InputError, did_you_mean
from evaljson.compare.estimate import FIGURES

Option = Literal["--fail-if-worse", "--max-regression", "--non-inferior", "--equivalent-within"]
MarginOption = Literal["--max-regression", "--non-inferior", "--equivalent-within"]
"""Those that are written with a number."""
ANY_FIELD: Final = "fields"
_FIELD: Final = "field="


@dataclass(frozen=True, slots=True)
class ComparisonGate:
    """A condition on each variant, compared with the baseline."""

    text: str
    """As it was written."""
    option: Option
    figure: str
    """One of FIGURES; "f1" for a field; "fields" for all of them at once."""
    path: str | None = None
    """Schema path of a field; None for a figure of the whole run."""
    allowed: float | None = None
    """The margin, from 0 to 1; None for --fail-if-worse, which has none."""

    @property
    def argument(self) -> str:
        """Option and text, as on the command line."""
        return f"{self.option} {self.text}"


def parse_fail_if_worse(text: str) -> ComparisonGate:
    """Parse `f1`, `fields` or `field=PATH`. Raises InputError."""
    if text.startswith(_FIELD):
        return ComparisonGate(text, "--fail-if-worse", "f1", text[len(_FIELD) :])
    if text == ANY_FIELD or text in FIGURES:
        return ComparisonGate(text, "--fail-if-worse", text)
    raise InputError(f"--fail-if-worse {text}: there is no figure {text!r}.{did_you_mean(text, [*FIGURES, ANY_FIELD])}")


def parse_with_margin(option: MarginOption, text: str) -> ComparisonGate:
    """Parse `FIGURE:NUMBER` or `field=PATH:NUMBER`, from the right. Raises InputError."""
    argument = f"{option} {text}"
    left, colon, number = text.rpartition(":")
    try:
        allowed = float(number) if colon and left else -1.0
    except ValueError:
        allowed = -1.0
    if not 0 <= allowed <= 1:
        raise InputError(
            f"{argument}: write FIGURE:NUMBER or field=PATH:NUMBER, a number from 0 to 1, such as f1:0.01."
        )
    if left.startswith(_FIELD):
        return ComparisonGate(text, option, "f1", left[len(_FIELD) :], allowed)
    if left in FIGURES:
        return ComparisonGate(text, option, left, None, allowed)
    raise InputError(f"{argument}: there is no figure {left!r}.{did_you_mean(left, FIGURES)}")
