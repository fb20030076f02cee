"""Work on many pieces, spread over the cores of the machine.

Processes are forked, so that what is loaded is there in each of them and only answers travel. Which process takes which
piece is left to chance, so an answer may depend on nothing but its piece.
"""

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn, Protocol, TypeVar

P = TypeVar("P")
A = TypeVar("A")
R = TypeVar("R")
ENOUGH = 1_500
"""From this many records on, processes save more time than it takes to start them."""

_WIDTH = 4


class Packing(Protocol):
    """How answers travel: ``pickle`` takes every object, ``marshal`` is faster with plain data."""

    def dumps(self, value: Any, /) -> bytes:
        """Answers as bytes."""

    def loads(self, data: bytes, /) -> Any:
        """The answers that bytes hold."""


def processes(records: int) -> int:
    """How many processes so many records are worth; one where forking is unknown, or unsafe: beside a thread, and on macOS."""
    if records < ENOUGH or not hasattr(os, "fork") or sys.platform == "darwin" or threading.active_count() > 1:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(pieces: Sequence[P], work: Callable[[P], A], finish: Callable[[A], R], count: int, packing: Packing = pickle) -> list[R]:
    """``finish(work(piece))`` of every piece, in order.

    ``work`` is done by ``count`` processes, each taking the next piece that is left; ``finish`` is done here. What another
    process leaves undone, because it died or ``work`` raised something there, is done here: nothing is lost.
    """
    done: dict[int, R] = {}
    if min(count, len(pieces)) > 1:
        with _taking_turns(pieces, work) as turns, _others(turns, count - 1, packing) as others:
            for number, answer in turns:
                done[number] = finish(answer)
            for number, answer in others:
                done[number] = finish(answer)
    return [done[number] if number in done else finish(work(piece)) for number, piece in enumerate(pieces)]


@contextmanager
def _taking_turns(pieces: Sequence[P], work: Callable[[P], A]) -> Iterator[Iterator[tuple[int, A]]]:
    """Number and answer of every piece that this process is the first to take: numbers wait in a pipe that all processes read."""
    left, fill = os.pipe()
    with os.fdopen(fill, "wb") as waiting:
        waiting.write(b"".join(number.to_bytes(_WIDTH, "big") for number in range(len(pieces))))
    try:
        taken = (int.from_bytes(number, "big") for number in iter(lambda: os.read(left, _WIDTH), b""))
        yield ((number, work(pieces[number])) for number in taken)
    finally:
        os.close(left)


@contextmanager
def _others(turns: Iterator[tuple[int, A]], count: int, packing: Packing) -> Iterator[Iterator[tuple[int, A]]]:
    """Start processes; yields what those answer that come to a good end, and leaves none behind."""
    started: dict[int, int] = {}
    try:
        for _ in range(count):
            answers, say = os.pipe()
            if (process := os.fork()) == 0:
                _answer(turns, say, packing)
            os.close(say)
            started[process] = answers
        yield _heard(started, packing)
    finally:
        for process, answers in started.items():
            os.close(answers)
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)


def _answer(turns: Iterator[tuple[int, A]], say: int, packing: Packing) -> NoReturn:
    """What a started process does. It leaves without closing what belongs to the process that started it."""
    try:
        with os.fdopen(say, "wb") as out:
            out.write(packing.dumps(list(turns)))
        os._exit(0)
    finally:
        os._exit(1)


def _heard(started: dict[int, int], packing: Packing) -> Iterator[tuple[int, Any]]:
    for process, answers in list(started.items()):
        with os.fdopen(answers, "rb", closefd=False) as told:
            data = told.read()
        status = os.waitpid(process, 0)[1]
        os.close(started.pop(process))
        if status == 0:
            yield from packing.loads(data)
