"""`referee house`: checks a file of named house rules, and prints their changes to the rulebook."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from api.cli.decorators import JSON, argument, command, option
from api.cli.language import say
from referee.text import Text

if TYPE_CHECKING:
    from referee.match.game import Ruleset
    from referee.match.terms.named_house import NamedHouse
    from referee.match.terms.rulebook import Clause

INSTEAD = Text(es="En lugar de", en="In place of")
RULED = Text(es="Aclaración", en="Ruling")


@command("house")
@argument("file", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@option(
    "--rulebook",
    es="Escribe también el reglamento entero, con lo que estas reglas dicen en cada cláusula.",
    en="Print the whole rulebook too, with what these rules say in each clause.",
    is_flag=True,
)
@JSON
def house(file: Path, rulebook: bool, as_json: bool) -> None:
    """Prints what the house rules of a file come to. Raises BadRequest, with the place in the file, for those that are wrong."""
    from referee.match.terms import house as service
    from referee.match.terms.rulebook import agreed_rules, amended_clause, unusual_settings

    house_rules, rules, params = _read(file.read_bytes())
    rules_in_effect = agreed_rules(rules.house_rules, params)
    others = unusual_settings(rules.settings, params)
    clauses = [amended_clause(one, rules_in_effect) for one in (*rules.clauses, *service.CLAUSES)] if rulebook else []
    if as_json:
        rule_items = [msgspec.to_builtins(one) | {"says": one.in_words(params)} for one in rules_in_effect]
        setting_items = [msgspec.to_builtins(one) | {"says": one.in_words(params)} for one in others]
        whole = {"house": house_rules, "rules": rule_items, "settings": setting_items} | (
            {"clauses": clauses} if rulebook else {}
        )
        click.echo(msgspec.json.encode(whole))
        return
    click.echo(f"{house_rules.name} · {house_rules.author}")
    click.echo(f"{say(rules.title)} ({rules.id})")
    if house_rules.note is not msgspec.UNSET:
        click.echo(house_rules.note)
    for one in rules_in_effect:
        click.echo(f"\n{say(one.in_words(params))}")
        click.echo("\n".join(_lines(one.clause)))
        if one.changes:
            click.echo(f"  {say(INSTEAD)}: {', '.join(one.changes)}")
    for setting in others:
        click.echo(f"\n{say(setting.in_words(params))}")
    for clause in clauses:
        click.echo("\n" + "\n".join(_lines(clause)))


def _read(content: bytes) -> tuple["NamedHouse", "Ruleset", Any]:
    """The house rules of a file, their game, and its parameters with them. Raises BadRequest."""
    from referee.decoding import in_utf8
    from referee.match.registry import malformation, read_params, require_ruleset
    from referee.match.terms.named_house import NamedHouse, require_one_line

    try:
        house = msgspec.json.decode(in_utf8(content), type=NamedHouse)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise malformation(error) from error
    require_one_line(house, "$")
    rules = require_ruleset(house.ruleset)
    return house, rules, read_params(rules, house.params)


def _lines(clause: "Clause") -> Iterator[str]:
    """The lines of a clause in the language of the terminal, with its source and its ruling."""
    yield f"{clause.code} · {clause.source}"
    yield f"  {say(Text(es=clause.es, en=clause.en))}"
    if clause.ruling is not None:
        yield f"  {say(RULED)}: {say(clause.ruling)}"
