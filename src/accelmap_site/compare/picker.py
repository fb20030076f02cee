"""Records of a kind side by side: the fields of each as plain text, for the free comparison."""

from typing import Any

from ..graph import TRAITS, Graph
from ..schema import Catalog, Config, record_path, slug, url_of
from .cell import said
from .columns import Column, Subject, column, sizes

_OF_KIND: dict[str, tuple[str, ...]] = {
    "technique": (
        "categories", "stages", "layer", "bottlenecks", "introduced", "maturity", "requires", "needs_features", "applies_if",
        "tools", "models",
    ),
    "tool": ("categories", "stages", "layer", "organisation", "licence", "state", "released", "techniques"),
    "model": (
        "organisation", "released", "licence", "modality", "total_b", "active_b", "active_share", *TRAITS, "cache_elements",
        *(f"config.{name}" for name in Config.model_fields),
    ),
    "hardware": (
        "vendor", "generation", "released", "variant", "compute_capability", "memory.type", "memory.capacity_gb", "memory.bandwidth_gbs",
        "interconnect.nvlink_generation", "interconnect.nvlink_gbs", "interconnect.pcie", "tdp_w", "features",
    ),
    "term": ("topic", "categories"),
}  # fmt: skip
"""Kinds that can be compared, with the fields in which they are."""


def picked(catalog: Catalog, graph: Graph, locale: str) -> dict[str, dict[str, Any]]:
    """By kind: headings of the fields, and title, address, summary and cells of each record. Empty rows are left out."""
    return {kind: _kind(kind, names, catalog, graph, locale) for kind, names in _OF_KIND.items()}


def _kind(kind: str, names: tuple[str, ...], catalog: Catalog, graph: Graph, locale: str) -> dict[str, Any]:
    peaks = tuple(f"throughput.{name}" for name, _ in catalog.ordered("formats")) if kind == "hardware" else ()
    own = tuple(name for name, entry in catalog.ordered("properties") if kind in getattr(entry, "kinds"))
    columns = [found for name in (*names, *peaks, *own) if (found := column(name, catalog))]
    subjects = [subject for item in catalog.of(kind) for subject in sizes(item)]
    records = {_key(subject): _record(subject, columns, catalog, graph, locale) for subject in subjects}
    return {"fields": [str(getattr(one.title, locale)) for one in columns], "records": records}


def _key(subject: Subject) -> str:
    """What stands for a choice in an address: the id, and the size of a family after a slash."""
    return f"{subject.item.id}/{slug(subject.size.name)}" if subject.size else subject.item.id


def _record(subject: Subject, columns: list[Column], catalog: Catalog, graph: Graph, locale: str) -> dict[str, Any]:
    item, record = subject.item, subject.item.record
    size = f" {subject.size.name}" if subject.size else ""
    return {
        "title": str(getattr(record.title, locale)) + size,
        "url": url_of(record_path(locale, item.kind, item.id)),
        "summary": " ".join(str(getattr(record.summary, locale)).split()),
        "cells": [said(one.fill(subject, catalog, graph), catalog, locale) for one in columns],
    }
