"""Work beside requests: following the log, signing it, clocks, notifications."""
