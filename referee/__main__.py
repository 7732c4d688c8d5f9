"""`python -m referee` is `referee`."""

from api.cli.main import main

main()
