"""Forecasts for property tests: round confidences, as models say them, and any others."""

from hypothesis import strategies as st

Forecasts = tuple[list[float], list[bool]]
CONFIDENCE = st.one_of(st.integers(0, 20).map(lambda n: n / 20), st.floats(0, 1))


def forecasts(least: int = 0) -> st.SearchStrategy[Forecasts]:
    """Confidences, and whether each was right."""
    pairs = st.lists(st.tuples(CONFIDENCE, st.booleans()), min_size=least, max_size=40)
    return pairs.map(lambda drawn: ([sure for sure, _ in drawn], [right for _, right in drawn]))
