"""The modules of a page in one answer: in order, each once, and only in forms that never change."""

import re

import pytest

from api.pages.browser.joining import join_modules, order_modules

LIBRARIES = {"lib": "vendor/lib.mjs"}
SOURCES = {
    "vendor/lib.mjs": "/** (c) Somebody */\nvar n=1,t=2;export{n as one,t as two};export default function(s){return s}",
    "shared/kind.js": "/** A kind.\n * One. */\nexport class Kind {}\n/** Asks. */\nexport async function ask() {}\n",
    "shared/passed.js": 'export { Kind } from "./kind.js";\n',
    "page/words.js": "export const words = (await import(`./words/${1}.js`)).words;\n",
    "page/page.js": (
        'import lib from "lib";\nimport { one as first, two } from "lib";\n'
        'import {\n  Kind,\n} from "../shared/passed.js";\nimport { words } from "./words.js";\n'
        "const all = [lib, first, two, Kind, words];\n"
    ),
}
PARTS = [
    "const $default = function(s){return s}",
    "return { one: n, two: t, default: $default };",
    "class Kind {}",
    "async function ask() {}",
    "return { Kind, ask };",
    "return { Kind: $module1.Kind };",
    "await import(`./page/words/${1}.js`)",
    "const { default: lib } = $module0;",
    "const { one: first, two } = $module0;",
    "const {\nKind,\n} = $module2;",
    "const { words } = $module3;",
    "const all = [lib, first, two, Kind, words];",
]
IN_ORDER = ["vendor/lib.mjs", "shared/kind.js", "shared/passed.js", "page/words.js", "page/page.js"]


def test_a_module_comes_after_all_that_it_imports() -> None:
    assert order_modules(SOURCES, LIBRARIES, "page/page.js") == IN_ORDER


@pytest.mark.parametrize("part", PARTS)
def test_imports_and_exports_pass_through_the_one_answer(part: str) -> None:
    text = join_modules(SOURCES, LIBRARIES, IN_ORDER, {})
    assert part in text
    assert "import {" not in text


def test_what_modules_say_to_their_readers_is_left_out_but_for_licences() -> None:
    text = join_modules(SOURCES, LIBRARIES, IN_ORDER, {})
    assert re.findall(r"/\*\*.*", text) == ["/** (c) Somebody */"]
    assert "A kind" not in text
    assert "first one" not in join_modules({"page.js": "const one = 1;\n  // The first one.\n"}, {}, ["page.js"], {})
    source = "const one = (two);\nconst way = `https://${one}`; // kept\n"
    typed = source.replace("(two)", "/** @type {Map<number, {one: 1}>} */ (two)")
    for text in (source, typed):
        assert source in join_modules({"page.js": text}, {}, ["page.js"], {})


def test_what_came_earlier_is_taken_from_there() -> None:
    text = join_modules(SOURCES, LIBRARIES, IN_ORDER[2:], dict.fromkeys(IN_ORDER[:2], "page.first.js"))
    assert text.startswith('import { $module0 } from "./page.first.js";\nimport { $module1 } from "./page.first.js";\n')
    assert "class Kind" not in text


def test_what_is_asked_for_by_its_address_comes_before_who_asks() -> None:
    sources = {
        "words/es.js": "export const words = 1;\n",
        "words.js": "const all = (await import(`./words/es.js`)).words;\n",
    }
    assert order_modules(sources, {}, "words.js") == ["words/es.js", "words.js"]
    assert "const all = ($module0).words;" in join_modules(sources, {}, ["words/es.js", "words.js"], {})


@pytest.mark.parametrize(
    "form",
    [
        "export let n = 1;",
        "export { n }\nexport var m;",
        'import * as all from "./b.js";',
        'import "./b.js";',
        "export * from './b.js';",
    ],
)
def test_a_form_that_cannot_be_joined_is_refused(form: str) -> None:
    with pytest.raises(ValueError, match="cannot be joined"):
        join_modules({"a.js": form, "b.js": ""}, {}, ["b.js", "a.js"], {})


def test_modules_that_import_each_other_are_refused() -> None:
    sources = {"a.js": 'import { b } from "./b.js";', "b.js": 'import { a } from "./a.js";'}
    with pytest.raises(ValueError, match=r"a\.js -> b\.js -> a\.js"):
        order_modules(sources, {}, "a.js")
