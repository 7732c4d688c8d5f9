"""The answers in which the modules of a page come: the first, the main part, and those that are asked for when first needed."""

from collections.abc import Mapping

from api.pages.browser.joining import Sources, asked_later, order_modules


def bundle_modules(sources: Sources, libraries: Mapping[str, str], page: str, language: str) -> Mapping[str, list[str]]:
    """The modules of a page by the address of their answer, each once and after what it imports.

    What a module asks for later comes in an answer of its own. What several such modules need, and the page does not, is in an
    answer for just these.
    """
    entry, early = f"{page}/page.js", f"{page}/first.js"
    first = order_modules(sources, libraries, early) if early in sources else []
    main = [path for path in order_modules(sources, libraries, entry) if path not in first]
    later: dict[str, list[str]] = {}
    modules = [*first, *main]
    for path in modules:
        for other in asked_later(sources, path):
            if other not in {*first, *main, *later}:
                later[other] = [one for one in order_modules(sources, libraries, other) if one not in {*first, *main}]
                modules += later[other]
    parts: dict[tuple[str, ...], list[str]] = {}
    for path in dict.fromkeys(path for paths in later.values() for path in paths):
        parts.setdefault(tuple(other for other, paths in later.items() if path in paths), []).append(path)
    answers = {f"{page}.first.js": first, f"{page}.{language}.js": main}
    for number, (users, paths) in enumerate(sorted(parts.items(), key=lambda part: -len(part[0]))):
        name = users[0].removesuffix(".js").replace("/", ".") if len(users) == 1 else f"{page}.shared{number}"
        answers[f"{name}.{language}.js"] = paths
    return {address: paths for address, paths in answers.items() if paths}
