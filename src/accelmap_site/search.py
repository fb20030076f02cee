"""The search index of a built site. The one door of Pagefind."""

import asyncio
import logging
from pathlib import Path

from pagefind.index import IndexConfig, PagefindIndex

from .errors import SetupError

SYMBOLS = "+."


def index(site_dir: Path) -> int:
    """Write ``pagefind/`` into a built site and return the number of pages indexed."""
    logging.getLogger("pagefind").setLevel(logging.WARNING)
    return asyncio.run(_index(site_dir))


async def _index(site_dir: Path) -> int:
    config = IndexConfig(output_path=str(site_dir / "pagefind"), include_characters=SYMBOLS, exclude_selectors=[".headerlink"])
    try:
        async with PagefindIndex(config=config) as pagefind:
            found = await pagefind.add_directory(str(site_dir))
    except (OSError, AssertionError) as error:
        raise SetupError(f"the search index could not be written: {error}") from error
    return int(found["page_count"])
