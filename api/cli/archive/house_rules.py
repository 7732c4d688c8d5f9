"""House rules under a name, in a file: whether a match could be opened with them, and what they change. `referee house`."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from api.cli.commands import JSON, argument, command, option
from api.cli.language import say
from referee.decoding import in_utf8
from referee.text import Text

if TYPE_CHECKING:
    from referee.match.game import Ruleset
    from referee.match.terms.named_house import NamedHouse
    from referee.match.terms.rulebook import Clause

INSTEAD = Text(es="En lugar de", en="In place of")
RULED = Text(es="Aclaración", en="Ruling")


@command(
    es="Comprueba un fichero de reglas de la casa y dice qué cambian; con --rulebook, el reglamento entero con ellas.",
    en="Check a file of house rules and say what they change; with --rulebook, the whole rulebook with them.",
)
@argument("file", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@option(
    "--rulebook",
    es="Escribe también el reglamento entero, con lo que estas reglas dicen en cada cláusula.",
    en="Print the whole rulebook too, with what these rules say in each clause.",
    is_flag=True,
)
@JSON
def house(file: Path, rulebook: bool, as_json: bool) -> None:
    """Prints what the house rules of a file come to. Raises Malformed, with the place in the file, for those that are wrong."""
    from referee.match.terms import house as service
    from referee.match.terms.rulebook import agreed, amended, settled

    named, rules, params = _read(file.read_bytes())
    hold = agreed(rules.house_rules, params)
    others = settled(rules.settings, params)
    clauses = [amended(one, hold) for one in (*rules.clauses, *service.CLAUSES)] if rulebook else []
    if as_json:
        told = [msgspec.to_builtins(one) | {"says": one.told(params)} for one in hold]
        besides = [msgspec.to_builtins(one) | {"says": one.told(params)} for one in others]
        whole = {"house": named, "rules": told, "settings": besides} | ({"clauses": clauses} if rulebook else {})
        click.echo(msgspec.json.encode(whole))
        return
    click.echo(f"{named.name} · {named.author}")
    click.echo(f"{say(rules.title)} ({rules.id})")
    if named.note is not msgspec.UNSET:
        click.echo(named.note)
    for one in hold:
        click.echo(f"\n{say(one.told(params))}")
        click.echo("\n".join(_written(one.clause)))
        if one.changes:
            click.echo(f"  {say(INSTEAD)}: {', '.join(one.changes)}")
    for setting in others:
        click.echo(f"\n{say(setting.told(params))}")
    for clause in clauses:
        click.echo("\n" + "\n".join(_written(clause)))


def _read(content: bytes) -> tuple["NamedHouse", "Ruleset", Any]:
    """The house rules of a file, their game, and its parameters with them. Raises Malformed."""
    from referee.match.registry import malformed, need_ruleset, read_params
    from referee.match.terms.named_house import NamedHouse, need_one_line

    try:
        named = msgspec.json.decode(in_utf8(content), type=NamedHouse)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise malformed(error) from error
    need_one_line(named, "$")
    rules = need_ruleset(named.ruleset)
    return named, rules, read_params(rules, named.params)


def _written(clause: "Clause") -> Iterator[str]:
    """A clause in the language of the terminal, with where it comes from and how it was read."""
    yield f"{clause.code} · {clause.source}"
    yield f"  {say(Text(es=clause.es, en=clause.en))}"
    if clause.ruling is not None:
        yield f"  {say(RULED)}: {say(clause.ruling)}"
