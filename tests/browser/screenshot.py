"""Take the screenshot of the README: the English home page of the built site."""

from pathlib import Path

from playwright.sync_api import sync_playwright

from .conftest import FLAGS, ROOT, chromium, served


def main(target: Path) -> None:
    """Serve ``site/`` and write a PNG of the landscape."""
    with served(ROOT / "site") as host, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 1400}, color_scheme="light")
        page.goto(f"{host}/en/", wait_until="networkidle")
        page.screenshot(path=target)
        browser.close()


if __name__ == "__main__":
    main(ROOT / "screenshot.png")
