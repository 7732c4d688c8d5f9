"""Pages for players and spectators in more languages: what a translation may say, and what is read where it says nothing."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from babel import Locale

from api import pages
from api.http.describe import TRANSLATIONS
from api.pages import untranslated
from api.pages.browser import site
from api.pages.words import modules
from api.pages.words.messages import as_script, parse, placeholders
from api.pages.words.translations import ORIGINALS, flat, language_of, merge, translation
from referee.text import Text
from tests.support.hall import Hall
from tests.support.service import Caller

BEGUN = ("contests", "pages/home", "pages/board", "papers")
"""Files of which every translation has a part."""
ATOM = "{http://www.w3.org/2005/Atom}"


def test_each_folder_is_a_language_that_the_service_offers() -> None:
    folders = {
        path.name for path in (Path(pages.__file__).parent / "words").iterdir() if (path / "language.json").exists()
    }
    assert folders == set(TRANSLATIONS)


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_language_has_its_own_plural_forms(language: str) -> None:
    locale = Locale.parse(language_of(language).locale, sep="-")
    forms = language_of(language).forms()
    assert forms == {
        "plural": locale.plural_form.tags | {"other"},
        "selectordinal": locale.ordinal_form.tags | {"other"},
    }
    assert (locale.get_display_name(language) or "").casefold().startswith(language_of(language).name.casefold())


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_nothing_is_wrong_in_a_translation(language: str) -> None:
    assert untranslated.faults(language) == []
    for file in BEGUN:
        assert untranslated.texts_of(language, file), file


def test_catalan_is_whole() -> None:
    assert untranslated.missing("ca") == []


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_the_words_of_the_board_and_the_front_page_are_there(language: str) -> None:
    files = {one.file for one in untranslated.missing(language)}
    assert not files & {"pages/home", "pages/board"}


def with_texts(monkeypatch: pytest.MonkeyPatch, file: str, texts: dict[str, Any]) -> None:
    """Has every translation say this in a file."""
    monkeypatch.setattr(
        untranslated, "translation", lambda language, name: texts if name == file else translation(language, name)
    )


WRONG = [
    ("pages/home", {"titel": "Taules"}, "titel: there is no such text"),
    ("pages/home", {"title": " "}, "title: it is empty"),
    ("pages/home", {"title": "Taules {n}"}, "title: there is no placeholder {n}"),
    ("pages/home", {"editions": "edicions"}, "editions: the placeholder {n} is missing"),
    ("pages/home", {"editions": "{n, plural, one {1} few {2} other {#}}"}, "editions: `n` has a form `few`"),
    ("pages/home", {"editions": "{n, plural, other {#}}"}, "editions: `n` has no form `one`"),
    ("pages/home", {"editions": "{n, plural, one {1}}"}, "editions: the choice of `n` has no `other`"),
    ("pages/home", {"editions": "{n, plural, one {1} other {#}"}, "editions: the choice of `n` is not closed"),
    ("pages/home", {"editions": "{n} edicions}"}, "editions: a brace is closed that was not opened"),
    ("pages/home", {"editions": "{n, number}"}, "editions: `n` is followed neither by a closing brace nor by a choice"),
    ("papers", {"preview": {"turn": "{name} juga {nom}"}}, "preview.turn: there is no placeholder {nom}"),
    ("papers", {"preview": {"turn": "Juga"}}, "preview.turn: the placeholder {name} is missing"),
    ("papers", {"preview": {"turn": "{name"}}, "preview.turn: expected '}' before end of string"),
    ("contests", {"figures": {"z": {"long": "Zeros"}}}, "figures.z.long: there is no such text"),
    ("terms", {"Mus": "Mus"}, "Mus: there is no such text"),
]


@pytest.mark.parametrize(("file", "texts", "fault"), WRONG)
def test_the_tool_fails_on_what_is_wrong(
    file: str,
    texts: dict[str, Any],
    fault: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with_texts(monkeypatch, file, texts)
    assert untranslated.faults("ca") == [f"ca/{file}.json: {fault}"]
    assert untranslated.main([]) == 1
    assert f"  ca/{file}.json: {fault}\n" in capsys.readouterr().err


def test_the_tool_says_what_is_missing_with_its_original(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = {one: text for one, text in translation("ca", "pages/board").items() if one not in {"live", "of"}}
    with_texts(monkeypatch, "pages/board", texts)
    assert untranslated.main(["ca"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == list(TRANSLATIONS)
    assert next(line.split() for line in lines if line.startswith("pages/board"))[1:3] == ["84", "%"]
    assert next(line.split() for line in lines if line.startswith("pages/home"))[1:3] == ["100", "%"]
    at = next(n for n, line in enumerate(lines) if line.startswith("Català: 2 of "))
    assert lines[at + 1 :] == [
        '  pages/board.json  live  "En directo"',
        "  pages/board.json  of  `${n} de ${all}`  {all} {n}",
    ]


def test_the_tool_names_the_languages_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert untranslated.main(["xx"]) == 2
    assert all(language in capsys.readouterr().err or language for language in TRANSLATIONS)


MODULE = """
const AGAIN = "otra vez";
export const words = {
  ...more,
  plain: "uno",
  again: AGAIN,
  of: (/** @type {number} */ n, /** @type {string} */ name) => (n === 1 ? "1" : `${n} de ${name ? `«${name}»` : "nadie"}`),
  kinds: /** @type {Record<string, string>} */ ({ "a.b": "be", none: other.none }),
  list: ["primero", { text: "segundo" }],
  when: (/** @type {When} */ { hour, day }) => day ?? hour, // at an hour
  does(event) { return { a: "},{" }[event]; },
  shorthand,
};
"""


def test_the_sentences_of_a_module_have_their_paths_and_names() -> None:
    sentences = modules.sentences(MODULE)
    assert {path: one.names for path, one in sentences.items() if one.has_text} == {
        "plain": None,
        "again": None,
        "of": ("n", "name"),
        "kinds.a.b": None,
        "list.0": None,
        "list.1.text": None,
    }
    assert {path for path, one in sentences.items() if not one.has_text} == {"kinds.none", "when"}


def test_a_module_is_translated_sentence_by_sentence() -> None:
    one = modules.translate(
        MODULE, {"of": "{n, plural, one {# punt} other {# punts}} de {name}", "list.1.text": "segon"}, "ca"
    )
    assert '(/** @type {number} */ n, /** @type {string} */ name) => `${$plural.select(n) === "one" ?' in one
    assert 'plain: "uno"' in one
    assert '{ text: "segon" }' in one
    assert one.count("$plural = new Intl") == 1
    assert modules.translate(MODULE, {}, "ca") == MODULE


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("dos", '"dos"'),
        ("d'«oros»", '"d\'«oros»"'),
        ("{n} de {all}", "`${n} de ${all}`"),
        ("`{n}` \\", "`\\`${n}\\` \\\\`"),
        (
            "{n, plural, one {un} =0 {cap} other {#}}",
            '`${n === 0 ? "cap" : $plural.select(n) === "one" ? "un" : `${n}`}`',
        ),
        ("{n, selectordinal, two {#n} other {#è}}", '`${$ordinal.select(n) === "two" ? `${n}n` : `${n}è`}`'),
        (
            "{more, select, true {i més} empty {res} other {}}",
            '`${String(more) === "true" ? "i més" : !more ? "res" : ""}`',
        ),
    ],
)
def test_a_sentence_becomes_an_expression(text: str, script: str) -> None:
    assert as_script(parse(text)) == script


def test_placeholders_are_known_inside_of_choices() -> None:
    assert placeholders(parse("{n, plural, one {{a}} other {{b, select, other {{c} #}}}}")) == {"n", "a", "b", "c"}


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_an_answer_has_each_sentence_in_one_language(language: str) -> None:
    for page in ("home", "board"):
        originals = modules.sentences(site.shipped_files()[f"{page}/words/es.js"].decode())
        sentences = modules.sentences(site.sources(language)[0][f"{page}/words/{language}.js"])
        texts = dict(flat(translation(language, f"pages/{page}")))
        assert {path: one.source for path, one in sentences.items()} == {
            path: as_script(parse(texts[path])) if path in texts else one.source for path, one in originals.items()
        }
        assert f"// {page}/words/{language}.js\n" in site.served_files()[f"{page}.{language}.js"].decode()


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_file_that_is_not_whole_falls_back_to_spanish_text_by_text(language: str) -> None:
    originals = untranslated.originals()
    for file in ("contests", "matches"):
        texts = json.loads(pages.words.catalogue()[f"words/{language}/{file}.json"])
        own = untranslated.texts_of(language, file)
        assert dict(flat(texts)) == {path: own.get(path, one.text) for path, one in originals[file].items()}
    for subject, words in ORIGINALS.items():
        whole = dict(flat(merge(words, translation(language, "papers").get(subject))))
        assert whole.keys() == dict(flat(words)).keys()
        assert all(whole.values())


@pytest.mark.parametrize(
    ("accept", "language"),
    [
        ("ca", "ca"),
        ("ca-ES,es;q=0.8", "ca"),
        ("ca-valencia", "ca"),
        ("pt-BR,en;q=0.5", "pt"),
        ("fr,it;q=0.4,en;q=0.3", "it"),
        ("en,ca;q=0.9", "en"),
        ("fr", "en"),
    ],
)
def test_a_browser_gets_the_translation_that_it_prefers(accept: str, language: str, public: Caller) -> None:
    answer = public.get("/", headers={"Accept-Language": accept})
    assert (f'<html lang="{language}">' in answer.text, answer.headers["content-language"]) == (True, language)
    assert "Accept-Language" in answer.headers["vary"].split(", ")
    assert f"home.{language}.js" in answer.text


def test_documents_in_different_languages_have_different_tags(public: Caller) -> None:
    tags = {public.get("/", params={"lang": language}).headers["etag"] for language in ("es", "en", *TRANSLATIONS)}
    assert len(tags) == 2 + len(TRANSLATIONS)


def test_the_front_page_names_the_other_languages_in_themselves(public: Caller) -> None:
    document = public.get("/", params={"lang": "ca"}).text
    links = dict(re.findall(r'hreflang="(\w+)" href="/\?lang=\1" title="([^"]+)"', document))
    assert links == {"es": "Español", "en": "English", "eu": "Euskara", "it": "Italiano", "pt": "Português"}


def test_the_services_own_texts_stay_in_its_languages(public: Caller) -> None:
    answer = public.get("/v1/contests/none", headers={"Accept-Language": "ca,es;q=0.5"})
    assert (
        answer.json()["detail"] == public.get("/v1/contests/none", headers={"Accept-Language": "es"}).json()["detail"]
    )
    assert Text(es="sí", en="yes").in_language("ca") == "sí"


def test_papers_and_what_is_shared_speak_catalan(organizer: Caller, public: Caller) -> None:
    hall = Hall(organizer)
    match = hall.guinote()
    catalan = {"lang": "ca", "format": "html", "zone": "Europe/Madrid"}
    standings = public.get(f"/v1/contests/{hall.league.id}/standings", params=catalan).text
    assert "Classificació" in standings
    assert "Clasificación" not in standings
    fixtures = public.get(f"/print/contests/{hall.league.id}/fixtures", params={"lang": "ca"}).text
    assert "Marcadors i classificació, al mòbil" in fixtures
    assert "Classificació general" in public.get(f"/print/championships/{hall.championship}/general?lang=ca").text
    preview = public.get(f"/replay/{match}", params={"lang": "ca"}).text
    assert '<meta property="og:locale" content="ca_ES">' in preview
    assert "Guinyot" in preview
    feed = ElementTree.fromstring(public.get(f"/championships/{hall.championship}/results.atom?lang=ca").content)
    assert (feed.findtext(f"{ATOM}title") or "").endswith(": resultats")
    assert public.get(f"/v1/championships/{hall.championship}/calendar.ics?lang=ca").status_code == 200
    # A spreadsheet is in Spanish, whose decimal comma and separator are those of all these languages.
    tables = [public.get(f"/v1/contests/{hall.league.id}/standings?format=csv&lang={one}").text for one in ("ca", "es")]
    assert tables[0] == tables[1]
