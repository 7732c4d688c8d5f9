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
from typing import Literal

import msgspec
from litestar import Response
from msgspec import Struct

from api.http.headers import POLICY, RESOURCE_POLICY, policy

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
Page = Literal["table"]
TITLES: Mapping[Page, str] = {"table": "Referee"}
_IMPORT = re.compile(r"""(?:^|\n)\s*(?:import|export)\b[^;'"]*?["'](\.{1,2}/[^"']+)["']""")


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
def _document(name: Page, language: str) -> tuple[bytes, str]:
    """A page's document, and the policy under which it runs."""
    imports = json.dumps({"imports": {one.imported_as: address(f"vendor/{one.file}") for one in libraries()}})
    entry = f"{name}/page.js"
    wanted = [*(f"vendor/{one.file}" for one in libraries()), *modules(entry), f"shared/words/{language}.js"]
    preloads = "\n".join(f'<link rel="modulepreload" href="{address(path)}">' for path in wanted)
    text = f"""<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>{TITLES[name]}</title>
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


def document(name: Page, language: str) -> Response[bytes]:
    """A page as an answer, in a language."""
    content, rules = _document(name, language)
    headers = {
        POLICY: rules,
        RESOURCE_POLICY: "same-origin",
        "Content-Language": language,
        "Vary": "Accept-Language",
        "ETag": f'"{sha256(content).hexdigest()[:16]}"',
    }
    return Response(content, media_type="text/html", headers=headers)
