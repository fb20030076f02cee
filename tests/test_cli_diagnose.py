"""``accelmap diagnose``: what one types and what one gets."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from accelmap_site.cli import main
from accelmap_site.diagnosis import Case, evaluate, plain, rules
from accelmap_site.graph import Graph
from accelmap_site.schema import Catalog
from conftest import REPOSITORY


def run(*words: str, root: Path = REPOSITORY) -> Result:
    return CliRunner().invoke(main, ["diagnose", "--root", str(root), *words])


def test_the_answer_names_the_bottleneck_its_signals_and_remedies_with_flags() -> None:
    found = run("--stage", "serve", "--tpot-ms", "80", "--hardware", "a100", "--batch", "4")
    assert found.exit_code == 0, found.output
    assert "one leads clearly" in found.output
    assert "TPOT > 50 ms" in found.output
    assert "vLLM: --speculative-config" in found.output
    assert "fp8-quantization (the hardware lacks it: FP8 matrix units)" in found.output


def test_the_same_in_chinese() -> None:
    found = run("--stage", "finetune", "--memory-state", "oom", "--language", "zh")
    assert found.exit_code == 0, found.output
    assert "显存状态 = 溢出（OOM）" in found.output
    assert "代价:" in found.output


def test_what_to_measure_next_comes_with_its_command() -> None:
    found = run("--stage", "serve", "--batch", "4")
    assert "not decided yet" in found.output
    assert "Measure next:" in found.output
    assert "vllm bench serve" in found.output


def test_another_model_and_what_a_model_has_are_marked() -> None:
    assert "means another model" in run("--stage", "serve", "--attention-share-percent", "60").output
    named = run("--stage", "serve", "--tpot-ms", "80", "--model", "deepseek-v3").output
    assert "see that it is on" in run("--stage", "serve", "--attention-share-percent", "60", "--model", "deepseek-v3-2").output
    assert "the architecture is given: DeepSeek-V3" in named
    assert "does not apply to the model: Qwen3 8B" in run("--stage", "serve", "--tpot-ms", "80", "--model", "qwen3/8b").output


def test_json_is_the_answer_of_the_engine_with_the_records(real_project: tuple[Catalog, Graph]) -> None:
    found = run("--stage", "pretrain", "--mfu-percent", "55", "--hardware", "h100", "--json")
    whole = json.loads(found.output)
    expected = plain(evaluate(rules(*real_project), Case("pretrain", "h100", "", (("mfu", 55.0),))))
    assert whole["standings"] == expected["standings"]
    first = whole["plans"][0]["techniques"][0]
    assert set(expected["plans"][0]["techniques"][0]) <= set(first)
    assert first["why"]["zh"]
    assert first["tools"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "--stage: is missing; one of: pretrain, finetune, rl, serve"),
        (["--stage", "serv"], "--stage: 'serv' is not allowed; one of: pretrain, finetune, rl, serve"),
        (["--stage", "serve", "--tpot-ms", "1e309"], "--tpot-ms: '1e309' is not allowed; a number from 0 to 1000000000 in plain digits"),
        (["--stage", "serve", "--mfu-percent", "-1"], "--mfu-percent: '-1' is not allowed; a number from 0 to 100 in plain digits"),
        (["--stage", "serve", "--batch", "８"], "--batch: '８' is not allowed; a number from 0 to 1000000000 in plain digits"),
        (["--stage", "serve", "--memory-state", "full"], "--memory-state: 'full' is not allowed; one of: fits, tight, oom"),
    ],
)
def test_a_bad_value_gets_one_line_that_names_the_option_and_what_is_allowed(words: list[str], said: str) -> None:
    found = run(*words)
    assert (found.exit_code, found.output.strip()) == (2, said)


def test_a_slip_in_an_id_is_answered_with_the_nearest() -> None:
    found = run("--stage", "serve", "--hardware", "h10", "--model", "deepsek-v3\n")
    assert found.exit_code == 2
    assert [line.rpartition("; ")[2] for line in found.output.splitlines()] == ['did you mean "h100"?', 'did you mean "deepseek-v3"?']


def test_help_lists_an_option_for_each_metric_with_its_unit_and_meaning() -> None:
    found = run("--help")
    assert "--tpot-ms" in found.output
    assert "--comm-share-percent" in found.output
    assert "Mean time per output token after the first. In ms." in " ".join(found.output.split())


def test_options_are_those_of_the_project(intact: Path) -> None:
    found = run("--stage", "serve", "--memory-use-percent", "95", root=intact)
    assert found.exit_code == 0, found.output
    assert run("--stage", "serve", "--tpot-ms", "80", root=intact).exit_code == 2


def test_a_folder_that_is_no_project_is_said_in_one_line(tmp_path: Path) -> None:
    found = CliRunner().invoke(main, ["diagnose", f"--root={tmp_path / 'nowhere'}", "--stage", "serve"])
    assert found.exit_code == 2
    assert len(found.output.strip().splitlines()) == 1


def test_records_that_do_not_load_are_mentioned_and_the_rest_is_used(project: Path) -> None:
    (project / "content/techniques/shared-heads.yml").write_text("title: [", "utf-8")
    found = run("--stage", "serve", "--memory-use-percent", "95", root=project)
    assert found.exit_code == 0, found.output
    assert "'accelmap check' lists them" in found.output
