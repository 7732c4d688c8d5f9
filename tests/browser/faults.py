"""What a page did wrong: errors, refused policies, requests to other hosts."""

from playwright.sync_api import ConsoleMessage, Page, Request


def watched(page: Page, url: str) -> list[str]:
    """Everything that a page of the service at this address does wrong from now on, as it happens."""
    faults: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error" and "the server responded with a status of 4" not in message.text:
            faults.append(f"console: {message.text}")

    def asked(request: Request) -> None:
        if not request.url.startswith((url, "data:")):
            faults.append(f"request: {request.url}")

    page.on("pageerror", lambda error: faults.append(f"error: {error}"))
    page.on("console", heard)
    page.on("request", asked)
    return faults
