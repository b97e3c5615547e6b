"""How much property tests try: a share of it under the profile `lean`, all of it under `deep` (`make deep`)."""

from hypothesis import settings

ALL = 100
"""Examples of a test that names no number, under the deep profile."""
LEAN = 25


def register() -> None:
    """Register both profiles and load the lean one; `--hypothesis-profile=deep` loads the other afterwards."""
    settings.register_profile("lean", max_examples=LEAN, deadline=None)
    settings.register_profile("deep", max_examples=ALL, deadline=None)
    settings.load_profile("lean")


def is_deep() -> bool:
    """Check whether the tests run under the deep profile."""
    return settings.default.max_examples >= ALL


def share(count: int) -> int:
    """Return how many of `count` cases the current profile tries, but no fewer than ten of them."""
    return min(count, max(10, count * settings.default.max_examples // ALL))


def examples(count: int) -> settings:
    """Return the settings of a test that tries `count` examples under the deep profile."""
    return settings(max_examples=share(count), deadline=None)
