"""A report of what each translation of the pages lacks, and of its faults: `python -m api.pages.untranslated [LANGUAGE...]`.

It prints how much of each file a language has; of the languages that are named, also every missing text with its path, the
Spanish original and its placeholders. It fails on a path that there is not, on wrong placeholders and on wrong plural forms.
"""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from string import Formatter

import msgspec
from msgspec import Struct

from api.http.describe import FALLBACK, TRANSLATIONS
from api.pages.browser import site
from api.pages.browser.bundles import bundle_modules
from api.pages.print import boards
from api.pages.print.paper import general, posted, rounds
from api.pages.sharing import feed, previews
from api.pages.words.messages import Message, parse, placeholders, wrong_forms
from api.pages.words.modules import sentences
from api.pages.words.translations import ORIGINALS, flat, language_of, translation
from referee.contests.formats import formats
from referee.match.registry import contest_tallies, deed_titles, rulesets

PAPERS = (boards, general, posted, rounds, feed, previews)
"""Modules with words of papers and shared forms, which are known once they are loaded."""
USED = re.compile(r"\bw((?:\.\w+)+)")
SAYINGS = ("cardNames", "deeds", "cards", "types", "and", "quoted", "progress.trick")
"""Shared words that every page takes, through `w.card` and the like."""
WIDTH = 100
"""Characters of an original that are shown."""


class Original(Struct, frozen=True):
    """A text in Spanish, and its placeholders; `takes_choices` if it is an ICU message, and else what `str.format` takes."""

    text: str
    names: frozenset[str] = frozenset()
    takes_choices: bool = False
    is_needed: bool = True


class Missing(Struct, frozen=True):
    """A text that a translation does not have."""

    file: str
    path: str
    original: Original


@cache
def originals() -> Mapping[str, Mapping[str, Original]]:
    """Every text that can be translated, by file and path."""
    common = {
        file: msgspec.json.decode((files("api.pages.words") / FALLBACK / f"{file}.json").read_bytes())
        for file in COMMON
    }
    return {
        **{file: {path: Original(text) for path, text in flat(words)} for file, words in common.items()},
        "terms": {text: Original(text) for text in _terms()},
        "papers": {path: Original(text, frozenset(_format_names(text))) for path, text in flat(ORIGINALS)},
        **{f"pages/{site.subject_of(path)}": dict(_sentences(path)) for path in site.words_modules()},
    }


COMMON = ("contests", "matches")


def _terms() -> Iterator[str]:
    texts = [
        *(rules.title for rules in rulesets().values()),
        *(format_.title for format_ in formats().values()),
        *(text for tally in contest_tallies() for text in (tally.title, tally.step)),
        *deed_titles().values(),
        *(page.title for page in site.PAGES if page.is_translated),
    ]
    return iter(sorted({text.es for text in texts}))


def _format_names(text: str) -> Iterator[str]:
    return (name for _, name, _, _ in Formatter().parse(text) if name is not None)


def _sentences(path: str) -> Iterator[tuple[str, Original]]:
    uses = _uses() if path == f"shared/words/{FALLBACK}.js" else None
    for name, sentence in sentences(site.shipped_files()[path].decode()).items():
        if sentence.has_text or sentence.source[0] in '"`':
            is_used = uses is None or any(name == one or name.startswith(f"{one}.") for one in uses)
            yield name, Original(sentence.source, frozenset(sentence.names or ()), True, sentence.has_text and is_used)


@cache
def _uses() -> frozenset[str]:
    """The paths of the shared words that pages for players and spectators use."""
    sources, libraries = site.sources(FALLBACK)
    pages = [page.name for page in site.PAGES if page.is_translated]
    bundles = (bundle_modules(sources, libraries, page, FALLBACK) for page in pages)
    modules = {path for bundle in bundles for paths in bundle.values() for path in paths}
    return frozenset(use[1:] for path in modules for use in USED.findall(sources[path])) | frozenset(SAYINGS)


def texts_of(language: str, file: str) -> dict[str, str]:
    """The texts of a file of a translation, by their paths."""
    words = translation(language, file)
    return dict(words) if file == "terms" else dict(flat(words))


def missing(language: str) -> list[Missing]:
    """The texts that a translation does not have."""
    return [
        Missing(file, path, original)
        for file, texts in originals().items()
        for path, original in texts.items()
        if original.is_needed and path not in texts_of(language, file)
    ]


def faults(language: str) -> list[str]:
    """The faults of a translation, in words."""
    own = files("api.pages.words") / language
    entries = [*own.iterdir(), *(own / "pages").iterdir()]
    present = {name.name for name in entries if name.name.endswith(".json")}
    names = {f"{file.split('/')[-1]}.json" for file in originals()} | {"language.json"}
    wrong = [f"{language}/{name}: there is no such file" for name in sorted(present - names)]
    for file, texts in originals().items():
        for path, text in texts_of(language, file).items():
            original = texts.get(path)
            flaws = ["there is no such text"] if original is None else _wrong(language, original, text)
            wrong += [f"{language}/{file}.json: {path}: {one}" for one in flaws]
    return wrong


def _wrong(language: str, original: Original, text: str) -> list[str]:
    if not text.strip():
        return ["it is empty"]
    message: Message = ()
    try:
        if original.takes_choices:
            message = parse(text)
            names = placeholders(message)
        else:
            names = set(_format_names(text)) if original.names else set()
    except ValueError as error:
        return [str(error)]
    unknown = [f"there is no placeholder {{{name}}}" for name in sorted(names - original.names)]
    absent = [f"the placeholder {{{name}}} is missing" for name in sorted(original.names - names)]
    return [*unknown, *absent, *wrong_forms(message, language_of(language).forms())]


def report(languages: Sequence[str]) -> Iterator[str]:
    """The lines that are printed: how much there is of each file, then what is missing in some languages."""
    totals = {file: sum(one.is_needed for one in texts.values()) for file, texts in originals().items()}
    lacks = {language: missing(language) for language in TRANSLATIONS}
    yield f"{'':20}" + "".join(f"{language:>7}" for language in lacks)
    for file, total in totals.items():
        counts = [total - sum(one.file == file for one in lacks[language]) for language in lacks]
        yield f"{file:20}" + "".join(f"{_percent(count, total):>7}" for count in counts)
    whole = sum(totals.values())
    yield f"{'all':20}" + "".join(f"{_percent(whole - len(lack), whole):>7}" for lack in lacks.values())
    for language in languages:
        yield f"\n{language_of(language).name}: {len(lacks[language])} of {whole} texts are missing"
        for one in lacks[language]:
            names = " ".join(f"{{{name}}}" for name in sorted(one.original.names))
            text = " ".join(one.original.text.split())
            text = text if len(text) <= WIDTH else f"{text[: WIDTH - 1]}…"
            yield f"  {one.file}.json  {one.path}  {text}  {names}".rstrip()


def _percent(count: int, total: int) -> str:
    """Never 100 % where something is missing."""
    return f"{count * 100 // total} %"


def main(languages: Sequence[str]) -> int:
    """Prints the report. The exit status: 1 if something is wrong in a translation, 2 for a language that there is not."""
    if unknown := [one for one in languages if one not in TRANSLATIONS]:
        print(f"There is no translation {unknown[0]}: {', '.join(TRANSLATIONS)}", file=sys.stderr)
        return 2
    print("\n".join(report(languages)))
    wrong = [one for language in TRANSLATIONS for one in faults(language)]
    if wrong:
        print("\nWrong:\n" + "\n".join(f"  {one}" for one in wrong), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
