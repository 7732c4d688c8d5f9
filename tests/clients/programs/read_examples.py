"""Examples read by the models that datamodel-code-generator makes: every example of an answer, each game's as its own.

A program of its own, which needs the generated `models` beside it: `read_examples.py openapi.json`.
"""

import json
import sys
from pathlib import Path
from typing import Any

import models


def main(path: str) -> None:
    """Prints the number of examples read."""
    document: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
    examples = {name: one["value"] for name, one in document["components"]["examples"].items()}
    read = 0
    for name, example in examples.items():
        if model := getattr(models, name.removesuffix("Example"), None):
            model.model_validate(example)
            read += 1
    view = models.MatchView.model_validate(examples["MatchViewExample"]).root
    assert isinstance(view, models.HeartsCastillarView), view
    print(read, "examples")


if __name__ == "__main__":
    main(*sys.argv[1:])
