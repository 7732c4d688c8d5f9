"""The games, one place each. A module or package in here that has `RULESETS` is found by the registry."""
