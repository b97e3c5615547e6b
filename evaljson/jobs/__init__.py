"""Work outside of the process that serves pages: jobs of the store, done by worker processes of their own."""

from evaljson.jobs.pool import Pool

__all__ = ["Pool"]
