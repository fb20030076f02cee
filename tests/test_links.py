"""Links inside a built site: everything that leads nowhere is found, with its line, and nothing else."""

import gzip
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from accelmap_site.cli import main
from accelmap_site.links import Fault, survey
from accelmap_site.links.page import lines_of, read
from conftest import Built

BASE = "https://map.example/prefix/"
PAGE = """<!doctype html>
<html><head><title>t</title>
<link rel="canonical" href="{canonical}">
{head}</head><body id="top">
{body}
</body></html>
"""


def write(site: Path, name: str, body: str = "", head: str = "") -> None:
    """A page of a small site."""
    file = site / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(PAGE.format(canonical=BASE + name.removesuffix("index.html"), head=head, body=body), "utf-8")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site under a prefix, all of whose links are right."""
    write(tmp_path, "index.html", '<a href="tools/harbor/">h</a> <a href="#top">up</a>')
    write(tmp_path, "en/index.html", '<h2 id="C++ &amp; 中文">x</h2><a name="old">x</a>')
    write(tmp_path, "tools/harbor/index.html", '<h2 id="install">i</h2>')
    (tmp_path / "logo.svg").write_text("<svg/>", "utf-8")
    (tmp_path / "style.css").write_text("a { background: url(logo.svg) }", "utf-8")
    return tmp_path


def faults(site: Path, body: str, head: str = "", name: str = "index.html") -> list[str]:
    """What is said about a body; the line of the fault is 5, the first of the body."""
    write(site, name, body, head)
    return [str(fault) for fault in survey(site).faults]


@pytest.mark.parametrize(
    "body",
    [
        '<a href="">x</a>',
        '<a href="#">x</a>',
        '<a href="?q=1#top">x</a>',
        '<a href=" tools/harbor/ ">x</a>',
        '<a href="tools/harbor/index.html?x=1#install">x</a>',
        '<a href="./tools/../tools/harbor/#install">x</a>',
        '<a href="en/#C++%20&amp;%20%E4%B8%AD%E6%96%87">x</a>',
        '<a href="en/#C++ &amp; 中文">x</a>',
        '<a href="en/#old">x</a>',
        '<a href="en/#:~:text=x">x</a>',
        '<a href="tools/%68arbor/">x</a>',
        '<a href="/prefix/tools/harbor/">x</a>',
        '<a href="/prefix">x</a>',
        '<a href="https://map.example/prefix/tools/harbor/#install">x</a>',
        '<a href="https://map.example/elsewhere/">another site of the host</a>',
        '<a href="https://elsewhere.example/404">x</a>',
        '<a href="//elsewhere.example/">x</a>',
        '<a href="mailto:a@b.example">x</a><a href="tel:1">x</a>',
        '<img src="logo.svg" srcset="logo.svg 1x, /prefix/logo.svg 2x" alt="">',
        '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="">',
        '<div class="mermaid">flowchart LR\n  n0["x"]\n  click n0 "tools/harbor/#install"</div>',
        '<div data-records="./logo.svg"></div>',
        '<a rel="edit" href="https://forge.example/edit/x">x</a>',
        '<script>const x = \'<a href="nowhere/">\';</script><!-- <a href="nowhere/"> -->',
    ],
)
def test_what_is_right_is_left_alone(body: str, site: Path) -> None:
    assert faults(site, body) == []


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('<a href="tools/harbr/">x</a>', 'tools/harbr/: no such page (tools/harbr/); did you mean "tools/harbor/"?'),
        ('<a href="tools/harbor">x</a>', "tools/harbor: names a folder; add the final slash"),
        ('<a href="Tools/harbor/">x</a>', 'Tools/harbor/: no such page (Tools/harbor/); did you mean "tools/harbor/"?'),
        ('<a href="tools/harbor/#instal">x</a>', 'tools/harbor/#instal: no anchor "instal" on tools/harbor/; did you mean "install"?'),
        ('<a href="#zz">x</a>', '#zz: no anchor "zz" on /'),
        ('<a href="en/#%E4%B8%AD">x</a>', 'en/#%E4%B8%AD: no anchor "中" on en/'),
        ('<a href="../x/">x</a>', "../x/: climbs above the root of the site"),
        ('<a href="/tools/harbor/">x</a>', "/tools/harbor/: leaves the site, which lives under /prefix/"),
        ('<a href="https://map.example/prefix/no/">x</a>', "https://map.example/prefix/no/: no such page (no/)"),
        ('<a href="javascript:alert(1)">x</a>', "javascript:alert(1): a script, not an address"),
        ('<a href="file:///etc/hosts">x</a>', "file:///etc/hosts: points into a file system"),
        ('<a href="C:\\site\\x">x</a>', "C:\\site\\x: points into a file system"),
        ('<img src="lgo.svg" alt="">', 'lgo.svg: no such file (lgo.svg); did you mean "logo.svg"?'),
        ('<img srcset="logo.svg 1x,\n gone.png 2x" alt="">', "gone.png: no such file (gone.png)"),
        ('<form action="send/"></form>', "send/: no such page (send/)"),
        ('<object data="x.pdf"></object>', "x.pdf: no such file (x.pdf)"),
        ('<svg><use xlink:href="sprite.svg#a"/></svg>', "sprite.svg#a: no such file (sprite.svg)"),
        ('<div data-records="./r.json"></div>', "./r.json: no such file (r.json)"),
        ('<div class="mermaid">flowchart LR\n  n0["x"]\n  click n0 "tools/x/"</div>', "tools/x/: no such page (tools/x/)"),
        ('<div class="mermaid">flowchart LR\n  click n0 href "#cat-x" "tip"</div>', '#cat-x: no anchor "cat-x" on /'),
        ('<meta http-equiv="refresh" content="0; url=gone/">', "gone/: no such page (gone/)"),
        ('<script src="x.js"></script>', "x.js: no such file (x.js)"),
        ('<a href="a&amp;b/">x</a>', "a&b/: no such page (a&b/)"),
    ],
)
def test_what_leads_nowhere_is_said_with_page_line_target_and_fact(body: str, said: str, site: Path) -> None:
    found = faults(site, body)
    assert len(found) == 1
    place, _, rest = found[0].partition(": ")
    assert rest == said
    word = next((word for word in ("gone.png", "click") if word in body), body)
    assert place == f"index.html:{5 + body[: body.index(word)].count(chr(10))}"


def test_a_fault_that_stands_on_three_lines_is_said_three_times(site: Path) -> None:
    found = faults(site, '<a href="x/">1</a>\n<a href="x/">2</a>\n\n<a href=\'x/\'>3</a>')
    assert [line.split(":")[1] for line in found] == ["5", "6", "8"]


def test_heads_are_read_too_and_pages_in_other_languages_must_answer(site: Path) -> None:
    head = f'<link rel="alternate" hreflang="en" href="{BASE}en/"><link rel="icon" href="no.ico">'
    assert faults(site, "", head) == [
        f"index.html:4: {BASE}en/: named as the page in en, but does not name this page in return",
        "index.html:4: no.ico: no such file (no.ico)",
    ]
    write(site, "en/index.html", "", f'<link rel="alternate" hreflang="zh-CN" href="{BASE}">')
    assert faults(site, "", head.partition('<link rel="icon')[0]) == []
    assert any("fr/: no such page" in one for one in faults(site, "", f'<link rel="alternate" hreflang="en" href="{BASE}fr/">'))


def test_a_canonical_address_must_exist(site: Path) -> None:
    write(site, "tools/x/index.html")
    (site / "tools/y").mkdir()
    shutil.move(site / "tools/x/index.html", site / "tools/y/index.html")
    assert [str(fault) for fault in survey(site).faults] == [
        f'tools/y/index.html:3: {BASE}tools/x/: no such page (tools/x/); did you mean "tools/y/"?'
    ]


def test_relative_paths_on_the_page_for_lost_readers_break_at_depth(site: Path) -> None:
    assert faults(site, '<a href="tools/harbor/">x</a>', name="404.html") == [
        "404.html:5: tools/harbor/: 404.html is shown at any depth; write the path from the root"
    ]


def test_a_base_element_moves_what_is_relative(site: Path) -> None:
    assert faults(site, '<a href="harbor/">x</a>', '<base href="tools/">') == []
    assert len(faults(site, '<a href="tools/harbor/">x</a>', '<base href="tools/">')) == 1


def test_sitemap_feed_style_sheet_and_json_are_read(site: Path) -> None:
    (site / "sitemap.xml").write_text(f"<urlset>\n<url><loc>{BASE}</loc></url>\n<url><loc>{BASE}gone/</loc></url>\n</urlset>", "utf-8")
    (site / "sitemap.xml.gz").write_bytes(gzip.compress(b"old"))
    (site / "feed.xml").write_text(f'<feed>\n<link rel="self" href="{BASE}feed.xml"/>\n<link href="{BASE}lost/"/></feed>', "utf-8")
    (site / "style.css").write_text('/* url(no.png) */\na { b: url("no.png#x") }\nb { c: url(data:image/png;base64,xx) }', "utf-8")
    (site / "api").mkdir()
    rows = '{"records": [\n {"url": {"zh": "tools/harbor/", "en": "en/tools/harbor/"}},\n {"url": "https://elsewhere.example/"},\n'
    (site / "api/index.json").write_text(rows + ' ["x", "tools/none/#a"], "a/b/", "no link/"]}', "utf-8")
    (site / "api/bad.json").write_text("{\n", "utf-8")
    assert [str(fault) for fault in survey(site).faults] == [
        "api/bad.json:2: api/bad.json: not readable as JSON",
        'api/index.json:2: en/tools/harbor/: no such page (en/tools/harbor/); did you mean "tools/harbor/"?',
        "api/index.json:4: tools/none/#a: no such page (tools/none/)",
        f"feed.xml:3: {BASE}lost/: no such page (lost/)",
        f"sitemap.xml:3: {BASE}gone/: no such page (gone/)",
        "sitemap.xml.gz:1: sitemap.xml: the packed sitemap differs from it",
        "style.css:2: no.png#x: no such file (no.png)",
    ]


def test_the_public_address_can_be_given(site: Path) -> None:
    assert survey(site, "https://other.example/prefix").faults == ()
    write(site, "index.html", '<a href="/prefix/tools/harbor/">x</a>')
    assert survey(site, "https://other.example/prefix/").faults == ()
    assert [fault.fact for fault in survey(site, "https://other.example/").faults] == ["no such page (prefix/tools/harbor/)"]


@given(st.text(alphabet="<>/=\"' ahrefsi#.%:\n", max_size=80))
def test_no_page_is_too_broken_to_read(text: str) -> None:
    found = read(text)
    for attribute, address in found.links:
        assert lines_of(text, attribute, address)


# -- the real thing ----------------------------------------------------------


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["links", *map(str, arguments)], catch_exceptions=False)


def test_the_built_site_has_no_fault_under_its_prefix(built: Built) -> None:
    answer = run(built.site)
    assert re.fullmatch(r"\d+ pages, \d+ links, 0 faults\n", answer.output), answer.output
    assert answer.exit_code == 0


def test_damage_to_the_built_site_is_found_where_it_is(built: Built, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(built.site, site)
    shutil.rmtree(site / "techniques/paged-cache")
    answer = run(site)
    assert answer.exit_code == 1
    places = {line.partition(":")[0] for line in answer.output.splitlines()[:-1]}
    assert {"map/index.html", "en/techniques/paged-cache/index.html", "sitemap.xml", "api/v1/index.json"} <= places
    assert all("paged-cache/" in line for line in answer.output.splitlines()[:-1])


def test_a_folder_without_a_site_gets_one_line(tmp_path: Path) -> None:
    answer = run(tmp_path)
    assert (answer.exit_code, answer.output) == (2, f"{tmp_path}: no index.html here; name the folder of a built site (make site)\n")
    assert run(tmp_path / "none").exit_code == 2


def test_faults_sort_by_place() -> None:
    assert Fault("a", 2, "x", "y") < Fault("b", 1, "x", "y")
