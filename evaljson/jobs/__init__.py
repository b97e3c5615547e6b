"""Runs the store's jobs in worker processes, outside of the process that serves pages.

pool.py             starts and watches the processes
worker.py           a process that takes jobs from the queue; kinds.py has the work of each kind
places.py           how many jobs there are at a time, and how many of them may ask a judge
start_judging.py    starts a process that asks a judge: judging_process.py
overseer.py         ends jobs whose process is dead, silent or does not stop; signs_of_life.py has since when
owner.py            names of processes, by which others see whether one is alive
"""

from evaljson.jobs.pool import Pool

__all__ = ["Pool"]
