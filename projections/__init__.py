"""Read models: tables that follow the log by position and answer across matches. They add up facts and judge nothing."""
