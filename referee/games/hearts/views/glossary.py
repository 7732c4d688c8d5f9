"""Descriptions of the fields of Corazones for the API's documentation: by `Struct.field`, else by `field`."""

FIELDS = {
    "stars": "For each side, rounds won alone and without a point.",
    "rounds_won": "For each side, how many rounds were won.",
    "trick": "The cards laid in this trick, in order.",
    "leader": "The seat that led the trick.",
    "led": "The suit led; null before the first card.",
    "tricks_taken": "For each seat, the tricks taken in this round.",
    "last_trick": "The trick before this one; null at the start of a round.",
    "hearts_broken": "True once hearts may be led.",
    "points_taken": "For each seat, the points taken in this round.",
    "passing_to": "For each seat, the seat that it passes cards to; null where nothing is passed.",
    "passed": "The seats that have passed.",
    "extra_round": "True in a round that only breaks a tie.",
    "changes": "For each seat, the changes of cards asked for.",
    "figures": "The figures of the hand.",
    "HeartsDealChoice.hands": "`optional`: the hands may be told, for each seat.",
    "announced": "What was said of the cards of this round: `pum`, `burbuja`.",
}
