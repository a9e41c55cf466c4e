"""The commands of an audit: verify, nightly, report."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from compliance.cli import progress
from compliance.cli.commands import AsJson, print_json
from compliance.cli.main import GlobalOptions, app
from compliance.cli.options import LOGS, DocumentFormat, FirstDay, LastDay, ManifestOption, ProfileOption

if TYPE_CHECKING:
    from compliance.reports.signing import DocumentSigner
    from compliance.workflows.record import Outcome
    from compliance.workflows.workspace import Workspace

Paths = Annotated[list[Path], LOGS]
Out = Annotated[Path, typer.Option("--out", help="Folder for the documents.")]
Sign = Annotated[
    Path | None, typer.Option("--sign", metavar="KEY.p12", help="Sign the PDF with this key and certificate.")
]
PassphraseEnv = Annotated[
    str | None, typer.Option("--passphrase-env", metavar="VAR", help="The environment variable with its passphrase.")
]
Redact = Annotated[bool, typer.Option("--redact/--no-redact", help="Print pseudonyms for people.")]


class ParityMode(StrEnum):
    """Which rounds the reference evaluator derives again."""

    SAMPLE = "sample"
    FULL = "full"
    NONE = "none"


class Engine(StrEnum):
    """What does the work of a verification."""

    LOCAL = "local"


ParityOption = Annotated[
    ParityMode,
    typer.Option(
        "--parity", help="Rounds that both evaluators settle: up to 50,000 all; beyond, a sample unless full."
    ),
]


@app.command()
def verify(
    context: typer.Context,
    table: Annotated[str | None, typer.Option("--table", help="Only this table.")] = None,
    first: FirstDay = None,
    last: LastDay = None,
    parity: ParityOption = ParityMode.SAMPLE,
    engine: Annotated[  # noqa: ARG001 - there is one so far
        Engine, typer.Option("--engine", help="What does the work: this machine.")
    ] = Engine.LOCAL,
    as_json: AsJson = False,
) -> None:
    """Re-derive every settlement, compare it with the record, and store the findings."""
    from compliance.workflows.commitments import NOT_COMMITTED, commitments_of
    from compliance.workflows.in_force_record import rules_entries
    from compliance.workflows.quarantine import open_lines
    from compliance.workflows.record import Outcome, log_entries, verification_entry
    from compliance.workflows.scope import Scope, not_of_the_file
    from compliance.workflows.verify import files_of
    from compliance.workflows.verify import verify as re_derive

    given: GlobalOptions = context.obj
    workspace = given.workspace
    scope = Scope(table, first, last)
    with workspace.open() as db, progress.judging(given.quiet) as watch:
        run = re_derive(workspace, db, scope, parity=parity.value, watch=watch)
        files = files_of(db, scope)
        waiting = open_lines(db, files)
        unfiled = not_of_the_file(workspace, db, scope)
        commitments = commitments_of(workspace, db, run.run_id)
        rules = rules_entries(workspace, db, run)
    checkpoint = log_entries(workspace, [*rules, verification_entry(run, commitments)])
    if NOT_COMMITTED in commitments:
        typer.echo(f"compliance: no evidence can be made of this run: {commitments[NOT_COMMITTED]}", err=True)
    _tell(Outcome(run, files, (), checkpoint, open_lines=waiting, unfiled=unfiled), as_json)


@app.command()
def nightly(
    context: typer.Context,
    paths: Paths,
    out: Out,
    profile: ProfileOption = "canonical",
    manifest: ManifestOption = None,
    form: Annotated[DocumentFormat, typer.Option("--format", help="Edition of the report.")] = DocumentFormat.PDF,
    redact: Redact = True,
    parity: ParityOption = ParityMode.SAMPLE,
    sign: Sign = None,
    passphrase_env: PassphraseEnv = None,
    assurance: Annotated[
        int | None,
        typer.Option(
            "--assurance", min=1, max=1000, metavar="N", help="Plant N known faults in a copy, and count those found."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Take the night's logs in, verify them, write the report. Safe to run again."""
    from compliance.workflows.nightly import nightly as audit_night

    given: GlobalOptions = context.obj
    workspace = given.workspace
    signer = _signer(workspace, sign, passphrase_env, form)
    with (
        workspace.open() as db,
        progress.reading(given.quiet) as read,
        progress.judging(given.quiet) as watch,
    ):
        outcome = audit_night(
            workspace,
            db,
            paths,
            out,
            profile=profile,
            manifests=manifest or (),
            formats=form.editions,
            redact=redact,
            parity=parity.value,
            reading=read,
            watch=watch,
            signer=signer,
            assurance=assurance,
        )
    for sentence in outcome.refused:
        typer.echo(f"compliance: {sentence}", err=True)
    _tell(outcome, as_json)


@app.command()
def report(
    context: typer.Context,
    out: Out,
    form: Annotated[DocumentFormat, typer.Option("--format", help="Edition of the report.")] = DocumentFormat.PDF,
    redact: Redact = True,
    sign: Sign = None,
    passphrase_env: PassphraseEnv = None,
    full_listing: Annotated[
        bool, typer.Option("--full-listing", help="Print every finding in the PDF, a line each.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Write the audit report on the latest run, and its files of evidence."""
    from compliance.store.results import last_run
    from compliance.workflows.record import INTEGRITY, digests, disagreement
    from compliance.workflows.report import report_and_record

    given: GlobalOptions = context.obj
    workspace = given.workspace
    if full_listing and "pdf" not in form.editions:
        raise typer.BadParameter("--full-listing is for the PDF edition; the HTML edition lists every finding anyway")
    signer = _signer(workspace, sign, passphrase_env, form)
    with workspace.open() as db:
        documents = report_and_record(
            workspace, db, out, formats=form.editions, redact=redact, signer=signer, full_listing=full_listing
        )
        run = last_run(db)
    unreliable = disagreement(run) if run else None
    if as_json:
        print_json({"documents": [{"path": str(each.path), **digests(each)} for each in documents]})
    else:
        for each in documents:
            typer.echo(str(each.path))
    if unreliable:
        typer.echo(f"compliance: {unreliable}", err=True)
        raise typer.Exit(INTEGRITY)


def _signer(
    workspace: Workspace, key: Path | None, passphrase_variable: str | None, form: DocumentFormat
) -> DocumentSigner | None:
    """Who signs, opened before anything is begun: a key that cannot sign is no reason to have verified a night."""
    if key is None:
        if passphrase_variable is not None:
            raise typer.BadParameter("--passphrase-env goes with --sign")
        return None
    if "pdf" not in form.editions:
        raise typer.BadParameter("only the PDF edition can be signed; ask for --format pdf or both")
    from compliance.workflows.signing import document_signer

    return document_signer(workspace, key, passphrase_variable)


def _tell(outcome: Outcome, as_json: bool) -> None:
    """Print a run, and exit with its status."""
    if outcome.disagreement:
        typer.echo(f"compliance: {outcome.disagreement}", err=True)
    if outcome.unfiled:
        typer.echo(f"compliance: {outcome.unfiled}", err=True)
    if as_json:
        print_json(outcome.to_json())
        raise typer.Exit(outcome.exit_status)
    from compliance.cli.summary import summary_lines

    for line in summary_lines(outcome):
        typer.echo(line)
    raise typer.Exit(outcome.exit_status)
