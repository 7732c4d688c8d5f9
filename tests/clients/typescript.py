"""The TypeScript types that ship with the service: made by openapi-typescript from the API's document.

`make types` writes them: `python -m tests.clients.typescript`.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.clients.workshop import DOCUMENT, ROOT, Workshop, quiet, require_programs

SHIPPED = ROOT / "openapi" / "openapi.d.ts"
NAMES = ("--root-types", "--root-types-no-schema-prefix", "--root-types-keep-casing")
"""Each schema is exported by its own name too: `MatchView`, not only `components["schemas"]["MatchView"]`."""
DEFAULTS = ("--default-non-nullable", "false")
"""Options that let a field with a default be left out of a request."""


def make(workshop: Workshop) -> str:
    """The types in their published form. Raises RuntimeError if the generator fails or complains."""
    quiet(workshop.node("openapi-typescript", DOCUMENT.name, "--output", "made/openapi.d.ts", *NAMES, *DEFAULTS))
    return (workshop.folder / "made" / "openapi.d.ts").read_text(encoding="utf-8")


def main() -> None:
    """Writes the types to their published place."""
    require_programs()
    with TemporaryDirectory() as folder:
        SHIPPED.write_text(make(Workshop(Path(folder))), encoding="utf-8")


if __name__ == "__main__":
    main()
