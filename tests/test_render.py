"""From the text of a record to the Markdown of a page: safe, on one line, with the right links."""

import html
import os
import re
from pathlib import Path
from typing import Any

import markdown
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment, StrictUndefined

from accelmap_site.build import Site
from accelmap_site.errors import SetupError
from accelmap_site.graph import connect
from accelmap_site.pages import Page
from accelmap_site.render import View, World, autolink, names, render, rich, templates
from accelmap_site.render.prose import inline, plain
from accelmap_site.render.render import oneline
from accelmap_site.schema import KINDS, LOCALES, Catalog, Item, Text, record_path
from conftest import REPOSITORY

GOLDEN = REPOSITORY / "tests/golden"
_TAG = re.compile(r"<[^>]*>")
_ALLOWED = re.compile(r"</?(?:p|ul|ol|li|strong|em|code|pre|br|blockquote)>|<a(?: href=\"[^\"]*\")?>|</a>")


def visible(fragment: str) -> str:
    """What a reader sees of a fragment."""
    return html.unescape(_TAG.sub("", fragment))


# -- rich text ---------------------------------------------------------------

HARMLESS = {
    "a script": ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
    "a handler": ("a <img src=x onerror=alert(1)> b", "<p>a &lt;img src=x onerror=alert(1)&gt; b</p>"),
    "an unclosed block": ("<details><summary>s", "<p>&lt;details&gt;&lt;summary&gt;s</p>"),
    "an unclosed comment": ("a <!-- b", "<p>a &lt;!-- b</p>"),
    "type parameters": ("Vec<T> 与 List<int>", "<p>Vec&lt;T&gt; 与 List&lt;int&gt;</p>"),
    "comparisons": ("p<0.05 且 a<b>c", "<p>p&lt;0.05 且 a&lt;b&gt;c</p>"),
    "an escaped script": ("&lt;script&gt;", "<p>&lt;script&gt;</p>"),
    "a snippet": ('--8<-- ".git/config"', '<p>--8&lt;-- ".git/config"</p>'),
    "a template": ("{{ 7*7 }} {% raw %}", "<p>{{ 7*7 }} {% raw %}</p>"),
    "attributes": ("[LoRA][lora]{onclick=alert(1)}", '<p><a href="ref:lora">LoRA</a>{onclick=alert(1)}</p>'),
    "an attribute list": ("text {: #top onclick=alert(1) }", "<p>text {: #top onclick=alert(1) }</p>"),
    "prices": ("$5/小时，或$10/天，$x$", "<p>$5/小时，或$10/天，$x$</p>"),
    "flags and quotes": ("用 --flag 与 \"KV cache\" 5'10\"", "<p>用 --flag 与 \"KV cache\" 5'10\"</p>"),
    "pipes": ("a|b `c|d`", "<p>a|b <code>c|d</code></p>"),
    "a definition": ("[a]: ref:nowhere\n\n[a]", "<p>[a]: ref:nowhere</p> <p>[a]</p>"),
    "a footnote": ("[^1]: note", "<p>[^1]: note</p>"),
    "an abbreviation": ("*[HTML]: Hyper", "<p>*[HTML]: Hyper</p>"),
    "a bare address": ("见 https://x.invalid/路径，后文", "<p>见 https://x.invalid/路径，后文</p>"),
    "our own marks": ("\ue0005\ue002 \ue0010\ue002", "<p>5 0</p>"),
}  # fmt: skip

MARKDOWN = {
    "bold beside Chinese": ("这是**重点：**后文，**“好”**、**缓存（KV）**，用**ZeRO++**做",
        "<p>这是<strong>重点：</strong>后文，<strong>“好”</strong>、<strong>缓存（KV）</strong>，用<strong>ZeRO++</strong>做</p>"),
    "nested lists": ("- a\n  - b\n    - c\n- d", "<ul> <li>a<ul> <li>b<ul> <li>c</li> </ul> </li> </ul> </li> <li>d</li> </ul>"),
    "a list in a numbered list": ("1. a\n   - b\n2. c", "<ol> <li>a<ul> <li>b</li> </ul> </li> <li>c</li> </ol>"),
    "a list without a blank line before it": ("有：\n- a\n- b", "<p>有：</p> <ul> <li>a</li> <li>b</li> </ul>"),
    "an item after a paragraph of the last": ("- a\n\n  more\n- b", "<ul> <li> <p>a</p> <p>more</p> </li> <li> <p>b</p> </li> </ul>"),
    "an item after an inner list": ("- a\n\n  - x\n- b", "<ul> <li> <p>a</p> <ul> <li>x</li> </ul> </li> <li> <p>b</p> </li> </ul>"),
    "fenced code": ("```python\na < b\n\n    - 中\n    文\n```", "<pre><code>a &lt; b&#10;&#10;    - 中&#10;    文&#10;</code></pre>"),
    "a list inside code": ("```\n段落\n- a\n```", "<pre><code>段落&#10;- a&#10;</code></pre>"),
    "indented text": ("a\n\n    b", "<p>a</p> <p>b</p>"),
    "a line break in Chinese": ("第一行\n第二行", "<p>第一行第二行</p>"),
    "a line break in English": ("one\ntwo", "<p>one two</p>"),
    "a reference": ("see [the cache][kv-cache]", '<p>see <a href="ref:kv-cache">the cache</a></p>'),
    "a reference with code": ("[`torch.compile`][torch-compile]", '<p><a href="ref:torch-compile"><code>torch.compile</code></a></p>'),
    "a reference inside code": ("`[a][b]` `\\( x \\)`", "<p><code>[a][b]</code> <code>\\( x \\)</code></p>"),
    "escapes": ("a\\_b \\*c", "<p>a_b *c</p>"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), HARMLESS.values(), ids=HARMLESS)
def test_what_could_run_or_break_out_is_text(text: str, expected: str) -> None:
    assert rich(text) == expected


@pytest.mark.parametrize(("text", "expected"), MARKDOWN.values(), ids=MARKDOWN)
def test_markdown_means_what_writers_expect(text: str, expected: str) -> None:
    assert rich(text) == expected


@pytest.mark.parametrize(
    "scheme", ["javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)", "java&#9;script:alert(1)", "data:text/html,x"]
)
def test_addresses_that_run_are_dropped(scheme: str) -> None:
    assert "href" not in rich(f"[x]({scheme})")


@given(st.text(st.one_of(st.characters(codec="utf-8"), st.sampled_from("<>&\"'`[](){}\\*_#!-\n |$:/=")), max_size=80))
def test_no_text_yields_more_than_a_few_harmless_tags_on_one_line(text: str) -> None:
    rendered = re.sub(r"<math .*?</math>", "", rich(text))
    assert "\n" not in rendered
    assert _TAG.sub("", _ALLOWED.sub("", rendered)) == _ALLOWED.sub("", rendered)
    assert not re.search(r'href="(?!ref:)[a-z]+:', rendered, re.I)


def test_a_field_cannot_reach_into_the_next() -> None:
    assert rich("**a `b [c <div>") + rich("d") == "<p>**a `b [c &lt;div&gt;</p><p>d</p>"


def test_inline_text_loses_the_paragraph_around_it_and_only_that() -> None:
    assert inline("a **b**") == "a <strong>b</strong>"
    assert inline("a\n\nb") == "<p>a</p> <p>b</p>"
    assert inline("- a") == "<ul> <li>a</li> </ul>"


def test_plain_text_is_shown_as_it_stands() -> None:
    assert plain(" **a** <b>\n& c ") == "**a** &lt;b&gt; &amp; c"


# -- maths -------------------------------------------------------------------


def test_maths_become_mathml_with_the_formula_as_text_alternative() -> None:
    rendered = rich(r"速度 \( a < b \) 与 \[ \frac{1}{2} \]")
    assert rendered.count("<math ") == 2
    assert 'alttext="a &lt; b"' in rendered
    assert "<mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac>" in rendered
    assert 'display="block"' in rendered


@pytest.mark.parametrize("tex", [r"x^", r"\above{1}", r"\begin{array}{c} a"])
def test_maths_that_do_not_parse_are_shown_as_code(tex: str) -> None:
    assert rich(rf"\( {tex} \)") == f"<p><code>{html.escape(tex)}</code></p>"


def test_an_unknown_command_is_shown_and_breaks_nothing() -> None:
    rendered = rich(r"\( \nosuchthing{x} \) after")
    assert r"\nosuchthing" in visible(rendered)
    assert rendered.endswith("</math> after</p>")


@pytest.mark.parametrize(
    "tex",
    [r"\text{<script>alert(1)</script>}", r"\text{</math><img src=x onerror=alert(1)>}", r"\href{javascript:alert(1)}{x}",
     r'\color{"><img src=x onerror=alert(1)>}x', r"\fbox{<b>}", r"\tag{<b>}", r"\style{background:url(x)}{x}", r"\class{md-header}{x}",
     r"\operatorname{&lt;script&gt;}", '\\text{" onload="x}'],
)  # fmt: skip
def test_no_formula_brings_its_own_elements_or_addresses(tex: str) -> None:
    rendered = rich(rf"\( {tex} \)")
    bare = " ".join(_TAG.findall(re.sub(r'"[^"]*"', '""', rendered)))
    assert set(re.findall(r"<([a-z]+)", bare)) <= {"p", "math", "mrow", "mi", "mo", "mn", "mtext", "mstyle", "menclose"}
    assert not re.search(r"\b(?:href|style|class|id|on[a-z]+)=", bare)


# -- autolinks ---------------------------------------------------------------

TABLE: dict[str, Any] = yaml.safe_load((GOLDEN / "autolink.yml").read_text(encoding="utf-8"))


def term(record_id: str, title: dict[str, Any], **fields: Any) -> Item:
    """A glossary term with the least that the schema asks for."""
    source = {"key": "s", "kind": "docs", "title": "T", "url": "https://example.org/", "locator": "p. 1", "supports": ["definition"]}
    data = {
        "title": {"zh": title["zh"], "en": title["en"]}, "abbr": title.get("abbr"), "aliases": title.get("aliases", []),
        "summary": {"zh": "一句话。", "en": "One sentence."}, "topic": "metrics", "definition": {"zh": "定义", "en": "Definition"},
        "sources": [source],
        "verified": "2025-11-03", **fields,
    }  # fmt: skip
    return Item(record_id, "term", KINDS["term"].model_validate(data), f"glossary/{record_id}.yml")


KNOWN = names(Catalog({name: term(name, title) for name, title in TABLE["records"].items()}, {}))


def as_markdown(fragment: str) -> str:
    """A linked fragment in the short spelling of the table."""
    short = re.sub(r'<a href="ref:([a-z0-9-]+)">(.*?)</a>', r"[\2](\1)", fragment)
    short = re.sub(r"<math.*?</math>", lambda match: f"${visible(match[0])}$", short)
    short = short.replace("<pre><code>", "```").replace("&#10;</code></pre>", "```").replace("<strong>", "**").replace("</strong>", "**")
    return html.unescape(re.sub(r"</?code>", "`", short).replace("``` <p>", "```").replace("<p>", "").replace("</p>", ""))


@pytest.mark.parametrize("case", TABLE["cases"], ids=[case["text"] for case in TABLE["cases"]])
def test_first_mentions_link_as_the_table_says(case: dict[str, str]) -> None:
    assert as_markdown(autolink(rich(case["text"]), KNOWN, case.get("own", ""))) == case["linked"]


@pytest.mark.parametrize("tag", ["h1", "h2", "h6", "a", "pre", "code", "math"])
def test_nothing_is_linked_inside(tag: str) -> None:
    assert autolink(f"<{tag}>LoRA</{tag}>", KNOWN, "") == f"<{tag}>LoRA</{tag}>"


@pytest.mark.parametrize("tag", ["</a>", "<code/>", "<br>", "</strong>"])
def test_a_tag_that_holds_nothing_does_not_stop_the_links(tag: str) -> None:
    assert autolink(f"{tag}LoRA", KNOWN, "") == f'{tag}<a href="ref:lora">LoRA</a>'


def test_a_section_links_a_record_once_even_over_several_texts() -> None:
    seen: set[str] = set()
    first = autolink("<p>LoRA</p>", KNOWN, "", seen)
    assert first == '<p><a href="ref:lora">LoRA</a></p>'
    assert autolink("<p>LoRA, ZeRO</p>", KNOWN, "", seen) == '<p>LoRA, <a href="ref:zero">ZeRO</a></p>'
    assert autolink("<p>LoRA</p>", KNOWN, "", set()) == first


WORDS = [*(record["en"] for record in TABLE["records"].values()), *(record["zh"] for record in TABLE["records"].values())]


@given(
    st.lists(
        st.one_of(
            st.sampled_from(WORDS), st.text(max_size=4), st.sampled_from(["`", "**", "[", "][lora]", "\n\n", "- ", "\\(", "\\)", "İ"])
        )
    )
)
def test_autolinks_never_change_the_visible_text(pieces: list[str]) -> None:
    fragment = rich("".join(pieces))
    linked = autolink(fragment, KNOWN, "")
    assert visible(linked) == visible(fragment)
    assert linked.count("<a") == linked.count("</a>")
    assert not re.search(r"<a [^>]*>(?:(?!</a>).)*<a ", linked)
    assert all(linked.count(f'"ref:{name}"') - fragment.count(f'"ref:{name}"') <= 1 for name in TABLE["records"])


# -- pages -------------------------------------------------------------------


@pytest.fixture(scope="module")
def world(catalog: Catalog) -> World:
    return World(catalog, connect(catalog), names(catalog))


def page_of(item: Item | None = None, **context: Any) -> Page:
    return Page("techniques/x.md", "zh", "标题", "摘要", "x.md.jinja", "content/x.yml", {"item": item, **context} if item else context)


def environment(folder: Path, template: str) -> Environment:
    (folder / "pages").mkdir()
    (folder / "pages/x.md.jinja").write_text(template, encoding="utf-8")
    return templates(folder)


def test_text_of_a_record_is_a_value_and_never_a_template(world: World, tmp_path: Path) -> None:
    text = Text(zh="{{ 7*7 }}{% if x %}", en="-")
    page = page_of(text=text)
    assert "{{ 7*7 }}{% if x %}" in render(page, world, environment(tmp_path, "{{ view.say(text) }}"))


def test_values_in_templates_are_escaped(world: World, tmp_path: Path) -> None:
    written = render(page_of(name='<b onclick="x">'), world, environment(tmp_path, "{{ name }}"))
    assert "&lt;b onclick=&#34;x&#34;&gt;" in written


@pytest.mark.parametrize("template", ["{{ nothing }}", "{% if %}", "{{ view.page.nothing }}", "{{ t('nothing') }}"])
def test_a_mistake_in_a_template_names_the_template(template: str, world: World, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"^templates/pages/x\.md\.jinja: "):
        render(page_of(), world, environment(tmp_path, template))


def test_missing_templates_are_reported(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="the templates are missing"):
        templates(tmp_path / "templates")


def test_undefined_names_are_errors(intact: Path) -> None:
    assert templates(intact / "templates").undefined is StrictUndefined


def test_a_block_of_html_is_one_line() -> None:
    assert oneline("<div>\n  <p>a</p>\n\n\n</div>") == "<div> <p>a</p> </div>"


HEADINGS = ["ZeRO++", "C#", "*a* _b_", "1. a", "# a", "[a](b)", "`a`", "a | b", "a ~ b", "Vec<T> & co", "a \\ b", "- a", "{: #x }", "a! b"]


@pytest.mark.parametrize("title", HEADINGS)
def test_a_title_is_a_heading_letter_by_letter(title: str, world: World) -> None:
    source = f"# {View(world, page_of()).heading(title)} {{: #top }}"
    rendered = markdown.markdown(source, extensions=["attr_list", "toc", "tables", "fenced_code"])
    assert re.fullmatch(r'<h1 id="top">.*</h1>', rendered)
    assert visible(rendered) == title


def test_a_link_to_a_record_that_does_not_exist_opens_nothing(world: World) -> None:
    view = View(world, page_of())
    assert view.prose(Text(zh="[a [b]](ref:nowhere)", en="-")) == "<p><a>a [b]</a></p>"


def test_links_lead_from_the_place_of_the_page(world: World) -> None:
    view = View(world, page_of())
    assert view.a("paged-cache", "a & b") == '<a class="am-ref" data-id="paged-cache" href="../paged-cache/">a &amp; b</a>'
    assert view.to("map/index.md") == "../../map/"
    assert view.asset("api/v1/index.json") == "../../api/v1/index.json"
    english = View(world, Page("en/index.md", "en", "T", "S", "x.md.jinja", "x"))
    assert english.url("paged-cache") == "techniques/paged-cache/"


def test_hover_cards_are_data_that_cannot_close_their_element(catalog: Catalog) -> None:
    item = term("closing", {"zh": "</script><b>", "en": "a & b"})
    shown = Catalog({**catalog.items, "closing": item}, catalog.lists)
    view = View(World(shown, connect(shown), names(shown)), page_of())
    view.a("closing")
    assert "<" not in view.cards()
    assert "&" not in view.cards()
    assert "\\u003c/script>" in view.cards()


def test_the_front_matter_of_every_page_is_yaml_with_the_language_and_the_twin(intact_site: Site) -> None:
    for page in intact_site.pages:
        _, front, body = intact_site.markdown[page.path].split("---\n", 2)
        fields = yaml.safe_load(front)
        assert (fields["title"], fields["locale"], fields["source_file"]) == (page.title, page.locale, page.edit)
        assert fields["twin"] in intact_site.markdown
        assert body.count("\n# ") == 1


# -- whole pages -------------------------------------------------------------

EXAMPLES = (
    "shared-heads",
    "harbor",
    "alder-7b",
    "slate-80",
    "memory-bound",
    "chat-serving",
    "paging-everywhere",
    "cache-bytes",
    "half-float",
)


def test_the_examples_are_one_record_of_each_kind(catalog: Catalog) -> None:
    assert [catalog.items[name].kind for name in EXAMPLES] == list(KINDS)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_page_of_a_record_is_the_one_that_was_approved(name: str, locale: str, intact_site: Site) -> None:
    """Set ACCELMAP_UPDATE_GOLDEN=1 to approve the pages as they are now; look at the difference before you commit it."""
    item = intact_site.catalog.items[name]
    written = intact_site.markdown[record_path(locale, item.kind, name)]
    approved = GOLDEN / f"pages/{item.kind}.{locale}.md"
    if os.environ.get("ACCELMAP_UPDATE_GOLDEN") == "1":
        approved.parent.mkdir(exist_ok=True)
        approved.write_text(written, encoding="utf-8", newline="\n")
    assert written == approved.read_text(encoding="utf-8")
