"""Threads that write to one file take turns: first come, first served, and nobody waits for ever."""

import os
import threading
import time

from evaljson.store.turns import Turns


def test_turns_come_in_the_order_of_coming() -> None:
    turns, order, threads = Turns(), list[int](), list[threading.Thread]()

    def write(number: int) -> None:
        with turns.turn(30) as came:
            order.append(number if came else -1)

    with turns.turn(30):
        for number in range(6):
            threads.append(threading.Thread(target=write, args=(number,)))
            threads[-1].start()
            while len(turns._waiting) <= number:
                time.sleep(0.001)
    for thread in threads:
        thread.join()
    assert order == [0, 1, 2, 3, 4, 5]


def test_who_waits_too_long_goes_on_without_a_turn_and_leaves_the_queue() -> None:
    turns = Turns()
    with turns.turn(30):
        with turns.turn(0.01) as came:
            assert not came
        assert not turns._waiting
    with turns.turn(0.01) as came:
        assert came, "it was passed on once"


def test_a_turn_ends_with_an_error_too() -> None:
    turns = Turns()
    try:
        with turns.turn(30):
            raise ValueError
    except ValueError:
        pass
    with turns.turn(0.01) as came:
        assert came


def test_a_forked_process_does_not_wait_for_threads_that_it_has_not() -> None:
    turns = Turns()
    with turns.turn(30):
        child = os.fork()
        if child == 0:
            with turns.turn(0.5) as came:
                os._exit(0 if came else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
