"""The modules of a page in one answer: in order, each once, and only in forms that never change."""

import re

import pytest

from api.pages.browser.bundles import bundle_modules
from api.pages.browser.joining import join_modules, order_modules

LIBRARIES = {"lib": "vendor/lib.mjs"}
SOURCES = {
    "vendor/lib.mjs": "/** (c) Somebody */\nvar n=1,t=2;export{n as one,t as two};export default function(s){return s}",
    "shared/kind.js": "/** A kind.\n * One. */\nexport class Kind {}\n/** Asks. */\nexport async function ask() {}\n",
    "shared/passed.js": 'export { Kind } from "./kind.js";\n',
    "page/words.js": 'const ask = () => import("./later.js");\nexport const words = [ask];\n',
    "page/later.js": 'import { Kind } from "../shared/passed.js";\nexport { Kind };\n',
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
    'const ask = () => import("./page.later.js").then((bundle) => bundle.$module5);',
    "const { default: lib } = $module0;",
    "const { one: first, two } = $module0;",
    "const {\nKind,\n} = $module2;",
    "const { words } = $module3;",
    "const all = [lib, first, two, Kind, words];",
]
WHOLE = dict.fromkeys([*SOURCES][:3], "page.es.js") | {
    "page/words.js": "page.es.js",
    "page/page.js": "page.es.js",
    "page/later.js": "page.later.js",
}
"""The part in which each module comes."""
IN_ORDER = ["vendor/lib.mjs", "shared/kind.js", "shared/passed.js", "page/words.js", "page/page.js"]


def test_a_module_comes_after_all_that_it_imports() -> None:
    assert order_modules(SOURCES, LIBRARIES, "page/page.js") == IN_ORDER


@pytest.mark.parametrize("part", PARTS)
def test_imports_and_exports_pass_through_the_one_answer(part: str) -> None:
    text = join_modules(SOURCES, LIBRARIES, IN_ORDER, WHOLE)
    assert part in text
    assert "import {" not in text


def test_what_modules_say_to_their_readers_is_left_out_but_for_licences() -> None:
    text = join_modules(SOURCES, LIBRARIES, IN_ORDER, WHOLE)
    assert re.findall(r"/\*\*.*", text) == ["/** (c) Somebody */"]
    assert "A kind" not in text
    assert "first one" not in join_modules({"page.js": "const one = 1;\n  // The first one.\n"}, {}, ["page.js"], {})
    source = "const one = (two);\nconst way = `https://${one}`; // kept\n"
    typed = source.replace("(two)", "/** @type {Map<number, {one: 1}>} */ (two)")
    for text in (source, typed):
        assert source in join_modules({"page.js": text}, {}, ["page.js"], {})


def test_what_another_answer_brings_is_taken_from_there() -> None:
    text = join_modules(SOURCES, LIBRARIES, ["page/later.js"], WHOLE)
    assert re.findall("^import.*", text, re.MULTILINE) == ['import { $module2 } from "./page.es.js";']
    assert "export const $module5 = " in text


def test_each_module_comes_once_and_what_is_asked_for_later_apart() -> None:
    sources = {
        "page/page.js": 'import { a } from "./a.js";\nconst ask = [() => import("./b.js"), () => import("./c.js")];\n',
        "page/a.js": "export const a = 1;\n",
        "page/b.js": 'import { d } from "./d.js";\nexport const b = () => import("./e.js");\n',
        "page/c.js": 'import { a } from "./a.js";\nimport { d } from "./d.js";\nexport const c = d + a;\n',
        "page/d.js": "export const d = 1;\n",
        "page/e.js": "export const e = 1;\n",
    }
    assert bundle_modules(sources, {}, "page", "es") == {
        "page.es.js": ["page/a.js", "page/page.js"],
        "page.shared0.es.js": ["page/d.js"],
        "page.b.es.js": ["page/b.js"],
        "page.c.es.js": ["page/c.js"],
        "page.e.es.js": ["page/e.js"],
    }


@pytest.mark.parametrize(
    "form", ["await start();\n", "export const a = (await ask()).a;\n", "for await (const one of all) {\n}\n"]
)
def test_a_module_that_waits_outside_its_functions_is_refused(form: str) -> None:
    with pytest.raises(ValueError, match="waits outside its functions"):
        join_modules({"a.js": f"const one = 1;\n{form}"}, {}, ["a.js"], {})
    inside = f"async function one() {{\n  {form}}}\nconst two = async () => await one();\n"
    assert "await" in join_modules({"a.js": inside.replace("export ", "")}, {}, ["a.js"], {})


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
