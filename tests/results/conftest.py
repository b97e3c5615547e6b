from tests.comparators.conftest import own_registries as own_registries
