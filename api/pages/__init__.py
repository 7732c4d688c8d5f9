"""What people read: pages to print, pages that run in a browser, and what leaves the service for chats and calendars."""
