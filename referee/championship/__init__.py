"""A championship: its log, what it has come to, and the decisions that may still be taken.

`events.py` has the words of the log, `state.py` the fold, `decisions.py` and `drawing.py` what is decided and refused,
`closing.py` what a decision brings with it, `service.py` the transactions, `matches.py` the link to matches played on
the log, `shown.py` and `views.py` what readers are shown. Tables and formats are pure rules of their own (`referee/formats`,
`referee/standings`).
"""
