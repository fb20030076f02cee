"""What somebody does who wants a wrong statement to pass: each damage looks like an ordinary record."""

import re

from accelmap_site.schema import Fact, Figure, Gain, Source, parts
from damages import Case, Hurt, Sound, field, first, in_line, inside, only, summary_says, text, value

CYRILLIC = str.maketrans("aceopx", "асеорх")


def swapped_title(sound: Sound) -> Hurt | None:
    """The Chinese and the English name exchanged."""
    title = sound.item.record.title
    if not re.search("[\u4e00-\u9fff]", title.zh):
        return None
    return sound.hurt(
        re.sub(r"(?m)^title: .*$", lambda _: f'title: {{zh: "{title.en}", en: "{title.zh}"}}', sound.text, count=1), sound.line("title")
    )


def look_alike(sound: Sound) -> Hurt | None:
    """Latin letters of the English name replaced by Cyrillic ones of the same shape."""
    title = sound.item.record.title
    other = title.en.translate(CYRILLIC)
    return sound.put(("title", "en"), f'"{other}"') if other != title.en and '"' not in title.en else None


def other_count(sound: Sound) -> Hurt | None:
    """A small number of the Chinese text changed to one that the English does not know."""
    for path, _, locale, said in sound.item.record.said:
        node = sound.node(*path)
        if locale == "zh" and node is not None and "`" not in said and "][" not in said and "{{" not in said and "\\" not in said:
            found = re.search(r"(?<![\w.,-])[2-6](?= [层步个组张路块])", said)
            english = next(text for at, _, _, text in sound.item.record.said if at == (*path[:-1], "en"))
            raw = sound.text[node.start : node.end]
            if found and raw.count(found[0]) == 1 and not re.search(r"11|eleven|Nov", english):
                changed = sound.text[: node.start] + raw.replace(found[0], "11") + sound.text[node.end :]
                return sound.hurt(changed, sound.line(*path[:-1]))
    return None


def same_paragraph_again(sound: Sound) -> Hurt | None:
    """A paragraph in one language only, without any number or reference."""
    return sound.say("先切块，再归约。", "", within=False)


def too_early(sound: Sound) -> Hurt | None:
    """The day of the comparison set before the sources were there."""
    years = [source.year for source in sound.item.record.sources if source.year]
    return sound.put(("verified",), f"{min(years) - 1}-06-01") if years else None


def reversed_gain(sound: Sound) -> Hurt | None:
    """The ends of a range exchanged."""
    for path in sound.parts_of(Gain):
        low, high = next(part for at, part in parts(sound.item.record) if at == path and isinstance(part, Gain)).value
        if low < high and (hurt := sound.put((*path, "value"), f"[{high:f}, {low:f}]")):
            return Hurt(hurt.data, ((sound.item.file, sound.line(*path)),))
    return None


def own_derivation(sound: Sound) -> Hurt | None:
    """The source of a figure left out, and the number itself given as its derivation."""
    for path, part in parts(sound.item.record):
        if isinstance(part, Figure | Fact) and part.source and not part.derivation and re.fullmatch(r"\d+(\.\d+)?", part.value or ""):
            node = sound.node(*path, "source")
            around = sound.node(*path)
            if node and around and around.flow:
                at = sound.text.rindex("source", 0, node.start)
                hurt = sound.text[:at] + f"derivation: {part.value}" + sound.text[node.end :]
                return sound.hurt(hurt, sound.line(*path, "source"))
    return None


def decimal_prefix(sound: Sound) -> Hurt | None:
    """A binary prefix written as a decimal one, where the derivation divides by a power of 1024."""
    for path, part in parts(sound.item.record):
        if isinstance(part, Figure | Fact) and part.derivation and re.search(r"/ ?(1024|2\*\*[1-4]0)$", part.derivation):
            node = sound.node(*path, "unit")
            if node and node.value.endswith("iB"):
                return sound.put((*path, "unit"), node.value.replace("i", ""))
    return None


def round_derivation(sound: Sound) -> Hurt | None:
    """A decimal prefix written as a binary one, where the derivation divides by a power of 1000."""
    for path, part in parts(sound.item.record):
        if isinstance(part, Figure | Fact) and part.derivation and re.search(r"/ ?1e(3|6|9|12)$", part.derivation):
            node = sound.node(*path, "unit")
            if node and re.fullmatch("[KMGT]B", node.value):
                return sound.put((*path, "unit"), f"{node.value[0]}iB")
    return None


def more_heads(sound: Sound) -> Hurt | None:
    """A digit more in the number of key/value heads, of chosen experts or of active parameters."""
    for path, part in parts(sound.item.record):
        for small, large in (("kv_heads", "heads"), ("top_k", "experts"), ("active_b", "total_b")):
            whole = getattr(part, large, None)
            if whole and getattr(part, small, None) and (hurt := sound.put((*path, small), str(int(whole) * 10))):
                using = [one for one in sound.catalog.items.values() if one.kind == "formula" and sound.item.id in one.written]
                return Hurt(hurt.data, (*hurt.places, *((one.file, 0) for one in using)), tuple(one.id for one in using))
    return None


def stage_twice(sound: Sound) -> Hurt | None:
    stages = getattr(sound.item.record, "stages", ())
    return sound.put(("stages",), f"[{stages[0]}, {stages[0]}]") if len(stages) > 1 else None


def bare_tool(sound: Sound) -> Hurt | None:
    """A tool named without a word on how."""
    for i, switch in enumerate(getattr(sound.item.record, "tools", ())):
        node = sound.node("tools", i)
        if node is not None:
            hurt = sound.text[: node.start] + f"{{tool: {switch.tool}}}\n" + sound.text[node.end :].lstrip("\n")
            return sound.hurt(hurt, sound.line("tools", i))
    return None


def reasons_both_ways(sound: Sound) -> Hurt | None:
    """Tools named, and a reason for naming none."""
    return sound.append("no_tool: {zh: 没有现成的工具, en: No tool is at hand}") if getattr(sound.item.record, "tools", ()) else None


def wrong_target(sound: Sound) -> Hurt | None:
    """A link whose words name one record and which leads to another."""
    other = sound.chance.choice(sorted(sound.catalog.items))
    if "flash" in other or other == sound.item.id:
        return None
    hurt = sound.say(f"见[FlashAttention][{other}]。", f"See [FlashAttention][{other}].")
    return hurt and Hurt(hurt.data, hurt.places, (other, "flash-attention"))


def own_link(sound: Sound) -> Hurt | None:
    return sound.say(f"见[上文][{sound.item.id}]。", f"See [above][{sound.item.id}].")


def sentence_again(sound: Sound) -> Hurt | None:
    """A sentence pasted a second time, in both languages."""
    return sound.say(
        "先把权重切成等长的小块再逐块归约。先把权重切成等长的小块再逐块归约。",
        "Weights are cut into blocks of equal length and reduced. Weights are cut into blocks of equal length and reduced. ",
        within=True,
    )


def since_later(sound: Sound) -> Hurt | None:
    """A version that came after the comparison."""
    for i in range(len(getattr(sound.item.record, "tools", ()))):
        if hurt := sound.put(("tools", i, "since"), "2026-12-30"):
            return Hurt(hurt.data, ((sound.item.file, sound.line("verified")),))
    return None


ATTACKS: tuple[Case, ...] = (
    Case("names exchanged", "other-language", "Chinese in the English name", swapped_title),
    Case("short English in the zh field", "other-language", "an English sentence", lambda sound: first(
        sound.put(("use_when", i, "zh"), "every block is shared") for i in range(len(getattr(sound.item.record, "use_when", ()))))),
    Case("Chinese in the en field", "other-language", "Chinese in the English text", text(
        "", "Blocks are cut and then reduced on every accelerator, which is called 归约 by all who use it in practice.")),
    Case("count changed in one language", "small-numbers-differ", "differ in small numbers", other_count),
    Case("unit in one language", "units-differ", "differ in units", text("权重占 731 GB。", "Weights take 731 GiB.")),
    Case("decimal comma", "languages-differ", "differ in figures", text("快到 2.75 倍。", "It is 2,75 times as fast.")),
    Case("paragraph in one language", "shape-differs", "differ in paragraphs", same_paragraph_again),
    Case("code in one language", "shape-differs", "differ in code", text("用 `--fast` 打开。", "Turn it on with `--faster`.")),
    Case("Cyrillic letters in a name", "look-alike-letter", "Cyrillic", look_alike),
    Case("full-width digits", "look-alike-letter", "Fullwidth digit", text("权重占 ７３１ 份。", "Weights take many parts.")),
    Case("traditional characters", "traditional-script", "no simplified character", text("顯示記憶體的頻寬。", "Bandwidth of memory.")),
    Case("code mark not closed", "mark-not-closed", "'`' is not closed", text("用 `--fast 打开。", "Turn it on.", within=True)),
    Case("maths not closed", "mark-not-closed", r"'\(' is not closed", text(r"设 \( n 为层数。", "Let n be layers.", within=True)),
    Case("maths in dollars", "mark-not-closed", "'$' is not closed", text("设 $n$ 为层数。", "Let n be the layers.", within=True)),
    Case("bracket not closed in a text", "mark-not-closed", "'（' is not closed", text("切块（再归约。", "Cut, then reduce.", within=True)),
    Case("sentence pasted twice", "said-twice", "stands twice", sentence_again),
    Case("note to oneself", "left-open", "still holds TODO", text("TODO：补出处。", "It is done so.", within=False)),
    Case("HTML comment", "html-in-text", "HTML: <!--", text("<!-- 再看 -->", "<!-- look again -->")),
    Case("looked at before the source", "verified-too-early", "is before", too_early),
    Case("version after the comparison", "verified-too-early", "is before", since_later),
    Case("gain reversed", "schema", "lowest value comes first", reversed_gain),
    Case("figure that derives itself", "derived-from-itself", "derives nothing", own_derivation),
    Case("GB for GiB", "wrong-prefix", "a power of 1024", decimal_prefix),
    Case("GiB for GB", "wrong-prefix", "a power of 1000", round_derivation),
    Case("digit more in KV heads", "config-impossible", "", more_heads),
    Case("stage listed twice", "listed-twice", "is listed twice", stage_twice),
    Case("tool without a word", "switch-unexplained", "not a word on how", bare_tool),
    Case("tools, and a reason for none", "switch-unexplained", "a reason for naming none", reasons_both_ways),
    Case("link to another record", "link-misleads", "name flash-attention", wrong_target),
    Case("link to itself", "refers-to-itself", "the record itself", own_link),
    Case("exception for ever", "idle-exception", "years ahead", field("allow: [{rule: filler, reason: it is right, until: 9999-12-31}]")),
    Case("support of a field left out", "supports-no-field", "leaves 'body' out", inside(Source, "supports", "[body]")),
    Case("address on the author's machine", "odd-address", "is no public host", inside(Source, "url", '"http://localhost:8000/paper"')),
    Case("letters of another alphabet in a host", "odd-address", "not Latin", inside(Source, "url", '"https://xn--gthub-n4a.com/a/b"')),
    Case("tracked address", "odd-address", "of whoever copied it", inside(Source, "url", '"https://vllm.ai/?utm_source=chat"')),
    Case("user name in an address", "schema", "is not an http(s) address", inside(Source, "url", '"https://me:secret@github.com/a/b"')),
    Case("space in an address", "schema", "is not an http(s) address", inside(Source, "url", '"https://github.com/a b"')),
    Case("post entered as code", "source-of-other-kind", "holds no repositories", lambda sound: first(
        sound.put((*path, "kind"), "code") for path, part in parts(sound.item.record)
        if isinstance(part, Source) and part.kind in ("docs", "blog") and part.url
        and not re.search("git|hugging|pypi|sourceforge", part.url))),
    Case("paper entered as a post", "source-of-other-kind", "is a paper", lambda sound: first(
        sound.put((*path, "kind"), "blog") for path, part in parts(sound.item.record) if isinstance(part, Source) and part.arxiv)),
    Case("mark that turns text around", "load", "right-to-left mark", in_line(lambda line: line + "\u200f")),
    Case("invisible tag", "load", "control character U+E0041", in_line(lambda line: line + "\U000e0041")),
    Case("lost character", "load", "lost in a conversion", in_line(lambda line: line + "\ufffd")),
    Case("stages emptied", "schema", "too few items", only("tool", value("[]", "stages"))),
    Case("layer of a tool that is none", "not-in-list", "is not in taxonomy", only("tool", value("middle", "layer"))),
    Case("summary of an English sentence", "other-language", "an English sentence", summary_says(
        "blocks of equal size", "Blocks of equal size.")),
)  # fmt: skip
"""What is meant to look right."""
