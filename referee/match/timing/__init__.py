"""The time of a turn: who has how much of it, and when it is over. Rules know no clock; all times are given."""
