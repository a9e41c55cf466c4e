"""The documents say what the program does: its commands, its options, its output, and links that lead somewhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
import typer.main

from compliance.cli.main import app
from compliance.domain.catalogue import CHECKS
from scripts.shown import DOCUMENTS, ROOT, blocks, examples_in, rendered

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*/README.md")])
LINK = re.compile(r"\]\(([^)#]+)(#[^)]*)?\)")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
MAKE = re.compile(r"`?\bmake ([a-z]+)`|^make ([a-z]+)", re.MULTILINE)


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command that does something, by the words that call it."""
    inner = getattr(command, "commands", None)
    if inner is None:
        yield path, command
        return
    for name, one in inner.items():
        yield from commands(one, (*path, name))


ROOT_COMMAND = typer.main.get_command(app)
COMMANDS = dict(commands(ROOT_COMMAND))


def options_of(command: Any) -> set[str]:
    return {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}


OPTIONS = {"--help"}.union(*map(options_of, (ROOT_COMMAND, *COMMANDS.values())))


def shown_commands() -> str:
    return "\n".join(
        line for page in DOCUMENTS for block in blocks(page.read_text(encoding="utf-8")) for line in block.commands
    )


@pytest.mark.parametrize("words", sorted(COMMANDS), ids=" ".join)
def test_every_command_is_shown_with_what_it_prints(words: tuple[str, ...]) -> None:
    assert re.search(rf"\bcompliance {' '.join(words)}\b", shown_commands())


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda page: page.name)
def test_options_in_documents_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    foreign = {"--no-install-recommends", "--file"}  # of apt-get, and of the script that checks evidence
    assert set(OPTION.findall(text)) - foreign <= OPTIONS


def test_the_documents_show_what_the_commands_print(tmp_path: Path) -> None:
    folder = examples_in(tmp_path)
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        assert rendered(text, folder) == text, f"{document.name}: 'make docs' writes what the commands print now"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files(page: Path) -> None:
    targets = [match[1] for match in LINK.finditer(page.read_text(encoding="utf-8"))]
    missing = [target for target in targets if "://" not in target and not (page.parent / target).exists()]
    assert missing == []


def test_every_decision_is_listed() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = {match[1] for match in LINK.finditer((folder / "README.md").read_text(encoding="utf-8"))}
    assert listed == {path.name for path in folder.glob("0*.md")}


def test_the_targets_of_make_that_documents_name_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {
        word
        for page in PAGES
        for match in MAKE.finditer(page.read_text(encoding="utf-8"))
        for word in match.groups()
        if word
    }
    assert {"nightly", "test", "check"} <= named <= targets


def test_the_auditors_guide_explains_every_family_of_checks() -> None:
    guide = (ROOT / "docs" / "auditors-guide.md").read_text(encoding="utf-8")
    families = set(re.findall(r"^\| ([A-Z]{4}) \|", guide, re.MULTILINE))
    assert families == {code.partition("-")[0] for code in CHECKS}
    settlement = set(re.findall(r"^\| (SETL-\d{3}|COVR-001) \|", guide, re.MULTILINE))
    assert settlement == {code for code in CHECKS if code.startswith("SETL") or code == "COVR-001"}


def test_continuous_integration_runs_the_test_command_of_the_readme() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make test" in script
    assert re.search(r"^make test\b", readme, re.MULTILINE)
