"""The pages in a browser, used by touch. Run by `make pages`; they need Debian's Chromium, or one named by CHROMIUM."""
