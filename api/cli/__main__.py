"""`python -m api.cli` is `referee`."""

from api.cli.main import main

main()
