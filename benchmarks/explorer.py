"""How long one filter step of the explorer takes in Chromium over N synthetic records (10,000 unless told otherwise).

    python benchmarks/explorer.py [RECORDS]

A step is a key or a click until the page has been laid out again: finding, counting, drawing 50 rows. All steps are
taken three times and the best of each counts; the aim is 50 ms for the worst step. Text steps include a query that no name answers, which
is the dearest, because every name is tried for slips.
"""

import functools
import gzip
import http.server
import json
import os
import shutil
import statistics
import sys
import tempfile
import threading
from pathlib import Path

import corpus
from playwright.sync_api import Page, sync_playwright

from accelmap_site.load import load
from accelmap_site.pages import explorer

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><link rel="stylesheet" href="assets/css/accelmap.css">
<link rel="stylesheet" href="assets/css/explore.css"><body class="md-typeset" data-md-color-scheme="default">
<div class="am-explore" data-records="records.json" data-home="./"></div><div class="am-explore-list"></div>
<script type="module" src="assets/js/explore.js"></script>"""

STEP = """async ([selector, value]) => {
  const target = document.querySelector(selector);
  const start = performance.now();
  if (value === null) target.click();
  else { target.value = value; target.dispatchEvent(new Event(target.tagName === "SELECT" ? "change" : "input", {bubbles: true})); }
  document.body.offsetHeight;
  return performance.now() - start;
}"""


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


def prepare(size: int, root: Path) -> bytes:
    """A page with the explorer over ``size`` records; returns the data file."""
    catalog, problems = load(corpus.write(size, root / "project"))
    if problems:
        raise SystemExit(str(problems[0]))
    data = dict(explorer(catalog))["explore/records.en.json"].encode()
    (root / "www").mkdir()
    shutil.copytree(corpus.REPOSITORY / "content/pages/assets", root / "www/assets")
    (root / "www/records.json").write_bytes(data)
    (root / "www/index.html").write_text(PAGE, encoding="utf-8")
    return data


def step(page: Page, selector: str, value: str | None = None) -> float:
    """Milliseconds from the event until the layout is done."""
    return float(page.evaluate(STEP, [selector, value]))


def measure(page: Page, titles: list[str]) -> dict[str, list[float]]:
    """Milliseconds by kind of step."""
    times: dict[str, list[float]] = {}
    box, text = "[data-facet={}] label:nth-child({}) input", ".am-explore__text"
    for facet in ("kind", "stage", "bottleneck", "layer", "category", "organisation"):
        for number in (1, 2, 1, 2):
            times.setdefault("facet alone", []).append(step(page, box.format(facet, number)))
    for number, facet in enumerate(("kind", "stage", "bottleneck", "layer", "category", "maturity"), 1):
        times.setdefault("facets together", []).append(step(page, box.format(facet, 1 + number % 2)))
    for title in titles:
        for end in range(1, len(title) + 1):
            times.setdefault("text, letter by letter", []).append(step(page, text, title[:end]))
    step(page, text, "")
    step(page, ".am-explore__bar button")
    for query in ("zzzzzzzz", "cache shrading", "qqqqqqqqqqqqqqqqqqqqqqqqq", "tiled attention prunnig", "分块注意力"):
        times.setdefault("text, slips and misses", []).append(step(page, text, query))
        step(page, text, "")
    step(page, box.format("bottleneck", 1))
    for order in ("strength", "date", "verified", "name"):
        times.setdefault("order", []).append(step(page, ".am-explore__sort", order))
    step(page, ".am-explore__bar button")
    return times


def main() -> None:
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as folder:
        data = prepare(size, Path(folder))
        titles = json.loads(data)["columns"]["title"][:: size // 3]
        handler = functools.partial(_Quiet, directory=str(Path(folder) / "www"))
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as playwright:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(f"http://127.0.0.1:{server.server_port}/", wait_until="networkidle")
            page.wait_for_selector(".am-explore__rows li")
            rounds = [measure(page, titles) for _ in range(3)]
            browser.close()
            server.shutdown()
    print(f"{size} records: {len(data) / 1e6:.2f} MB of JSON, {len(gzip.compress(data)) / 1e3:.0f} KB gzip")
    for kind in rounds[0]:
        found = [min(same) for same in zip(*(times[kind] for times in rounds), strict=True)]
        print(f"{kind:24} median {statistics.median(found):5.1f} ms   worst {max(found):5.1f} ms   ({len(found)} steps)")


if __name__ == "__main__":
    main()
