"""Spoils real records by chance and reads them: nothing may end in a traceback, hang, or eat the memory.

    python tests/fuzz.py [FILES] [SEED]      prints one JSON object; the tests run 5,000

What can still be read is judged by all rules, one spoilt form of each record at a time.
"""

import json
import random
import resource
import sys
import time
import traceback
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from accelmap_site.check import check
from accelmap_site.facts import told
from accelmap_site.graph import connect
from accelmap_site.load import decode, load, parse
from accelmap_site.load.typed import typed
from accelmap_site.schema import KINDS, Catalog, Item

REPOSITORY = Path(__file__).parent.parent
TODAY = "2026-12-31"
MOST_ROUNDS = 4
REPEATED = {
    "(": 300, "-": 3000, "not ": 2000, "{{": 3000, "[": 5000, "[a]": 3000, "\\\\(": 3000, "`": 5001, "<b ": 3000, "1,": 3000, "+1": 3000,
    "| ": 3000, " ": 9000, "#": 5000, "中a": 4000, "在a,": 2000, "-a": 5000, "*": 5000, "7 GB ": 2000,
}  # fmt: skip
VALUES = [
    "", "[]", "{}", "~", "null", "no", "-1", "0", "1e309", "0x1F", ".inf", "16:9", "1.10", "9" * 400, "x" * 20_000, "中" * 13_000,
    "2199-13-45", "&a x", "*a", "!!python/object:os.system x", "<<", "|", ">-", "- - -", "? x", "%YAML 1.1", "@", "`", "'", '"',
    '"\\ud800"', '"\\0"', '"\\u202e"', '"9**9**9"', '"2**2**2**2**9"', '"1/0"', '"7e999"', '"a.b(c)"', '"{{ fact("', "'{{ fact(\"x\") }}'",
    '"[a][b]"', "javascript:x", "gqa", "llama-3", "[gqa, gqa]", *(f'"{piece * times}x"' for piece, times in REPEATED.items()),
]  # fmt: skip
PIECES = [
    *(chr(code) for code in (0, 9, 10, 13, 0x85, 0xA0, 0x301, 0x200B, 0x2028, 0x202E, 0x3000, 0xFEFF, 0xFFFE, 0x1F600)),
    *"-:?,[]{}#&*!|>'\"%@` 0a中：，“”(){}",
    ": ", " #", "- ", "<<: ", "\n---\n", "\n...\n", "\n  ", "zh: ", "en: ", "{{ fact('x') }}", "[x][y]",
]  # fmt: skip


def _bytes(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + chance.randbytes(chance.randint(1, 4)) + data[at + chance.randint(0, 4) :]


def _cut(data: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(data))
    return data[:start] + data[start + chance.choice([1, 10, 100, len(data)]) :]


def _copy(data: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(data))
    piece = data[start : start + chance.choice([1, 10, 100])]
    return data[:start] + piece * chance.choice([1, 2, 500]) + data[start:]


def _piece(data: bytes, chance: random.Random) -> bytes:
    text = data.decode()
    at = chance.randrange(len(text))
    return (text[:at] + chance.choice(PIECES) * chance.choice([1, 1, 2, 30]) + text[at + chance.choice([0, 0, 1]) :]).encode()


def _lines(data: bytes, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    i, j = chance.randrange(len(lines)), chance.randrange(len(lines))
    what = chance.choice(["swap", "double", "drop", "in", "out"])
    if what == "swap":
        lines[i], lines[j] = lines[j], lines[i]
    elif what == "double":
        lines.insert(j, lines[i])
    elif what == "drop":
        del lines[i : i + chance.randint(1, 5)]
    else:
        lines[i] = b"  " + lines[i] if what == "in" else lines[i].removeprefix(b"  ")
    return b"\n".join(lines)


def _value(data: bytes, chance: random.Random) -> bytes:
    """Another value after a key: most of these files are good YAML."""
    lines = data.decode().split("\n")
    keyed = [i for i, line in enumerate(lines) if ": " in line]
    if keyed:
        i = chance.choice(keyed)
        line = lines[i]
        keys = [at for at in range(len(line)) if line.startswith(": ", at)]
        at = chance.choice(keys) + 2
        end = next((k for k in range(at, len(line)) if line[k] in ",}"), len(line)) if "{" in line[:at] else len(line)
        lines[i] = line[:at] + chance.choice(VALUES) + line[end:]
    return "\n".join(lines).encode()


def _digits(data: bytes, chance: random.Random) -> bytes:
    """Some letters and digits replaced by their like: these files mostly pass the schema."""
    found = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(found))
        if chr(found[at]).isdigit() and found[at] < 128:
            found[at] = chance.choice(b"0123456789")
        elif chr(found[at]).isalpha() and found[at] < 128:
            found[at] = chance.choice(b"abcxyzABC")
    return bytes(found)


WAYS: list[Callable[[bytes, random.Random], bytes]] = [_bytes, _cut, _copy, _piece, _lines, _value, _value, _digits]


def spoilt(data: bytes, chance: random.Random) -> bytes:
    """The bytes of a record after one to three accidents."""
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        try:
            data = chance.choice(WAYS)(data or b"a: b\n", chance)
        except UnicodeDecodeError:
            data = _bytes(data, chance)
    return data


def read(item: Item, data: bytes) -> Item | None:
    """What the loader makes of a file; None if it has problems."""
    text, problems = decode(data, item.file)
    value, places, problems = (None, {}, problems) if problems else parse(text, item.file)
    if problems or value is None:
        assert problems
        return None
    record, problems = typed(KINDS[item.kind], value, places, item.file)
    assert (record is None) == bool(problems)
    return replace(item, record=record, places=places, written=text) if record else None


def judged(catalog: Catalog, forms: dict[str, Item]) -> float:
    """Seconds that all rules take over the records, some of them spoilt."""
    start = time.process_time()
    spoken = told(replace(catalog, items={**catalog.items, **forms}))
    check(spoken, connect(spoken), TODAY)
    return time.process_time() - start


def _peak() -> float:
    """Megabytes of memory at most; what the process that started this one had used does not count, as it does in getrusage."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return int(status.read_text("ascii").partition("VmHWM:")[2].split()[0]) / 1024


def main(files: int, seed: int) -> None:
    chance = random.Random(seed)
    catalog, problems = load(REPOSITORY)
    assert not problems
    items = list(catalog.items.values())
    readable: dict[str, list[Item]] = defaultdict(list)
    faults: list[str] = []
    slowest = (0.0, "")
    for number in range(files):
        item = chance.choice(items)
        data = spoilt(item.written.encode(), chance)
        start = time.process_time()
        try:
            if found := read(item, data):
                readable[item.id].append(found)
        except Exception:
            faults.append(f"file {number}, from {item.file}: {traceback.format_exc()}")
        slowest = max(slowest, (time.process_time() - start, f"file {number}, from {item.file}"))
    rounds = []
    for i in range(min(MOST_ROUNDS, max(map(len, readable.values())))):
        try:
            rounds.append(judged(catalog, {name: forms[i] for name, forms in readable.items() if i < len(forms)}))
        except Exception:
            faults.append(f"round {i} of rules: {traceback.format_exc()}")
    peak = _peak()
    counted = {"files": files, "readable": sum(map(len, readable.values())), "slowest": slowest, "rules": rounds, "megabytes": peak}
    print(json.dumps({**counted, "faults": faults}))


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:]]
    main(*[*given, *(5_000, 1)[len(given) :]])
