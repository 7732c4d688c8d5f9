"""The door of the API: few modules outside of its rooms, one typed context a request, middleware as a list.

Figures only go down.
"""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PRODUCT = ("referee", "api", "projections")
DOOR = {"app", "compose", "context", "settings"}
MOST_CONTEXT_VARIABLES = 2
CONTEXT = "api/context.py"
"""The only module that knows the key under which a scope has the context of its request."""
KEYS = {
    *("type", "http_version", "method", "scheme", "path", "raw_path", "query_string", "headers", "client", "state"),
    *("litestar_app", "route_handler", "path_params", "path_template"),
}
"""The keys of a scope that the product names: those of ASGI, and those of Litestar."""


@cache
def modules() -> dict[str, ast.Module]:
    """The modules of the product: their paths, and their syntax trees."""
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for folder in PRODUCT
        for path in sorted((ROOT / folder).rglob("*.py"))
    }


def test_few_modules_stand_outside_of_the_rooms() -> None:
    assert {path.stem for path in (ROOT / "api").glob("*.py")} - {"__init__"} == DOOR


def test_few_values_are_ambient() -> None:
    calls = [
        f"{path}:{node.lineno}"
        for path, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and "ContextVar" in {ast.unparse(node.func), ast.unparse(node.func).split("[")[0]}
    ]
    assert len(calls) <= MOST_CONTEXT_VARIABLES, calls


def test_a_request_has_no_untyped_state() -> None:
    """`scope["state"]`, `scope.get("state")` and `request.state` stand in one module alone."""

    def is_state(node: ast.AST) -> bool:
        match node:
            case ast.Subscript(value, ast.Constant("state")):
                return ast.unparse(value).endswith("scope")
            case ast.Call(ast.Attribute(value, "get" | "setdefault" | "pop"), [ast.Constant("state"), *_]):
                return ast.unparse(value).endswith("scope")
            case ast.Attribute(ast.Name("request"), "state"):
                return True
        return False

    places = {
        path for path, tree in modules().items() if path.startswith("api/") for node in ast.walk(tree) if is_state(node)
    }
    assert places == {CONTEXT}


def test_a_scope_has_no_keys_of_our_own() -> None:
    def keys(node: ast.AST) -> list[ast.expr | None]:
        match node:
            case ast.Subscript(value, key) | ast.Call(ast.Attribute(value, "get" | "setdefault" | "pop"), [key, *_]):
                return [key] if ast.unparse(value).endswith("scope") else []
            case ast.Dict(keys, values):
                copies = [ast.unparse(value) for key, value in zip(keys, values, strict=True) if key is None]
                return [*keys] if any(copy.endswith("scope") for copy in copies) else []
        return []

    names = {
        key.value if isinstance(key, ast.Constant) else ast.unparse(key)
        for path, tree in modules().items()
        if path.startswith("api/")
        for node in ast.walk(tree)
        for key in keys(node)
        if key is not None
    }
    assert names == KEYS


def test_the_application_is_no_ladder_of_classes() -> None:
    """Middleware wraps the application: no class of ours extends it."""
    bases = {
        f"{path}:{node.name}": [ast.unparse(base).rpartition(".")[2] for base in node.bases]
        for path, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    assert [name for name, names in bases.items() if "Litestar" in names] == []
