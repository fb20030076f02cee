"""A tree of the past in a temporary folder. The only module that runs git; it changes nothing and needs no network."""

import io
import shutil
import subprocess
import tarfile
from pathlib import Path

from ..errors import SetupError

TREES = ("content", "glossary", "taxonomy", "templates")


def commit(root: Path, revision: str) -> str:
    """The commit that a revision names. Raises SetupError with one line if there is none, or no git."""
    if shutil.which("git") is None:
        raise SetupError("git is not installed; accelmap diff reads the older records from it")
    if _git(root, "rev-parse", "--is-inside-work-tree").returncode:
        raise SetupError(f"{root}: not a git working tree; accelmap diff compares one with a revision of its history")
    found = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if found.returncode:
        shallow = _git(root, "rev-parse", "--is-shallow-repository").stdout.strip() == b"true"
        hint = "; the clone is shallow: git fetch --unshallow" if shallow else "; 'git log --oneline' lists revisions"
        raise SetupError(f"no revision {revision!r}{hint}")
    return found.stdout.decode().strip()


def unpack(root: Path, sha: str, target: Path) -> None:
    """Write the records and templates of a commit to ``target``. Raises SetupError if the commit has none below ``root``."""
    listed = _git(root, "ls-tree", "--name-only", "-z", sha, *(f"{name}/" for name in TREES), "--")
    names = sorted({name.partition("/")[0] for name in listed.stdout.decode().split("\0") if name})
    if not names:
        raise SetupError(f"{sha[:12]} has no records here; name a revision that has content/, glossary/ or taxonomy/")
    packed = _git(root, "archive", "--format=tar", sha, "--", *names)
    if packed.returncode:
        raise SetupError(f"git archive {sha[:12]}: {packed.stderr.decode(errors='replace').strip()}")
    try:
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
            archive.extractall(target, filter="data")
    except tarfile.TarError as error:
        raise SetupError(f"{sha[:12]} cannot be unpacked: {error}") from error


def _git(root: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", *words], cwd=root, capture_output=True, check=False)
