"""The commands that take records in and out of the log, replay them, and prove that they are whole."""
