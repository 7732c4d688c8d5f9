"""The pages in the engines of other devices: WebKit, as on iPads, and Firefox, each from the packages of Debian.

One interface drives all three, that of Playwright: it drives Chromium and Firefox itself; WebKit has a driver of its own here,
with as much of the interface as the tests use.
"""
