from tests.property.conftest import graded_comparator as graded_comparator
