"""Read models: tables that follow the log by position, and answer questions across matches. They add up facts, judge nothing."""
