"""Lists on pages: each that comes in pages is read to its end, and each printed as a table can be taken to a spreadsheet."""

import re
from collections.abc import Iterator

from api.pages.browser.site import shipped_files
from tests.api.document.test_every_list import PAGED

READS = re.compile(r"\.(?:get|again|read)\(\s*[`\"]([^`\"]*)[`\"]")
"""An answer that is read once, without its next page."""
ONCE = {
    "replay/first.js": "the opening entry, which is the first",
    "organize/tables/opening.js": "the opening entry, which is the first",
    "table/course.js": "entries of a match, which it reads back to the deal",
    "table/store.js": "what came since the last look; where that is too much, the match is read whole",
    "table/sheets/history.js": "entries of a match, which it reads back from the last one",
    "organize/people/entering.js": "who has exactly this name, which are not many",
    "organize/people/person.js": "whose name is like this one, which are not many",
}
"""Modules that read a part of a list, and the reason why a part is enough."""


def tails() -> Iterator[re.Pattern[str]]:
    """The ends of the addresses of lists in pages: the whole address, or the part after an id."""
    for listing in PAGED:
        *_, tail = listing.path.removesuffix("}").rpartition("}")
        ends = re.sub(r"\\{.*", r"\\*", re.escape(tail))
        yield re.compile(f"{ends}$" if tail != listing.path else f"^{ends}$")


def read_once() -> Iterator[tuple[str, str]]:
    """Modules that read a list in pages and ignore its next page, with the address."""
    lists = list(tails())
    for path, content in shipped_files().items():
        for match in READS.finditer(content.decode()) if path.endswith(".js") else ():
            address = re.sub(r"\$\{[^}]*\}", "*", match.group(1))
            if any(one.search(address.partition("?")[0]) for one in lists):
                yield path, address


def test_no_page_stops_at_the_first_page_of_a_list() -> None:
    reads = dict(read_once())
    assert reads.keys() == ONCE.keys(), reads


def test_whatever_is_printed_as_a_table_is_there_for_a_spreadsheet() -> None:
    papers = {*re.findall(r'\{ name: "(\w+)", path', shipped_files()["organize/papers.js"].decode())}
    tables = {name for name in papers if not name.endswith("Csv")} - {"sheets"}
    assert {f"{name}Csv" for name in tables if "iplomas" not in name} == papers - tables - {"sheets"}
