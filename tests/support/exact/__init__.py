"""Solvers that keep every deal which fits a log: what the judge is held against. They share no code with it."""
