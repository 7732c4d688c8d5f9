"""The server of the tools. It speaks with the service as any program does, and has no more rights than its token."""

from collections.abc import Callable
from functools import wraps

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from msgspec import UNSET

from api.cli.assistant.reading import ReadingTools
from api.cli.assistant.texts import compact, shorten
from api.cli.assistant.writing import WritingTools
from api.cli.language import say
from referee import __version__
from referee.client import ClientError, Referee, RequestRefused
from referee.text import Text

ABOUT = (
    "Scores and rulings of card games at real tables from a referee service. Answers are its JSON; every rule has a code, which"
    " get_rule explains. Ids come from the lists: find_championships, list_matches, list_games. A player is a seat from 0; a "
    "version is the number of an entry in the log of a match. Quote the sentences of a refusal: they say what was wrong, by "
    "which rule, and what would be right."
)


def make_server(referee: Referee, *, writes: bool) -> MCPServer:
    """A server of the tools that read, and with `writes` of those that write."""
    server = MCPServer("referee", instructions=ABOUT, version=__version__, log_level="WARNING")
    reading = ReadingTools(referee)
    for read in (
        reading.list_games,
        reading.get_rule,
        reading.find_championships,
        reading.get_championship,
        reading.get_standings,
        reading.list_fixtures,
        reading.list_results,
        reading.list_matches,
        reading.get_match,
        reading.get_legal,
        reading.read_log,
        reading.list_open_claims,
        reading.explain_claim,
        reading.find_players,
        reading.get_player_record,
    ):
        _add(server, read, is_read_only=True)
    if writes:
        writing = WritingTools(referee)
        for write in (writing.record_event, writing.rule_on_claim):
            _add(server, write, is_read_only=False)
    return server


def _add(server: MCPServer, tool: Callable[..., str], *, is_read_only: bool) -> None:
    """Adds a tool. Its name, its words and its parameters are those of the function."""

    @wraps(tool)
    def answer(*arguments: object, **options: object) -> str:
        try:
            return shorten(tool(*arguments, **options))
        except RequestRefused as refused:
            raise ToolError(_words_of(refused)) from refused
        except ClientError as error:
            text = Text(es=f"el servicio no contesta: {error}", en=f"the service does not answer: {error}")
            raise ToolError(say(text)) from error

    annotations = ToolAnnotations(read_only_hint=is_read_only, destructive_hint=False, open_world_hint=False)
    # As text alone: a structured answer would come twice, and its schema would lengthen the list of tools.
    server.add_tool(answer, annotations=annotations, structured_output=False)


def _words_of(error: RequestRefused) -> str:
    """The sentence of a refusal, with its code, its rule and what would have been possible instead."""
    refusal = error.refusal
    rule = "" if refusal.rule is UNSET else f", {refusal.rule}"
    instead = ""
    if refusal.alternatives is not UNSET:
        events = compact(refusal.alternatives)
        instead = "\n" + say(Text(es=f"lo que cabía: {events}", en=f"possible instead: {events}"))
    return f"{refusal.detail or refusal.title} [{error.code}{rule}]{instead}"
