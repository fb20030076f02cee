"""Outside links, asked of a local server that plays everything the world does."""

import json
import threading
import time
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from accelmap_site.cli import main
from accelmap_site.links import Answer, Cache, Manners, Verdict, canonical, fix, judge, patience, probe, read_cache, write_cache
from accelmap_site.links import external as room

QUICK = Manners(timeout=1.0, delay=0.0, wait=0.01, patience=3.0, attempts=2)
PAGE = b"<!doctype html><title>A page</title><p>text"


class World(ThreadingHTTPServer):
    """Two of these are two hosts: they differ by port. Everything stays on 127.0.0.1."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Play)
        self.asked: list[tuple[str, str, float]] = []
        self.other = ""
        self.running = 0
        self.most = 0
        self.lock = threading.Lock()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def paths(self, method: str) -> Counter[str]:
        return Counter(path for verb, path, _ in self.asked if verb == method)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that hang up are part of the play."""


class Play(BaseHTTPRequestHandler):
    """Each path plays one behaviour; the first part of it names the behaviour."""

    server: World

    def log_message(self, format: str, *args: Any) -> None:
        """Silence."""

    def say(self, status: int, body: bytes = b"", **headers: str) -> None:
        self.send_response_only(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_HEAD(self) -> None:
        self.play()

    def do_GET(self) -> None:
        self.play()

    def play(self) -> None:
        with self.server.lock:
            self.server.asked.append((self.command, self.path, time.monotonic()))
            self.server.running += 1
            self.server.most = max(self.server.most, self.server.running)
        try:
            self.act(self.path.split("/")[1].partition("?")[0])
        finally:
            with self.server.lock:
                self.server.running -= 1

    def act(self, name: str) -> None:
        moves = {
            "moved": (301, "/page"), "kept": (308, "/page"), "lent": (302, "/page"), "seen": (303, "/page"), "far": (301, "/moved"),
            "half": (301, "/lent"), "loop": (302, "/loop"), "front": (302, "/"), "guarded": (302, "/users/sign_in?back=1"),
            "away": (301, f"{self.server.other}/"), "strange": (302, "ftp://127.0.0.1/x"), "away-page": (301, f"{self.server.other}/page"),
            "away-login": (302, f"{self.server.other}/login"), "lost": (301, "/missing"), "stairs": (302, self.path + "/x"),
        }  # fmt: skip
        if name in moves:
            return self.say(moves[name][0], Location=moves[name][1])
        if name == "nowhere":
            return self.say(302)
        if name == "no-head":
            return self.say(405 if self.command == "HEAD" else 200, PAGE, Content_Type="text/html")
        if name == "head-404":
            return self.say(404 if self.command == "HEAD" else 200, PAGE, Content_Type="text/html")
        if name in ("soon", "later", "overload", "rude", "never"):
            return self.wait(name)
        if name == "cloud":
            return self.say(503, b"", Server="cloudflare")
        if name == "check":
            return self.say(403, b"<title>Just a moment...</title>", Content_Type="text/html", cf_mitigated="challenge")
        if name == "hang":
            return time.sleep(2.5)
        if name == "cut":
            return self.connection.close()
        if name == "said-404":
            return self.say(200, b"<title>404 &middot; Not found</title>", Content_Type="text/html")
        if name == "file":
            return self.say(200, b"%PDF", Content_Type="application/pdf")
        codes = {"missing": 404, "gone": 410, "wall": 403, "login": 401, "bot": 999, "broken": 500, "teapot": 400, "withheld": 451}
        return self.say(codes.get(name, 200), PAGE, Content_Type="text/html")

    def wait(self, name: str) -> None:
        """429 and 503 that pass when one waits, and one that does not."""
        tries = sum(1 for _, path, _ in self.server.asked if path == self.path)
        if name == "later":
            return self.say(429, Retry_After="3600")
        if name == "never":
            return self.say(429, Retry_After="0")
        if name == "rude":
            return self.say(429)
        if tries == 1:
            return self.say(429 if name == "soon" else 503, Retry_After="1")
        return self.say(200, PAGE, Content_Type="text/html")


@pytest.fixture
def world() -> Iterator[World]:
    servers = World(), World()
    servers[0].other, servers[1].other = servers[1].origin, servers[0].origin
    for server in servers:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield servers[0]
    for server in servers:
        server.shutdown()
        server.server_close()


def ask(world: World, path: str, manners: Manners = QUICK) -> Verdict:
    address = f"{world.origin}/{path}"
    return probe([address], manners)[canonical(address)]


@pytest.mark.parametrize(
    ("path", "state", "said"),
    [
        ("page", "ok", "200"),
        ("file", "ok", "200"),
        ("no-head", "ok", "200"),
        ("head-404", "ok", "200"),
        ("lent", "ok", "200"),
        ("seen", "ok", "200"),
        ("soon", "ok", "200"),
        ("overload", "ok", "200"),
        ("missing", "dead", "404: not found"),
        ("gone", "dead", "410: gone"),
        ("teapot", "dead", "400: refused"),
        ("lost", "dead", "404: not found"),
        ("loop", "dead", "redirects without end"),
        ("stairs", "dead", "redirects without end"),
        ("nowhere", "dead", "redirects to nowhere"),
        ("strange", "dead", "redirects to ftp://127.0.0.1/x, which is no web page"),
        ("wall", "blocked", "403: refuses robots"),
        ("login", "blocked", "401: asks for a login"),
        ("bot", "blocked", "999: refuses robots"),
        ("withheld", "blocked", "451: withheld for legal reasons"),
        ("later", "blocked", "429: too many requests"),
        ("rude", "blocked", "429: too many requests"),
        ("cloud", "blocked", "503: a wall against robots"),
        ("check", "blocked", "403: a wall against robots"),
        ("broken", "flaky", "500: the server fails"),
        ("cut", "flaky", "RemoteProtocolError"),
        ("hang", "flaky", "no answer in time"),
        ("front", "odd", "redirects to the front page of the site"),
        ("away", "odd", "redirects to the front page of another host"),
        ("away-login", "odd", "redirects to a login page"),
        ("guarded", "odd", "redirects to a login page"),
        ("said-404", "odd", 'the title reads "404 &middot; Not found"'),
    ],
)
def test_each_behaviour_of_a_server_has_its_verdict(path: str, state: str, said: str, world: World) -> None:
    verdict = ask(world, path)
    assert (verdict.state, verdict.new) == (state, "")
    assert said in verdict.fact


@pytest.mark.parametrize(("path", "new"), [("moved", "page"), ("kept", "page"), ("far", "page"), ("half", "lent")])
def test_a_permanent_redirect_names_the_new_address_up_to_the_first_that_is_lent(path: str, new: str, world: World) -> None:
    verdict = ask(world, path)
    assert (verdict.state, verdict.new) == ("moved", f"{world.origin}/{new}")


def test_a_permanent_redirect_to_another_host_is_a_move(world: World) -> None:
    assert ask(world, "away-page").new == f"{world.other}/page"


def test_head_is_asked_first_and_get_only_where_it_tells_more(world: World) -> None:
    probe([f"{world.origin}/file", f"{world.origin}/no-head", f"{world.origin}/moved"], QUICK)
    assert world.paths("HEAD") == {"/file": 1, "/no-head": 1, "/moved": 1, "/page": 1}
    assert world.paths("GET") == {"/no-head": 1, "/page": 1}


def test_retry_after_is_waited_for_and_a_long_one_is_not(world: World) -> None:
    ask(world, "soon")
    times = [moment for _, path, moment in world.asked if path == "/soon"]
    assert times[1] - times[0] >= 0.95
    ask(world, "later")
    assert world.paths("HEAD")["/later"] == 1


def test_a_host_is_asked_one_after_the_other_and_with_a_pause(world: World) -> None:
    probe([f"{world.origin}/file?{i}" for i in range(6)], Manners(delay=0.1, per_host=2))
    times = sorted(moment for _, _, moment in world.asked)
    assert len(times) == 6
    assert times[-1] - times[0] >= 0.4  # five pauses, less what the first request took to arrive
    assert world.most <= 2


def test_a_fault_of_tls_is_flaky(world: World) -> None:
    address = world.origin.replace("http:", "https:") + "/page"
    assert probe([address], QUICK)[address].fact.startswith("TLS fault")


def test_a_fault_of_dns_is_flaky_and_tried_again() -> None:
    tries = []

    async def lost(request: httpx.Request) -> httpx.Response:
        tries.append(request.url)
        raise httpx.ConnectError("[Errno -2] Name or service not known")

    verdict = probe(["https://gone.invalid/x"], QUICK, httpx.MockTransport(lost))["https://gone.invalid/x"]
    assert (verdict.state, verdict.fact.partition(" (")[0]) == ("flaky", "DNS fault")
    assert len(tries) == QUICK.attempts


def test_an_address_that_no_client_accepts_is_a_verdict_and_no_crash() -> None:
    found = probe(["http://127.0.0.1:99999/"], QUICK)
    assert {verdict.state for verdict in found.values()} == {"flaky"}


def test_a_doi_is_known_to_its_resolver_and_the_publisher_is_left_alone() -> None:
    asked = []

    async def resolver(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        return httpx.Response(302 if "10.1145" in str(request.url) else 404, headers={"location": "https://publisher.invalid/"})

    found = probe(["https://dx.doi.org/10.1145/3600006.3613165", "https://doi.org/10.9/NONE"], QUICK, httpx.MockTransport(resolver))
    assert {name: verdict.state for name, verdict in found.items()} == {
        "https://doi.org/10.1145/3600006.3613165": "ok",
        "https://doi.org/10.9/none": "dead",
    }
    assert not any("publisher" in address for address in asked)


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("https://arxiv.org/pdf/2305.14310v2.pdf", "https://arxiv.org/abs/2305.14310"),
        ("http://export.arxiv.org/abs/2305.14310#S3", "https://arxiv.org/abs/2305.14310"),
        ("https://arxiv.org/html/2305.14310v1", "https://arxiv.org/abs/2305.14310"),
        ("https://arxiv.org/abs/hep-th/9901001", "https://arxiv.org/abs/hep-th/9901001"),
        ("https://arxiv.org/list/cs.LG/recent", "https://arxiv.org/list/cs.LG/recent"),
        ("http://dx.doi.org/10.1145/ABC", "https://doi.org/10.1145/abc"),
        ("HTTPS://Example.org", "https://example.org/"),
        ("https://example.org/a?b=1#c", "https://example.org/a?b=1"),
    ],
)
def test_one_document_has_one_address(written: str, asked: str) -> None:
    assert canonical(written) == asked
    assert canonical(asked) == asked


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:30 GMT", "date": "Wed, 21 Oct 2026 07:28:00 GMT"}, 30.0),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:00 GMT", "date": "Wed, 21 Oct 2026 07:29:00 GMT"}, 0.0),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:30 GMT"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-1"}, None),
        ({}, None),
    ],
)
def test_retry_after_is_read_as_seconds_or_as_a_date(headers: dict[str, str], seconds: float | None) -> None:
    assert patience(headers) == seconds


@given(st.lists(st.tuples(st.integers(200, 599), st.text(max_size=20)), min_size=1, max_size=5))
def test_every_chain_has_a_verdict(steps: list[tuple[int, str]]) -> None:
    chain = [Answer(f"https://a.example/{i}", status, "https://a.example/x", title) for i, (status, title) in enumerate(steps)]
    assert judge(chain).state in ("dead", "flaky", "moved", "odd", "blocked", "ok")


# -- memory ------------------------------------------------------------------


def test_a_fault_is_dead_on_the_third_day_and_not_on_the_third_run() -> None:
    cache, fault = Cache(), Verdict("flaky", "TLS fault")
    said = [cache.settle("a", fault, day) for day in ("2026-01-01", "2026-01-01", "2026-01-01", "2026-01-08")]
    assert [(one.state, one.fact) for one in said] == [("flaky", "TLS fault; seen 1 of 3 times")] * 3 + [
        ("flaky", "TLS fault; seen 2 of 3 times")
    ]
    dead = cache.settle("a", fault, "2026-01-15")
    assert (dead.state, dead.fact) == ("dead", "TLS fault; so on 2026-01-01, 2026-01-08, 2026-01-15")


def test_a_success_clears_the_count_and_only_successes_are_kept() -> None:
    cache = Cache()
    cache.settle("a", Verdict("flaky", "x"), "2026-01-01")
    cache.settle("a", Verdict("ok", "200"), "2026-01-02")
    for name, state in (("b", "dead"), ("c", "blocked"), ("d", "moved"), ("e", "odd")):
        cache.settle(name, Verdict(state, "x"), "2026-01-02")
    assert (cache.good, cache.faults) == ({"a": "2026-01-02"}, {})
    assert cache.fresh("a", "2026-01-07", 6)
    assert not cache.fresh("a", "2026-01-08", 6)
    assert not cache.fresh("a", "2026-01-01", 6)
    assert not cache.fresh("b", "2026-01-02", 6)


def test_the_cache_survives_and_forgets_what_the_site_no_longer_names(tmp_path: Path) -> None:
    file = tmp_path / "deep/links.json"
    write_cache(file, Cache({"a": "2026-01-02", "z": "2026-01-02"}, {"b": ["2026-01-02"]}), {"a": 1, "b": 1})
    again = read_cache(file)
    assert (again.good, again.faults) == ({"a": "2026-01-02"}, {"b": ["2026-01-02"]})
    assert read_cache(tmp_path / "none.json") == Cache()
    assert not again.fresh("a", "yesterday", 6)


# -- the command -------------------------------------------------------------


def site_of(folder: Path, *addresses: str) -> Path:
    links = "".join(f'<a href="{address}">x</a>\n' for address in addresses)
    (folder / "index.html").write_text(f"<!doctype html><title>t</title>\n{links}", "utf-8")
    return folder


def accelmap(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def test_the_command_ends_with_a_table_and_remembers(world: World, tmp_path: Path) -> None:
    site = site_of(tmp_path, *(f"{world.origin}/{path}" for path in ("page", "missing", "moved", "wall", "broken", "said-404")))
    cache = tmp_path / "cache.json"
    answer = accelmap("links", site, "--external", "--cache", cache, "--delay", 0)
    assert answer.exit_code == 1
    rows = [line for line in answer.stdout.splitlines() if line.startswith("| ") and "---" not in line]
    assert [row.split(" | ")[0].strip("| ") for row in rows] == ["state", "dead", "flaky", "moved", "odd", "blocked"]
    assert f"| `moved for good to {world.origin}/page` | never | `index.html` |" in answer.stdout
    assert answer.stdout.endswith("6 outside addresses: 1 dead, 1 flaky, 1 moved, 1 odd, 1 blocked, 1 ok\n")
    assert list(json.loads(cache.read_text())["good"]) == [f"{world.origin}/page"]
    world.asked.clear()
    accelmap("links", site, "--external", "--cache", cache, "--delay", 0)
    assert "/page" not in [path for verb, path, _ in world.asked if verb == "HEAD"][:1]
    assert world.paths("HEAD")["/missing"] == 1
    assert world.paths("HEAD")["/page"] == 1  # the end of /moved


def test_a_long_run_says_how_far_it_is(world: World, tmp_path: Path) -> None:
    site = site_of(tmp_path, *(f"{world.origin}/file?{i}" for i in range(50)))
    answer = accelmap("links", site, "--external", "--delay", 0)
    assert (answer.exit_code, answer.stderr) == (0, "50 of 50 asked\n")


def test_a_server_that_always_asks_to_wait_is_given_up(world: World) -> None:
    assert ask(world, "never", Manners(timeout=1, delay=0, wait=0.01, patience=1, attempts=2)).state == "blocked"
    assert world.paths("HEAD")["/never"] == 3


def test_warnings_alone_do_not_fail(world: World, tmp_path: Path) -> None:
    site = site_of(tmp_path, f"{world.origin}/wall", f"{world.origin}/broken", f"{world.origin}/moved")
    assert accelmap("links", site, "--external", "--delay", 0).exit_code == 0


def test_nothing_outside_is_said_in_words(tmp_path: Path) -> None:
    answer = accelmap("links", site_of(tmp_path), "--external")
    assert (answer.exit_code, answer.stdout.splitlines()[-1]) == (0, "0 outside addresses: no outside links")


def test_a_damaged_cache_and_a_wrong_call_get_one_line(tmp_path: Path) -> None:
    (tmp_path / "cache.json").write_text('{"version": 0, "good": {}, "faults": {}}', "utf-8")
    assert accelmap("links", site_of(tmp_path), "--external", "--cache", tmp_path / "cache.json").exit_code == 2
    (tmp_path / "cache.json").write_text("[]", "utf-8")
    answer = accelmap("links", site_of(tmp_path), "--external", "--cache", tmp_path / "cache.json")
    assert (answer.exit_code, answer.stderr.count("\n")) == (2, 1)
    assert "not a cache of links; delete it" in answer.stderr
    assert accelmap("links", tmp_path, "--fix").exit_code == 2


RECORD = """\
title: {zh: 甲, en: A}   # kept
repository: %(old)s
sources:
  - {key: one, kind: docs, title: "T, U", url: "%(old)s#part", year: 2026, locator: "§1", supports: [summary]}
  - key: two
    url: %(old)s/more
"""


def test_fix_rewrites_the_one_value_and_nothing_else(world: World, tmp_path: Path) -> None:
    old, new = f"{world.origin}/moved", f"{world.origin}/page"
    file = tmp_path / "content/tools/a.yml"
    file.parent.mkdir(parents=True)
    file.write_text(RECORD % {"old": old}, "utf-8")
    (tmp_path / "site").mkdir()
    answer = accelmap("links", site_of(tmp_path / "site", old, f"{old}#part"), "--external", "--fix", "--root", tmp_path, "--delay", 0)
    assert answer.exit_code == 0, answer.output
    assert f"content/tools/a.yml:2: {old}: now {new}\n" in answer.output
    assert f"content/tools/a.yml:4: {old}#part: now {new}#part\n" in answer.output
    assert answer.output.endswith("2 of 2 addresses rewritten; compare each record with its new page\n")
    expected = (RECORD % {"old": old}).replace(f"{old}\n", f"{new}\n").replace(f"{old}#", f"{new}#")
    assert file.read_text("utf-8") == expected


def test_an_address_that_would_change_the_file_otherwise_is_left_to_a_hand(tmp_path: Path) -> None:
    file = tmp_path / "content/tools/a.yml"
    file.parent.mkdir(parents=True)
    file.write_text("sources:\n  - {key: one, url: https://a.example/x}\n", "utf-8")
    (change,) = fix(tmp_path, {"https://a.example/x": "https://a.example/y, z: 1"})
    assert fix(tmp_path, {"https://a.example/x": "https://a.example/y, : ["})[0].done is False
    assert (change.done, str(change)) == (
        False, "content/tools/a.yml:2: https://a.example/x: write https://a.example/y, z: 1 by hand",
    )  # fmt: skip
    assert "https://a.example/x" in file.read_text("utf-8")
    (tmp_path / "content/tools/b.yml").write_text("a: [", "utf-8")
    assert len(fix(tmp_path, {"https://a.example/x": "https://a.example/y"})) == 1


def test_the_network_has_one_door() -> None:
    assert room.AGENT.startswith("accelmap-links/")
