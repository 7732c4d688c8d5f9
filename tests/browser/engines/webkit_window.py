#!/usr/bin/python3
"""A window of WebKitGTK for WebKitWebDriver, without bars, which are wider than a telephone.

The system's Python runs it, which has `gi`. Arguments: width, height, language, the folder of what the device keeps, the file
that gets a line for each fault of a page; then those of the driver. A page prints itself with the message handler `paper`.
"""

import json
import sys
from pathlib import Path
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402  Their versions are chosen above.

FAULTS = """{
  const tell = (text) => webkit.messageHandlers.faults.postMessage(text);
  addEventListener("error", (event) => tell("error: " + (event.message || event.target.src || event.target.href)), true);
  addEventListener("unhandledrejection", (event) => tell("error: " + event.reason));
  addEventListener("securitypolicyviolation", (event) => tell("policy: " + event.violatedDirective + " " + event.blockedURI));
  const error = console.error;
  console.error = (...words) => { tell("console: " + words.join(" ")); error.apply(console, words); };
}"""
FOCUS_AFTER_MS = 300


class Windows:
    """The windows of one device."""

    def __init__(self, width: int, height: int, language: str, folder: str, faults: str) -> None:
        self.size = (width, height)
        self.faults = Path(faults)
        self.printings: list[Any] = []
        store = WebKit2.WebsiteDataManager(base_data_directory=f"{folder}/data", base_cache_directory=f"{folder}/cache")
        self.context = WebKit2.WebContext(website_data_manager=store)
        self.context.set_preferred_languages([language])
        self.context.set_automation_allowed(True)
        # As of a person who wants nothing to move.
        Gtk.Settings.get_default().set_property("gtk-enable-animations", False)
        self.context.connect("automation-started", self.begin)

    def begin(self, _: Any, session: Any) -> None:
        """Names the program, without which the driver ends, and opens windows when the driver asks for them."""
        about = WebKit2.ApplicationInfo()
        about.set_name("referee-tests")
        about.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
        session.set_application_info(about)
        session.connect("create-web-view", lambda *_: self.open())

    def open(self) -> Any:
        """A new window. Nothing manages windows on this display: it takes the keyboard itself."""
        content = WebKit2.UserContentManager()
        content.register_script_message_handler("faults")
        content.connect("script-message-received::faults", lambda _, one: self.tell(one.get_js_value().to_string()))
        content.register_script_message_handler("paper")
        start = WebKit2.UserScriptInjectionTime.START
        content.add_script(
            WebKit2.UserScript.new(FAULTS, WebKit2.UserContentInjectedFrames.ALL_FRAMES, start, None, None)
        )
        view = WebKit2.WebView(user_content_manager=content, web_context=self.context, is_controlled_by_automation=True)
        content.connect(
            "script-message-received::paper",
            lambda _, one: self.print(view, **json.loads(one.get_js_value().to_string())),
        )
        view.connect("web-process-terminated", lambda _, reason: self.tell(f"ended: {reason}"))
        window = Gtk.Window(decorated=False)
        window.set_default_size(*self.size)
        window.add(view)
        window.show_all()
        window.move(0, 0)
        view.connect("close", lambda _: window.destroy())
        GLib.timeout_add(FOCUS_AFTER_MS, lambda: bool(window.get_window() and window.get_window().focus(0)))
        return view

    def print(self, view: Any, file: str, landscape: bool, margin: float) -> None:
        """Prints a page on sheets of A4 into a file, which is there once it is whole. Margins, in mm, are those of its dialog."""
        part = Path(f"{file}.part")
        settings = Gtk.PrintSettings()
        settings.set_printer("Print to File")
        settings.set(Gtk.PRINT_SETTINGS_OUTPUT_FILE_FORMAT, "pdf")
        settings.set(Gtk.PRINT_SETTINGS_OUTPUT_URI, part.as_uri())
        setup = Gtk.PageSetup()
        setup.set_paper_size(Gtk.PaperSize.new(Gtk.PAPER_NAME_A4))
        setup.set_orientation(Gtk.PageOrientation.LANDSCAPE if landscape else Gtk.PageOrientation.PORTRAIT)
        for side in (setup.set_top_margin, setup.set_bottom_margin, setup.set_left_margin, setup.set_right_margin):
            side(margin, Gtk.Unit.MM)
        printing = WebKit2.PrintOperation(web_view=view, print_settings=settings, page_setup=setup)
        self.printings.append(printing)
        printing.connect("finished", lambda _: part.rename(file))
        printing.connect("failed", lambda _, error: self.tell(f"print: {error.message}"))
        printing.print_()

    def tell(self, fault: str) -> None:
        """Writes a fault down."""
        with self.faults.open("a", encoding="utf-8") as file:
            file.write(fault.replace("\n", " ") + "\n")


width, height, language, folder, faults, *_ = sys.argv[1:]
windows = Windows(int(width), int(height), language, folder, faults)
Gtk.main()
