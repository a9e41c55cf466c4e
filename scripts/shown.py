"""The commands that the documents show, run for real: what they print is what the documents print.

    python scripts/shown.py          write what each command prints into README.md and the guides
    python scripts/shown.py --check  say which documents no longer show what the commands print; exit 1 if any

A block of a document is fenced as ``console``. Its lines that begin with ``$ `` are run in order, in one folder for
all documents, which holds the bundled examples. ``first=N`` behind ``console`` keeps N lines of each answer and ends
it with a line ``…``. What differs from one run to the next, a run's name say, is shown as ``…``.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = tuple(
    ROOT / name for name in ("README.md", "docs/user-guide.md", "docs/auditors-guide.md", "docs/audit-log.md")
)

_BLOCK = re.compile(r"^```console(?: first=(\d+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CHANGING = (
    re.compile(r"\d{8}T\d{6}Z-[0-9a-f]{8}"),  # the name of a run
    re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z"),  # the time of something done now
    re.compile(r"[A-Za-z0-9+/]{43,}={1,2}"),  # a root, a hash or a signature of the audit log
    re.compile(r"(?<=root )[0-9a-f]{64}"),  # the same root, as log verify prints it
    re.compile(r"(?<=\+)[0-9a-f]{8}\+\S{40,}"),  # a new public key
    re.compile(r"(?<=compliance/audit-log/)[0-9a-f]{32}"),  # the name of the audit log
    re.compile(r'(?<="basis": ")[0-9a-f]+'),  # a digest that the program's own files enter
)


@dataclass(frozen=True)
class Block:
    """A fenced block of commands: where its body stands in the text, and how much of each answer is kept."""

    start: int
    end: int
    commands: tuple[str, ...]
    kept: int | None


def blocks(text: str) -> list[Block]:
    """Return the blocks of a document, in order."""
    found = []
    for match in _BLOCK.finditer(text):
        commands = tuple(line[2:] for line in match[2].splitlines() if line.startswith("$ "))
        found.append(Block(match.start(2), match.end(2), commands, int(match[1]) if match[1] else None))
    return found


def rendered(text: str, folder: Path) -> str:
    """Return a document with every answer as the commands give it in the folder."""
    parts, at = [], 0
    for block in blocks(text):
        parts += [text[at : block.start], "\n".join(_answered(block, folder)), "\n"]
        at = block.end
    return "".join([*parts, text[at:]])


def examples_in(folder: Path) -> Path:
    """Give a folder what the documents suppose in it, and return it."""
    (folder / "examples").symlink_to(ROOT / "examples")
    return folder


def _answered(block: Block, folder: Path) -> list[str]:
    lines, status = [], 0
    for command in block.commands:
        done = subprocess.run(
            ["/bin/sh", "-c", f"(exit {status})\n{command}"],
            cwd=folder,
            env=_surroundings(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        status = done.returncode
        answer = [_steady(line) for line in done.stdout.splitlines()]
        if block.kept is not None and len(answer) > block.kept:
            answer = [*answer[: block.kept], "…"]
        lines += [f"$ {command}", *answer]
    return lines


def _steady(line: str) -> str:
    for pattern in _CHANGING:
        line = pattern.sub("…", line)
    return line.rstrip()


def _surroundings() -> dict[str, str]:
    """A terminal of 110 columns without settings of its own, that finds this environment's programs."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("COMPLIANCE_")}
    return kept | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "110",
        "NO_COLOR": "1",
        "TERM": "dumb",
        "LC_ALL": "C.UTF-8",
    }


def main(*, check: bool) -> int:
    """Write the documents, or only compare; return the exit status."""
    stale = []
    with tempfile.TemporaryDirectory() as name:
        folder = examples_in(Path(name))
        for document in DOCUMENTS:
            text = document.read_text(encoding="utf-8")
            fresh = rendered(text, folder)
            if fresh != text:
                stale.append(document)
            if not check:
                document.write_text(fresh, encoding="utf-8")
    for document in stale:
        print(f"{document.relative_to(ROOT)} {'differs from what the commands print' if check else 'written'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
