"""Work on many pieces, spread over the cores of the machine.

Processes are forked, so that what is loaded is there in each of them and only answers travel. Which process takes which
piece is left to chance, so an answer may depend on nothing but its piece.
"""

import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from typing import Any, TypeVar

P = TypeVar("P")
A = TypeVar("A")
ENOUGH = 500
"""From this many records on, processes save more time than it takes to start them."""

_job: tuple[Sequence[Any], Callable[[Any], Any]] | None = None
"""Pieces and work of a forked process."""


def processes(records: int) -> int:
    """How many processes so many records are worth."""
    return 1 if records < ENOUGH else cores()


def cores() -> int:
    """How many processes can run at once; one where forking is unknown, or unsafe: beside a thread, and on macOS."""
    if not hasattr(os, "fork") or sys.platform == "darwin" or threading.active_count() > 1:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(pieces: Sequence[P], work: Callable[[P], A], count: int) -> Iterator[tuple[int, A]]:
    """Number and ``work(piece)`` of every piece, as ``count`` processes get done with them.

    What another process leaves undone, because it died or ``work`` raised something there, is done here at last: nothing is lost.
    Answers are pickled.
    """
    done = set()
    for number, answer in _elsewhere(pieces, work, count) if min(count, len(pieces)) > 1 else ():
        done.add(number)
        yield number, answer
    yield from ((number, work(piece)) for number, piece in enumerate(pieces) if number not in done)


def _elsewhere(pieces: Sequence[P], work: Callable[[P], A], count: int) -> Iterator[tuple[int, A]]:
    """Number and answer of every piece that another process could finish, as they come."""
    with ProcessPoolExecutor(
        min(count, len(pieces)), mp_context=get_context("fork"), initializer=_take, initargs=((pieces, work),)
    ) as pool:
        answers: dict[Future[Any], int] = {}
        with suppress(BrokenProcessPool):  # one may die before all pieces are handed out
            for number in range(len(pieces)):
                answers[pool.submit(_answer, number)] = number
        for answer in as_completed(answers):
            with suppress(Exception):
                yield answers.pop(answer), answer.result()


def _take(job: tuple[Sequence[Any], Callable[[Any], Any]]) -> None:
    global _job
    _job = job


def _answer(number: int) -> Any:
    assert _job is not None
    pieces, work = _job
    return work(pieces[number])
