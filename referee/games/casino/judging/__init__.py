"""The judgement of a play: the duties of a seat, the faults of a play, and their costs."""
