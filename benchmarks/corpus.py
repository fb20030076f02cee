"""A synthetic project of N records in both languages that passes ``accelmap check``.

    python benchmarks/corpus.py 1000 /tmp/corpus-1000

The same N and seed give the same bytes. Names, numbers and statements are made up; sizes of texts, numbers of
relations and the share of each kind follow the real content. Relation types and interface words are copied from
the project itself, because the schema and the templates name them; all other lists are its own.
"""

import random
import shutil
import sys
from pathlib import Path
from typing import Any

import yaml
from corpus_lists import CATEGORIES, LAYERS, STAGES, lists
from vocabulary import FIRST, SECOND, SENTENCES, SHORT, TEX, THIRD

REPOSITORY = Path(__file__).resolve().parent.parent
LEAST = 300
MODALITIES = ("text", "image", "video", "audio", "action")
Fields = dict[str, Any]
Pair = dict[str, str]


class Corpus:
    """Records by folder. Every random choice comes from one generator."""

    def __init__(self, size: int, seed: int = 1) -> None:
        if size < LEAST:
            raise SystemExit(f"at least {LEAST} records are needed to fill every category")
        self.random = random.Random(seed)
        self.titles = self._titles(size)
        counts = {"bottlenecks": 8 + size // 250, "scenarios": 2 + size // 250, "hardware": 5 + size // 50, "models": size // 8}
        counts["tools"] = max(2 * len(CATEGORIES), size // 7)
        counts["glossary"] = size // 6
        counts["techniques"] = size - sum(counts.values())
        self.places = {name: place for place, name in enumerate(self.titles)}
        self.writing = ""  # no record refers to itself
        self.ids: dict[str, list[str]] = {}
        start = 0
        for folder, count in counts.items():
            self.ids[folder] = list(self.titles)[start : start + count]
            start += count
        self.remedies: dict[str, list[str]] = {name: [] for name in self.ids["bottlenecks"]}
        self.joined: set[frozenset[str]] = set()

    def _titles(self, size: int) -> dict[str, Pair]:
        """Distinct names by id, in the same order for the same seed."""
        chosen = self.random.sample(range(len(FIRST) * len(SECOND) * len(THIRD)), size)
        titles = {}
        for number in chosen:
            rest, a = divmod(number, len(FIRST))
            c, b = divmod(rest, len(SECOND))
            words = (FIRST[a], SECOND[b], THIRD[c])
            en = " ".join(word[1] for word in words)
            titles[en.lower().replace(" ", "-")] = {"zh": "".join(word[0] for word in words), "en": en}
        return titles

    # -- texts -------------------------------------------------------------

    def _fill(self, patterns: list[tuple[str, str]], linked: bool) -> Pair:
        """One sentence in both languages about two records; ``linked`` makes the second a written reference."""
        zh, en = self.random.choice(patterns)
        a, b = self.random.sample([name for name in self.random.sample(self.ids["techniques"], 3) if name != self.writing], 2)
        number, switch = self.random.randint(2, 12), f"--{a.split('-')[0]}-{b.split('-')[-1]}"
        made = {}
        for locale, pattern in (("zh", zh), ("en", en)):
            first, second = self.titles[a][locale], self.titles[b][locale]
            made[locale] = pattern.format(a=first, b=f"[{second}][{b}]" if linked else second, n=number, c=switch)
        return made

    def line(self) -> Pair:
        """One short statement."""
        return self._fill(SHORT, self.random.random() < 0.3)

    def prose(self, sentences: int) -> Pair:
        """Paragraphs and a list of the given number of sentences."""
        made = [self._fill(SENTENCES, self.random.random() < 0.4) for _ in range(sentences)]
        half = (sentences + 1) // 2
        zh = "。".join(m["zh"] for m in made[:half]) + "。\n\n" + "\n".join(f"- {m['zh']}。" for m in made[half:])
        en = ". ".join(m["en"] for m in made[:half]) + ".\n\n" + "\n".join(f"- {m['en']}." for m in made[half:])
        return {"zh": zh.strip(), "en": en.strip()}

    def summary(self, name: str) -> Pair:
        """Two plain sentences."""
        made, title = self._fill(SHORT, False), self.titles[name]
        return {"zh": f"{title['zh']}处理这种情形：{made['zh']}。", "en": f"{title['en']} is for this case. {made['en']}."}

    # -- records -----------------------------------------------------------

    def _common(self, name: str, number: int, sources: int) -> Fields:
        self.writing = name
        initials = "".join(word[0] for word in name.upper().split("-"))
        found: Fields = {"title": self.titles[name], "summary": self.summary(name)}
        if number % 3 == 0:
            found["abbr"] = f"{initials}{self.places[name]}"
        found["aliases"] = [f"{self.titles[name]['en']} method", f"{self.titles[name]['zh']}法"][: number % 3]
        found["sources"] = [self._source(name, i) for i in range(sources)]
        found["verified"] = f"2025-{number % 12 + 1:02d}-{number % 28 + 1:02d}"
        return found

    def _source(self, name: str, i: int) -> Fields:
        found: Fields = {"key": f"s{i}", "kind": ("paper", "code", "docs")[i % 3], "title": f"{self.titles[name]['en']}, part {i}"}
        if i % 3 == 0:
            found["arxiv"] = f"24{self.random.randint(1, 12):02d}.{self.random.randint(10_000, 99_999)}"
        else:
            found["url"] = f"https://example.org/{name}/{i}"
        return {**found, "year": "2024", "locator": f"§{i + 1}, on {self.titles[name]['en']}", "supports": ["title", "summary"]}

    def _edges(self, name: str, folder: str, number: int) -> Fields:
        """Descent stays within groups of twelve, so that families have the size of real ones; the rest goes anywhere."""
        found: dict[str, list[Any]] = {}
        ids, base = self.ids[folder], number - number % 12
        if number > base:
            self._join(found, "variant_of" if number % 2 else "evolves_from", name, ids[self.random.randrange(base, number)])
        for relation, chance in (("combines_with", 0.8), ("alternative_to", 0.6), ("contrasts_with", 0.4), ("incompatible_with", 0.2)):
            other = self.random.choice(self.ids["techniques"])
            excluded = relation == "incompatible_with" and other in self._recommendable()
            if self.random.random() < chance and not excluded:
                self._join(found, relation, name, other)
        return found

    def _recommendable(self) -> list[str]:
        """Techniques that scenarios name: nothing excludes them, since what cannot work together is not recommended together."""
        return self.ids["techniques"][: len(self.ids["techniques"]) // 2]

    def _join(self, found: dict[str, list[Any]], relation: str, name: str, other: str) -> None:
        """Add an edge unless the two are joined already."""
        if name != other and frozenset((name, other)) not in self.joined:
            self.joined.add(frozenset((name, other)))
            found.setdefault(relation, []).append({"id": other, "note": self.line()} if self.random.random() < 0.5 else other)

    def _figure(self) -> Fields:
        value, times = self.random.randint(13, 999), self.random.randint(2, 64)
        return {"what": self.line(), "value": str(value * times), "unit": "GB/s", "given": self.line(), "derivation": f"{value}*{times}"}

    def technique(self, name: str, number: int) -> Fields:
        """A technique of about 8 KB, as real ones are."""
        wanted = sorted({number % len(self.remedies), self.random.randrange(len(self.remedies))})
        relieved = [self.ids["bottlenecks"][i] for i in wanted]
        for one in relieved:
            self.remedies[one].append(name)
        tools = self.random.sample(self.ids["tools"], 2)
        return {
            **self._common(name, number, 5),
            "categories": [CATEGORIES[number % len(CATEGORIES)]], "stages": sorted(self.random.sample(STAGES, 2)),
            "layer": LAYERS[number % len(LAYERS)], "bottlenecks": {one: str(self.random.randint(1, 3)) for one in relieved},
            "introduced": f"{2017 + number % 9}-{number % 12 + 1:02d}",
            "maturity": ("default", "available", "available", "research", "declining")[number % 5],
            "mechanism": self.prose(7), "equations": [{"tex": self.random.choice(TEX), "note": self.line(), "source": "s0"}],
            "figures": [self._figure() for _ in range(2)], "use_when": [self.line() for _ in range(3)],
            "avoid_when": [self.line() for _ in range(3)], "costs": [self.line() for _ in range(2)],
            "gains": [{"metric": self.line(), "value": ["1.2", "2.4"], "unit": "×", "baseline": self.line(),
                       "hardware": "8× H100", "source": "s0"}],
            "needs_software": ["PyTorch >= 2.4"],
            "tools": [{"tool": tool, "how": f"--{name.split('-')[0]}", "note": self.line(), "source": "s2"} for tool in tools],
            "relations": self._edges(name, "techniques", number),
            "confused_with": self._confused(name), "disputes": [self._dispute()] if number % 2 else [],
        }  # fmt: skip

    def _confused(self, name: str) -> list[Fields]:
        other = self.random.choice(self.ids["techniques"])
        while name == other or frozenset((name, other)) in self.joined:
            other = self.random.choice(self.ids["techniques"])
        self.joined.add(frozenset((name, other)))
        return [{"id": other, **self.line()}]

    def _dispute(self) -> Fields:
        return {"claim": self.line(), "said_by": ["a blog"], "verdict": "misleading", "because": self.prose(2), "sources": ["s0", "s1"]}

    def tool(self, name: str, number: int) -> Fields:
        """Software of about 4 KB."""
        return {
            **self._common(name, number, 3), "confused_with": self._confused(name),
            "categories": [CATEGORIES[number % len(CATEGORIES)]], "stages": [STAGES[number % len(STAGES)]],
            "layer": LAYERS[number % len(LAYERS)], "organisation": f"Laboratory {number % 40}", "licence": "Apache-2.0", "state": "active",
            "repository": f"https://example.org/{name}", "install": f"pip install {name}", "released": f"{2017 + number % 8}-05",
            "what": self.prose(6), "relations": self._edges(name, "tools", number) if number < 24 else {},
        }  # fmt: skip

    def model(self, name: str, number: int) -> Fields:
        """A model with a configuration."""
        used = self.random.sample(self.ids["techniques"], 6)
        config = {"layers": "61", "hidden": "7168", "heads": "128", "kv_heads": "8", "head_dim": "128", "experts": "256", "top_k": "8"}
        return {
            **self._common(name, number, 3), "organisation": f"Institute {number % 30}",
            "released": f"{2021 + number % 5}-{number % 12 + 1:02d}",
            "modality": list(MODALITIES[: number % 3 + 1]), "total_b": str(number % 700 + 40), "active_b": str(number % 40 + 1),
            "config": {**config, "context": "131072"}, "attention": {"ids": used[:1]},
            "architecture": {"ids": used[1:3], "note": self.line()},
            "position": {"ids": used[3:4], "note": self.line()}, "special": {"ids": used[4:]},
        }  # fmt: skip

    def hardware(self, name: str, number: int) -> Fields:
        """An accelerator."""
        rates = [
            {"format": form, "dense": str(100 * 2**i + number), "unit": "TFLOP/s", "source": "s0"}
            for i, form in enumerate(("f32", "f16", "f8"))
        ]
        return {
            **self._common(name, number, 2), "vendor": f"Maker {number % 6}", "generation": f"G{number % 9}",
            "released": f"{2017 + number % 9}-03", "variant": "80 GB", "throughput": rates, "features": ["wide-copy"],
            "confused_with": self._confused(name),
            "memory": {"capacity_gb": "80", "type": "HBM3", "bandwidth_gbs": "3350", "source": "s0"}, "what": self.prose(5),
        }  # fmt: skip

    def bottleneck(self, name: str, number: int) -> Fields:
        """A limit with its signals; named remedies must relieve it, so techniques are made first."""
        signal = {"metric": "busy-share", "op": ">", "threshold": "60", "weight": "2", "why": self.line(), "source": "s0"}
        measure = {"tool": "profiler", "command": "profiler --trace run.py", "read": self.line(), "source": "s1"}
        return {
            **self._common(name, number, 4), "symptoms": [self.line() for _ in range(3)], "mechanism": self.prose(10),
            "signals": [signal] * 6, "measure": [measure] * 3, "questions": [self.line() for _ in range(4)],
            "flow": {"question": self.line(), "order": str(number + 1), "picks": self.remedies[name][:4]},
        }  # fmt: skip

    def scenario(self, name: str, number: int) -> Fields:
        """A job with choices in three tiers."""

        def choice() -> Fields:
            picks = self.random.sample(self._recommendable(), 2)
            return {"title": self.titles[picks[0]], "picks": picks, "why": self.line(), "caveat": self.line(), "source": "s0"}

        tiers = {tier: [choice() for _ in range(count)] for tier, count in (("must", 5), ("recommended", 5), ("optional", 4))}
        return {**self._common(name, number, 3), "stages": [STAGES[number % len(STAGES)]], "situation": self.prose(4), "tiers": tiers}

    def term(self, name: str, number: int) -> Fields:
        """A word of the glossary."""
        return {
            **self._common(name, number, 2), "topic": ("formats", "measures")[number % 2],
            "categories": [CATEGORIES[number % len(CATEGORIES)]],
            "definition": self.prose(6), "confused_with": self._confused(name),
            "figures": [self._figure(), self._figure()], "pitfalls": [self.line()],
        }  # fmt: skip

    def records(self) -> dict[str, Fields]:
        """Path below the project → record. Bottlenecks come last: they name what was said to relieve them."""
        makers = {
            "techniques": self.technique, "tools": self.tool, "models": self.model, "hardware": self.hardware,
            "glossary": self.term, "scenarios": self.scenario, "bottlenecks": self.bottleneck,
        }  # fmt: skip
        return {
            f"{folder if folder == 'glossary' else f'content/{folder}'}/{name}.yml": make(name, number)
            for folder, make in makers.items()
            for number, name in enumerate(self.ids[folder])
        }


def write(size: int, root: Path, seed: int = 1) -> Path:
    """Write a project of ``size`` records into the new folder ``root`` and return it."""
    corpus = Corpus(size, seed)
    for path, fields in corpus.records().items():
        _dump(root / path, {name: value for name, value in fields.items() if value not in ([], {})})
    for name, entries in lists(corpus.ids["techniques"][::12][:6]).items():
        _dump(root / f"taxonomy/{name}.yml", entries)
    for name in ("labels", "relations", "style"):
        shutil.copyfile(REPOSITORY / f"taxonomy/{name}.yml", root / f"taxonomy/{name}.yml")
    for name in ("templates", "content/pages"):
        shutil.copytree(REPOSITORY / name, root / name)
    shutil.copyfile(REPOSITORY / "mkdocs.yml", root / "mkdocs.yml")
    return root


class _Dumper(yaml.CSafeDumper):
    """Repeated values are written out: records hold no anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _dump(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(yaml.dump(value, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=160), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit("usage: python benchmarks/corpus.py RECORDS FOLDER")
    print(f"{sys.argv[1]} records in {write(int(sys.argv[1]), Path(sys.argv[2]))}")
