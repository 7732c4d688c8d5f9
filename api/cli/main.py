"""The command line, `referee`: its commands, by subject in the modules beside. They import what they need when they run."""

import click

from api.cli import certificate, listen, serving, tokens, upkeep, witness
from api.cli.archive import auditing, house_rules, keys, portable, verifying
from api.cli.assistant.command import mcp
from api.cli.decorators import BilingualGroup, Option
from api.cli.doctor.command import doctor
from referee import __version__
from referee.text import Text


@click.group(
    "referee",
    cls=BilingualGroup,
    words=Text(es="Puntúa y arbitra juegos de cartas de mesa.", en="Scores and referees physical card games."),
)
@click.version_option(
    __version__,
    cls=Option,
    prog_name="referee",
    message="%(prog)s %(version)s",
    words=Text(es="Muestra la versión y termina.", en="Show the version and exit."),
)
def main() -> None:
    """What `referee` runs."""


for command in (
    serving.serve,
    serving.demo,
    witness.witness,
    certificate.certificate,
    portable.import_,
    portable.export,
    verifying.verify,
    verifying.checkpoint,
    keys.key,
    auditing.audit,
    house_rules.house,
    tokens.token,
    upkeep.backup,
    upkeep.restore,
    upkeep.rebuild,
    doctor,
    listen.listen,
    mcp,
    upkeep.openapi,
):
    main.add_command(command)
