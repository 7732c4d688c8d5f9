"""Knowledge of the log about two packs: each name once per seat, the card shown last, cards that returned, and cards unseen."""

from referee.games.corona.knowledge import CoronaKnowledge
from referee.games.corona.rules import PACK
from tests.support.corona_table import close, refusal_of, skip, unknown


def mask(cards: str) -> int:
    return PACK.mask(cards.split())


def hands(known_cards: str = "", last: str = "12B") -> CoronaKnowledge:
    """Both seats with seven cards; these of seat 0 are known, and this card lies last in its pack."""
    judge = CoronaKnowledge(PACK.all)
    judge.begin([mask(known_cards), 0], [mask(last), mask("1O")], 7)
    return judge


def test_hand_the_same_name_exists_once_per_seat() -> None:
    judge = hands()
    judge.lay(0, mask("5O"))
    assert not judge.may_hold(0, mask("5O"))
    assert judge.may_hold(1, mask("5O"))


def test_hand_known_whole_holds_nothing_else() -> None:
    judge = hands("1C 2C 3C 4C 5C 6C 7C")
    assert PACK.cards(judge.possible(0)) == ("1C", "2C", "3C", "4C", "5C", "6C", "7C")
    assert not judge.may_hold(0, mask("8C"))
    # The public does not see it.
    assert judge.possible(0, 0) == PACK.all & ~mask("12B")


def test_hand_no_more_cards_than_it_has() -> None:
    judge = hands("1C 2C")
    assert judge.may_hold(0, mask("1C 2C 3C 4C 5C 6C 7C"))
    assert not judge.may_hold(0, mask("3C 4C 5C 6C 7C 8C"))


def test_start_the_card_shown_comes_last() -> None:
    judge = hands()
    assert not judge.may_hold(0, mask("12B"))
    assert not judge.may_leave(0, 2, mask("12B"), 1)
    assert judge.may_leave(0, 2, mask("12B 5O"), 2)
    assert not judge.may_leave(0, 2, mask("4O 5O"), 2)
    assert judge.may_leave(0, 2, mask("4O"), 2)
    assert judge.may_turn(0, 1) == mask("12B")
    assert not judge.may_turn(0, 2) & mask("12B")


def test_start_the_card_drawn_last_is_known() -> None:
    judge = hands()
    judge.receive(0, mask("12B"))
    assert judge.may_hold(0, mask("12B"))
    assert not judge.last[0]


def test_joker_recover_counts_the_cards_by_the_shuffle_they_came_after() -> None:
    judge = hands()
    for card in ("5O", "6O", "7O"):
        judge.place(0, mask(card))
    judge.shuffle(0, mask("5O 6O"), 0)
    judge.receive(0)
    assert judge.may_hold(0, mask("5O"))
    assert not judge.may_hold(0, mask("5O 6O"))
    judge.place(0, mask("5O"))
    judge.shuffle(0, mask("5O 7O"), 0)
    assert not judge.may_hold(0, mask("7O"))
    assert judge.may_hold(0, mask("6O"))
    judge.receive(0)
    assert judge.may_hold(0, mask("6O 7O"))
    assert not judge.may_hold(0, mask("5O 7O"))
    judge.lay(0, mask("6O"))
    assert judge.may_hold(0, mask("7O"))


def test_joker_recover_leaves_enough_cards_for_the_hand_that_was_there_before() -> None:
    judge = hands(last="")
    away = PACK.all & ~mask("1C 2C 3C 4C 5C 6C 7C 8C 9C")
    for card in PACK.cards(away):
        judge.place(0, mask(card))
    judge.shuffle(0, mask("1O 2O"), 0)
    # Nine cards were not seen, and seven of them are the hand: the pack can turn up two of them.
    assert judge.may_leave(0, 4, mask("1C 2C"), 2)
    assert not judge.may_leave(0, 4, mask("1C 2C 3C"), 3)
    judge.place(0, mask("1C"))
    judge.place(0, mask("2C"))
    assert judge.may_turn(0, 2) == mask("1O 2O")
    judge.receive(0)
    assert not judge.may_be_drawn(0, mask("3C"))
    assert judge.may_be_drawn(0, mask("2O"))


def test_joker_recover_leaves_enough_cards_for_those_unseen() -> None:
    judge = hands(last="")
    for card in PACK.cards(PACK.all & ~mask("1C 2C 3C 4C 5C 6C 7C 8C 9C")):
        judge.place(0, mask(card))
    judge.bury_unseen(0, 1)
    judge.shuffle(0, mask("1O 2O"), 0)
    # Nine cards were not seen: seven are the hand, and one lies in the cementerio.
    assert judge.may_leave(0, 3, mask("1C"), 1)
    assert not judge.may_leave(0, 3, mask("1C 2C"), 2)


def test_draw_comes_after_the_shuffle_that_brought_the_card_back() -> None:
    judge = hands()
    judge.place(0, mask("5O"))
    judge.receive(0)
    judge.shuffle(0, mask("5O"), 0)
    assert not judge.may_be_drawn(0, mask("5O"))
    judge.receive(0)
    assert judge.may_be_drawn(0, mask("5O"))


def test_joker_recover_tells_the_public_what_was_not_drawn_since() -> None:
    judge = hands("1C 2C 3C 4C 5C 6C 7C")
    judge.place(0, mask("5O"))
    judge.place(0, mask("6O"))
    judge.shuffle(0, mask("5O 6O"), 0)
    judge.receive(0, mask("5O"))
    assert judge.possible(0, 0) & mask("5O 6O") == mask("5O 6O")
    judge.lay(0, mask("5O"))
    assert not judge.possible(0, 0) & mask("5O 6O")


def test_start_the_card_drawn_last_is_known_to_the_public() -> None:
    judge = hands()
    for card in PACK.cards(PACK.all & ~mask("1C 2C 3C 4C 5C 6C 7C 12B")):
        judge.place(0, mask(card))
    judge.receive(0, mask("12B"))
    assert judge.visible_cards(0, 0) == mask("12B")
    judge.lay(0, mask("12B"))
    judge.shuffle(0, mask("12B"), 0)
    assert judge.possible(0, 0) == mask("1C 2C 3C 4C 5C 6C 7C")
    judge.receive(0, mask("12B"))
    # Drawn from a shuffled pack, and not seen by everyone.
    assert judge.visible_cards(0, 0) == 0


def test_start_the_card_shown_comes_back_at_the_shuffle_at_the_earliest() -> None:
    judge = hands()
    judge.shuffle(0, 0, 0)
    assert not judge.may_hold(0, mask("12B"))
    judge.receive(0)
    assert judge.may_hold(0, mask("12B"))


def test_draw_may_be_of_a_card_seen_since_and_not_of_one_seen_before() -> None:
    judge = hands("1C")
    judge.learn(0, mask("2C"))
    judge.receive(0)
    judge.learn(0, mask("3C"))
    judge.lay(0, mask("4C"))
    assert [judge.may_be_drawn(0, mask(card)) for card in ("1C", "2C", "3C", "4C", "5C")] == [
        False,
        False,
        True,
        True,
        True,
    ]
    judge.name_drawn(0, mask("4C"))
    assert [judge.may_be_drawn(0, mask(card)) for card in ("3C", "4C", "5C")] == [False, True, False]


def test_joker_recover_a_card_taken_early_or_late_leaves_room_for_either() -> None:
    """A card seen in the hand may have come before or after the shuffle: the next statement decides, and only once."""
    judge = hands("1C 2C 3C 4C 5C 6C")
    judge.place(0, mask("5O"))
    judge.shuffle(0, mask("5O"), 0)
    judge.receive(0)
    judge.lay(0, mask("7C"))
    assert judge.may_hold(0, mask("5O"))
    assert judge.may_hold(0, mask("8C"))
    judge.name_drawn(0, mask("7C"))
    assert not judge.may_hold(0, mask("5O"))
    assert judge.may_hold(0, mask("8C"))


def test_copies_are_their_own() -> None:
    judge = hands()
    twin = judge.copy()
    twin.lay(0, mask("5O"))
    twin.bury_unseen(1, 1)
    assert judge.may_hold(0, mask("5O"))
    assert judge.unseen[1].size == 0
    assert type(twin) is CoronaKnowledge


def test_hand_a_reveal_is_what_the_hand_may_hold() -> None:
    table = unknown()
    skip(table, "5O", "6O")
    for seat, cards in ((0, ["5O"]), (0, ["12B"]), (1, ["1O"]), (0, ["1C", "1C"])):
        assert refusal_of(table, "reveal", seat=seat, cards=cards)[1] == "impossible"
    table.say("reveal", seat=0, cards=["6O", "1C"])
    assert table.view()["hands"] == [["6O", "1C"], None]
    table.say("income", seat=0, card="7O")
    assert refusal_of(table, "income", seat=0, card="6O")[1] == "impossible"
    close(table)
    assert refusal_of(table, "income", seat=1, card="6O")[1] == "impossible"
    table.say("income", seat=1, card="5O")


def test_hand_an_unknown_one_may_hire_what_lies_nowhere_else() -> None:
    table = unknown()
    table.say("income", seat=0, card="2O")
    hires = [event["card"] for event in table.moves() if event["type"] == "hire"]
    assert hires == ["1O", "1C", "2C", "1E", "2E", "1B", "2B"]
    table.say("reveal", seat=0, cards=["1O"])
    assert hires == [event["card"] for event in table.moves() if event["type"] == "hire"]


def test_income_of_an_unknown_order_lists_what_may_come() -> None:
    table = unknown(hands=[["1C", "2C", "3C", "4C", "5C", "6C", "7C"], None])
    cards = [event["card"] for event in table.moves() if event["type"] == "income"]
    assert set(cards) == set(PACK.names) - {"1C", "2C", "3C", "4C", "5C", "6C", "7C", "12B"}
    public = [event["card"] for event in table.moves(0) if event["type"] == "income"]
    assert set(public) == set(PACK.names) - {"12B"}
