"""Changes → Markdown for a pull request. Text of records appears only in code blocks, where nothing in it takes effect."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any

from .changes import Changes, EntryChange, FactChange, FieldChange, PageChange

BUDGET = 60_000
"""GitHub refuses comments above 65,536 characters."""
LONG, CONTEXT, PAGES, EDGES, FACTS = 60, 6, 40, 60, 60
_TOKEN = re.compile(r"\s+|[A-Za-z0-9_.'’-]+|.", re.DOTALL)


def markdown(changes: Changes, revision: str, budget: int = BUDGET) -> str:
    """The whole report, cut between two entries where it would exceed ``budget`` characters."""
    out = [f"### Changes against {_code(revision)}", "", _headline(changes), ""]
    out += [line for note in changes.notes for line in (f"- {_plain(note)}", "")]
    size = sum(len(line) + 1 for line in out)
    tail = [*_facts(changes.facts), *_edges(changes), *_pages(changes.pages)]
    room = budget - size - sum(len(line) + 1 for line in tail) - 200
    for i, change in enumerate(changes.entries):
        block = _entry(change)
        room -= sum(len(line) + 1 for line in block)
        if room < 0:
            out += [f"… and {_count(len(changes.entries) - i, 'record')} more; see them with `accelmap diff`", ""]
            break
        out += block
    return "\n".join([*out, *tail]).rstrip() + "\n"


def _headline(changes: Changes) -> str:
    kinds = Counter(change.what for change in changes.entries)
    parts = [_count(len(changes.entries), "record") + _of(kinds)] if changes.entries else []
    moved = sum(1 for fact in changes.facts if fact.old is not None and fact.new is not None)
    parts += [f"{_count(moved, 'fact')} moved"] if moved else []
    edges = [f"{len(found)} {word}" for found, word in ((changes.edges_added, "added"), (changes.edges_removed, "removed")) if found]
    parts += [f"edges: {', '.join(edges)}"] if edges else []
    parts += [_count(len(changes.pages), "page") + _of(Counter(page.what for page in changes.pages))] if changes.pages else []
    return " · ".join(parts) if parts else "No change in records, edges or pages."


def _of(kinds: Counter[str]) -> str:
    return f" ({', '.join(f'{kinds[what]} {what}' for what in ('added', 'removed', 'renamed', 'changed') if kinds[what])})"


def _count(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _entry(change: EntryChange) -> list[str]:
    was = f" (was {_code(change.former)})" if change.former else ""
    lines = [f"#### {change.what}: {_plain(change.kind)} {_code(change.id)}{was}", "", f"{_code(change.file)}", ""]
    return [*lines, *(_block([line for one in change.fields for line in _field(one)]) if change.fields else [])]


def _field(change: FieldChange) -> Iterator[str]:
    old, new = _said(change.old), _said(change.new)
    yield f"@@ {change.path} @@"
    if isinstance(change.old, str) and isinstance(change.new, str) and max(len(old), len(new)) > LONG:
        yield from (f"  {line}" for line in word_diff(change.old, change.new).split("\n"))
        return
    yield from (f"- {line}" for line in old.split("\n") if change.old is not None)
    yield from (f"+ {line}" for line in new.split("\n") if change.new is not None)


def _said(value: Any) -> str:
    if value is None:
        return ""
    return value.rstrip("\n") if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def word_diff(old: str, new: str) -> str:
    """``kept [-gone-]{+come+} kept``, long stretches that are kept shortened to their ends."""
    before, after = _TOKEN.findall(old), _TOKEN.findall(new)
    out = []
    spans = _spans(before, after)
    for n, (gone, come, kept) in enumerate(spans):
        out += [f"[-{gone}-]"] if gone else []
        out += [f"{{+{come}+}}"] if come else []
        out.append(_shortened(kept, first=n == 0 and not gone and not come, last=n == len(spans) - 1))
    return "".join(out).rstrip("\n")


def _spans(before: list[str], after: list[str]) -> list[tuple[str, str, list[str]]]:
    """(gone, come, kept after them); changes with only a blank between them are one."""
    spans: list[tuple[str, str, list[str]]] = [("", "", [])]
    for tag, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        gone, come, kept = spans[-1]
        if tag == "equal":
            spans[-1] = (gone, come, before[i:j])
        elif (gone or come) and not "".join(kept).strip(" "):
            between = "".join(kept)
            spans[-1] = (gone + between + "".join(before[i:j]), come + between + "".join(after[k:m]), [])
        else:
            spans.append(("".join(before[i:j]), "".join(after[k:m]), []))
    return [span for span in spans if span != ("", "", [])]


def _shortened(tokens: list[str], first: bool, last: bool) -> str:
    span = CONTEXT * 2
    if len(tokens) <= span * 2:
        return "".join(tokens)
    return ("" if first else "".join(tokens[:span])) + " … " + ("" if last else "".join(tokens[-span:]))


def _facts(facts: tuple[FactChange, ...]) -> list[str]:
    """Numbers that print something else now, with the records that a reviewer has to read again."""
    if not facts:
        return []
    lines = ["#### Facts", "", "| fact | was | is | quoted by |", "| --- | --- | --- | --- |"]
    for fact in facts[:FACTS]:
        was, now = (_code(words) if words is not None else "–" for words in (fact.old, fact.new))
        lines.append(f"| {_code(fact.name)} | {was} | {now} | {', '.join(_code(one) for one in fact.quoted)} |")
    more = [f"| … and {len(facts) - FACTS} more | | | |"] if len(facts) > FACTS else []
    return [*lines, *more, ""]


def _edges(changes: Changes) -> list[str]:
    found = [("+", edge) for edge in changes.edges_added] + [("-", edge) for edge in changes.edges_removed]
    if not found:
        return []
    lines = [f"{sign} {source} {relation} {target}" for sign, (source, relation, target) in found[:EDGES]]
    more = [f"  … and {len(found) - EDGES} more"] if len(found) > EDGES else []
    return ["#### Edges", "", *_block([*lines, *more])]


def _pages(pages: tuple[PageChange, ...] | None) -> list[str]:
    if not pages:
        return []
    lines = [
        f"<details><summary>{_count(len(pages), 'page')} whose text changed</summary>",
        "",
        "| page | | words |",
        "| --- | --- | --- |",
    ]
    for page in pages[:PAGES]:
        count = f"+{page.words_added} −{page.words_removed}" if page.what == "changed" else ""
        lines.append(f"| {_code(page.path)} | {page.what} | {count} |")
    more = [f"| … and {len(pages) - PAGES} more | | |"] if len(pages) > PAGES else []
    return [*lines, *more, "", "</details>", ""]


def _block(lines: list[str]) -> list[str]:
    """A code block whose fence is longer than any run of backticks in it."""
    runs = [len(run) for run in re.findall("`+", "\n".join(lines))]
    fence = "`" * max(3, *(run + 1 for run in runs), 3)
    return [f"{fence}diff", *lines, fence, ""]


def _code(text: str) -> str:
    """Inline code that cannot end early or break a table."""
    return "`" + re.sub(r"[`\r\n]", "'", text).replace("|", "/") + "`"


def _plain(text: str) -> str:
    """Text of ours that may quote a file name or an error: on one line, and without effect."""
    return re.sub(r"([\\`*_{}\[\]<>#@|!])", lambda sign: f"&#{ord(sign[1])};", " ".join(text.split()))
