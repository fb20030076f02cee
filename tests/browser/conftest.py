"""The real site, built once, served from a port of its own; any request to another host fails the test."""

import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright

from conftest import once, unmeasured

ROOT = Path(__file__).parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
NAMES = ("chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The shell without windows first: a page costs it a quarter of the processor time of the whole browser."""


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


def chromium() -> str:
    """Path of a Chromium of the system; says what to install if there is none."""
    found = os.environ.get("CHROMIUM") or next((path for name in NAMES if (path := shutil.which(name))), None)
    if not found:
        pytest.fail("no Chromium found; install it (Debian: apt-get install chromium) or set CHROMIUM to its path")
    return found


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site, under a prefix, as a project site of GitHub Pages would be."""
    return once(tmp_path_factory, "www", _build) / "prefix"


def _build(folder: Path) -> None:
    environment = {
        **unmeasured(),
        "NO_MKDOCS_2_WARNING": "1",
        "SITE_URL": "https://accelmap.example/prefix/",
        "REPOSITORY_URL": "https://code.example/accelmap",
    }
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder / "prefix")]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


class _Server(http.server.ThreadingHTTPServer):
    request_queue_size = 128
    """A page asks for dozens of files at once; the usual 5 make a busy machine drop some."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on a free port of this machine; yields the address without a final slash."""
    handler = functools.partial(_Quiet, directory=str(folder))
    with _Server(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    with served(site.parent) as host:
        yield f"{host}/prefix/"


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Ends with the browser tests: while Playwright runs, its event loop counts as running, and no other test can start one."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield started
        started.close()


class Visit:
    """A context that notes foreign requests and console errors, and opens pages of the site."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.page: Page = context.new_page()
        self.address = address
        self.foreign: list[str] = []
        self.errors: list[str] = []
        self.waiting: set[Request] = set()
        self.busy = time.monotonic()
        self.page.on("request", self._note)
        for end in ("requestfinished", "requestfailed"):
            self.page.on(end, self._ended)
        self.page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _note(self, request: Request) -> None:
        self.waiting.add(request)
        self.busy = time.monotonic()
        if not request.url.startswith((self.address.rsplit("/prefix", 1)[0], "data:", "blob:")):
            self.foreign.append(request.url)

    def _ended(self, request: Request) -> None:
        self.waiting.discard(request)
        self.busy = time.monotonic()

    def open(self, path: str) -> Page:
        self.page.goto(self.address + path)
        return self.page

    def is_quiet(self) -> None:
        """Wait until nothing was asked of the network for half a second; the event of that name is lost once in twenty pages."""
        self.page.wait_for_load_state()
        end = time.monotonic() + 15
        while self.waiting or time.monotonic() - self.busy < 0.5:
            assert time.monotonic() < end, f"still waiting for {[request.url for request in self.waiting]}"
            self.page.wait_for_timeout(50)

    def is_clean(self) -> None:
        self.is_quiet()
        assert self.foreign == []
        assert self.errors == []


@pytest.fixture
def visit(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Parametrise indirectly with context options: {"viewport": …, "color_scheme": …, "java_script_enabled": …}."""
    options = {"viewport": {"width": 1280, "height": 900}, **getattr(request, "param", {})}
    context = browser.new_context(**options)
    context.set_default_timeout(15_000)
    yield Visit(context, address)
    context.close()
