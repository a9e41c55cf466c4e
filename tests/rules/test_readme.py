"""The guide to writing sheets names every key and every word that a file may hold."""

from __future__ import annotations

import re
from typing import Any, Literal, get_args, get_origin

import pytest
from pydantic import BaseModel

from compliance.rules.licensee import Licensee
from compliance.rules.postings import Posting
from compliance.rules.sheet import RuleSheet
from compliance.shipped import RULE_SHEETS

GUIDE = (RULE_SHEETS / "README.md").read_text()
NAMED = set(re.findall(r"[a-z0-9_]+", " ".join(re.findall(r"`([^`]+)`", GUIDE))))


def models(annotation: Any) -> set[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        found = {annotation}
        for field in annotation.model_fields.values():
            found |= models(field.annotation)
        return found
    return {model for part in get_args(annotation) for model in models(part)}


def literals(annotation: Any) -> set[str]:
    if get_origin(annotation) is Literal:
        return {word for word in get_args(annotation) if isinstance(word, str)}
    return {word for part in get_args(annotation) for word in literals(part)}


EVERY = sorted(models(RuleSheet) | models(Posting) | models(Licensee), key=lambda model: model.__name__)


def test_the_models_are_all_met() -> None:
    assert len(EVERY) > 20


@pytest.mark.parametrize("model", EVERY, ids=lambda model: model.__name__)
def test_every_key_is_explained(model: type[BaseModel]) -> None:
    assert set(model.model_fields) <= NAMED


@pytest.mark.parametrize("model", EVERY, ids=lambda model: model.__name__)
def test_every_word_is_listed(model: type[BaseModel]) -> None:
    words = {
        word
        for name, field in model.model_fields.items()
        if name not in ("three_card", "five_card", "category", "rank", "values", "silent")
        for word in literals(field.annotation)
    }
    assert words <= NAMED


MUST = GUIDE.split("### What must be there")[1].split("\n### ")[0]


@pytest.mark.parametrize(
    "model", sorted(models(RuleSheet), key=lambda model: model.__name__), ids=lambda model: model.__name__
)
def test_every_key_that_must_be_there_is_said_to_be(model: type[BaseModel]) -> None:
    required = {key for key, field in model.model_fields.items() if field.is_required()}
    assert required <= set(re.findall(r"[a-z0-9_]+", MUST))
