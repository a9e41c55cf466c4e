"""Making a machine ready: what is installed where, and the sentence where it cannot be."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from scripts import environment

ROOT = Path(__file__).parent.parent.parent
LOCKS = ("requirements.lock", "requirements-dev.lock")


class Machine:
    """A machine on which commands are noted down and not run; ``failing`` words make a command fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
        self.ran: list[str] = []
        self.libraries: set[str] = set(environment.LIBRARIES)
        self.programs = {"apt-get", "chromium"}
        self.offered: set[str] = set()
        self.root = root
        self.user = 0
        self.failing = ""
        self.python = sys.version
        for name, path in {"ROOT": root, "ENVIRONMENT": root / ".venv"}.items():
            monkeypatch.setattr(environment, name, path)
        monkeypatch.setattr(environment, "PYTHON", root / ".venv/bin/python")
        monkeypatch.setattr(environment, "STAMP", root / ".venv/made-from.json")
        monkeypatch.setattr(environment, "LOCKS", {"run": root / LOCKS[0], "develop": root / LOCKS[1]})
        for name in (*LOCKS, "pyproject.toml"):
            (root / name).write_text(name)
        monkeypatch.setattr(environment.subprocess, "run", self.run)
        monkeypatch.setattr(environment.shutil, "which", self.which)
        monkeypatch.setattr(environment.os, "geteuid", lambda: self.user)
        monkeypatch.setattr(
            environment.ctypes.util, "find_library", lambda name: name if name in self.libraries else None
        )

    def which(self, name: str) -> str | None:
        if name not in self.programs:
            return None
        if name in environment.BROWSERS:
            (self.root / name).touch()
            return str(self.root / name)
        return name

    def run(self, command: list[object], **_: object) -> SimpleNamespace:
        words = " ".join(map(str, command))
        self.ran.append(words)
        if "apt-cache" in words:
            return SimpleNamespace(returncode=0, stdout=f"Package: {command[-1]}\n" * (command[-1] in self.offered))
        if "install --yes" in words:
            self.libraries = set(environment.LIBRARIES)
            self.programs |= {str(command[-1])}
        if "-m venv" in words:
            environment.PYTHON.parent.mkdir(parents=True, exist_ok=True)
            environment.PYTHON.touch()
        failed = bool(self.failing) and self.failing in words
        return SimpleNamespace(returncode=int(failed), stdout=f"{self.python}\n")


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Machine:
    return Machine(monkeypatch, tmp_path)


def test_a_bare_machine_gets_libraries_environment_and_locked_packages(machine: Machine) -> None:
    machine.libraries = {"gobject-2.0", "fontconfig"}
    environment.main("run")
    update, install, venv, packages, itself = machine.ran
    assert update.endswith("update")
    assert install.endswith(
        "install --yes --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz0b libharfbuzz-subset0"
    )
    assert "-m venv --clear" in venv
    assert "--require-hashes -r" in packages
    assert packages.endswith("requirements.lock")
    assert "--no-deps --no-build-isolation --editable" in itself


def test_a_ready_machine_is_left_alone(machine: Machine) -> None:
    environment.main("develop")
    machine.ran.clear()
    environment.main("develop")
    environment.main("run")
    assert machine.ran == []


def test_an_environment_to_run_does_not_serve_for_developing(machine: Machine) -> None:
    environment.main("run")
    machine.ran.clear()
    environment.main("develop")
    assert any(command.endswith("requirements-dev.lock") for command in machine.ran)


@pytest.mark.parametrize("name", ["requirements.lock", "pyproject.toml"])
def test_a_changed_lock_is_installed(machine: Machine, name: str) -> None:
    environment.main("run")
    machine.ran.clear()
    (environment.ROOT / name).write_text("changed")
    environment.main("run")
    assert [("venv" in command, "install" in command) for command in machine.ran[1:]] == [(True, True)] * 2


def test_an_environment_of_another_python_is_made_anew(machine: Machine) -> None:
    environment.main("run")
    environment.STAMP.unlink()
    machine.ran.clear()
    machine.python = "3.10.0"
    environment.main("run")
    assert any("-m venv --clear" in command for command in machine.ran)


def test_an_interrupted_installation_is_done_again(machine: Machine) -> None:
    machine.failing = "--require-hashes"
    with pytest.raises(environment.CannotPrepareError, match="pip could not install the packages"):
        environment.main("run")
    machine.failing = ""
    machine.ran.clear()
    environment.main("run")
    assert any("--require-hashes" in command for command in machine.ran)
    assert json.loads(environment.STAMP.read_text())["kind"] == "run"


@pytest.mark.parametrize(
    ("programs", "user", "says"),
    [
        (set(), 0, "has no apt-get; install them with its package manager"),
        ({"apt-get"}, 1000, "only root may install them; run 'apt-get install --no-install-recommends libpango-1.0-0'"),
    ],
)
def test_what_cannot_be_installed_is_named_with_the_cure(
    machine: Machine, programs: set[str], user: int, says: str
) -> None:
    machine.libraries.discard("pango-1.0")
    machine.programs, machine.user = programs, user
    with pytest.raises(environment.CannotPrepareError, match=says) as refused:
        environment.main("run")
    assert "lacks libpango-1.0-0" in str(refused.value)
    assert machine.ran == []


def test_sudo_is_asked_where_there_is_no_root(machine: Machine) -> None:
    machine.libraries.discard("harfbuzz-subset")
    machine.programs, machine.user = {"apt-get", "sudo"}, 1000
    environment.main("run")
    assert machine.ran[1].startswith("sudo ")
    assert machine.ran[1].endswith("libharfbuzz-subset0")


def test_a_failing_apt_is_told_with_what_to_run_by_hand(machine: Machine) -> None:
    machine.libraries.discard("pango-1.0")
    machine.failing = "update"
    with pytest.raises(environment.CannotPrepareError, match=r"'apt-get update' failed.*as root, then make again"):
        environment.main("run")


@pytest.mark.parametrize(
    "offered", [{"chromium", "chromium-headless-shell"}, {"chromium-headless-shell"}, {"chromium"}]
)
def test_a_browser_is_installed_for_the_tests(
    machine: Machine, offered: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    machine.programs, machine.offered = {"apt-get"}, offered
    environment.main("develop")
    package = "chromium" if offered == {"chromium"} else "chromium-headless-shell"
    update, *asked, install, _, _, _ = machine.ran
    assert update.endswith("update")
    assert all(command.startswith("apt-cache show") for command in asked)
    assert install.endswith(f"install --yes --no-install-recommends {package}")
    assert f"installing a browser for the tests: {package}\n" in capsys.readouterr().err


def test_no_browser_is_installed_to_run_the_program(machine: Machine) -> None:
    machine.programs = {"apt-get"}
    machine.offered = {"chromium"}
    environment.main("run")
    assert not any("apt" in command for command in machine.ran)


@pytest.mark.parametrize(
    ("programs", "user", "failing", "says"),
    [
        (set(), 0, "", "this machine lacks chromium (Debian's names) and has no apt-get"),
        ({"apt-get"}, 1000, "", "only root may install them; run 'apt-get install --no-install-recommends chromium'"),
        ({"apt-get"}, 0, "update", "'apt-get update' failed"),
        ({"apt-get"}, 0, "", "apt-get has no Chromium here, or only the snap of one; for them, put a 'chromium'"),
    ],
)
def test_without_a_browser_the_rest_is_made_ready_and_one_sentence_says_so(
    machine: Machine, programs: set[str], user: int, failing: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.programs, machine.user, machine.failing = programs, user, failing
    environment.main("develop")
    told = [line for line in capsys.readouterr().err.splitlines() if "browser" in line]
    assert len(told) == 1
    assert told[0].startswith("environment: the tests in a browser are left out: ")
    assert says in told[0]
    assert json.loads(environment.STAMP.read_text())["kind"] == "develop"


def test_a_snap_is_no_browser(machine: Machine, tmp_path: Path) -> None:
    machine.programs = {"chromium-browser"}
    stub = tmp_path / "chromium-browser"
    stub.write_text('#!/bin/sh\nexec /snap/bin/chromium "$@"\n')
    assert environment.browser() is None
    stub.unlink()
    snap = tmp_path / "bin" / "snap"
    snap.parent.mkdir()
    snap.write_bytes(b"\x7fELF")
    stub.symlink_to(snap)
    assert environment.browser() is None
    stub.unlink()
    stub.write_text('#!/bin/sh\nexec /usr/lib/chromium/chromium "$@"\n')
    assert environment.browser() == str(stub)


def test_a_missing_lock_is_told(machine: Machine) -> None:
    (environment.ROOT / "requirements.lock").unlink()
    with pytest.raises(environment.CannotPrepareError, match=r"requirements\.lock is missing from this checkout"):
        environment.main("run")


def test_an_old_python_is_told(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "OLDEST", (9, 0))
    with pytest.raises(environment.CannotPrepareError, match=r"Python 9\.0 or later is needed"):
        environment.main("run")


def pinned(name: str) -> dict[str, set[str]]:
    """Every package of a lock with its versions; several where Python's version decides."""
    found: dict[str, set[str]] = {}
    for package, version in re.findall(r"^([a-z0-9_.-]+)==([^ ;\\]+)", (ROOT / name).read_text(), re.MULTILINE):
        found.setdefault(package, set()).add(version)
    return found


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_holds_versions_and_digests_and_no_address(name: str) -> None:
    text = (ROOT / name).read_text()
    assert "://" not in text
    assert not re.search(r"^(-|--)", text, re.MULTILINE)
    entries = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]
    assert len(entries) > 30
    assert [entry for entry in entries if not re.search(r"--hash=sha256:[0-9a-f]{64}", entry)] == []


def test_both_locks_agree() -> None:
    run, develop = map(pinned, LOCKS)
    assert {package: develop.get(package) for package in run} == run
