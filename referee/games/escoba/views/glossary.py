"""Descriptions of the fields of Escoba for the API's documentation: by `Struct.field`, else by `field`."""

FIELDS = {
    "rounds": "How many rounds the hand has.",
    "stock": "How many cards are left to deal.",
    "EscobaDeal.stock": "The rest of the pack, in order of drawing; null where it is unknown or hidden.",
    "EscobaTake.card": "The card that takes; null only with `renuncio`, for cards that are lifted without one.",
    "EscobaDeal.table": "The cards dealt to the table; null in a later round and with `shuffle`.",
    "EscobaDealChoice.table": "How many cards lie on the table.",
    "EscobaDealChoice.hands": "`optional`: the hands may be told, for each seat.",
    "EscobaDealChoice.stock": "`optional`: the stock may be told, in order of drawing.",
    "EscobaRoundChoice.hands": "`optional`: the hands may be told, for each seat.",
    "taken": "For each side, how many cards it has taken.",
    "last_taker": "The side that took last; null where nobody has.",
    "owed": "The card that a seat owes after a take-back; null where none is owed.",
    "sweeps": "For each side, the sweeps so far.",
    "TableTaken.sweeps": "How many escobas it counts.",
    "shuffle": "True where the service deals, from a recorded seed.",
    "figures": "The figures of the hand.",
}
