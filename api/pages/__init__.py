"""Pages for people: to print, to run in a browser, and texts that leave the service for chats and calendars."""
