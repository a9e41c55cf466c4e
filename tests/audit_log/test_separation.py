"""Who imports whom: what verifies must not lean on what writes or proves, and the evidence checker on nothing."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import compliance.audit_log

FOLDER = Path(compliance.audit_log.__file__).parent
PACKAGE = "compliance.audit_log."
PROVING_AND_WRITING = {"tree", "prove", "log", "durable", "recovery", "signing", "commitments", "evidence"}
VERIFYING = {"proof_paths", "verify_proofs", "verification", "judgement", "chain", "scan", "signatures", "keys"}


def imports(name):
    """Every module that this module of the package imports, at its head or anywhere inside."""
    found = set()
    for node in ast.walk(ast.parse((FOLDER / f"{name}.py").read_text())):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
    return found


def reachable(name):
    """The modules of the package that this one comes to depend on, itself included."""
    seen, waiting = set(), {name}
    while waiting:
        one = waiting.pop()
        seen.add(one)
        own = {module.removeprefix(PACKAGE).partition(".")[0] for module in imports(one) if module.startswith(PACKAGE)}
        waiting |= own - seen
    return seen


def test_the_lists_name_modules_that_exist():
    for name in PROVING_AND_WRITING | VERIFYING:
        assert (FOLDER / f"{name}.py").is_file()


def test_no_verifying_module_depends_on_a_writing_or_proving_one():
    for name in VERIFYING:
        assert not reachable(name) & PROVING_AND_WRITING, name


def test_the_provers_paths_and_the_verifiers_share_only_the_hash_functions():
    assert reachable("tree") & reachable("proof_paths") == {"hashing"}


def test_the_evidence_checker_needs_the_standard_library_and_cryptography_alone():
    top = {module.partition(".")[0] for module in imports("verify_evidence")}
    assert top - sys.stdlib_module_names == {"cryptography"}
    assert len((FOLDER / "verify_evidence.py").read_text().splitlines()) < 300


def test_the_library_reads_no_clock_and_knows_no_database_and_no_command_line():
    for path in FOLDER.glob("*.py"):
        modules = imports(path.stem)
        assert not {"time", "duckdb", "typer", "click"} & {module.partition(".")[0] for module in modules}, path
        if path.stem != "verify_evidence":
            outside = {module for module in modules if module.startswith("compliance.")}
            assert all(module.startswith("compliance.audit_log") for module in outside), path
        called = {node.attr for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)}
        assert not {"now", "utcnow", "today"} & called, path
