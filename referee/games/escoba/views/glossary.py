"""What the fields of Escoba are, for the documentation of the API: by `Struct.field`, else by `field`."""

FIELDS = {
    "rounds": "How many rounds the hand has.",
    "stock": "How many cards are left to deal.",
    "taken": "For each side, how many cards it has taken.",
    "last_taker": "The side that took last; null where nobody has.",
    "owed": "The card that a seat owes after a take-back; null where none is owed.",
    "sweeps": "For each side, the sweeps so far.",
    "shuffle": "True where the service deals, from a recorded seed.",
    "figures": "The figures of the hand.",
}
