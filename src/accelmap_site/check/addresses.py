"""Rules about where sources lead: to a public host under its own name, and to what their kind says."""

import re
from collections.abc import Iterator

from ..errors import Problem
from ..schema import Source
from .rule import Subject, rule

_LOCAL = re.compile(r"localhost|.*\.(?:local|localhost|internal|lan|test|example|invalid)|\d+(?:\.\d+){3}|[^.]+")
_TRACKING = re.compile(r"[?&](?:utm_[a-z]+|fbclid|gclid|spm|share_token|ref_src)=")
_FORGES = frozenset(
    {
        "github", "gitlab", "gitee", "codeberg", "bitbucket", "sourceforge", "huggingface", "pypi", "npmjs", "crates", "git", "raw",
        "modelscope",
    }
)  # fmt: skip
"""What names of hosts that hold repositories have in them."""
_DOCUMENTED = frozenset({"example.org", "example.com", "example.net"})
"""Hosts that stand for any other in examples and tests."""


@rule(
    "An address that only its author can open, or that hides whose it is, proves nothing to a reader.",
    bad='url: "https://xn--gthub-n4a.com/vllm-project/vllm?utm_source=chat"',
    good='url: "https://github.com/vllm-project/vllm"',
    allowable=True,
    single=True,
)
def odd_address(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged:
        for i, source in enumerate(item.record.sources):
            if source.url and (said := _odd(source.url)):
                yield subject.at(item, ("sources", i, "url"), *said)


def _host(url: str) -> str:
    """The name of the host, in lower case, without the port."""
    return url.partition("://")[2].partition("/")[0].partition(":")[0].lower()


def _odd(url: str) -> tuple[str, str] | None:
    host = _host(url)
    if _LOCAL.fullmatch(host):
        return f"'{host}' is no public host", "give the address under which everybody finds it"
    if host.startswith("xn--") or ".xn--" in host:
        return f"'{host}' spells letters that are not Latin", "give the address in plain letters"
    if tracked := _TRACKING.search(url):
        return f"the address carries '{tracked[0][1:-1]}' of whoever copied it", "cut it off"
    return None


@rule(
    "A post that is entered as paper or code passes for a primary source.",
    bad='- {key: post, kind: code, title: How I made it fast, url: "https://medium.com/p/fast", …}',
    good='- {key: post, kind: blog, title: How I made it fast, url: "https://medium.com/p/fast", …}',
    allowable=True,
    single=True,
)
def source_of_other_kind(subject: Subject) -> Iterator[Problem]:
    for item in subject.judged:
        for i, source in enumerate(item.record.sources):
            if said := _other_kind(source):
                yield subject.at(item, ("sources", i, "kind"), *said)


def _other_kind(source: Source) -> tuple[str, str] | None:
    if (source.arxiv or source.doi) and source.kind != "paper":
        return f"what has {'an arXiv number' if source.arxiv else 'a DOI'} is a paper, not {source.kind}", "kind: paper"
    if source.kind == "code" and source.url:
        host = _host(source.url)
        if host not in _DOCUMENTED and not _FORGES & set(re.split(r"[.-]", host)) and "github" not in host:
            return f"'{host}' holds no repositories", "kind: docs, or blog"
    return None
