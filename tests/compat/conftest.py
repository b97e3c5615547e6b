"""The registries and type defaults of the compatible package are process-wide: each test gets its own."""

from collections.abc import Iterator

import pytest

from evaljson.compat.struct_extract_eval import reset_type_defaults
from evaljson.compat.struct_extract_eval.core.comparators import registry as comparators
from evaljson.compat.struct_extract_eval.core.transforms import registry as transforms


@pytest.fixture(autouse=True)
def own_registries(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No registration and no type default outlives its test."""
    monkeypatch.setattr(comparators, "_REGISTRY", dict(comparators.BUILT_IN))
    monkeypatch.setattr(transforms, "_REGISTRY", dict(transforms.BUILT_IN))
    yield
    reset_type_defaults()
