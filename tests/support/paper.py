"""Printed pages: their size, their text, and the QR codes that a phone reads on them."""

import pypdfium2
import zxingcpp
from playwright.sync_api import Page

POINTS = {"A4": (595, 842), "Letter": (612, 792)}
"""Width and height of a sheet upright, in points."""
EDGE = 12
"""Points at each side of a sheet that many printers leave blank."""
SCALE = 3
"""Pixels a point in a phone camera's view of a page."""


class PrintedDocument:
    """A printed document."""

    def __init__(self, content: bytes) -> None:
        self._document = pypdfium2.PdfDocument(content)

    def __len__(self) -> int:
        return len(self._document)

    def sizes(self) -> set[tuple[int, int]]:
        """The sizes of its pages, in whole points."""
        return {(int(page.get_width()), int(page.get_height())) for page in self._document}

    def text(self, page: int) -> str:
        """The text of a page. Its lines are joined, since line breaks mean nothing."""
        content: str = self._document[page].get_textpage().get_text_bounded()
        return " ".join(content.split())

    def is_within_edges(self, page: int) -> bool:
        """True if all text of a page is where a printer prints."""
        sheet = self._document[page]
        text, width = sheet.get_textpage(), sheet.get_width()
        whole: str = text.get_text_bounded(left=-width, right=2 * width)
        inside: str = text.get_text_bounded(left=EDGE, right=width - EDGE)
        return whole == inside

    def codes(self, page: int) -> list[str]:
        """The contents of the QR codes of a page."""
        bitmap = self._document[page].render(scale=SCALE, grayscale=True)
        image = memoryview(bytes(bitmap.buffer)).cast("B", shape=[bitmap.height, bitmap.stride])
        return [code.text for code in zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormat.QRCode)]


def print_to_pdf(page: Page, paper: str | None = None) -> PrintedDocument:
    """A page as the browser prints it on this paper. Without one, the page chooses the paper."""
    return PrintedDocument(page.pdf(format=paper, prefer_css_page_size=paper is None))
