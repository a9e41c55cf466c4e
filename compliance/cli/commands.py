"""How every command is run: global options in any place, one sentence for an error, the exit status."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

if TYPE_CHECKING:
    from collections.abc import Sequence

COULD_NOT_RUN, INTEGRITY, INTERRUPTED, PIPE_CLOSED = 2, 3, 130, 141
"""Exit statuses; the others are the workflows'."""

GLOBAL_OPTIONS = ("--db", "--rule-sheets", "--licensee", "--audit-log", "--sign-log", "--checkpoint-copies")
GLOBAL_FLAGS = ("--quiet",)

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document on standard output, nothing else.")]


def globals_first(arguments: Sequence[str]) -> list[str]:
    """Move global options to the front, so that they may stand after the command too."""
    front: list[str] = []
    rest: list[str] = []
    waiting = iter(arguments)
    for word in waiting:
        if word == "--":
            rest += [word, *waiting]
        elif word in GLOBAL_FLAGS or (word.partition("=")[0] in GLOBAL_OPTIONS and "=" in word):
            front.append(word)
        elif word in GLOBAL_OPTIONS:
            front += [word, *([value] if (value := next(waiting, None)) is not None else [])]
        else:
            rest.append(word)
    return front + rest


class Commands(TyperGroup):
    """The root of the commands."""

    def main(self, args: Sequence[str] | None = None, *more: Any, **options: Any) -> Any:
        """Run a command; turn what it raises into a sentence and an exit status."""
        arguments = globals_first(sys.argv[1:] if args is None else args)
        as_json = "--json" in arguments
        try:
            status = super().main(arguments, *more, **(options | {"standalone_mode": False}))
        except SystemExit:
            # The reader of standard output has gone (``| head``): nothing is left to say to it.
            status = PIPE_CLOSED
        except TyperException as error:
            status = _refuse(_usage(error), COULD_NOT_RUN, as_json)
        except Exception as error:  # noqa: BLE001 - the one place that catches: nobody but this prints and exits
            status = _refuse(*_sentence(error), as_json, getattr(error, "fault", None))
        if status == INTERRUPTED:
            _refuse("interrupted; what was committed stands, and running again completes it", INTERRUPTED, as_json)
        sys.exit(status or 0)


def _usage(error: TyperException) -> str:
    message = error.format_message().rstrip(".")
    context = getattr(error, "ctx", None)
    return f"{message}; see '{context.command_path} --help'" if context else message


def _sentence(error: Exception) -> tuple[str, int]:
    """The sentence of an error that a task may raise, and its exit status."""
    # Imported only when something went wrong: a command that works does not wait for them.
    from compliance.audit_log import AuditLogBroken, AuditLogError
    from compliance.ingest.faults import IngestError, RefusedFileError
    from compliance.parity.disagreement import CountsDifferError
    from compliance.reports.errors import ReportError
    from compliance.rules.errors import IntegrityError, RulesError
    from compliance.store import StoreError
    from compliance.store.errors import ChangedError
    from compliance.workflows.workspace import WorkflowError

    if isinstance(error, IngestError):
        return "; ".join(error.refusals), COULD_NOT_RUN
    if isinstance(error, (IntegrityError, AuditLogBroken, ChangedError, CountsDifferError)):
        return str(error), INTEGRITY
    known = (AuditLogError, RefusedFileError, ReportError, RulesError, StoreError, WorkflowError)
    if isinstance(error, known):
        return str(error), COULD_NOT_RUN
    if os.environ.get("COMPLIANCE_DEBUG"):
        raise error
    return (
        f"a fault in the program itself ({type(error).__name__}: {error}); report it, with COMPLIANCE_DEBUG=1 set",
        COULD_NOT_RUN,
    )


def _refuse(sentence: str, status: int, as_json: bool, fault: str | None = None) -> int:
    typer.echo(f"compliance: {sentence}", err=True)
    if as_json:
        named = {"fault": fault} if fault else {}
        typer.echo(json.dumps({"error": sentence, "exit_status": status} | named))
    return status


def print_json(document: Any) -> None:
    """Print one JSON document on standard output."""
    typer.echo(json_text(document))


def json_text(document: Any) -> str:
    """One JSON document as it is printed."""
    return json.dumps(document, ensure_ascii=False, indent=2, default=str)
