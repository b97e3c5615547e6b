"""Runs what a page waits for outside of the process that serves pages, for a limited time.

helpers.py     keeps one or two processes ready, hands them tasks, and kills one that takes too long
process.py     what such a process does
tasks.py       the tasks, by name
desk.py        what a process keeps between tasks: stores, records and runs
"""

from evaljson.jobs.page_work.helpers import Helpers, StoppedError

__all__ = ["Helpers", "StoppedError"]
