"""What a start of the service puts on record: its settings, and the key with which it signs."""

from referee.administration.acts import KeyIntroduced, SettingsInEffect
from referee.administration.binding import SERVICE
from referee.administration.record import ActsDecided, Administration


def record_settings(administration: Administration, settings: SettingsInEffect) -> None:
    """Puts the settings on record unless they are those that are there last."""

    def decide() -> tuple[None, ActsDecided]:
        known = administration.last(SettingsInEffect) == settings
        return None, ActsDecided([] if known else [settings])

    administration.record(SERVICE, decide)


def record_first_key(administration: Administration, key: str) -> None:
    """Puts the public key that signs on record, where none is there yet."""

    def decide() -> tuple[None, ActsDecided]:
        known = administration.last(KeyIntroduced) is not None
        return None, ActsDecided([] if known else [KeyIntroduced(key)])

    administration.record(SERVICE, decide)
