"""What is sent to somebody who does not use the service: a link with its picture, a calendar, a feed."""
