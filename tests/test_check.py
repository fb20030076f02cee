"""What rules let pass and what they refuse, beyond the cases under ``invalid/``."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accelmap_site.check import REFERENCE, Subject, check, folded
from accelmap_site.errors import Problem
from accelmap_site.graph import connect
from accelmap_site.schema import Catalog, Ref, Relations, Text
from conftest import TODAY

CHINESE, ENGLISH = "机制如下。\n\n", "It works in several steps, and each of them can be seen in a trace.\n\n"
PROSE = st.text(st.sampled_from("[]()!<>`*_#\\ \n.,。，；：!?？0123456789aZ中文-/:&|{}$~'\""), max_size=60)
TOKENS = ["heads", "experts", "lambda", "in", "not", "and", "1", "9", "'a'", ">", "==", *"(),.:*[]\\\0"]
PREDICATE = st.lists(st.sampled_from(TOKENS), max_size=12).map(" ".join)


def changed(catalog: Catalog, record_id: str, **fields: Any) -> Catalog:
    """The catalog with some fields of one record replaced."""
    item = catalog.items[record_id]
    replaced = replace(item, record=item.record.model_copy(update=fields))
    return Catalog({**catalog.items, record_id: replaced}, catalog.lists, catalog.list_places)


def problems_of(catalog: Catalog, today: str | None = TODAY) -> list[Problem]:
    return check(catalog, connect(catalog), today)


def says(catalog: Catalog, zh: str, en: str) -> list[tuple[str, str]]:
    """Rule and message of each problem with a mechanism of full-heads."""
    return [(problem.rule, problem.message) for problem in problems_of(changed(catalog, "full-heads", mechanism=Text(zh=zh, en=en)))]


def test_a_sound_catalog_has_no_problems(catalog: Catalog) -> None:
    assert problems_of(catalog) == []


def test_a_build_does_not_judge_the_future(catalog: Catalog) -> None:
    later = changed(catalog, "full-heads", verified="2099-01-01")
    assert problems_of(later, today=None) == []
    (problem,) = problems_of(later)
    assert (problem.rule, problem.field, problem.line) == ("bad-date", "verified", 21)


def test_today_is_not_the_future(catalog: Catalog) -> None:
    assert problems_of(changed(catalog, "full-heads", verified=TODAY, introduced=TODAY[:7])) == []


@pytest.mark.parametrize(
    "text",
    [
        "`[a][nobody]` 与 `<b>`",
        "```\n[a][nobody] <script> [x](http://example.org)\n```",
        "见[全头][full-heads]与[块][cache-block]",
        "a < b，b > c，x<5 且 y>3",
        "图像![图][nobody]不是引用",
        "括号 [a] [b] 与 f(x)[i] 都是文字",
    ],
)
def test_text_that_is_allowed(catalog: Catalog, text: str) -> None:
    assert says(catalog, CHINESE + text, ENGLISH + text) == []


@pytest.mark.parametrize(
    ("text", "rule", "message"),
    [
        ("见[某处][nobody]", "unknown-reference", 'no record "nobody"'),
        ("见[全头][full-head]", "unknown-reference", 'no record "full-head"'),
        ("见[全头][]", "unknown-reference", 'no record ""'),
        ("见[带\\[括号\\]的字][nobody]", "unknown-reference", 'no record "nobody"'),
        ("<details>", "html-in-text", "HTML: <details>"),
        ("<!-- 中", "html-in-text", "HTML: <!-- 中"),
        ("</div>", "html-in-text", "HTML: </div>"),
        ("<https://example.org>", "html-in-text", "HTML: <https://example.org>"),
        ("[这里]( javascript:x )", "link-in-text", "a link to 'javascript:x'"),
        ("![图](https://example.org/a.png)", "link-in-text", "a link to 'https://example.org/a.png'"),
        ("[空]()", "link-in-text", "a link to ''"),
    ],
)
def test_text_that_is_refused(catalog: Catalog, text: str, rule: str, message: str) -> None:
    assert says(catalog, CHINESE + text, ENGLISH + text) == [(rule, message)] * 2


@pytest.mark.parametrize(
    ("zh", "en"),
    [
        ("共 131072 个", "131,072 in all"),
        ("三步，每步 8 张卡", "Three steps on eight accelerators"),
        ("Llama 3 与 GPT-4", "Two models"),
        ("精度 0.5", "Precision 0.5"),
        ("版本 v100", "Version V200"),
        ("代码 `2048`", "Code `4096`"),
        ("公式 1.2.3", "Version 4.5.6"),
    ],
)
def test_figures_that_agree(catalog: Catalog, zh: str, en: str) -> None:
    assert says(catalog, zh, en) == []


@pytest.mark.parametrize(
    ("zh", "en", "only"),
    [
        ("快 13 倍", "Thirteen times as fast", "13"),
        ("占 2.5%", "A share of 2.6%", "2.5, 2.6"),
        ("有 1024 个", "There are 1,025", "1024, 1025"),
        ("年份 2024", "Last year", "2024"),
    ],
)
def test_figures_that_differ(catalog: Catalog, zh: str, en: str, only: str) -> None:
    assert ("languages-differ", f"zh and en differ in figures: {only}") in says(catalog, zh, en)


def test_short_texts_may_stay_latin(catalog: Catalog) -> None:
    assert says(catalog, "FP8 E4M3", "FP8 E4M3") == []


@pytest.mark.parametrize("text", ["Version 2.5 follows 3.5 at once. It is fast.", "Is it? Yes!", "No full stop", "x" * 330])
def test_summaries_that_fit(catalog: Catalog, text: str) -> None:
    summary = Text(zh="读 2.5 与 3.5。" if "2.5" in text else "摘要。", en=text)
    assert problems_of(changed(catalog, "token-rate", summary=summary)) == []


@pytest.mark.parametrize("text", ["One. Two. Three.", "x" * 331])
def test_summaries_that_do_not_fit(catalog: Catalog, text: str) -> None:
    (problem,) = problems_of(changed(catalog, "token-rate", summary=Text(zh="摘要。", en=text)))
    assert (problem.rule, problem.field) == ("summary-too-long", "summary.en")


@pytest.mark.parametrize(
    "predicate",
    [
        "experts > 0",
        "kv_lora_rank > 0 and not experts == 0",
        "attention in ('gqa', 'mqa')",
        "2 <= top_k <= 8",
        "heads != kv_heads or window > 0",
    ],
)
def test_predicates_that_are_allowed(catalog: Catalog, predicate: str) -> None:
    assert problems_of(changed(catalog, "full-heads", applies_if=predicate)) == []


@pytest.mark.parametrize(
    "predicate",
    [
        "expert > 0",
        "heads.real > 0",
        "heads + 1 > 2",
        "(lambda: 1)()",
        "[x for x in heads]",
        "heads >",
        "f'{heads}' == ''",
        "heads if experts else 1",
        "a := 1",
    ],
)
def test_predicates_that_are_refused(catalog: Catalog, predicate: str) -> None:
    found = problems_of(changed(catalog, "full-heads", applies_if=predicate))
    assert found
    assert {problem.rule for problem in found} == {"bad-predicate"}


@pytest.mark.parametrize(
    ("one", "other"),
    [("KV Cache", "kv-cache"), ("ＦＰ８", "fp8"), ("Flash_Attention", "FlashAttention"), ("torch.compile", "torchcompile"), ("A/B", "ab")],
)
def test_names_that_readers_take_for_the_same(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(("one", "other"), [("ZeRO", "ZeRO++"), ("C++", "C#"), ("LoRA", "LoRA+"), ("块", "页")])
def test_names_that_differ(one: str, other: str) -> None:
    assert folded(one) != folded(other)


def test_a_title_wins_over_an_alias_whatever_the_order(catalog: Catalog) -> None:
    thief = changed(catalog, "alder-7b", abbr="Slate 80")
    (problem,) = problems_of(thief)
    assert (problem.path, problem.message) == ("content/models/alder-7b.yml", '"Slate 80" also names slate-80')


def test_a_record_may_repeat_its_own_names(catalog: Catalog) -> None:
    assert problems_of(changed(catalog, "harbor", abbr="HARBOR")) == []


def test_the_nearest_id_is_suggested_only_if_it_is_near(catalog: Catalog) -> None:
    subject = Subject(catalog, connect(catalog))
    assert subject.no_record("paged-cach") == ('no record "paged-cach"', 'did you mean "paged-cache"?')
    assert subject.no_record("zzz") == ('no record "zzz"', "see the file names under content/ and glossary/")


def test_uses_may_be_stated_by_several_records(catalog: Catalog) -> None:
    relations = Relations(used_by=(Ref(id="alder-7b"),))
    assert problems_of(changed(catalog, "cache-block", relations=relations)) == []


def test_directed_relations_may_cross_without_being_doubles(catalog: Catalog) -> None:
    relations = Relations(requires=(Ref(id="draft-decoding"),))
    assert problems_of(changed(catalog, "full-heads", relations=relations)) == []


def test_requiring_what_one_excludes_is_found_from_either_side(catalog: Catalog) -> None:
    relations = Relations(requires=(Ref(id="draft-decoding"),))
    (problem,) = problems_of(changed(catalog, "cache-offload", relations=relations))
    assert (problem.rule, problem.path) == ("contradiction", "content/techniques/draft-decoding.yml")


def test_every_problem_names_its_rule(catalog: Catalog) -> None:
    broken = changed(changed(catalog, "full-heads", layer="nowhere", applies_if="?"), "harbor", abbr="SHA", verified="2025-02-30")
    assert [(problem.path.rpartition("/")[2], problem.rule) for problem in problems_of(broken)] == [
        ("full-heads.yml", "bad-predicate"),
        ("full-heads.yml", "not-in-list"),
        ("shared-heads.yml", "name-taken"),
        ("harbor.yml", "bad-date"),
    ]


@given(zh=PROSE, en=PROSE)
@settings(max_examples=60)
def test_no_prose_causes_a_traceback(catalog: Catalog, zh: str, en: str) -> None:
    broken = changed(catalog, "full-heads", mechanism=Text.model_construct(zh=zh, en=en), summary=Text.model_construct(zh=en, en=zh))
    found = problems_of(broken)
    assert found == problems_of(broken)
    assert {problem.path for problem in found} <= {"content/techniques/full-heads.yml"}


@given(PREDICATE)
def test_no_predicate_causes_a_traceback(catalog: Catalog, predicate: str) -> None:
    problems_of(changed(catalog, "full-heads", applies_if=predicate))


@given(PROSE)
def test_references_never_cross_brackets(text: str) -> None:
    for match in REFERENCE.finditer(text):
        assert not set("[]") & set(match[2])
