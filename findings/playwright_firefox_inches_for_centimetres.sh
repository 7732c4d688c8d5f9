#!/usr/bin/env bash
# Playwright gives Firefox the size of paper in inches where WebDriver BiDi takes centimetres.
#
# One would guess: in a Firefox that Playwright drives by WebDriver BiDi (`channel="moz-firefox"`), `page.pdf(format="A4")` gives sheets of
# 210 by 297 mm, 595 by 842 points, as it does in Chromium. Or else it is refused, since the documentation promises PDF of Chromium alone.
# Playwright converts every unit itself: `width="21cm"` is the same length wherever it is understood.
# What happens: it succeeds, and the sheets are 83 by 117 mm. Playwright turns each length into inches, as Chromium's own protocol wants
# them, and sends these numbers as `page.width` and `page.height` of `browsingContext.print`, which takes centimetres (WebDriver BiDi, "The
# browsingContext.print Command"). `width="21in"` is 21 cm of paper. So it is with the margins.
# Why it matters: whoever compares what two browsers print sees Firefox break a page into seven and looks for the fault in the page. A check
# that counts sheets or compares words passes or fails for a reason that no browser of a reader has.
set -euo pipefail
firefox=$(command -v firefox-esr || command -v firefox || true)
if [ -z "$firefox" ]; then
    echo "SKIPPED: no Firefox on this machine (Debian's package: firefox-esr)"
    exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export PIP_DISABLE_PIP_VERSION_CHECK=1

python3 -m venv venv
venv/bin/pip install --quiet playwright==1.65.2 pypdfium2==5.15.2
echo "playwright $(venv/bin/pip show playwright | sed -n 's/^Version: //p'), $("$firefox" --version)"

# A Firefox that does not know the command for colours opens no page, unless that command may fail. It has no part in printing.
cat >may_fail.cjs <<'END'
const Module = require("node:module");
const compile = Module.prototype._compile;
Module.prototype._compile = function (source, name, ...rest) {
  const needed = '.send("emulation.setMediaFeaturesOverride"';
  const text = name.endsWith("coreBundle.js") ? source.replaceAll(needed, needed.replace("send", "sendMayFail")) : source;
  return compile.call(this, text, name, ...rest);
};
END
cat >print.py <<'END'
import sys

import pypdfium2
from playwright.sync_api import sync_playwright

with sync_playwright() as playwright:
    browser = playwright.firefox.launch(channel="moz-firefox", executable_path=sys.argv[1])
    page = browser.new_page()
    page.set_content("<p>A sheet")
    for size in ({"format": "A4"}, {"width": "21cm", "height": "29.7cm"}, {"width": "21in", "height": "29.7in"}):
        sheet = pypdfium2.PdfDocument(page.pdf(**size))[0]
        print(f"{size}: {sheet.get_width():.0f} by {sheet.get_height():.0f} points", flush=True)
    browser.close()
END
NODE_OPTIONS="--require $folder/may_fail.cjs" venv/bin/python print.py "$firefox" | tee sizes.txt
if ! grep -Eq "'A4'}: 23[45] by 33[12] points" sizes.txt || ! grep -Eq "'29.7in'}: 59[56] by 842 points" sizes.txt; then
    echo "CHANGED: the sheets are of other sizes"
    exit 1
fi
echo "as described: A4 is as many centimetres as it has inches"
