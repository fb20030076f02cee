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


def differing(root: Path, sha: str) -> frozenset[str]:
    """Files of records, lists and templates that may not be as in a commit: changed, come, gone, or never added to git."""
    changed = _git(root, "diff-index", "--name-only", "--no-renames", "--relative", "-z", sha, "--", *TREES)
    others = _git(root, "ls-files", "--others", "-z", "--", *TREES)
    if changed.returncode:
        raise SetupError(f"git diff-index {sha[:12]}: {changed.stderr.decode(errors='replace').strip()}")
    return frozenset(name for found in (changed, others) for name in found.stdout.decode(errors="surrogateescape").split("\0") if name)


def unpack(root: Path, sha: str, target: Path, names: frozenset[str] | None = None) -> None:
    """Write the records and templates of a commit to ``target``, or those of them that are among ``names``.

    Raises SetupError if the commit has none below ``root``. ``target`` is a project even if it holds nothing.
    """
    (target / "content").mkdir(exist_ok=True)
    listed = _git(root, "ls-tree", "-r", "--name-only", "-z", sha, "--", *TREES)
    known = [name for name in listed.stdout.decode(errors="surrogateescape").split("\0") if name]
    if not known:
        raise SetupError(f"{sha[:12]} has no records here; name a revision that has content/, glossary/ or taxonomy/")
    wanted = sorted({name.partition("/")[0] for name in known} if names is None else names.intersection(known))
    if not wanted:
        return
    packed = _git(root, "--literal-pathspecs", "archive", "--format=tar", sha, "--", *wanted)
    if packed.returncode:
        raise SetupError(f"git archive {sha[:12]}: {packed.stderr.decode(errors='replace').strip()}")
    try:
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
            archive.extractall(target, filter="data")
    except tarfile.TarError as error:
        raise SetupError(f"{sha[:12]} cannot be unpacked: {error}") from error


def _git(root: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", *words], cwd=root, capture_output=True, check=False)
