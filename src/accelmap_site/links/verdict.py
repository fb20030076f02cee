"""What a chain of answers says about an address. Pure: no network here."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from itertools import pairwise
from urllib.parse import urlsplit

from .canonical import canonical, is_doi

STATES = ("dead", "flaky", "moved", "odd", "blocked", "ok")
"""From what needs a hand first to what needs none."""
PERMANENT, REDIRECTS = (301, 308), (301, 302, 303, 307, 308)
WALLS = (401, 402, 403, 406, 407, 418, 429, 451, 999)
_NOT_FOUND = re.compile(r"\b404\b|\bnot found\b|\bpage (?:missing|gone)\b|找不到|不存在|未找到", re.IGNORECASE)
_CHALLENGE = re.compile(
    r"just a moment|attention required|are you a (?:human|robot)|verify you are human|access denied|captcha", re.IGNORECASE
)
_LOGIN = re.compile(r"/(?:log[-_]?in|sign[-_]?in|sso|oauth2?/authorize|accounts?/log[-_]?in|users/sign_in|auth)(?:[/.]|$)", re.IGNORECASE)
_LOGIN_HOST = re.compile(r"^(?:login|signin|sso|accounts?|auth|idp?)\.", re.IGNORECASE)


@dataclass(frozen=True)
class Answer:
    """One answer of a server: where, status, headers that matter, title of the page if one was read."""

    address: str
    status: int
    location: str = ""
    title: str = ""
    challenged: bool = False


@dataclass(frozen=True)
class Verdict:
    """Finding on one address. ``new`` is the address to write instead, if it moved for good."""

    state: str
    fact: str
    new: str = ""


def challenged(status: int, headers: Mapping[str, str], title: str) -> bool:
    """Whether a wall against robots answered in place of the page."""
    wall = headers.get("cf-mitigated", "") == "challenge" or "x-amzn-waf-action" in headers
    return wall or bool(_CHALLENGE.search(title)) or (status == 503 and headers.get("server", "").lower() == "cloudflare")


def judge(chain: Sequence[Answer]) -> Verdict:
    """The verdict on a chain of redirects, the last answer being the end of it."""
    first, last = chain[0], chain[-1]
    if is_doi(first.address) and first.status in REDIRECTS:
        return Verdict("ok", "the resolver knows it")
    if last.status in REDIRECTS:
        return Verdict("dead", f"redirects without end ({len(chain)} steps)" if last.location else "redirects to nowhere")
    if first.address != last.address and _is_login(last.address):
        return Verdict("odd", f"redirects to a login page: {last.address}")
    if last.challenged or last.status in WALLS:
        return Verdict("blocked", f"{last.status}: " + ("a wall against robots" if last.challenged else _wall(last.status)))
    if last.status >= 500:
        return Verdict("flaky", f"{last.status}: the server fails")
    if last.status >= 400:
        return Verdict("dead", f"{last.status}: " + {404: "not found", 410: "gone"}.get(last.status, "refused"))
    return _odd(first, last) or _moved(chain) or Verdict("ok", str(last.status))


def _wall(status: int) -> str:
    return {429: "too many requests", 401: "asks for a login", 451: "withheld for legal reasons"}.get(status, "refuses robots")


def _is_login(address: str) -> bool:
    parts = urlsplit(address)
    return bool(_LOGIN.search(parts.path) or _LOGIN_HOST.search(parts.netloc))


def _odd(first: Answer, last: Answer) -> Verdict | None:
    """A page that answers 200 and is still not the one that was meant."""
    was, now = urlsplit(first.address), urlsplit(last.address)
    if now.path in ("", "/") and was.path not in ("", "/") and not now.query:
        where = "of another host" if was.netloc != now.netloc else "of the site"
        return Verdict("odd", f"redirects to the front page {where}: {last.address}")
    return Verdict("odd", f'the title reads "{last.title[:80]}"') if _NOT_FOUND.search(last.title) else None


def _moved(chain: Sequence[Answer]) -> Verdict | None:
    """Permanent redirects count up to the first one that is not."""
    new = chain[0].address
    for answer, following in pairwise(chain):
        if answer.status not in PERMANENT:
            break
        new = following.address
    return Verdict("moved", f"moved for good to {new}", new) if canonical(new) != canonical(chain[0].address) else None


def patience(headers: Mapping[str, str]) -> float | None:
    """Seconds that ``Retry-After`` asks for, from the server's own clock; None if it asks for nothing readable."""
    asked = headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d{1,9}", asked):
        return float(asked)
    try:
        return max(0.0, (parsedate_to_datetime(asked) - parsedate_to_datetime(headers["date"])).total_seconds())
    except (KeyError, TypeError, ValueError):
        return None
