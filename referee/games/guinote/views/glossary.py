"""What the fields of Guiñote are, for the documentation of the API: by `Struct.field`, else by `field`."""

FIELDS = {
    "trick": "The cards laid in this trick, in order.",
    "leader": "The seat that led the trick.",
    "led": "The suit led; null before the first card.",
    "tricks_taken": "For each side, the tricks taken in this hand.",
    "last_trick": "The trick before this one; null at the start of a hand.",
    "partida": "The partida in play, counted from 1.",
    "hand_of": "`ida` for the first hand of a partida, `vueltas` for the second.",
    "triunfo": "The suit of the turned card.",
    "turn_up": "The card turned up; null before the deal.",
    "stock": "How many cards are left to draw.",
    "bottom": "The card seen in cutting: the last drawn before the turn-up; null where nobody saw one, or once it is drawn.",
    "cantes": "The cantes that count in this partida.",
    "value": "20, or 40 for the triunfo.",
    "suit": "The suit; null where nobody named it.",
    "reading": "What is known of the count before it is told; null where it is told.",
    "partidas": "The partidas, each with its winner.",
    "wins": "For each side, the partidas won.",
    "takes": "The card taken from the table.",
    "leaves": "The card left in its place.",
    "figures": "The figures of the hand.",
}
