"""The wheel holds all that the program reads at run time: SQL, rule sheets, templates, fonts."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def files_of(folder: Path) -> set[str]:
    return {
        str(path.relative_to(ROOT)) for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_holds_what_the_program_reads(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    beside = {f"compliance/data/{name}" for folder in ("rule_sheets", "templates") for name in files_of(ROOT / folder)}
    assert held == files_of(ROOT / "compliance") | beside


def test_the_program_runs_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    ask = (
        f"import sys; sys.path.insert(0, {str(tmp_path / 'site')!r})\n"
        "import compliance\n"
        "from compliance.rules.loader import load_sheets\n"
        "from compliance.shipped import TEMPLATES\n"
        "print(compliance.__file__, TEMPLATES, len(load_sheets()))\n"
    )
    done = subprocess.run([sys.executable, "-c", ask], cwd=tmp_path, check=True, capture_output=True, text=True)
    package = tmp_path / "site" / "compliance"
    assert done.stdout.split() == [str(package / "__init__.py"), str(package / "data" / "templates"), "5"]
