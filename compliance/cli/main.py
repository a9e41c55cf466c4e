"""The ``compliance`` command and its global options."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from compliance.cli.commands import Commands

if TYPE_CHECKING:
    from compliance.workflows.workspace import Workspace

app = typer.Typer(
    cls=Commands,
    help="Audit Three Card Poker: re-derive every settlement from the rule sheet and report what differs.",
    pretty_exceptions_enable=False,
    add_completion=False,
    rich_markup_mode=None,
)


@dataclass(frozen=True)
class GlobalOptions:
    """What stands before, or after, any command."""

    database: Path
    rule_sheets: tuple[Path, ...]
    licensee_file: Path | None
    audit_log: Path
    log_key: Path | None
    checkpoint_copies: Path | None
    quiet: bool

    @property
    def workspace(self) -> Workspace:
        """Where the command works."""
        from compliance.workflows.workspace import Workspace

        return Workspace(
            self.database,
            self.rule_sheets,
            self.licensee_file,
            self.audit_log,
            self.log_key,
            self.checkpoint_copies,
        )


def _version(asked: bool) -> None:
    if asked:
        from compliance import __version__

        typer.echo(f"compliance {__version__}")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    db: Annotated[Path, typer.Option("--db", envvar="COMPLIANCE_DB", help="The database.", show_default=True)] = Path(
        "compliance.duckdb"
    ),
    rule_sheets: Annotated[
        list[Path] | None, typer.Option("--rule-sheets", help="A folder of further rule sheets; may be repeated.")
    ] = None,
    licensee: Annotated[Path | None, typer.Option("--licensee", help="The licensee's file (licensee.toml).")] = None,
    audit_log: Annotated[Path, typer.Option("--audit-log", help="The folder of the audit log.")] = Path("audit_logs"),
    log_key: Annotated[
        Path | None,
        typer.Option("--sign-log", envvar="COMPLIANCE_LOG_KEY", help="The private key to sign checkpoints with."),
    ] = None,
    checkpoint_copies: Annotated[
        Path | None,
        typer.Option(
            "--checkpoint-copies", envvar="COMPLIANCE_CHECKPOINT_COPIES", help="A folder that keeps a copy of each."
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show no progress.")] = False,
    version: Annotated[  # noqa: ARG001 - acted upon by its callback
        bool, typer.Option("--version", help="Print the version and exit.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Audit Three Card Poker: re-derive every settlement from the rule sheet and report what differs."""
    context.obj = GlobalOptions(db, tuple(rule_sheets or ()), licensee, audit_log, log_key, checkpoint_copies, quiet)


def run() -> None:
    """Entry point of the console script."""
    app()


from compliance.cli import auditing, data_out, evidence, findings, ingesting, log, quarantine, sheets, simulating  # noqa: E402, F401 - they add their commands
