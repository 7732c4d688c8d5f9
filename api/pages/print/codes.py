"""QR codes for paper: an address that a phone's own camera reads."""

from markupsafe import Markup

QUIET_ZONE = 2
"""Blank modules around a code on white paper; the paper itself is the rest of what ISO/IEC 18004 asks for."""
MASK = 0
"""The data mask of every code (ISO/IEC 18004, 7.8). All readers read each; to score the eight takes five times as long."""


def code_of(address: str) -> Markup:
    """The QR code of an address, as an SVG element without styles or links of its own."""
    # Loaded with the first code.
    import segno

    code = segno.make(address, error="m", micro=False, mask=MASK)
    return Markup(code.svg_inline(border=QUIET_ZONE, omitsize=True, svgclass=None, lineclass=None))
