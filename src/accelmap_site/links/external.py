"""Outside links: polite questions, and one verdict an address. The only room that uses the network."""

import asyncio
import re
import ssl
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urljoin, urlsplit

import httpx
import stamina

from .canonical import canonical, is_doi
from .verdict import REDIRECTS, Answer, Verdict, challenged, judge, patience

HOPS = 10
READ = 65536
"""Bytes within which the title of a page stands."""
BODY = -1.0
"""In place of seconds to wait: ask again at once, with GET."""
AGENT = "accelmap-links/1 (checks the sources of a reference site; one request a second a host)"
_TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True)
class Manners:
    """How to ask: seconds, except ``attempts``, ``per_host`` and ``at_once``, which are counts."""

    timeout: float = 20.0
    attempts: int = 3
    per_host: int = 2
    at_once: int = 24
    delay: float = 1.0
    """Between the starts of two requests to one host."""
    wait: float = 1.0
    """Before the second attempt; doubled for each further one."""
    patience: float = 90.0
    """The longest ``Retry-After`` that is waited for."""


@dataclass
class _Host:
    """Turn-taking at one host."""

    gate: asyncio.Semaphore
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    next: float = 0.0


@dataclass
class _Asker:
    client: httpx.AsyncClient
    manners: Manners
    hosts: dict[str, _Host] = field(default_factory=dict)

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait until the host may be asked again."""
        host = self.hosts.setdefault(urlsplit(address).netloc, _Host(asyncio.Semaphore(self.manners.per_host)))
        async with host.gate:
            async with host.turn:
                now = asyncio.get_running_loop().time()
                await asyncio.sleep(max(0.0, host.next - now))
                host.next = max(host.next, now) + self.manners.delay
            yield

    async def once(self, method: str, address: str) -> tuple[Answer, float | None]:
        """One request, and the seconds that the server wants us to wait."""
        async with self.turn(address), self.client.stream(method, address) as response:
            html = "html" in response.headers.get("content-type", "")
            title = await _title(response) if method == "GET" and html else ""
            said = {name.lower(): value for name, value in response.headers.items()}
            location = urljoin(address, said.get("location", "")) if said.get("location") else ""
            wall = challenged(response.status_code, said, title)
            asked = patience(said) if response.status_code in (429, 503) else None
            answer = Answer(address, response.status_code, location, title, wall)
            return answer, BODY if asked is None and method == "HEAD" and _needs_body(answer, html) else asked

    async def ask(self, address: str) -> Answer:
        """HEAD, then GET where HEAD is refused or the title matters; waits as told, up to the cap."""
        method, answer = "HEAD", None
        for _ in range(self.manners.attempts + 1):
            async for attempt in _retries(self.manners):
                with attempt:
                    answer, asked = await self.once(method, address)
            assert answer is not None
            if asked is None or asked > self.manners.patience:
                return answer
            if asked == BODY:
                method = "GET"
            else:
                host = self.hosts[urlsplit(address).netloc]
                host.next = max(host.next, asyncio.get_running_loop().time() + asked)
        assert answer is not None
        return answer

    async def verdict(self, address: str) -> Verdict:
        """Follow redirects by hand, each hop with the manners of its own host."""
        chain: list[Answer] = []
        at = address
        try:
            while True:
                chain.append(await self.ask(at))
                step = chain[-1]
                stop = step.status not in REDIRECTS or not step.location or is_doi(address) or len(chain) > HOPS
                if stop or step.location in {one.address for one in chain}:
                    return judge(chain)
                if urlsplit(step.location).scheme not in ("http", "https"):
                    return Verdict("dead", f"redirects to {step.location}, which is no web page")
                at = step.location
        except Exception as error:  # addresses of strangers fail in ways no list foresees, and one must not end the run
            return Verdict("flaky", f"{_fault(error)}" + (f" at {at}" if at != address else ""))


def _needs_body(answer: Answer, html: bool) -> bool:
    """Servers refuse HEAD in many ways, and a page that says 404 says so in its title."""
    return answer.status not in (*REDIRECTS, 429) and (html or answer.status >= 400)


async def _title(response: httpx.Response) -> str:
    read = b""
    async for chunk in response.aiter_bytes():
        read += chunk
        if len(read) >= READ or b"</title" in read:
            break
    found = _TITLE.search(read.decode("utf-8", errors="replace"))
    return " ".join(found[1].split()) if found else ""


def _retries(manners: Manners) -> Any:
    """Attempts after faults of the line; an answer of any status is no reason to ask again."""
    return stamina.retry_context(
        on=httpx.TransportError, attempts=manners.attempts, timeout=None, wait_initial=manners.wait,
        wait_max=manners.patience, wait_jitter=manners.wait / 4,
    )  # fmt: skip


def _fault(error: BaseException) -> str:
    """A fault of the line in a word: what it was, not where in the library it surfaced."""
    causes: list[BaseException] = [error]
    while (cause := causes[-1].__cause__ or causes[-1].__context__) and len(causes) < 10:
        causes.append(cause)
    said = " ".join(str(cause) for cause in causes)
    if any(isinstance(cause, ssl.SSLError) for cause in causes) or "SSL" in said or "certificate" in said.lower():
        return f"TLS fault ({error})"
    if any(type(cause).__name__ == "gaierror" for cause in causes) or "getaddrinfo" in said or "Name or service" in said:
        return f"DNS fault ({error})"
    if isinstance(error, httpx.TimeoutException):
        return "no answer in time"
    return f"{type(error).__name__} ({error})"


def probe(
    addresses: Iterable[str], manners: Manners, transport: httpx.AsyncBaseTransport | None = None,
    told: Callable[[str, Verdict], None] = lambda address, verdict: None,
) -> Mapping[str, Verdict]:  # fmt: skip
    """A verdict for each canonical address. ``told`` hears of each as it is found; ``transport`` replaces the network."""
    stamina.instrumentation.set_on_retry_hooks([])
    return asyncio.run(_probe(sorted({canonical(address) for address in addresses}), manners, transport, told))


async def _probe(
    addresses: list[str], manners: Manners, transport: httpx.AsyncBaseTransport | None, told: Callable[[str, Verdict], None]
) -> Mapping[str, Verdict]:
    limits = httpx.Limits(max_connections=manners.at_once)
    gates: dict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(manners.per_host))
    whole = asyncio.Semaphore(manners.at_once)
    headers = {"user-agent": AGENT, "accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    async with httpx.AsyncClient(timeout=manners.timeout, limits=limits, headers=headers, transport=transport) as client:
        asker = _Asker(client, manners)

        async def one(address: str) -> tuple[str, Verdict]:
            async with gates[urlsplit(address).netloc], whole:
                verdict = await asker.verdict(address)
            told(address, verdict)
            return address, verdict

        return dict(await asyncio.gather(*(one(address) for address in addresses)))
