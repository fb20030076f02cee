"""Five thousand spoilt records are read without a traceback, a hang, or much memory. A longer run: ``python tests/fuzz.py 100000``."""

import json
import subprocess
import sys

from conftest import REPOSITORY, unmeasured
from fuzz import MOST_ROUNDS

FILES = 5_000
SECONDS = 2.0
MEGABYTES = 500


def test_no_spoilt_record_ends_in_a_traceback_or_hangs() -> None:
    command = [sys.executable, REPOSITORY / "tests/fuzz.py", str(FILES)]
    answer = subprocess.run(command, cwd=REPOSITORY, env=unmeasured(), capture_output=True, text=True, timeout=300, check=True)
    told = json.loads(answer.stdout)
    assert not told["faults"], "\n".join(told["faults"])
    assert told["files"] == FILES
    assert FILES / 10 < told["readable"] < FILES / 2, "the accidents are too light or too heavy to test anything"
    assert told["slowest"][0] < SECONDS, told["slowest"]
    assert len(told["rules"]) >= MOST_ROUNDS / 2
    assert told["megabytes"] < MEGABYTES
