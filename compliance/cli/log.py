"""The commands on the audit log."""

from __future__ import annotations

import json
from base64 import b64encode
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from compliance.cli.commands import INTEGRITY, AsJson, print_json
from compliance.cli.main import GlobalOptions, app

if TYPE_CHECKING:
    from compliance.audit_log import Entry
    from compliance.workflows.workspace import Workspace

log = typer.Typer(help="The audit log: check it, read it, prove from it.")
app.add_typer(log, name="log")

Size = Annotated[
    int | None,
    typer.Option("--size", min=1, help="The size of the checkpoint to prove against; the newest without it."),
]
TrustedCheckpoint = Annotated[
    Path | None, typer.Option("--checkpoint", metavar="FILE", help="A checkpoint that you kept elsewhere.")
]
OwnersKeys = Annotated[
    list[str] | None, typer.Option("--key", help="A public key of the log's owner, or its file; may be repeated.")
]


def _workspace(context: typer.Context) -> Workspace:
    given: GlobalOptions = context.obj
    return given.workspace


class Place(NamedTuple):
    """Where to begin or end: an entry by its number, or a day in UTC."""

    value: int | date


def _place(text: str) -> Place:
    try:
        return Place(int(text) if text.isascii() and text.isdigit() else date.fromisoformat(text))
    except ValueError:
        raise typer.BadParameter(f"{text!r} is no entry and no date; write 41, or 2026-11-28") from None


@log.command()
def verify(
    context: typer.Context,
    checkpoint: TrustedCheckpoint = None,
    key: OwnersKeys = None,
    copies: Annotated[
        Path | None, typer.Option("--copies", metavar="DIR", help="A folder of copies of checkpoints.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check every entry and every checkpoint, and compare with what was kept elsewhere."""
    from compliance.workflows.log import checkpoint_json
    from compliance.workflows.log import verify as check

    found = check(_workspace(context), checkpoint=checkpoint, keys=key or (), copies=copies)
    if not as_json:
        for sentence in found.sentences:
            typer.echo(sentence)
        return
    unfinished = found.unfinished
    print_json(
        {
            "size": found.size,
            "root": b64encode(found.root).decode(),
            "checkpoint": checkpoint_json(found.checkpoint) if found.checkpoint else None,
            "signed_by": found.signed_by.name if found.signed_by else None,
            "compared": list(found.compared),
            "unfinished": {"entries": unfinished.entries, "bytes": unfinished.bytes} if unfinished else None,
            "clock_steps_back": found.clock_steps_back,
            "sentences": list(found.sentences),
        }
    )


@log.command()
def show(
    context: typer.Context,
    kind: Annotated[str | None, typer.Option("--kind", help="Only entries of this kind.")] = None,
    first: Annotated[
        Place | None, typer.Option("--from", parser=_place, metavar="ENTRY|DATE", help="From here on.")
    ] = None,
    to: Annotated[
        Place | None, typer.Option("--to", parser=_place, metavar="ENTRY|DATE", help="Up to here, included.")
    ] = None,
    last: Annotated[int | None, typer.Option("--last", min=1, metavar="N", help="Only the last so many.")] = None,
    as_json: AsJson = False,
) -> None:
    """Print entries: what was done, and when."""
    from compliance.workflows.log import Shown, entries

    found = entries(_workspace(context), Shown(kind, first and first.value, to and to.value, last))
    if as_json:
        print_json([json.loads(entry.line) for entry in found])
        return
    for entry in found:
        typer.echo(_line(entry))


def _line(entry: Entry) -> str:
    body = json.dumps(entry.body, ensure_ascii=False)
    # A file's name may hold what a terminal takes for a command.
    shown = body if body.isprintable() else json.dumps(entry.body)
    return f"{entry.sequence:>6}  {entry.time}  {entry.kind:<16} {shown}"


@log.command()
def checkpoint(
    context: typer.Context,
    sign: Annotated[
        Path | None, typer.Option("--sign", metavar="KEY", help="Verify the log, then sign it with this private key.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print the newest checkpoint, to be kept where the keeper of the log cannot reach it."""
    from compliance.workflows.log import checkpoint_json, newest_checkpoint

    found = newest_checkpoint(_workspace(context), key=sign)
    if as_json:
        print_json(checkpoint_json(found))
    else:
        typer.echo(found.text, nl=False)


@log.command()
def prove(
    context: typer.Context,
    sequence: Annotated[int | None, typer.Argument(help="The entry, from 0.", min=0)] = None,
    consistency: Annotated[
        int | None, typer.Option("--consistency", min=1, metavar="OLD", help="Prove growth from so many entries.")
    ] = None,
    size: Size = None,
    as_json: AsJson = False,
) -> None:
    """Prove that an entry is in the log, or that the log has grown from an older size of itself."""
    from compliance.workflows.log import prove_entry, prove_growth

    if (sequence is None) == (consistency is None):
        raise typer.BadParameter("give the number of an entry, or --consistency with an older size")
    workspace = _workspace(context)
    if sequence is None:
        proof = prove_growth(workspace, consistency or 0, size)
        document = {"old_size": consistency, "proof": proof}
    else:
        proof, line = prove_entry(workspace, sequence, size)
        document = {"sequence": sequence, "entry": line, "proof": proof}
    if as_json:
        print_json(document)
    else:
        typer.echo(proof, nl=False)


@log.command()
def check(
    proof: Annotated[Path, typer.Argument(help="What 'log prove' printed, as text or as JSON.")],
    entry: Annotated[Path | None, typer.Option("--entry", metavar="FILE", help="The line of the entry.")] = None,
    old: Annotated[
        Path | None, typer.Option("--old", metavar="FILE", help="The older checkpoint of a proof of growth.")
    ] = None,
    checkpoint: TrustedCheckpoint = None,
    key: OwnersKeys = None,
    as_json: AsJson = False,
) -> None:
    """Check a proof without the log, against a checkpoint that you kept or the public key of the log's owner."""
    from compliance.workflows.log_proof import ProofFailed, check_proof

    try:
        sentence, found = check_proof(proof, entry=entry, old=old, checkpoint=checkpoint, keys=key or ())
    except ProofFailed as failure:
        if as_json:
            print_json({"holds": False, "sentence": str(failure)})
        else:
            typer.echo(f"DOES NOT HOLD. {failure}")
        raise typer.Exit(INTEGRITY) from None
    if as_json:
        from compliance.workflows.log import checkpoint_json

        print_json({"holds": True, "sentence": sentence, "checkpoint": checkpoint_json(found)})
    else:
        typer.echo(f"HOLDS. {sentence}")


@log.command()
def keygen(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(help="Where the private key goes; the public one goes beside it.")],
    name: Annotated[str, typer.Option("--name", help="What it signs under, such as cardroom.example/audit-log.")],
    as_json: AsJson = False,
) -> None:
    """Make a key pair to sign the audit log with."""
    from compliance.workflows.log import make_key

    public = make_key(_workspace(context), path, name)
    if as_json:
        print_json({"private_key_file": str(path), "public_key_file": f"{path}.pub", "public_key": public.text})
        return
    typer.echo(f"private key in {path}, readable by its owner only; public key in {path}.pub:", err=True)
    typer.echo(public.text)
