"""What rules let pass and what they refuse, beyond the cases under ``invalid/``."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accelmap_site.check import REFERENCE, Finder, Subject, check, folded, ways_of
from accelmap_site.errors import Problem
from accelmap_site.graph import connect
from accelmap_site.schema import Allow, Catalog, Fact, Ref, Relations, Text, Title
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
    """Rule and message of each problem with a mechanism of full-heads; spaces and languages, which differ, have tests of their own."""
    found = problems_of(changed(catalog, "full-heads", mechanism=Text(zh=zh, en=en)))
    return [(problem.rule, problem.message) for problem in found if problem.rule not in ("spacing", "other-language")]


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
        "括号 [a] [b] 与 f(x)[i] 都是文字",
        "1. 甲\n2. 乙\n\n- 丙 | 丁\n- **戊**，C# 与 #1\n\n> 己",
        "```\n# 注释\n| a | b |\n[x]: y\n```",
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
        ("![图][nobody]", "markup-lost", "an image in the text of a record: !["),
        ("## 步骤", "markup-lost", "a heading in the text of a record: ## 步骤"),
        ("#步骤", "markup-lost", "a heading in the text of a record: #步骤"),
        ("步骤\n---", "markup-lost", "a heading in the text of a record: 步骤"),
        ("中\n\n***", "markup-lost", "a rule in the text of a record: ***"),
        ("| 甲 | 乙 |", "markup-lost", "a table in the text of a record: | 甲 | 乙 |"),
        ("[x]: https://example.org", "markup-lost", "a definition of an address in the text of a record: [x]: https://example.org"),
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
        ("Llama 3 与 GPT-4", "Llama 3 and GPT-4"),
        ("精度 0.5", "Precision 0.5"),
        ("版本 v100", "Version V200"),
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


# -- words and spaces --------------------------------------------------------


@pytest.mark.parametrize(
    "zh",
    [
        "用 `torch.compile`，或 `a,b`（见 FP8）",
        "集合 \\( a,b \\) 的大小",
        "见[全头][full-heads]与[块][cache-block]，以及 [FP8][half-float] 的开销",
        "max(A, B) 与 2–4 倍、第 1 代",
        "**FP8** 权重；A/B、C++",
        "",
    ],
)
def test_spacing_that_is_right(catalog: Catalog, zh: str) -> None:
    found = problems_of(changed(catalog, "full-heads", mechanism=Text(zh=CHINESE + zh, en=ENGLISH)))
    assert [problem for problem in found if problem.rule == "spacing"] == []


@pytest.mark.parametrize(
    ("zh", "shown"),
    [
        ("用`a`做", "'用`x`做' is written '用 `x`'"),
        ("显存80 GB", "'显存80 GB' is written '显存 80 G'"),
        ("好,很好", "'好,很好' is written '好，很好'"),
        ("见[FP8][half-float]的", "'见FP8的' is written '见 FP8'"),
        ("完成 ，再做", "'完成 ，再做' is written '完成，再做'"),
    ],
)
def test_spacing_that_is_wrong(catalog: Catalog, zh: str, shown: str) -> None:
    found = problems_of(changed(catalog, "full-heads", mechanism=Text(zh=zh, en=ENGLISH)))
    assert shown in [problem.message for problem in found if problem.rule == "spacing"]


def test_a_printed_fact_is_spaced_by_what_it_prints(catalog: Catalog) -> None:
    facts = {
        "a": Fact(value="3", unit=Title(zh="倍", en="×"), derivation="3*1"),
        "b": Fact(value="3", unit=Title(zh="GB", en="GB"), derivation="3*1"),
    }
    text = Text(zh='提高 {{ fact("a") }}后，剩 {{ fact("b") }}的量', en='Up {{ fact("a") }}, {{ fact("b") }} left')
    found = problems_of(changed(catalog, "full-heads", facts=facts, mechanism=text))
    assert [problem.message for problem in found if problem.rule == "spacing"] == ["'3\u202fGB的量' is written '3\u202fGB 的量'"]


def test_words_are_found_also_where_two_overlap() -> None:
    finder = Finder({"list": {word: ways_of(word) for word in ("吞吐量", "量化器", "吞吐", "band width", "improv… speed…", "GPU 内存")}})
    assert finder.held("吞吐量化器")["list"] == {"吞吐量", "量化器", "吞吐"}
    assert finder.held("Band-width of a GPU, 内存") == {"list": {"band width", "GPU 内存"}}
    assert finder.held("a wide band") == {}
    assert finder.held("用 band width，GPU 也要看", "memory") == {"list": {"band width"}}


# -- circles of requirements, exceptions -------------------------------------


def test_requirements_through_others_can_contradict(catalog: Catalog) -> None:
    first = changed(catalog, "full-heads", relations=Relations(requires=(Ref(id="shared-heads"),)))
    second = changed(first, "shared-heads", relations=Relations(requires=(Ref(id="draft-decoding"),)))
    third = changed(second, "cache-block", relations=Relations())
    both = changed(third, "latent-heads", relations=Relations(requires=(Ref(id="draft-decoding"), Ref(id="cache-offload"))))
    far = changed(both, "draft-decoding", relations=Relations(incompatible_with=(Ref(id="full-heads"), Ref(id="cache-offload"))))
    said = {(problem.path.rpartition("/")[2], problem.message) for problem in problems_of(far) if problem.rule == "contradiction"}
    assert said == {
        ("full-heads.yml", 'requires "shared-heads → draft-decoding", but draft-decoding and full-heads are incompatible'),
        ("latent-heads.yml", "requires draft-decoding and cache-offload, which are incompatible"),
    }


LONG = Title(zh="长" * 23, en="Full heads")


def allowed(catalog: Catalog, until: str, *rules: str, title: Title = LONG) -> list[Problem]:
    """Problems of full-heads, whose title may be too long, with exceptions from rules until a day."""
    asked = tuple(Allow(rule=rule, reason="the name is the maker's", until=until) for rule in rules)
    return problems_of(changed(catalog, "full-heads", title=title, allow=asked))


def test_an_exception_silences_its_rule_until_it_ends(catalog: Catalog) -> None:
    assert [problem.rule for problem in allowed(catalog, "2027-01-01")] == ["title-too-long"]
    assert allowed(catalog, "2027-01-01", "title-too-long") == []
    assert allowed(catalog, TODAY, "title-too-long") == []
    assert [(problem.rule, problem.field) for problem in allowed(catalog, "2026-01-14", "title-too-long")] == [
        ("idle-exception", "allow[0].until"),
        ("title-too-long", "title.zh"),
    ]


def test_a_build_without_a_day_lets_exceptions_hold(catalog: Catalog) -> None:
    asked = (Allow(rule="title-too-long", reason="the name is the maker's", until="2020-01-01"),)
    assert problems_of(changed(catalog, "full-heads", title=LONG, allow=asked), today=None) == []


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (("title-too-long",), "'title-too-long' has nothing to say here"),
        (("unknown-id",), "'unknown-id' allows no exceptions"),
        (("title-to-long",), "'title-to-long' is no rule"),
    ],
)
def test_an_exception_that_is_not_needed_is_a_problem(catalog: Catalog, rules: tuple[str, ...], message: str) -> None:
    fine = catalog.items["full-heads"].record.title
    assert [(problem.rule, problem.message) for problem in allowed(catalog, "2027-01-01", *rules, title=fine)] == [
        ("idle-exception", message)
    ]


def test_an_exception_twice_is_one_too_many(catalog: Catalog) -> None:
    (problem,) = allowed(catalog, "2027-01-01", "title-too-long", "title-too-long")
    assert problem.message == "'title-too-long' is allowed twice"
