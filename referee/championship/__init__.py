"""A championship: its log, its state, and the decisions that change it.

`events.py` has the events of the log, `state.py` the fold, `decisions.py` and `drawing.py` the decisions and refusals,
`closing.py` the consequences of a decision, `service.py` the transactions, `matches.py` the link to matches played on the log,
`presenters.py` and `views.py` the answers to readers. Tables and formats are pure rules of their own (`referee/contests`).
"""
