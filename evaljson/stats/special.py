"""The functions of scipy.special that are used here, imported at the first call.

Importing scipy.special takes a third of a second of processor time, which every command and process would pay, though
most never compute a verdict. The functions are SciPy's own: see there for arguments and shapes.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any


@cache
def _special() -> ModuleType:
    import scipy.special

    return scipy.special


def bdtr(*arguments: Any) -> Any:
    """Return the distribution function of the binomial."""
    return _special().bdtr(*arguments)


def gammainc(*arguments: Any) -> Any:
    """Return the regularised lower incomplete gamma function."""
    return _special().gammainc(*arguments)


def gammaln(*arguments: Any) -> Any:
    """Return the logarithm of the absolute value of the gamma function."""
    return _special().gammaln(*arguments)


def logsumexp(*arguments: Any, **options: Any) -> Any:
    """Return the logarithm of a sum of exponentials, without overflow."""
    return _special().logsumexp(*arguments, **options)


def nctdtr(*arguments: Any) -> Any:
    """Return the distribution function of the non-central t."""
    return _special().nctdtr(*arguments)


def ndtr(*arguments: Any) -> Any:
    """Return the distribution function of the normal."""
    return _special().ndtr(*arguments)


def ndtri(*arguments: Any) -> Any:
    """Return the quantiles of the normal."""
    return _special().ndtri(*arguments)


def stdtrit(*arguments: Any) -> Any:
    """Return the quantiles of Student's t."""
    return _special().stdtrit(*arguments)
