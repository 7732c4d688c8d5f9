"""The pages that run in a browser: their files as they ship, and the document that starts each.

Nothing is built: modules are sent as they were written. Their addresses carry the digest of all files together, so that a
browser may keep them for good and never mixes two releases. The policy of a page allows files of the service itself and
its one import map, by hash.
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from posixpath import dirname, join, normpath

import msgspec
from litestar import Response
from msgspec import Struct

from api.http.headers import POLICY, RESOURCE_POLICY, policy
from referee.text import Text

STATIC = "/static"
MEDIA = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
}
LANGUAGES = ("es", "en")
_IMPORT = re.compile(r"""(?:^|\n)\s*(?:import|export)\b[^;'"]*?["'](\.{1,2}/[^"']+)["']""")


class Page(Struct, frozen=True):
    """A page: the folder of its modules, the addresses at which it opens, what its tab is called until it knows better."""

    name: str
    paths: tuple[str, ...]
    title: Text


PAGES = (
    Page("table", ("/table/{match_id:str}",), Text(es="Mesa", en="Table")),
    Page("organize", ("/organize", "/organize/{championship_id:str}"), Text(es="Organización", en="Organization")),
)
"""Every page has a folder in `static/` with `page.js`, `page.css` and, where it has words of its own, `words/`."""


class Library(Struct, frozen=True):
    """A file of somebody else's that ships with the pages: what it is imported as, and where it came from."""

    file: str
    imported_as: str
    package: str
    version: str
    path: str
    licence: str
    licence_file: str
    sha256: str


@cache
def shipped() -> Mapping[str, bytes]:
    """Every file that is served, by its path below `/static/<digest>/`."""
    return dict(_walk(files("api.pages") / "static", ""))


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
def digest() -> str:
    """What changes as soon as one of the files does: part of every address."""
    whole = sha256()
    for path, content in shipped().items():
        whole.update(f"{path}\n{len(content)}\n".encode() + content)
    return whole.hexdigest()[:16]


@cache
def libraries() -> tuple[Library, ...]:
    """The files that others wrote, as the list beside them has it."""
    return msgspec.json.decode(shipped()["vendor/vendored.json"], type=tuple[Library, ...])


def address(path: str) -> str:
    """Where a file is served."""
    return f"{STATIC}/{digest()}/{path}"


def modules(entry: str) -> list[str]:
    """A module and all that it imports by a relative path, so that a browser can ask for them at once."""
    found: list[str] = []
    waiting = [entry]
    while waiting:
        path = waiting.pop(0)
        if path not in found:
            found.append(path)
            named = _IMPORT.findall(shipped()[path].decode())
            waiting += [normpath(join(dirname(path), name)) for name in named]
    return found


@cache
def _document(page: Page, language: str) -> tuple[bytes, str]:
    """A page's document, and the policy under which it runs."""
    name = page.name
    imports = json.dumps({"imports": {one.imported_as: address(f"vendor/{one.file}") for one in libraries()}})
    entry = f"{name}/page.js"
    words = [path for path in (f"shared/words/{language}.js", f"{name}/words/{language}.js") if path in shipped()]
    wanted = [*(f"vendor/{one.file}" for one in libraries()), *modules(entry), *words]
    preloads = "\n".join(f'<link rel="modulepreload" href="{address(path)}">' for path in wanted)
    text = f"""<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>{page.title.in_language(language)}</title>
<link rel="icon" type="image/svg+xml" href="{address("shared/icon.svg")}">
<link rel="stylesheet" href="{address("shared/base.css")}">
<link rel="stylesheet" href="{address(f"{name}/page.css")}">
<script type="importmap">{imports}</script>
{preloads}
<script type="module" src="{address(entry)}"></script>
<body data-page="{name}"><main id="page" aria-busy="true"></main>
<noscript>JavaScript</noscript>
</body>
</html>
"""
    inline = b64encode(sha256(imports.encode()).digest()).decode()
    own = "'self'"
    rules = policy(
        script_src=f"{own} 'sha256-{inline}'", style_src=own, img_src=f"{own} data:", connect_src=own, font_src=own
    )
    return text.encode(), rules


def document(page: Page, language: str) -> Response[bytes]:
    """A page as an answer, in a language."""
    content, rules = _document(page, language)
    headers = {
        POLICY: rules,
        RESOURCE_POLICY: "same-origin",
        "Content-Language": language,
        "Vary": "Accept-Language",
        "ETag": f'"{sha256(content).hexdigest()[:16]}"',
    }
    return Response(content, media_type="text/html", headers=headers)
