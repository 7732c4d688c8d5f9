"""Solvers that keep every deal which fits a log. The judge is compared with them, and they share no code with it."""
