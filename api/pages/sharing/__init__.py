"""Ways to follow a championship from other programs: a link with its picture, a calendar, a feed."""
