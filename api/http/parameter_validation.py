"""Validation of parameters before the handler of a request: unknown and invalid ones are refused."""

from collections.abc import Iterable
from difflib import get_close_matches

from api.context import Request
from api.http import consistency
from api.http.describe import LANGUAGE, SEPARATOR, ZONE, Doc, doc_of
from api.http.negotiation import negotiate
from api.http.parameters import DRY_RUN, Param
from referee.errors import BadRequest, Flaw, Inconsistent
from referee.text import Text

READS = frozenset({"GET", "HEAD"})


def parameters(path: str, method: str, doc: Doc) -> list[Param]:
    """The query parameters and headers of a route: its own, those of every read that can wait, those of every write."""
    waits = consistency.params_of(path) if consistency.reads_log(method.lower(), doc) else ()
    return [*doc.parameters(), *waits, *(() if method.upper() in READS else (DRY_RUN,))]


def query_names(path: str, method: str, doc: Doc) -> list[str]:
    """The query parameters of a route."""
    return [param.name for param in parameters(path, method, doc) if param.location == "query"]


async def require_known_parameters(request: Request) -> None:
    """Refuses a query parameter that the route does not have, so that a mistyped filter does not answer everything.

    Pages and printable sheets ignore them: programs that share a link add their own. Raises BadRequest; before it TooMany,
    NotAuthenticated, and NotFound for the path.
    """
    if not request.scope["query_string"]:
        return
    doc = doc_of(request.scope)
    if doc is None or not request.query_params or not request.scope["path"].startswith("/v1/"):
        return
    names = query_names(request.scope["path_template"], request.method, doc)
    unknown = [name for name in dict.fromkeys(request.query_params) if name not in names]
    if not unknown or (request.method in READS and negotiate(request) == "text/html"):
        await _require_sure(request, names)
        return
    await consistency.require_found(request)
    flaws = tuple(Flaw(f"?{name}", _not_here(name, names)) for name in unknown)
    raise BadRequest(
        Text(es=_join_sentences(f.text.es for f in flaws), en=_join_sentences(f.text.en for f in flaws)), flaws=flaws
    )


async def _require_sure(request: Request, names: list[str]) -> None:
    """Raises BadRequest or Inconsistent for an invalid `dry_run`, language, zone or separator.

    A page for people takes the language of the browser instead of an invalid one.
    """
    try:
        if DRY_RUN.name in names:
            DRY_RUN.of(request)
        if not (request.method in READS and negotiate(request) == "text/html"):
            for one in (LANGUAGE, ZONE, SEPARATOR):
                if one.name in names:
                    one.of(request)
    except (BadRequest, Inconsistent):
        await consistency.require_found(request)
        raise


def _not_here(name: str, names: list[str]) -> Text:
    near = get_close_matches(name, names, n=1)
    if near:
        return Text(es=f"no hay `{name}`: ¿quizá `{near[0]}`?", en=f"there is no `{name}`: perhaps `{near[0]}`?")
    if not names:
        return Text(
            es=f"no hay `{name}`: esta llamada no tiene parámetros",
            en=f"there is no `{name}`: this call has no parameters",
        )
    all_names = ", ".join(f"`{one}`" for one in names)
    return Text(es=f"no hay `{name}`: hay {all_names}", en=f"there is no `{name}`: there are {all_names}")


def _join_sentences(sentences: Iterable[str]) -> str:
    return "; ".join(sentences)
