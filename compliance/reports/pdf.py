"""HTML to PDF with WeasyPrint. Importing this loads Pango and HarfBuzz; ``render`` imports it when it must."""

from __future__ import annotations

import io
import logging
import warnings
from typing import TYPE_CHECKING, Any

from compliance.reports.errors import ReportError
from compliance.reports.printable import FONT_FILES
from compliance.shipped import TEMPLATES

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # said in our own words below
    import weasyprint
    from weasyprint.text import ffi
    from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from compliance.reports.evidence_files import EvidenceFile

SCHEME = "app:"
_SERVED = {
    "style.css": "text/css",
    "fonts.css": "text/css",
    **{f"fonts/{name}": "font/ttf" for name in FONT_FILES},
}

_RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" rdf:about=""'
_UA = "http://www.aiim.org/pdfua/ns/id/"
_PDFA = "http://www.aiim.org/pdfa/ns"
_PDF_UA_IDENTITY = (
    f'<rdf:Description {_RDF} xmlns:pdfuaid="{_UA}"><pdfuaid:part>1</pdfuaid:part></rdf:Description>'
    f'<rdf:Description {_RDF} xmlns:pdfaExtension="{_PDFA}/extension/" xmlns:pdfaSchema="{_PDFA}/schema#"'
    f' xmlns:pdfaProperty="{_PDFA}/property#"><pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">'
    "<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>"
    f"<pdfaSchema:namespaceURI>{_UA}</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>"
    '<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name>'
    "<pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category>"
    "<pdfaProperty:description>Part of the standard</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property>"
    "</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>"
).encode()


class ClosedFetcher(URLFetcher):  # type: ignore[misc]
    """Serves the shipped styles and fonts under a private scheme; anything else stops the render."""

    def __init__(self) -> None:
        super().__init__(allowed_protocols=set(), allow_redirects=False, fail_on_errors=True)

    def fetch(self, url: str, headers: dict[str, str] | None = None) -> URLFetcherResponse:  # noqa: ARG002
        """Return a shipped file.

        Raises:
            FatalURLFetchingError: the address is not one of the shipped files.
        """
        name = url.removeprefix(SCHEME)
        if name == url or name not in _SERVED:
            raise FatalURLFetchingError(url)
        return URLFetcherResponse(url, (TEMPLATES / name).read_bytes(), {"Content-Type": _SERVED[name]})


class _Listener(logging.Handler):
    """Keeps what WeasyPrint warns of while it stands as a context."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []
        self._logger = logging.getLogger("weasyprint")

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())

    def __enter__(self) -> _Listener:
        self._logger.addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        self._logger.removeHandler(self)


def _identify(_document: Any, pdf: Any) -> None:
    """Add the PDF/UA identifier, with the schema that PDF/A wants described, to the metadata."""
    for entry in _metadata(pdf):
        entry.stream[0] = entry.stream[0].replace(b"</rdf:RDF>", _PDF_UA_IDENTITY + b"</rdf:RDF>")


def _metadata(pdf: Any) -> Iterator[Any]:
    return (entry for entry in pdf.objects if (getattr(entry, "extra", None) or {}).get("Type") == "/Metadata")


def pdf_bytes(html: str, dated: datetime, attachments: Sequence[EvidenceFile]) -> bytes:
    """Lay out HTML as PDF/A-3a and PDF/UA-1; see ``render.render_pdf``."""
    if ffi.harfbuzz_subset is None:
        # Without it fonts are cut down by another library that writes the time of day into them.
        raise ReportError(
            "the PDF edition needs the system library HarfBuzz-Subset to give the same bytes every time; install it"
            " with apt-get install libharfbuzz-subset0, or ask for --format html"
        )
    fetcher = ClosedFetcher()
    enclosed = [
        weasyprint.Attachment(
            file_obj=io.BytesIO(each.data),
            url_fetcher=fetcher,
            name=each.name,
            description=each.description,
            created=dated,
            modified=dated,
            relationship="Data",
        )
        for each in sorted(attachments, key=lambda each: each.name)
    ]
    with _Listener() as heard, warnings.catch_warnings():
        # The library leaves its own colour profile open.
        warnings.filterwarnings("ignore", "unclosed file .*sRGB2014", ResourceWarning)
        try:
            made = weasyprint.HTML(string=html, url_fetcher=fetcher, base_url=SCHEME).write_pdf(
                pdf_variant="pdf/a-3a", attachments=enclosed, finisher=_identify
            )
        except FatalURLFetchingError as error:
            raise ReportError(
                f"the document asks for {str(error)[:120]!r}, which does not ship with the tool; nothing was fetched"
                " and nothing written"
            ) from None
    if heard.messages:
        raise ReportError(
            f"the PDF edition was not written, because its layout raised a warning: {heard.messages[0]}; keep this"
            " message and ask for --format html meanwhile"
        )
    return bytes(made)
