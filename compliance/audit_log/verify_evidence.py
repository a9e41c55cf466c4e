#!/usr/bin/env python3
"""Check an evidence file about one round of Three Card Poker, without the program that made it.

    python verify_evidence.py EVIDENCE.json [--checkpoint FILE] [--key KEY] [--file ORIGINAL]

Needs Python 3.11 or later, and the `cryptography` package where signatures are to be checked. What it does:

 1. Each field shown, hashed with its salt, and each field withheld, by its hash, make up the round's leaf.
 2. The leaf leads, by its path, to the root of the run's rounds (RFC 6962) that the log entry states.
 3. The log entry is in canonical form (RFC 8785) and its own hash is right.
 4. The entry leads, by its inclusion proof, to the root that the checkpoint states.
 5. The checkpoint is one you trust: the one in the file you give with --checkpoint (from a printed report, say),
    or one signed by the key you give with --key (NAME+ID+BASE64, or a file with that line).
 6. With --file, the licensee's file has the digest that was recorded, and the round's lines are where it says.

It does not settle the round again: the derivation is there to be read, and what is proved is that it, and the
bytes it was made from, are what was recorded then.

Exit status: 0 all of it holds; 4 it agrees with itself, but nothing was given to trust; 3 something does not
hold; 2 it could not be checked.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

FORMAT = "compliance-evidence/1"
COMMITMENT_KEY = "rounds_commitment"
UNSIGNED_LINE = "unsigned: no key vouches for this checkpoint"
HASH_BYTES = 32


class DoesNotHoldError(Exception):
    """Something in the evidence is not what it claims to be."""


class CannotCheckError(Exception):
    """A file that is needed cannot be read, or is not what it should be."""


def canonical(value: Any) -> str:
    """RFC 8785 for text, integers, booleans, null, arrays and objects; floats are refused."""
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return "{" + ",".join(f"{canonical(key)}:{canonical(value[key])}" for key in keys) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if value is None or isinstance(value, str | bool | int):
        return json.dumps(value, ensure_ascii=False)
    raise DoesNotHoldError("It holds a number that is not an integer.")


def parse_json(text: str, what: str) -> Any:
    """Read JSON, refusing an object that names a key twice: two readers could then see two things."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({key for key, _ in pairs}) != len(pairs):
            raise DoesNotHoldError(f"{what} names a key twice.")
        return dict(pairs)

    try:
        return json.loads(text, object_pairs_hook=unique)
    except ValueError as error:
        raise CannotCheckError(f"{what} is not JSON: {error}.") from error


def sha256(data: bytes) -> bytes:
    """SHA-256 of the bytes."""
    return hashlib.sha256(data).digest()


def check_path(leaf: bytes, index: int, size: int, path: list[bytes], root: bytes, what: str) -> None:
    """The inclusion check of RFC 9162 §2.1.3.2: every hash of the path is used, and leads to the root."""
    if not 0 <= index < size:
        raise DoesNotHoldError(f"The path of {what} is for place {index} in a tree of {size}.")
    position, last, seen = index, size - 1, leaf
    for node in path:
        if last == 0 or len(node) != HASH_BYTES:
            raise DoesNotHoldError(f"The path of {what} is too long or holds a hash of the wrong length.")
        if position & 1 or position == last:
            seen = sha256(b"\x01" + node + seen)
            while not position & 1 and position:
                position, last = position >> 1, last >> 1
        else:
            seen = sha256(b"\x01" + seen + node)
        position, last = position >> 1, last >> 1
    if last != 0 or seen != root:
        raise DoesNotHoldError(f"The path of {what} does not lead to the root.")


def check_round(document: dict[str, Any]) -> bytes:
    """Step 1: the round's leaf hash, from the fields shown and the hashes of those withheld."""
    hashes: dict[str, str] = {}
    for name, field in document["disclosed"].items():
        salt = bytes.fromhex(field["salt"])
        if len(salt) < HASH_BYTES:
            raise DoesNotHoldError(f"The field {name} has a salt of {len(salt)} bytes.")
        hashes[name] = sha256(salt + canonical(field["value"]).encode()).hex()
    for name, hash_ in document["withheld"].items():
        if name in hashes or len(bytes.fromhex(hash_)) != HASH_BYTES:
            raise DoesNotHoldError(f"The field {name} is both shown and withheld, or its hash is no hash.")
        hashes[name] = hash_
    if "round_id" not in document["disclosed"]:
        raise DoesNotHoldError("The evidence does not say which round it is about.")
    return sha256(b"\x00" + canonical(hashes).encode())


def check_entry(line: str) -> dict[str, Any]:
    """Step 3: the log entry, whose own hash covers all of it but the hash."""
    entry = parse_json(line, "The log entry")
    if not isinstance(entry, dict) or canonical(entry) != line:
        raise DoesNotHoldError("The log entry is not in canonical form.")
    rest = {key: value for key, value in entry.items() if key != "hash"}
    if sha256(canonical(rest).encode()).hex() != entry["hash"]:
        raise DoesNotHoldError("The log entry's hash does not fit what it says.")
    return entry


def parse_checkpoint(text: str) -> tuple[str, int, bytes, str, list[tuple[str, bytes]]]:
    """Origin, size, root, the signed text, and (key name, key id and signature) of each signature line."""
    body, gap, rest = text.partition("\n\n")
    lines = body.split("\n")
    signatures = []
    for line in rest.splitlines():
        dash, _, signature = line.partition(" ")
        name, _, encoded = signature.partition(" ")
        if dash != "\u2014":
            raise DoesNotHoldError("A checkpoint has a signature line that is not one.")
        signatures.append((name, base64.b64decode(encoded, validate=True)))
    if not gap or len(lines) < 3 or lines[3:] != ([] if signatures else [UNSIGNED_LINE]):
        raise DoesNotHoldError("A checkpoint is neither signed nor says that it is unsigned.")
    root = base64.b64decode(lines[2], validate=True)
    if len(root) != HASH_BYTES or not lines[1].isascii() or str(int(lines[1])) != lines[1]:
        raise DoesNotHoldError("A checkpoint does not state a size and a root.")
    return lines[0], int(lines[1]), root, body + "\n", signatures


def check_signature(signed: str, signatures: list[tuple[str, bytes]], key_text: str) -> str:
    """Step 5, with a key: the checkpoint carries a right Ed25519 signature by it; returns the key's name."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError as error:
        raise CannotCheckError("To check a signature, install the package `cryptography`.") from error
    name, _, rest = key_text.strip().partition("+")
    try:
        key = base64.b64decode(rest.partition("+")[2], validate=True)
        if key[:1] != b"\x01" or len(key) != 1 + HASH_BYTES:
            raise ValueError
        public = Ed25519PublicKey.from_public_bytes(key[1:])
    except ValueError as error:
        raise CannotCheckError("The key is not NAME+ID+BASE64 of an Ed25519 key.") from error
    key_id = sha256(name.encode() + b"\n" + key)[:4]
    mine = [data[4:] for signer, data in signatures if signer == name and data[:4] == key_id]
    if not mine:
        raise DoesNotHoldError(f"The checkpoint is not signed by {name}.")
    for signature in mine:
        try:
            public.verify(signature, signed.encode())
        except InvalidSignature as error:
            raise DoesNotHoldError(f"The signature of {name} on the checkpoint is wrong.") from error
    return name


def check_file(path: Path, document: dict[str, Any]) -> str:
    """Step 6: the licensee's file and the round's lines in it."""
    shown = document["disclosed"]
    if "source" not in shown:
        raise CannotCheckError("The evidence withholds which file the round came from.")
    source = shown["source"]["value"]
    with path.open("rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != source["file_sha256"]:
            raise DoesNotHoldError(f"{path} is not the file that was recorded: its digest differs.")
    if "raw_lines" not in shown:
        return f"{path} is the file that was recorded; the round's lines are withheld."
    if path.suffix == ".zst":
        return f"{path} is the file that was recorded; its lines were not compared, as it is compressed with zstd."
    if path.suffix == ".parquet":
        return f"{path} is the file that was recorded; its rows were not compared, as it is no text."
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
        for place, encoded in zip(source["lines"], shown["raw_lines"]["value"], strict=True):
            raw = base64.b64decode(encoded, validate=True)
            file.seek(place["byte_offset"])
            found = file.read(len(raw) + 1)
            if found[: len(raw)] != raw or found[len(raw) :] not in (b"", b"\n", b"\r"):
                raise DoesNotHoldError(f"Line {place['line']} of {path} is not the line that was recorded.")
    return f"{path} is the file that was recorded, and the round's lines are where the evidence says."


def verify(document: Any, checkpoint: str | None, key: str | None, original: Path | None) -> tuple[bool, list[str]]:
    """All six steps. Returns whether anything trusted vouches for the result, and what to say."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise CannotCheckError(f"This is not an evidence file of the form {FORMAT}.")
    leaf = check_round(document)
    proof = document["round_proof"]
    entry = check_entry(document["entry"])
    stated = entry["body"].get(COMMITMENT_KEY, {})
    if stated.get("size") != proof["size"]:
        raise DoesNotHoldError("The log entry records another number of rounds than the evidence says.")
    path = [bytes.fromhex(node) for node in proof["path"]]
    check_path(leaf, proof["index"], proof["size"], path, bytes.fromhex(stated["root"]), "the round")

    head, _, checkpoint_text = document["entry_proof"].partition("\n\n")
    form, index, *nodes = head.split("\n")
    if form != "c2sp.org/tlog-proof@v1" or index != f"index {entry['sequence']}":
        raise DoesNotHoldError("The entry's inclusion proof is for another entry, or in another form.")
    origin, size, root, signed, signatures = parse_checkpoint(checkpoint_text)
    entry_leaf = sha256(b"\x00" + document["entry"].encode())
    entry_path = [base64.b64decode(node, validate=True) for node in nodes]
    check_path(entry_leaf, entry["sequence"], size, entry_path, root, "the log entry")

    said = [
        f"Round {document['disclosed']['round_id']['value']}: what the evidence shows was recorded in entry "
        f"{entry['sequence']} ({entry['kind']}) of the audit log {origin}, dated {entry['time']}.",
        f"Shown: {', '.join(document['disclosed'])}. Withheld: {', '.join(document['withheld']) or 'nothing'}.",
        f"Checkpoint: {size} entries, root {root.hex()}.",
    ]
    if checkpoint is not None:
        text = checkpoint.replace("\r\n", "\n").strip("\n")
        kept = parse_checkpoint(text + ("\n" if "\n\n" in text else "\n\n"))
        if kept[:3] != (origin, size, root):
            raise DoesNotHoldError(
                f"The checkpoint that was given ({kept[1]} entries) is not the one of the evidence ({size}); where the "
                "log has grown in between, ask for the evidence at the size of yours."
            )
        said.append("It is the checkpoint that was given.")
    if key is not None:
        said.append(f"It is signed by {check_signature(signed, signatures, key)}.")
    if checkpoint is None and key is None:
        how = "signed, but no key was given to check it with" if signatures else "unsigned"
        said.append(f"It is {how}. Compare it with one that you hold, such as the one printed in a report.")
    if original is not None:
        said.append(check_file(original, document))
    return checkpoint is not None or key is not None, said


def main(arguments: list[str] | None = None) -> int:
    """Parse the command line, check, and say what was found; returns the exit status."""
    parser = argparse.ArgumentParser(description="Check an evidence file about one round, offline.")
    parser.add_argument("evidence", type=Path, help="the evidence file")
    parser.add_argument("--checkpoint", type=Path, metavar="FILE", help="a checkpoint that you kept or were given")
    parser.add_argument("--key", help="the log owner's public key, or a file that holds it")
    parser.add_argument("--file", type=Path, metavar="ORIGINAL", help="the licensee's file the round came from")
    given = parser.parse_args(arguments)
    try:
        document = parse_json(given.evidence.read_text("utf-8"), "The evidence file")
        checkpoint = given.checkpoint.read_text("utf-8") if given.checkpoint else None
        key = Path(given.key).read_text("utf-8") if given.key and Path(given.key).is_file() else given.key
        trusted, said = verify(document, checkpoint, key, given.file)
    except DoesNotHoldError as error:
        sys.stdout.write(f"DOES NOT HOLD. {error}\n")
        return 3
    except (CannotCheckError, OSError) as error:
        sys.stderr.write(f"Could not be checked. {error}\n")
        return 2
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        sys.stdout.write(f"DOES NOT HOLD. A part of the evidence is missing or malformed ({error!r}).\n")
        return 3
    verdict = "HOLDS." if trusted else "AGREES WITH ITSELF, but nothing was given to trust."
    sys.stdout.write("\n".join([verdict, *said]) + "\n")
    return 0 if trusted else 4


if __name__ == "__main__":
    sys.exit(main())
