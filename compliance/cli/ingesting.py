"""The command that takes logs and control totals in: ingest."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from compliance.cli import progress
from compliance.cli.commands import AsJson, print_json
from compliance.cli.main import GlobalOptions, app
from compliance.cli.options import LOGS, ManifestOption, ProfileOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.ingest.manifest_intake import ManifestReport
    from compliance.ingest.report import FileReport

Logs = Annotated[list[Path] | None, LOGS]


@app.command()
def ingest(
    context: typer.Context,
    paths: Logs = None,
    profile: ProfileOption = "canonical",
    manifest: ManifestOption = None,
    keep: Annotated[bool, typer.Option("--keep/--no-keep", help="Keep the files' bytes beside the database.")] = True,
    received_from: Annotated[str | None, typer.Option("--received-from", help="Who handed the files over.")] = None,
    medium: Annotated[str | None, typer.Option("--medium", help="What they came on.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would happen, and change nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Take logs in: every line is loaded, a duplicate, or quarantined with its reason."""
    from compliance.ingest.faults import IngestError
    from compliance.workflows.ingest import ingest as take_in
    from compliance.workflows.ingest import intake_entry, manifest_json, rehearsal, take_manifests
    from compliance.workflows.record import COULD_NOT_RUN, FOUND, file_json, log_entries

    if not paths and not manifest:
        raise typer.BadParameter("name logs to take in, or control totals with --manifest")
    given: GlobalOptions = context.obj
    workspace = given.workspace
    files: Sequence[FileReport] = ()
    refused: list[str] = []
    with rehearsal(workspace) if dry_run else workspace.open() as db, progress.reading(given.quiet) as show:
        manifests = take_manifests(
            workspace, db, manifest or (), received_from=received_from, medium=medium, dry_run=dry_run
        )
        try:
            if paths:
                files = take_in(
                    workspace,
                    db,
                    paths,
                    profile=profile,
                    keep=keep,
                    received_from=received_from,
                    medium=medium,
                    dry_run=dry_run,
                    progress=show,
                )
        except IngestError as error:
            files, refused = error.reports, error.refusals
    new_files = [file for file in files if not file.already_known]
    new_manifests = [each for each in manifests if not each.already_known]
    if (new_files or new_manifests) and not dry_run:
        log_entries(workspace, [intake_entry(new_files, new_manifests)])
    for sentence in refused:
        typer.echo(f"compliance: {sentence}", err=True)
    if as_json:
        print_json(
            {
                "files": [file_json(file) | {"already_known": file.already_known} for file in files],
                "manifests": [manifest_json(each) | {"already_known": each.already_known} for each in manifests],
                "refused": refused,
                "dry_run": dry_run,
            }
        )
    else:
        _tell(files, manifests)
        if dry_run:
            typer.echo("Nothing was changed: this is what would happen.")
    if refused:
        raise typer.Exit(COULD_NOT_RUN)
    if any(file.quarantined for file in files):
        raise typer.Exit(FOUND)


def _tell(files: Sequence[FileReport], manifests: Sequence[ManifestReport]) -> None:
    for each in manifests:
        known = "  the same bytes were taken in before; nothing changed" if each.already_known else ""
        place = f", in place of {each.superseded}" if each.superseded else ""
        entries = "1 entry" if each.entries == 1 else f"{each.entries:,} entries"
        typer.echo(f"{each.path}: control totals, {entries}{place}{known}")
    for file in files:
        known = "  the same bytes were taken in before; nothing changed" if file.already_known else ""
        typer.echo(
            f"{file.path}: read {file.read:,} = loaded {file.loaded:,} + duplicate {file.duplicate:,}"
            f" + quarantined {file.quarantined:,}{known}"
        )
