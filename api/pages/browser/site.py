"""The pages that run in a browser: their files as they ship, and the document that starts each.

Nothing is built where it is installed: every module is served as it was written, and those of a page also together in one
answer (`api.pages.browser.joining`). Addresses carry the digest of all that is served, so that a browser may keep it for good and
never mixes two releases. The policy of a page allows files of the service itself and nothing else.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec
from litestar import Response
from msgspec import Struct

from api.http.describe import FALLBACK, TRANSLATIONS
from api.http.headers import POLICY, RESOURCE_POLICY, policy
from api.pages.browser.bundles import bundle_modules
from api.pages.browser.joining import forget, join_modules
from api.pages.words import catalogue
from api.pages.words.modules import translate
from api.pages.words.translations import EVERY_LANGUAGE, LANGUAGES, flat, language_of, name_of, term, translation
from referee.text import Text

STATIC = "/static"
SCRIPTS = (".js", ".mjs")
MEDIA = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
}
WORDS = re.compile(r"""(?<=words/)es(?=\.js["'];)""")
"""The language in the address of words. Modules name the Spanish ones, and get those of the page's language."""
TOO_OLD = Text(
    es="Este navegador es demasiado antiguo para esta página. Hace falta Safari 15.4, Chrome 92, Firefox 100 o uno posterior.",
    en="This browser is too old for this page. It takes Safari 15.4, Chrome 92, Firefox 100 or later.",
)
NO_SCRIPTS = Text(es="Esta página necesita JavaScript.", en="This page needs JavaScript.")
END_OF_TITLE = b"</title>\n"


class Page(Struct, frozen=True):
    """A page: the folder of its modules, the addresses at which it opens, what its tab is called until it knows better, and the
    style sheets that it shares with others, below `shared/`.
    """

    name: str
    paths: tuple[str, ...]
    title: Text
    styles: tuple[str, ...] = ()
    has_preview: bool = False
    """True if chats get a preview of the match or championship in its address."""
    chooses: bool = False
    """True if the page shows only the contests, matches or tables that `?only=` names."""
    is_translated: bool = True
    """True if players and spectators read it; a referee's or an organizer's page is in Spanish and English alone."""

    @property
    def languages(self) -> tuple[str, ...]:
        return EVERY_LANGUAGE if self.is_translated else LANGUAGES


READING, TABLES = "reading.css", "contests/tables.css"
PAGES = (
    Page("home", ("/",), Text(es="Mesas y campeonatos", en="Tables and championships"), (READING,)),
    Page("table", ("/table/{match_id:str}",), Text(es="Mesa", en="Table"), has_preview=True, is_translated=False),
    Page("replay", ("/replay/{match_id:str}",), Text(es="Repetición", en="Replay"), has_preview=True),
    Page(
        "organize",
        ("/organize", "/organize/{championship_id:str}"),
        Text(es="Organización", en="Organizer"),
        (TABLES,),
        is_translated=False,
    ),
    Page(
        "board",
        ("/board/{championship_id:str}",),
        Text(es="Tablero", en="Board"),
        (TABLES,),
        has_preview=True,
        chooses=True,
    ),
    Page(
        "championships",
        ("/championships/{championship_id:str}",),
        Text(es="Campeonato", en="Championship"),
        (READING, TABLES),
        has_preview=True,
    ),
    Page("players", ("/players/{player_id:str}",), Text(es="Jugador", en="Player"), (READING, TABLES)),
    Page(
        "meetings",
        ("/players/{player_id:str}/against/{other_id:str}",),
        Text(es="Cara a cara", en="Head to head"),
        (READING,),
    ),
    Page("series", ("/series/{series_id:str}",), Text(es="Serie", en="Series"), (READING, TABLES)),
    Page("ratings", ("/ratings",), Text(es="Niveles", en="Ratings"), (READING, TABLES)),
)
"""Every page has a folder in `static/` with `page.js`, `page.css` and, where it has words of its own, `words/`.

A `first.js` there runs as soon as it came, with what it imports: it can ask for what the page shows first while the rest is on
its way. With a `manifest.webmanifest` the page can be installed (W3C Web Application Manifest).
"""


class Library(Struct, frozen=True):
    """A third-party file that ships with the pages: the name by which it is imported, and its origin."""

    file: str
    imported_as: str
    package: str
    version: str
    path: str
    licence: str
    licence_file: str
    sha256: str


@cache
def shipped_files() -> Mapping[str, bytes]:
    """Every file that is served, by its path below `/static/<digest>/`."""
    return dict(_walk(files("api.pages.browser") / "static", ""))


def _walk(place: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(place.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _walk(entry, f"{prefix}{entry.name}/")
        elif _suffix(entry.name) in MEDIA:
            yield prefix + entry.name, entry.read_bytes()


def _suffix(name: str) -> str:
    return name[name.rfind(".") :]


def media_type(path: str) -> str:
    """The media type of a file that is served."""
    return MEDIA[_suffix(path)]


@cache
def libraries() -> tuple[Library, ...]:
    """The third-party files, from the list beside them."""
    return msgspec.json.decode(shipped_files()["vendor/vendored.json"], type=tuple[Library, ...])


@cache
def served_files() -> Mapping[str, bytes]:
    """Everything below `/static/<digest>/`: each file that ships, and for each page what it is made of, together."""
    contents = dict(shipped_files())
    for page in PAGES:
        contents |= {path: text.encode() for path, text in _together(page)}
    forget()
    return contents


def _together(page: Page) -> Iterator[tuple[str, str]]:
    """The modules of a page in a few answers, with the words of one language, and its styles in one, by their addresses."""
    for language in page.languages:
        modules, library_paths = sources(language)
        bundles = bundle_modules(modules, library_paths, page.name, language)
        places = {path: address for address, paths in bundles.items() for path in paths}
        for address, paths in bundles.items():
            yield address, join_modules(modules, library_paths, paths, places)
    sheets = ("shared/base.css", *(f"shared/{sheet}" for sheet in page.styles), f"{page.name}/page.css")
    yield f"{page.name}.css", "".join(shipped_files()[path].decode() for path in sheets)


@cache
def sources(language: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """The sources of the modules in a language, with the catalogue of words, and the paths by which
    libraries and the catalogue are imported.
    """
    modules = {path: content.decode() for path, content in shipped_files().items() if _suffix(path) in SCRIPTS}
    in_language = {path: WORDS.sub(language, text) for path, text in modules.items()}
    if language in TRANSLATIONS:
        in_language |= dict(_words_in(language, modules))
    words = {path: f"export default {text.rstrip()};\n" for path, text in catalogue().items()}
    return in_language | words, {one.imported_as: f"vendor/{one.file}" for one in libraries()} | dict(
        zip(words, words, strict=True)
    )


def _words_in(language: str, modules: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The modules of words in another language, each made of the Spanish one."""
    locale = language_of(language).locale
    for path in words_modules():
        texts = dict(flat(translation(language, f"pages/{subject_of(path)}")))
        module = translate(modules[path], texts, locale)
        yield _other(path, language), module.replace(f'"words/{FALLBACK}/', f'"words/{language}/')


def _other(path: str, language: str) -> str:
    return path.replace(f"words/{FALLBACK}.js", f"words/{language}.js")


@cache
def words_modules() -> tuple[str, ...]:
    """The modules of the words that are translated, in Spanish."""
    others = {page.name for page in PAGES if not page.is_translated}
    paths = (path for path in shipped_files() if path.endswith(f"words/{FALLBACK}.js"))
    return tuple(path for path in paths if path.split("/")[0] not in others)


def subject_of(path: str) -> str:
    """The file of a translation that has the words of a module: named after the folder of the words."""
    return path.split("/")[-3]


def _first(page: Page) -> str:
    return f"{page.name}/first.js"


def _asked_later(page: Page, language: str) -> list[str]:
    """What a page that can be installed asks for when it is first needed. Its worker keeps each file that the document names."""
    if f"{page.name}/manifest.webmanifest" not in shipped_files():
        return []
    return [path for path in served_files() if re.fullmatch(rf"{page.name}\.\S+\.{language}\.js", path)]


@cache
def digest() -> str:
    """The digest of all that is served: part of every address."""
    whole = sha256()
    for path, content in served_files().items():
        whole.update(f"{path}\n{len(content)}\n".encode() + content)
    return whole.hexdigest()[:16]


def address(path: str) -> str:
    """The address of a file."""
    return f"{STATIC}/{digest()}/{path}"


def _in_both(text: Text) -> str:
    """A text for readers whose language no script has chosen."""
    return "".join(f'<p lang="{language}">{escape(text.in_language(language))}</p>' for language in LANGUAGES)


def _other_languages(page: Page, language: str) -> str:
    """Links to the front page in the other languages, by their own names. From there a chosen language goes along."""
    if page.paths != ("/",):
        return ""
    return "".join(
        f'<link rel="alternate" hreflang="{one}" href="/?lang={one}" title="{name_of(one)}">\n'
        for one in page.languages
        if one != language
    )


@cache
def _document(page: Page, language: str) -> tuple[bytes, str]:
    """A page's document, and the policy under which it runs."""
    name = page.name
    first = (
        f'<script type="module" async src="{address(f"{name}.first.js")}"></script>\n'
        if _first(page) in shipped_files()
        else ""
    )
    manifest = f"{name}/manifest.webmanifest"
    manifest_link = f'<link rel="manifest" href="{address(manifest)}">\n' if manifest in shipped_files() else ""
    later = "".join(f'<meta name="later" content="{address(one)}">\n' for one in _asked_later(page, language))
    text = f"""<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>{term(page.title, language)}</title>
<link rel="icon" type="image/svg+xml" href="{address("shared/icon.svg")}">
<link rel="apple-touch-icon" href="{address("shared/icon-180.png")}">
{_other_languages(page, language)}{manifest_link}{later}{first}<link rel="stylesheet" href="{address(f"{name}.css")}">
<script type="module" src="{address(f"{name}.{language}.js")}"></script>
<body data-page="{name}"><main id="page" aria-busy="true"></main>
<div id="too-old" class="closed" role="alert" hidden>{_in_both(TOO_OLD)}</div>
<noscript>{_in_both(NO_SCRIPTS)}</noscript>
<script defer src="{address("shared/floor.js")}"></script>
</body>
</html>
"""
    own = "'self'"
    rules = policy(
        script_src=own, style_src=own, img_src=f"{own} data:", connect_src=own, font_src=own, manifest_src=own
    )
    return text.encode(), rules


def document(page: Page, language: str, tags: str = "", url: str | None = None) -> Response[bytes]:
    """A page as an answer, in a language; `tags` are elements of its head that say what it is about.

    `url` is the public address of the service, for what the page prints and draws; None: that of the browser.
    """
    content, rules = _document(page, language)
    if url:
        tags = "\n".join(filter(None, [f'<meta name="public-address" content="{escape(url)}">', tags]))
    if tags:
        content = content.replace(END_OF_TITLE, END_OF_TITLE + tags.encode() + b"\n", 1)
    headers = {
        POLICY: rules,
        RESOURCE_POLICY: "same-origin",
        "Content-Language": language,
        "Vary": "Accept-Language",
        "ETag": f'"{sha256(content).hexdigest()[:16]}"',
    }
    return Response(content, media_type="text/html", headers=headers)
