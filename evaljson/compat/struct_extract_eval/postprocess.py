"""Post-processors that come with the package; they change the results they are given, and return that list."""

from evaljson.results.post_process import NullHandling, propagate_batch_errors, reclassify_nulls

__all__ = ["NullHandling", "propagate_batch_errors", "reclassify_nulls"]
