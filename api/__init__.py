"""The service over HTTP and on the command line. It knows no rule of any game."""
