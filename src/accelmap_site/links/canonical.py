"""One address for one document, however it was written."""

import re
from urllib.parse import quote, unquote, urlsplit, urlunsplit

_ARXIV = re.compile(r"/(?:abs|pdf|html|format)/((?:\d{4}\.\d{4,5})|(?:[a-z-]+(?:\.[A-Z]{2})?/\d{7}))(?:v\d+)?(?:\.pdf)?/?")
_ARXIV_HOSTS = ("arxiv.org", "www.arxiv.org", "export.arxiv.org")
_DOI_HOSTS = ("doi.org", "www.doi.org", "dx.doi.org")


def canonical(address: str) -> str:
    """The address to ask for: no fragment, host in lower case, arXiv by its abstract, DOI by its resolver."""
    parts = urlsplit(address)
    host = parts.netloc.lower()
    if host in _ARXIV_HOSTS and (paper := _ARXIV.fullmatch(parts.path)):
        return f"https://arxiv.org/abs/{paper[1]}"
    if host in _DOI_HOSTS:
        return "https://doi.org/" + quote(unquote(parts.path.strip("/")).lower(), safe="/:;()._-")
    return urlunsplit((parts.scheme.lower(), host, parts.path or "/", parts.query, ""))


def is_doi(address: str) -> bool:
    """Whether the resolver answers for the document: publishers behind it wall robots off."""
    return address.startswith("https://doi.org/")
