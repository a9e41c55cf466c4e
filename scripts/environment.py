"""Make ready what `make` needs on this machine: system libraries, the environment `.venv`, the locked packages.

    python3.11 scripts/environment.py run       what the program needs
    python3.11 scripts/environment.py develop   that, what the tests and checks need, and a browser if apt-get has one

Only the standard library is used, and what is there already is left alone: on a machine that is ready this takes
a fraction of a second. Packages come from the hash-pinned lock files alone. Exit status 0, or 2 with one sentence.
"""

from __future__ import annotations

import ctypes.util
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
PYTHON = ENVIRONMENT / "bin" / "python"
STAMP = ENVIRONMENT / "made-from.json"
OLDEST = (3, 11)

LOCKS = {"run": ROOT / "requirements.lock", "develop": ROOT / "requirements-dev.lock"}

LIBRARIES = {
    "gobject-2.0": "libglib2.0-0",
    "pango-1.0": "libpango-1.0-0",
    "pangoft2-1.0": "libpangoft2-1.0-0",
    "harfbuzz": "libharfbuzz0b",
    "harfbuzz-subset": "libharfbuzz-subset0",
    "fontconfig": "libfontconfig1",
}
"""The libraries that WeasyPrint loads, and the Debian package of each."""


BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Programs in which the tests can open an HTML edition, the one that needs least first."""

PACKAGED = BROWSERS[:2]
"""Those that Debian has packages of, each by the program's name."""


class CannotPrepareError(Exception):
    """The machine cannot be made ready; the message says what is missing and what to do."""


def main(kind: str) -> None:
    """Make the machine ready to ``run`` the program or to ``develop`` it.

    Raises:
        CannotPrepareError: a part is missing and cannot be installed here.
    """
    if sys.version_info < OLDEST:
        raise CannotPrepareError(
            f"Python {'.'.join(map(str, OLDEST))} or later is needed and {sys.executable} is "
            f"{sys.version.split()[0]}; name another with 'make PYTHON=/path/to/python3.11 …'"
        )
    install_system_packages()
    wanted = contents(LOCKS[kind])
    if stamped(kind, wanted):
        return
    if kind == "develop":
        install_browser()
    make_environment()
    say(f"installing the packages of {LOCKS[kind].name} into {ENVIRONMENT.name}")
    pip("--require-hashes", "-r", str(LOCKS[kind]))
    pip("--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    STAMP.write_text(json.dumps({"kind": kind, **wanted}, indent=1) + "\n")


def missing_libraries() -> list[str]:
    """The names, as in ``LIBRARIES``, of the libraries that the machine lacks."""
    return [name for name in LIBRARIES if ctypes.util.find_library(name) is None]


def install_system_packages() -> None:
    """Install the libraries that are missing, and Python's venv where the system packages it apart.

    Raises:
        CannotPrepareError: something is missing, and apt-get is not there, not allowed, or fails.
    """
    packages = [LIBRARIES[name] for name in missing_libraries()]
    if not PYTHON.exists() and importlib.util.find_spec("ensurepip") is None:
        packages.append(f"python{sys.version_info.major}.{sys.version_info.minor}-venv")
    if not packages:
        return
    apt = apt_get(*packages)
    say(f"installing system packages: {' '.join(packages)}")
    apt("update")
    apt("install", "--yes", "--no-install-recommends", *packages)
    if still := missing_libraries():
        raise CannotPrepareError(
            f"{' '.join(packages)} are installed, yet {', '.join(still)} cannot be found; run ldconfig as root"
        )


def apt_get(*packages: str) -> Callable[..., None]:
    """What runs apt-get with its arguments, as root or by sudo, to install the packages that the machine lacks.

    Raises:
        CannotPrepareError: apt-get is not there or not allowed; when it is run, that it failed.
    """
    wanted = " ".join(packages)
    path = shutil.which("apt-get")
    if path is None:
        raise CannotPrepareError(
            f"this machine lacks {wanted} (Debian's names) and has no apt-get; install them with its package manager"
        )
    by_hand = f"run 'apt-get install --no-install-recommends {wanted}' as root, then make again"
    if os.geteuid() == 0:
        command = [path]
    elif (sudo := shutil.which("sudo")) is not None:
        command = [sudo, path] if sys.stdin.isatty() else [sudo, "--non-interactive", path]
    else:
        raise CannotPrepareError(f"this machine lacks {wanted}, and only root may install them; {by_hand}")

    def run(*arguments: str) -> None:
        quietly = [*command, "-qq", "-o", "Dpkg::Use-Pty=0", *arguments]
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        if subprocess.run(quietly, env=quiet, stdout=subprocess.DEVNULL, check=False).returncode:
            raise CannotPrepareError(f"'apt-get {arguments[0]}' failed, for the reason it gives above; {by_hand}")

    return run


def browser() -> str | None:
    """The path of the first browser that is here; a snap is none, because it sees no file outside its home."""
    found = filter(None, map(shutil.which, BROWSERS))
    return next((path for path in found if not is_snap(Path(path))), None)


def is_snap(program: Path) -> bool:
    """Whether a program is a snap, or the script that Ubuntu puts in the place of one."""
    real = program.resolve()
    with real.open("rb") as file:
        head = file.read(4096)
    return real.name == "snap" or (head.startswith(b"#!") and b"/snap/" in head)


def install_browser() -> None:
    """Install a browser for the tests where there is none; where that cannot be done, say so and go on."""
    if browser() is not None:
        return
    why = (
        "apt-get has no Chromium here, or only the snap of one; for them, put a 'chromium' that is no snap on the path"
    )
    try:
        apt = apt_get("chromium")
        apt("update")
        package = next(filter(known_to_apt, PACKAGED), None)
        if package is not None:
            say(f"installing a browser for the tests: {package}")
            apt("install", "--yes", "--no-install-recommends", package)
    except CannotPrepareError as error:
        why = str(error)
    if browser() is None:
        say(f"the tests in a browser are left out: {why}")


def known_to_apt(package: str) -> bool:
    """Whether apt-get has a package."""
    asked = ["apt-cache", "show", "--no-all-versions", package]
    return f"Package: {package}" in subprocess.run(asked, capture_output=True, text=True, check=False).stdout


def contents(lock: Path) -> dict[str, str]:
    """What an environment made from a lock file depends on: digests, this checkout's place and the Python."""
    try:
        parts = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (lock, ROOT / "pyproject.toml")}
    except FileNotFoundError as error:
        raise CannotPrepareError(f"{error.filename} is missing from this checkout; restore it with git") from None
    return {**parts, "checkout": str(ROOT), "python": sys.version}


def stamped(kind: str, wanted: dict[str, str]) -> bool:
    """Whether the environment was made from just this; one for developing serves for running too."""
    try:
        made_from = json.loads(STAMP.read_text())
    except (FileNotFoundError, ValueError):
        return False
    if kind == "run" and made_from.get("kind") == "develop":
        kind, wanted = "develop", contents(LOCKS["develop"])
    return PYTHON.exists() and bool(made_from == {"kind": kind, **wanted})


def make_environment() -> None:
    """Make the environment; start it anew where its Python does not run, has no pip, or is another than this one.

    Raises:
        CannotPrepareError: Python's venv fails.
    """
    STAMP.unlink(missing_ok=True)
    if PYTHON.exists():
        asked = [str(PYTHON), "-c", "import pip, sys; print(sys.version)"]
        if subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip() == sys.version:
            return
    say(f"making {ENVIRONMENT.name} with {sys.executable}")
    if subprocess.run([sys.executable, "-m", "venv", "--clear", ENVIRONMENT], check=False).returncode:
        raise CannotPrepareError(f"'{sys.executable} -m venv {ENVIRONMENT}' failed, for the reason it gives above")


def pip(*arguments: str) -> None:
    """Install into the environment.

    Raises:
        CannotPrepareError: pip fails.
    """
    command = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", *arguments]
    if subprocess.run(command, check=False).returncode:
        raise CannotPrepareError(
            "pip could not install the packages, for the reason it gives above; see that this machine reaches "
            "a package index, then make again"
        )


def say(what: str) -> None:
    """Tell the person at the terminal what takes long."""
    print(f"environment: {what}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in LOCKS:
        sys.exit("usage: environment.py run|develop")
    try:
        main(sys.argv[1])
    except CannotPrepareError as error:
        say(str(error))
        sys.exit(2)
