#!/usr/bin/python3
"""A bare window of WebKitGTK that WebKitWebDriver starts and drives: no bars, so that it can be as
narrow as a phone. It keeps cookies and storage where `XDG_DATA_HOME` says. It runs with the
system's Python, which has the GTK bindings."""

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

context = WebKit2.WebContext()
# What graphics libraries draw without a graphics card crashes now and then.
on_the_processor = WebKit2.Settings(
    hardware_acceleration_policy=WebKit2.HardwareAccelerationPolicy.NEVER
)


def view(*_: object) -> WebKit2.WebView:
    page = WebKit2.WebView(
        web_context=context, is_controlled_by_automation=True, settings=on_the_processor
    )
    window = Gtk.Window()
    window.set_decorated(False)
    window.add(page)
    window.show_all()
    page.connect("close", lambda _: window.destroy())
    return page


def started(_: object, session: WebKit2.AutomationSession) -> None:
    about = WebKit2.ApplicationInfo()
    about.set_name("MiniBrowser")  # which the driver asks for
    session.set_application_info(about)
    session.connect("create-web-view", view)


context.set_automation_allowed(True)
context.connect("automation-started", started)
Gtk.main()
