"""Catalog and graph → data files of the site."""

from .calculators import calculators, named, refusals
from .plots import line_title, plots, refused_title, why_not
from .schemas import schemas
from .tables import VERSION, csv_files, dump, exports, json_files

__all__ = [
    "VERSION", "calculators", "csv_files", "dump", "exports", "json_files", "line_title", "named", "plots", "refusals", "refused_title",
    "schemas", "why_not",
]  # fmt: skip
