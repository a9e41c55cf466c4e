"""TOML as it comes from people: any text that is none is one sentence."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


class TomlError(Exception):
    """A text that is not TOML, or that no file of ours would hold; the message says where."""


def parsed(text: str, number: Callable[[str], Any] = float) -> dict[str, Any]:
    """Return what a TOML text says; ``number`` reads a number with a point from its text.

    Raises:
        TomlError: it is not TOML, is nested too deep, or holds a whole number of thousands of digits.
    """
    try:
        return tomllib.loads(text, parse_float=number)
    except tomllib.TOMLDecodeError as error:
        raise TomlError(str(error)) from None
    except RecursionError:
        raise TomlError("lists or tables are nested too deep to be read") from None
    except ValueError:
        raise TomlError("a whole number in it has too many digits to be read") from None
