"""Kinds of damage that a hand or an editor does to a record, and which rule must see each.

A damage takes a sound record and gives it back spoilt, with the lines on which the problem may be shown, or None where it
cannot apply. Only its text is touched, as a contributor would.
"""

import random
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from accelmap_site.formula import results
from accelmap_site.graph import Graph
from accelmap_site.load import Node, nodes
from accelmap_site.schema import Catalog, Fact, Figure, Formula, Item, Path, Source, is_plain, parts

Places = tuple[tuple[str, int], ...]
PROSE = ("mechanism", "definition", "explanation", "because", "costs", "assumptions")
FAR = "2199-01-01"


@dataclass(frozen=True)
class Hurt:
    """A spoilt record: its new bytes, (file, line) of each place where the problem may be shown, and other records it depends on."""

    data: bytes
    places: Places
    partners: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sound:
    """A sound record with the tree of its text, in the tree of all others."""

    item: Item
    catalog: Catalog
    graph: Graph
    chance: random.Random

    @property
    def text(self) -> str:
        return self.item.written

    @property
    def tree(self) -> Node:
        return _tree(self.text)

    def line(self, *path: str | int) -> int:
        return self.item.place(path)[0]

    def node(self, *path: str | int) -> Node | None:
        """The value at a path as it is written, or None."""
        here: Node | None = self.tree
        for step in path:
            if here is None or here.kind == "text":
                return None
            if isinstance(step, int):
                here = here.entries[step][1] if here.kind == "list" and step < len(here.entries) else None
            else:
                here = here.get(step) if here.kind == "map" else None
        return here

    def hurt(self, text: str, *lines: int, partners: tuple[str, ...] = (), others: Places = ()) -> Hurt | None:
        if text == self.text:
            return None
        return Hurt(text.encode(), (*((self.item.file, line) for line in lines), *others), partners)

    def put(self, path: Path, new: str) -> Hurt | None:
        """The value at a path replaced; the problem stands at its place."""
        node = self.node(*path)
        if node is None or self.text[node.start : node.end] == new:
            return None
        return self.hurt(self.text[: node.start] + new + self.text[node.end :], self.line(*path))

    def drop(self, path: Path) -> Hurt | None:
        """An entry of a mapping in one line left out; the problem stands at the mapping."""
        around = self.node(*path[:-1])
        if around is None or around.kind != "map" or len(around.entries) < 2:
            return None
        pairs = [(key, value) for key, value in around.entries if key is not None]
        at = next((i for i, (key, _) in enumerate(pairs) if key.value == path[-1]), None)
        if at is None:
            return None
        start = pairs[at][0].start if at + 1 < len(pairs) else pairs[at - 1][1].end
        end = pairs[at + 1][0].start if at + 1 < len(pairs) else pairs[at][1].end
        return self.hurt(self.text[:start] + self.text[end:], self.line(*path[:-1]) if len(path) > 1 else 1)

    def append(self, field: str) -> Hurt | None:
        """A further field at the end, unless the record has it."""
        name = field.partition(":")[0]
        return None if self.node(name) else self.hurt(self.text + field + "\n", self.text.count("\n") + 1)

    def relate(self, relation: str, target: str, partners: tuple[str, ...] = (), others: Places = ()) -> Hurt | None:
        """A further relation."""
        here = self.node("relations")
        if here is None:
            return self.hurt(
                f"{self.text}relations: {{{relation}: [{target}]}}\n", self.text.count("\n") + 1, partners=partners, others=others
            )
        if here.flow or here.get(relation):
            return None
        line = f"  {relation}: [{target}]\n"
        start = self.text.rindex("\n", 0, here.start) + 1
        number = self.text.count("\n", 0, start) + 1
        return self.hurt(self.text[:start] + line + self.text[start:], number, partners=partners, others=others)

    def parts_of(self, kind: type) -> list[Path]:
        """Paths of all parts of a class, in any order."""
        found = [path for path, part in parts(self.item.record) if isinstance(part, kind)]
        return self.chance.sample(found, len(found))

    def blocks(self, *fields: str) -> list[Path]:
        """Paths of texts that are written as blocks (``zh: |``) in both languages."""
        paths = [path[:-1] for path, field, locale, _ in self.item.record.said if locale == "zh" and not is_plain(field)]
        blocks = [path for path in paths if all((one := self.node(*path, locale)) and not one.flow for locale in ("zh", "en"))]
        return [path for path in self.chance.sample(blocks, len(blocks)) if not fields or path[0] in fields]

    def say(self, zh: str, en: str, *fields: str, within: bool = False) -> Hurt | None:
        """A paragraph put before a text in each language; the problem stands in it, or at the field."""
        for path in self.blocks(*fields):
            lines, found = self.text.split("\n"), []
            for locale, words in sorted({"zh": zh, "en": en}.items(), key=lambda one: -self.line(*path, one[0])):
                if words:
                    node = self.node(*path, locale)
                    assert node is not None
                    first = node.line + 1
                    indent = " " * (len(lines[first]) - len(lines[first].lstrip()))
                    lines[first:first] = [*(indent + line for line in words.split("\n")), ""]
            for locale, words in (("zh", zh), ("en", en)):
                if words:
                    shift = words_before(self, path, locale, zh, en)
                    number = self.line(*path, locale) + shift
                    found.append(number + 1 if within else number)
            return self.hurt("\n".join(lines), *found, *([self.line(*path)] if not within else []))
        return None


def words_before(sound: Sound, path: Path, locale: str, zh: str, en: str) -> int:
    """By how many lines the other language pushes this one down."""
    other, words = ("en", en) if locale == "zh" else ("zh", zh)
    return words.count("\n") + 2 if words and sound.line(*path, other) < sound.line(*path, locale) else 0


_tree = cache(nodes)
Damage = Callable[[Sound], Hurt | None]


@dataclass(frozen=True)
class Case:
    """A kind of damage, the rule that must report it, and a part of what it must say."""

    name: str
    rule: str
    says: str
    damage: Damage


def first(found: Iterator[Hurt | None]) -> Hurt | None:
    return next((one for one in found if one), None)


def whole(change: Callable[[bytes], bytes], line: int) -> Damage:
    return lambda sound: Hurt(change(sound.text.encode()), ((sound.item.file, line),))


def in_line(change: Callable[[str], str], when: Callable[[str], object] = bool) -> Damage:
    """One line of the file changed, any for which ``when`` holds."""

    def damage(sound: Sound) -> Hurt | None:
        lines = sound.text.split("\n")
        fit = [i for i, line in enumerate(lines) if line and when(line) and change(line) != line]
        if not fit:
            return None
        i = sound.chance.choice(fit)
        lines[i] = change(lines[i])
        return sound.hurt("\n".join(lines), i + 1)

    return damage


def value(new: str, *path: str | int) -> Damage:
    return lambda sound: sound.put(path, new)


def inside(kind: type, field: str, new: str) -> Damage:
    """A field of some part replaced."""
    return lambda sound: first(sound.put((*path, field), new) for path in sound.parts_of(kind))


def each(field: str, inner: str, new: str | None) -> Damage:
    """A field of some entry of a list replaced, or left out."""

    def damage(sound: Sound) -> Hurt | None:
        entries = getattr(sound.item.record, field, ())
        paths = [(field, i, inner) for i in sound.chance.sample(range(len(entries)), len(entries))]
        return first(sound.drop(path) if new is None else sound.put(path, new) for path in paths)

    return damage


def field(text: str) -> Damage:
    return lambda sound: sound.append(text)


def without(*path: str | int) -> Damage:
    return lambda sound: sound.drop(path)


def only(kind: str, damage: Damage) -> Damage:
    return lambda sound: damage(sound) if sound.item.kind == kind else None


def text(zh: str, en: str, *fields: str, within: bool = False) -> Damage:
    return lambda sound: sound.say(zh, en, *fields, within=within)


def decomposed(line: str) -> str:
    return unicodedata.normalize("NFD", line.replace("e", "\u00e9", 1))


def lost_field(sound: Sound) -> Hurt | None:
    """A whole field of several lines deleted."""
    name = sound.chance.choice(["sources", "summary", "title", "verified"])
    kept = re.sub(rf"(?m)^{name}:.*\n(?:[ -].*\n|\n)*", "", sound.text, count=1)
    return sound.hurt(kept, 1)


def twice(sound: Sound) -> Hurt | None:
    """A field written a second time at the end of the file."""
    name = sound.chance.choice([key.value for key, _ in sound.tree.entries if key is not None])
    return sound.hurt(f"{sound.text}{name}: x\n", sound.text.count("\n") + 1)


def unclosed(sound: Sound) -> Hurt | None:
    node = sound.node("title")
    assert node is not None
    return sound.hurt(sound.text[: node.end - 1] + sound.text[node.end :], 1, 2, 3) if node.flow else None


def emptied_cell(sound: Sound) -> Hurt | None:
    """One cell of a comparison table left without its value."""
    found = [name for name in sound.item.record.properties if sound.node("properties", name, "zh")]
    return sound.put(("properties", sound.chance.choice(found), "zh"), '""') if found else None


def alias(sound: Sound) -> Hurt | None:
    """The title of another record taken as an alias."""
    other = sound.catalog.items[sound.chance.choice(list(sound.catalog.items))]
    here = sound.node("aliases")
    if other.id == sound.item.id or here is None or not here.flow:
        return None
    stolen = '"' + other.record.title.en.replace('"', "") + '"'
    hurt = sound.text[: here.start + 1] + stolen + ", " + sound.text[here.start + 1 :]
    return sound.hurt(hurt, sound.line("aliases"), partners=(other.id,))


def circle(sound: Sound) -> Hurt | None:
    """An edge with a direction written in the other direction, too."""
    for edge in sound.graph.reaching.get(sound.item.id, ()):
        if edge.relation in ("variant_of", "evolves_from", "part_of", "requires") and edge.owner in sound.catalog.items:
            owner = sound.catalog.items[edge.owner]
            there = (owner.file, owner.place(edge.path)[0])
            if hurt := sound.relate(edge.relation, edge.source, (edge.owner,), (there,)):
                return hurt
    return None


def mirrored(sound: Sound) -> Hurt | None:
    """A symmetric edge written on its other side, too."""
    for edge in sound.graph.reaching.get(sound.item.id, ()):
        if edge.relation in ("alternative_to", "contrasts_with", "combines_with") and edge.owner in sound.catalog.items:
            owner = sound.catalog.items[edge.owner]
            there = (owner.file, owner.place(edge.path)[0])
            if hurt := sound.relate(edge.relation, edge.source, (edge.owner,), (there,)):
                return hurt
    return None


def forbidden(sound: Sound) -> Hurt | None:
    """What a record is combined with made incompatible with it."""
    for edge in sound.graph.leaving.get(sound.item.id, ()):
        own = edge.relation == "combines_with" and edge.owner == sound.item.id and edge.status != "no"
        if own and (hurt := sound.relate("incompatible_with", edge.target)):
            return hurt
    return None


def to_tool(sound: Sound) -> Hurt | None:
    """An implementation named that is no tool."""
    if sound.item.kind not in ("technique", "term"):
        return None
    others = [item.id for item in sound.catalog.of("technique") if item.id != sound.item.id]
    target = sound.chance.choice(others)
    return sound.relate("implemented_by", target, (target,))


def one_digit(number: str, chance: random.Random) -> str:
    """The number with its first digit changed."""
    at = next(i for i, one in enumerate(number) if one in "123456789")
    return number[:at] + chance.choice([digit for digit in "123456789" if digit != number[at]]) + number[at + 1 :]


def moved_example(sound: Sound) -> Hurt | None:
    """A digit of the value of a worked example changed."""
    record = sound.item.record
    if not isinstance(record, Formula):
        return None
    found = [i for i, one in enumerate(record.examples) if re.search("[1-9]", one.expected) and one.tolerance is None]
    if not found:
        return None
    i = sound.chance.choice(found)
    return sound.put(("examples", i, "expected"), one_digit(record.examples[i].expected, sound.chance))


def moved_value(kind: type[Figure | Fact]) -> Damage:
    """A digit of a derived figure changed."""

    def damage(sound: Sound) -> Hurt | None:
        for path, part in parts(sound.item.record):
            if isinstance(part, kind) and part.derivation and part.value and re.search("[1-9]", part.value):
                return sound.put((*path, "value"), f'"{one_digit(part.value, sound.chance)}"')
        return None

    return damage


def moved_derivation(sound: Sound) -> Hurt | None:
    """A digit of a derivation changed, by more than rounding hides; the figure no longer follows."""
    for path, part in parts(sound.item.record):
        if isinstance(part, Figure) and part.derivation and re.search("[1-9]", part.derivation):
            other = one_digit(part.derivation, sound.chance)
            if all(abs(new - old) > abs(old) / 4 for new, old in zip(results(other), results(part.derivation), strict=True)):
                hurt = sound.put((*path, "derivation"), f'"{other}"')
                return hurt and Hurt(hurt.data, ((sound.item.file, sound.line(*path, "value")),))
    return None


def lost_factor(sound: Sound) -> Hurt | None:
    """A factor of an expression forgotten, such as the number of KV heads."""
    record = sound.item.record
    if not isinstance(record, Formula):
        return None
    factors = [one.symbol for one in record.inputs if len(re.findall(rf"\b{one.symbol}\b", record.expression)) == 1]
    fit = [one for one in factors if re.search(rf" \* {one}\b(?! *[*][*])", record.expression)]
    if not fit:
        return None
    kept = re.sub(rf" \* {sound.chance.choice(fit)}\b", "", record.expression)
    return sound.put(("expression",), f'"{kept}"')


def other_unit(sound: Sound) -> Hurt | None:
    """The unit of a result swapped for one of another dimension."""
    record = sound.item.record
    if not isinstance(record, Formula):
        return None
    hurt = sound.put(("unit",), "token" if record.unit != "token" else "B")
    return hurt and Hurt(hurt.data, ((sound.item.file, sound.line("unit")), (sound.item.file, sound.line("expression"))))


def fewer_items(sound: Sound) -> Hurt | None:
    """The last step of a numbered list deleted in one language."""
    for path in sound.blocks():
        zh = sound.node(*path, "zh")
        assert zh is not None
        raw = sound.text[zh.start : zh.end]
        steps = [found for found in re.finditer(r"(?m)^ *\d+\. .*\n", raw) if not re.search(r"\d\d|\[|\{\{|`", found[0][4:])]
        if steps:
            cut = steps[-1]
            hurt = sound.text[: zh.start] + raw[: cut.start()] + raw[cut.end() :] + sound.text[zh.end :]
            return sound.hurt(hurt, sound.line(*path))
    return None


def other_figure(sound: Sound) -> Hurt | None:
    """A figure of the Chinese text changed."""
    for path, _, locale, said in sound.item.record.said:
        node = sound.node(*path)
        if locale == "zh" and node is not None and (found := re.search(r"(?<![\w.{\"'\\-])[1-9]\d{2,}(?![\w.}\"'])", said)):
            raw = sound.text[node.start : node.end]
            if raw.count(found[0]) == 1 and "`" not in said and "](" not in said:
                hurt = sound.text[: node.start] + raw.replace(found[0], one_digit(found[0], sound.chance)) + sound.text[node.end :]
                return sound.hurt(hurt, sound.line(*path[:-1]))
    return None


def summary_says(zh: str, en: str) -> Damage:
    """The summary of a record replaced in both languages."""

    def damage(sound: Sound) -> Hurt | None:
        hurt = re.sub(r"(?m)^summary:.*\n(?: .*\n)*", f"summary:\n  zh: {zh}\n  en: {en}\n", sound.text, count=1)
        line = sound.line("summary")
        return sound.hurt(hurt, line + 1, line + 2)

    return damage


def source_line(new: str) -> Damage:
    """A further source put first."""

    def damage(sound: Sound) -> Hurt | None:
        line = sound.line("sources")
        lines = sound.text.split("\n")
        if lines[line - 1] != "sources:":
            return None
        lines.insert(line, "  - {" + new + "}")
        return sound.hurt("\n".join(lines), line + 1)

    return damage


def source_again(sound: Sound) -> Hurt | None:
    """The first source copied."""
    node = sound.node("sources", 0)
    assert node is not None
    start, lines = node.line, sound.text.split("\n")
    stop = sound.text.count("\n", 0, node.end) + 1
    lines[start:start] = lines[start:stop]
    return sound.hurt("\n".join(lines), stop + 1)


def pasted_place(sound: Sound) -> Hurt | None:
    """The place in a source copied from record to record."""
    return sound.put(("sources", 0, "locator"), "the long middle part that everybody quotes")


def no_tools(sound: Sound) -> Hurt | None:
    if sound.item.kind != "technique" or sound.item.record.relations.implemented_by or not getattr(sound.item.record, "tools"):
        return None
    return sound.hurt(re.sub(r"(?m)^tools:.*\n(?:[ -].*\n)*", "", sound.text, count=1), 1)


def first_gain(*names: str) -> Damage:
    """What says where a gain was measured, left out."""

    def damage(sound: Sound) -> Hurt | None:
        for i, gain in enumerate(getattr(sound.item.record, "gains", ())):
            cut = [name for name in names if getattr(gain, name)]
            node = sound.node("gains", i)
            if node is None or node.flow or not cut:
                continue
            raw = sound.text[node.start : node.end]
            for name in cut:
                raw = re.sub(rf"(?m)^ +{name}:.*\n?(?:      .*\n?)*", "", raw)
            hurt = sound.text[: node.start] + raw.rstrip(" \n") + "\n" + sound.text[node.end :].lstrip("\n")
            return sound.hurt(hurt, sound.line("gains", i))
        return None

    return damage


def exponents(sound: Sound) -> Hurt | None:
    """The values of a gain written in another way."""
    for i in range(len(getattr(sound.item.record, "gains", ()))):
        return sound.put(("gains", i, "value"), "[1e3, 2e3]")
    return None


FILES: tuple[Case, ...] = (
    Case("byte-order mark", "load", "byte-order mark", whole(lambda data: b"\xef\xbb\xbf" + data, 1)),
    Case("CRLF", "load", "CRLF", whole(lambda data: data.replace(b"\n", b"\r\n"), 1)),
    Case("GBK", "load", "not UTF-8", lambda sound: Hurt(("标题\n" + sound.text).encode("gb18030"), ((sound.item.file, 1),))),
    Case("emptied file", "load", "holds nothing", whole(lambda data: b"", 1)),
    Case("half a file", "load", "not readable as YAML", lambda sound: Hurt(
        (cut := sound.text.encode()[: sound.text.encode().index(b"summary:")] + b'summary: {zh: "'),
        ((sound.item.file, cut.count(b"\n") + 1),))),
    Case("tab", "load", "a tab", in_line(lambda line: "\t" + line[2:], lambda line: line.startswith("  "))),
    Case("full-width colon", "load", "full-width colon",
        in_line(lambda line: line.replace(": ", "：", 1), lambda line: re.match(r"\w+: ", line))),
    Case("NFD", "load", "NFC", in_line(decomposed, lambda line: "e" in line and line.isascii())),
    Case("ideographic space", "load", "ideographic space", in_line(lambda line: line + "\u3000")),
    Case("zero-width space", "load", "zero-width space",
        in_line(lambda line: line[:8] + "\u200b" + line[8:], lambda line: len(line) > 8)),
    Case("text that runs backwards", "load", "control character", in_line(lambda line: line + "\u202e")),
    Case("duplicate key", "load", "written twice", twice),
    Case("anchor", "load", "anchor or alias", value("&day 2026-01-01", "verified")),
    Case("tag", "load", "a tag", value("!!python/name:os.system x", "verified")),
    Case("merge key", "load", "merge key", field("<<: {}")),
    Case("second document", "load", "second document",
        lambda sound: sound.hurt(sound.text + "---\na: b\n", sound.text.count("\n") + 1)),
    Case("bracket not closed", "load", "not readable as YAML", unclosed),
    Case("value cut at #", "load", "ends before ' #'", value("2026-01-01 #", "verified")),
    Case("typographic quotes", "load", "typographic quotes", value("“2026-01-01”", "verified")),
    Case("unknown field", "schema", "no such field", field("sumary: x")),
    Case("field lost", "schema", "is missing", lost_field),
    Case("sources emptied", "schema", "too few items", lambda sound: sound.hurt(
        re.sub(r"(?m)^sources:\n(?: .*\n)*", "sources: []\n", sound.text), sound.line("sources"))),
    Case("list for text", "schema", "should be text", value("[a, b]", "sources", 0, "title")),
    Case("text for a mapping", "schema", "should be a mapping", value("words", "title")),
    Case("empty zh", "schema", "is empty", value('""', "summary", "zh")),
    Case("'no' as a language", "schema", "no such field", lambda sound: sound.hurt(
        sound.text.replace("  zh: ", "  no: ", 1), sound.text[: sound.text.index("  zh: ")].count("\n") + 1)),
    Case("'yes' for true", "schema", "neither true nor false", source_line(
        'key: a-b, kind: docs, title: A, url: "https://a.example/", locator: B, supports: [summary], unverified: yes')),
    Case("'1.10' for a day", "schema", "is not a day", value("1.10", "verified")),
    Case("day with slashes", "schema", "is not a day", value("2026/01/01", "verified")),
    Case("arXiv number", "schema", "is not an arXiv number", inside(Source, "arxiv", '"2309.618"')),
    Case("javascript: as an address", "schema", "is not an http(s) address", inside(Source, "url", '"javascript:alert(1)"')),
    Case("source without an address", "schema", "exactly one of",
        source_line("key: a-b, kind: docs, title: A, locator: B, supports: [summary]")),
    Case("source without a place", "schema", "is missing", each("sources", "locator", None)),
    Case("kind of source", "schema", "is not allowed", inside(Source, "kind", "tweet")),
    Case("maturity", "schema", "is not allowed", value("stable", "maturity")),
    Case("emptied category", "schema", "too few items", only("technique", value("[]", "categories"))),
    Case("strength out of range", "schema", "out of range", lambda sound: first(
        sound.put(("bottlenecks", name), "9") for name in getattr(sound.item.record, "bottlenecks", {}))),
    Case("unit of a gain", "schema", "is not allowed", each("gains", "unit", "fold")),
    Case("gain without a baseline", "schema", "is missing", first_gain("baseline")),
    Case("figure without an origin", "schema", "source or a derivation", lambda sound: first(
        sound.drop((*path, "source")) for path, part in parts(sound.item.record)
        if isinstance(part, Figure) and part.source and not part.derivation)),
    Case("fact without an origin", "schema", "a fact needs", lambda sound: first(
        sound.drop((*path, "source")) for path, part in parts(sound.item.record)
        if isinstance(part, Fact) and part.source and not part.derivation)),
    Case("number with an exponent", "schema", "not a plain decimal number", exponents),
    Case("flag emptied", "schema", "is empty", each("tools", "how", '""')),
    Case("tool without a name", "schema", "is missing", each("tools", "tool", None)),
    Case("emptied cell of a table", "schema", "is empty", emptied_cell),
    Case("id with a capital", "schema", "is not an id",
        only("technique", lambda sound: sound.relate("alternative_to", "FlashAttention"))),
)  # fmt: skip
"""What is seen while a file is read."""

RULES: tuple[Case, ...] = (
    Case("place pasted over many records", "locator-pasted", "documents", pasted_place),
    Case("future date", "bad-date", "lies in the future", value(FAR, "verified")),
    Case("day that does not exist", "bad-date", "is not a day of the calendar", value("2026-02-30", "verified")),
    Case("introduced in the future", "bad-date", "lies in the future", value("2199-01", "introduced")),
    Case("dead id", "unknown-id", 'no record "gone-for-good"', lambda sound: sound.relate("combines_with", "gone-for-good")),
    Case("dead category", "unknown-id", 'no category "speed"', value("[speed]", "categories")),
    Case("unknown tool", "unknown-id", 'no record "vlmm"', each("tools", "tool", "vlmm")),
    Case("dead reference in text", "unknown-reference", 'no record "gone-for-good"',
        text("见[某处][gone-for-good]。", "See [somewhere][gone-for-good].")),
    Case("reference in a summary", "unknown-reference", "plain text", summary_says(
        '"把权重切开存放，见[别处][zero]。"', '"Weights are cut and kept apart, see [elsewhere][zero]."')),
    Case("figure changed in one language", "languages-differ", "differ in figures", other_figure),
    Case("reference in one language", "languages-differ", "differ in references", text("见[Paraformer][paraformer]。", "")),
    Case("alias stolen", "name-taken", "also names", alias),
    Case("circle", "circle", "runs in a circle", circle),
    Case("relation to itself", "relation-to-itself", "leads back", lambda sound: sound.relate("contrasts_with", sound.item.id)),
    Case("edge written on both sides", "edge-written-twice", "the same edge", mirrored),
    Case("kinds that do not fit", "relation-kinds", "is a technique", to_tool),
    Case("combined and incompatible", "contradiction", "also joined by", forbidden),
    Case("script tag", "html-in-text", "HTML: <script>", text("<script>alert(1)</script>", "<script>alert(1)</script>")),
    Case("javascript: link", "link-in-text", "a link to 'javascript:",
        text("见[这里](javascript:alert(1))。", "See [here](javascript:alert(1)).")),
    Case("heading in text", "markup-lost", "a heading", text("## 步骤", "## Steps", within=True)),
    Case("image", "markup-lost", "an image", text("![图](x.png)", "![Picture](x.png)", within=True)),
    Case("table in text", "markup-lost", "a table", text("| 甲 | 乙 |\n|---|---|", "| A | B |\n|---|---|", within=True)),
    Case("unknown fact", "unknown-fact", 'no fact "gone"', text('共 {{ fact("gone") }}。', 'It takes {{ fact("gone") }}.', within=True)),
    Case("naked figure", "naked-figure", "stands naked", text("权重占 731 GB。", "Weights take 731 GB.", *PROSE, within=True)),
    Case("digit of a figure changed", "figure-moved", "the derivation gives", moved_value(Figure)),
    Case("digit of a derivation changed", "figure-moved", "the derivation gives", moved_derivation),
    Case("digit of a fact changed", "fact-moved", "the derivation gives", moved_value(Fact)),
    Case("digit of a worked example changed", "example-disagrees", "the formula gives", moved_example),
    Case("KV heads forgotten", "bad-expression", "", lost_factor),
    Case("unit swapped", "bad-expression", "the expression yields", other_unit),
    Case("banned word", "word-not-approved", "is not the word in use here", text("显卡内存不够。", "The cache is small.", within=True)),
    Case("name misspelled", "name-misspelled", "is written vLLM", text("引擎是 Vllm 一类。", "The engine is Vllm.", within=True)),
    Case("filler", "filler", "is true of anything", text("这样可以显著提升效率。", "It is done in this way.", within=True)),
    Case("missing space", "spacing", "is written", text("切成块后再用CUDA图重放。", "Cut first, then replay.", within=True)),
    Case("half-width comma", "spacing", "is written", text("先切块,再重放。", "Cut first, then replay.", within=True)),
    Case("zh left in English", "not-chinese", "no Chinese in the zh text", summary_says(
        "The weights are cut into blocks that are kept apart", "The weights are cut into blocks that are kept apart")),
    Case("placeholder for a place", "locator-pasted", "is no place", inside(Source, "locator", "TBD")),
    Case("skeleton not filled", "left-open", "still holds FILL_IN", summary_says("FILL_IN", "FILL_IN")),
    Case("source without a key", "unknown-source", "no source with the key 'nowhere'", inside(Figure, "source", "nowhere")),
    Case("source twice", "source-twice", "stands twice", source_again),
    Case("year before the paper", "source-year", "is before the arXiv number", lambda sound: first(
        sound.put((*path, "year"), "1999") for path, part in parts(sound.item.record) if isinstance(part, Source) and part.arxiv)),
    Case("arXiv as a web address", "address-not-canonical", "names an arXiv number", source_line(
        'key: a-b, kind: paper, title: A, url: "https://arxiv.org/abs/2205.14135", locator: B, supports: [summary]')),
    Case("support of no field", "supports-no-field", "has no field", inside(Source, "supports", "[mechanisms]")),
    Case("layer that is none", "not-in-list", "is not in taxonomy", value("middle", "layer")),
    Case("stage that is none", "not-in-list", "is not in taxonomy", value("[pretraining]", "stages")),
    Case("condition on no field", "bad-predicate", "is not a field",
        only("technique", lambda sound: sound.append('applies_if: "expert > 0"'))),
    Case("former id in use", "former-id-taken", "is an id of", field("former_ids: [kv-cache]")),
    Case("three sentences", "summary-too-long", "3 sentences", summary_says("一句。两句。三句。", "One. Two. Three.")),
    Case("title of a sentence", "title-too-long", "columns wide", only("technique", lambda sound: sound.put(
        ("title", "en"), "A way to keep weights gradients and optimizer states on many devices"))),
    Case("step missing in one language", "lists-differ", "zh lists", fewer_items),
    Case("fact that nobody prints", "unused-fact", "no text prints", field("facts: {idle: {value: \"7\", unit: GB, derivation: 3+4}}")),
    Case("needless exception", "idle-exception", "has nothing to say here",
        field("allow: [{rule: filler, reason: just in case, until: 2028-12-31}]")),
    Case("gain without conditions", "gain-without-envelope", "where was it measured", first_gain("model", "hardware", "setting")),
    Case("no tool", "no-use", "no tool is named", no_tools),
)  # fmt: skip
"""What rules see in records that can be read."""
