"""Records of a start of the service: its settings, and the key with which it signs."""

from referee.operations.acts import KeyIntroduced, SettingsInEffect
from referee.operations.binding import SERVICE
from referee.operations.record import ActDecision, Administration


def record_settings(administration: Administration, settings: SettingsInEffect) -> None:
    """Records the settings, unless the last recorded settings are the same."""

    def decide() -> tuple[None, ActDecision]:
        is_recorded = administration.last(SettingsInEffect) == settings
        return None, ActDecision([] if is_recorded else [settings])

    administration.record(SERVICE, decide)


def record_first_key(administration: Administration, key: str) -> None:
    """Records the public key that signs, if none is on record yet."""

    def decide() -> tuple[None, ActDecision]:
        is_recorded = administration.last(KeyIntroduced) is not None
        return None, ActDecision([] if is_recorded else [KeyIntroduced(key)])

    administration.record(SERVICE, decide)
