"""Pages that run in a browser: their files as they ship, and the document that starts each."""
