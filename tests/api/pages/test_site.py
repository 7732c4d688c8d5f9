"""The files of the pages: those that ship are sent, each is kept for good by its address, and none comes from elsewhere."""

import re
from collections.abc import Collection
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from api.pages.browser import site
from api.pages.browser.joining import imports_of
from api.pages.print import boards, claim, fixture_lists
from api.pages.print.paper import board_sheets, diplomas, general, posted, score_sheets
from api.pages.words import catalogue
from api.pages.words.translations import LANGUAGES
from tests.support import icons
from tests.support.service import Caller

STATIC = Path(site.__file__).parent / "static"
FIRST_VISIT = 90_000
"""Bytes, compressed, that a phone reads before the first tap. The promise is 100,000."""
ANY_VISIT = 100_000
"""Bytes, compressed, of a page and of what one of its parts asks for when it is first opened."""
AT_ONCE = 6
"""As many files as a browser asks one host for at the same time, over HTTP/1.1."""
SCRIPTS = sorted(path for path in site.shipped_files() if path.endswith((".js", ".mjs")))
OPENED = [re.sub(r"\{[^}]+\}", "any", path) for page in site.PAGES for path in page.paths]
"""The address at which each page opens."""
IN_LANGUAGES = [
    (re.sub(r"\{[^}]+\}", "any", path), language)
    for page in site.PAGES
    for path in page.paths
    for language in page.languages
]
"""The same with the languages that each has."""
OWN = [path for path in SCRIPTS if not path.startswith("vendor/")]


def test_libraries_are_those_of_their_packages_with_their_licences() -> None:
    files = {one.file for one in site.libraries()}
    assert {f"vendor/{name}" for name in files} == {path for path in SCRIPTS if path.startswith("vendor/")}
    for one in site.libraries():
        assert sha256(site.shipped_files()[f"vendor/{one.file}"]).hexdigest() == one.sha256, one.file
        assert one.licence in {"MIT", "Apache-2.0"}
        assert site.shipped_files()[f"vendor/{one.licence_file}"]


def test_the_pictures_of_the_icon_are_of_the_icon() -> None:
    for size in icons.SIZES:
        assert site.shipped_files()[f"shared/icon-{size}.png"] == icons.picture(size), "python -m tests.support.icons"
        manifest = site.shipped_files()["table/manifest.webmanifest"].decode()
        document = site.document(site.PAGES[0], "es").content.decode()
        assert f"icon-{size}.png" in manifest + document


def test_every_file_of_the_folder_is_served() -> None:
    assert {str(path.relative_to(STATIC)) for path in STATIC.rglob("*") if path.is_file()} == set(site.shipped_files())


@pytest.mark.parametrize("path", OWN)
def test_modules_import_what_ships_and_nothing_else(path: str) -> None:
    sources = {one: site.shipped_files()[one].decode() for one in SCRIPTS}
    words = {path: path for path in catalogue()}
    libraries = {one.imported_as: f"vendor/{one.file}" for one in site.libraries()} | words
    text = sources[path]
    assert set(imports_of(sources, libraries, path)) <= {*SCRIPTS, *words}
    assert len(list(imports_of(sources, libraries, path))) == len(
        re.findall(r"^import\b|^export \{[^}]+\} from", text, re.MULTILINE)
    )
    assert not re.search(r"https?://(?!www\.w3\.org/)", text)
    assert not re.search(r"\beval\(|new Function\(", text)


def test_pages_print_in_one_way_alone() -> None:
    """It stops the streams of the page first, without which WebKit prints nothing."""
    assert {
        path for path in OWN if re.search(r"(?<![\w.])(?:window\.)?print\(\)", site.shipped_files()[path].decode())
    } == {"shared/printing.js"}


NEWER = {
    ".js": (
        r"\(\?<[=!]|/[dgimsuy]*v[dgimsuy]*\.(?:test|exec)"
        r"|\bAbortSignal\.(?:timeout|any)|\.(?:with|toSorted|toReversed|toSpliced|findLast|findLastIndex|isWellFormed)\("
        r"|\bObject\.(?:hasOwn|groupBy)|\bMap\.groupBy|\bPromise\.(?:withResolvers|try)|\bArray\.fromAsync"
        r"|\bcheckVisibility\(|\bstructuredClone\(|\bURL\.canParse|\bstartViewTransition|\bscheduler\.|\bstatic \{"
        r"|\bnavigator\.locks|\brequestIdleCallback|\bshowPopover|\bcloseWatcher|\bnew Set\([^)]*\)\.(?:union|difference)"
    ),
    ".css": (
        r":has\(|@container|@layer|@scope|@property|@starting-style|color-mix\(|light-dark\(|subgrid|^\s*&|overflow: clip"
        r"|(?:^|[;{ ])(?:translate|scale|rotate): |popover|anchor\(|field-sizing|(?:small|large|[ds])v[wh]\b(?<!dvh)"
    ),
}
"""Words that Safari 15.4, Chrome 92 or Firefox 100 do not know, by kind of file. A rule or module with one has no effect."""


@pytest.mark.parametrize("path", sorted(path for path in site.shipped_files() if not path.endswith(".png")))
def test_nothing_is_newer_than_the_oldest_browser(path: str) -> None:
    text = site.shipped_files()[path].decode()
    text = re.sub(r"/\*.*?\*/|^\s*//[^\n]*", "", text, flags=re.DOTALL | re.MULTILINE)
    kind = path[path.rfind(".") :].replace(".mjs", ".js")
    assert re.findall(f"(?m){NEWER.get(kind, '(?!)')}", text) == []
    # A height of what can be seen of the page is newer: that of the whole screen stands before it.
    assert (
        len(re.findall(r"\d+vh[^;]*; [a-z-]+: [^;]*\d+dvh", text)) == len(re.findall(r"\d+dvh", text)) or kind != ".css"
    )


def test_what_is_printed_drawn_or_sent_on_begins_with_the_public_address() -> None:
    """The value of `location.origin` is this browser's address, which may be the machine itself."""
    users = {path for path in OWN if "location.origin" in site.shipped_files()[path].decode()}
    assert users == {"shared/address.js", "worker.js"}


@pytest.mark.parametrize(("path", "language"), IN_LANGUAGES)
def test_a_first_visit_is_small(path: str, language: str, public: Caller) -> None:
    document = public.get(path, params={"lang": language})
    addresses = first_files(document.text)
    assert len(addresses) <= AT_ONCE
    assert any(one.endswith(".js") for one in addresses)
    assert document.num_bytes_downloaded + bytes_of(public, addresses) < FIRST_VISIT


def first_files(document: str) -> set[str]:
    """The addresses of what a document asks for. The picture for a home screen is asked for when the page is put there."""
    head = re.sub(r'<link rel="apple-touch-icon"[^>]*>', "", document)
    return set(re.findall(r'(?:href|src)="(/static/[^"]+)"', head))


def bytes_of(public: Caller, addresses: Collection[str]) -> int:
    """Bytes as they are sent: an uncompressed file counts whole."""
    return sum(public.get(one).num_bytes_downloaded for one in addresses)


LATER = [
    (path, part)
    for path, content in site.served_files().items()
    if path.endswith(".js") and "/" not in path
    for part in sorted(set(re.findall(r'import\("\./([^"]+)"\)', content.decode())))
]
"""The answers that the modules of a page ask for when a part of it is first opened: their own, and that of the part."""


def test_most_sections_of_the_organizers_page_come_later_and_so_do_sheets_and_speech() -> None:
    pages = {"organize", "table", "replay", "players"}
    assert {path for path, _ in LATER} == {
        f"{page.name}.{language}.js" for page in site.PAGES if page.name in pages for language in page.languages
    }
    assert {part.partition(".")[2] for path, part in LATER if path.startswith("table")} == {
        f"{part}.{language}.js" for part in ("aloud", "sheets.inside") for language in ("es", "en")
    }
    for page, language in (("table", "es"), ("table", "en"), ("replay", "es"), ("replay", "en")):
        assert not re.search(
            r"^// (?:\w+/)*aloud[/.]", site.served_files()[f"{page}.{language}.js"].decode(), re.MULTILINE
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_that_is_kept_on_the_device_names_what_comes_later(language: str, public: Caller) -> None:
    """The worker keeps each file with its address in the document."""
    addresses = re.findall(r'"(/static/[^"]+\.\w+)"', public.get("/table/any", params={"lang": language}).text)
    assert site.address(f"table.aloud.{language}.js") in addresses


@pytest.mark.parametrize(("page", "part"), LATER)
def test_a_first_visit_to_a_part_that_comes_later_is_small(page: str, part: str, public: Caller) -> None:
    name, language, _ = page.split(".")
    address = next(path for path in OPENED if path.split("/")[1] == name)
    document = public.get(address, params={"lang": language})
    addresses = first_files(document.text) | {site.address(path) for path in with_imports(part)}
    assert document.num_bytes_downloaded + bytes_of(public, addresses) < ANY_VISIT


def with_imports(path: str) -> set[str]:
    """An answer with modules, and those with the modules that it needs."""
    names = re.findall(r'^import \{[^}]*\} from "\./([^"]+)";$', site.served_files()[path].decode(), re.MULTILINE)
    return {path}.union(*(with_imports(one) for one in set(names)))


@pytest.mark.parametrize(("page", "language"), [(page, language) for page in site.PAGES for language in page.languages])
def test_every_module_that_a_page_needs_comes_once(page: site.Page, language: str) -> None:
    scripts = [
        text.decode()
        for path, text in site.served_files().items()
        if re.fullmatch(rf"{page.name}\.(?:\S+\.)?{language}\.js|{page.name}\.first\.js", path)
    ]
    came = [path for text in scripts for path in re.findall(r"^// (\S+\.m?js)$", text, re.MULTILINE)]
    assert len(came) == len(set(came))
    assert {path for path in came if "/words/" in path} >= {f"shared/words/{language}.js"}
    assert {Path(path).stem for path in came if Path(path).parent.name == "words"} == {language}
    assert {path for path in SCRIPTS if path.startswith(f"{page.name}/") and "/words/" not in path} <= set(came)


@pytest.mark.parametrize("path", sorted(site.served_files()))
def test_a_file_is_kept_for_good_by_its_address(path: str, public: Caller) -> None:
    answer = public.get(site.address(path))
    assert answer.status_code == 200
    assert answer.content == site.served_files()[path]
    assert answer.headers["content-type"].partition(";")[0] == site.media_type(path)
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    again = public.get(site.address(path), headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    "path",
    [
        "/static/0000000000000000/table/page.js",
        f"/static/{site.digest()}/table/none.js",
        f"/static/{site.digest()}/../site.py",
        f"/static/{site.digest()}/%2e%2e/site.py",
        f"/static/{site.digest()}/",
    ],
)
def test_no_other_file_is_found(path: str, public: Caller) -> None:
    answer = public.get(path, headers={"Accept": "application/json"})
    assert answer.status_code == 404
    assert answer.json()["code"] == "not-found"


@pytest.mark.parametrize("path", OPENED)
def test_a_page_runs_its_own_modules_only(path: str, public: Caller) -> None:
    answer = public.get(path)
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert re.findall(r"<script(?![^>]* src=)[^>]*>", answer.text) == []
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert " style=" not in answer.text
    assert " on" not in re.sub(r"<script.*?</script>", "", answer.text.split("<body")[1], flags=re.DOTALL)


@pytest.mark.parametrize(
    ("query", "preference", "language"), [("", "es", "es"), ("", "en", "en"), ("es", "en", "es"), ("xx", "es", "es")]
)
def test_a_page_has_the_language_that_is_chosen(query: str, preference: str, language: str, public: Caller) -> None:
    answer = public.get("/table/any", params={"lang": query} if query else {}, headers={"Accept-Language": preference})
    assert f'<html lang="{language}">' in answer.text
    assert answer.headers["content-language"] == language
    assert f"table.{language}.js" in answer.text


WORDS = sorted(path for path in site.shipped_files() if re.search(r"words/(es|en)\.js$", path))
LITERAL = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|`(?:[^`\\]|\\.)*`")
INSERTED = re.compile(r"\$\{[^}]*\}")
MACHINERY = re.compile(r"\b(versi[oó]n|tokens?|json|hash|payload|endpoint|uuid)\b", re.IGNORECASE)
"""Words that people at a table never use."""


@pytest.mark.parametrize("path", WORDS)
def test_pages_speak_of_plays_and_keys_not_of_machinery(path: str) -> None:
    source = re.sub(
        r"/\*.*?\*/|^import [^\n]*", "", site.shipped_files()[path].decode(), flags=re.DOTALL | re.MULTILINE
    )
    read = [INSERTED.sub("", literal) for literal in LITERAL.findall(source)]
    assert len(read) > 3
    assert [words for words in read if MACHINERY.search(words)] == []


@pytest.mark.parametrize("text", catalogue().values(), ids=catalogue())
def test_so_does_the_catalogue(text: str) -> None:
    assert MACHINERY.findall(text) == []


@pytest.mark.parametrize(
    "paper",
    [claim, fixture_lists, boards, diplomas, general, posted, score_sheets, board_sheets],
    ids=lambda paper: str(paper.__name__),
)
def test_so_do_the_report_of_a_dispute_and_all_other_paper(paper: Any) -> None:
    assert MACHINERY.findall(re.sub(r"\{[^}]*\}", "", str(paper.WORDS))) == []
