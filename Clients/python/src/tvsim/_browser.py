"""A browser without scripts, which signs in on the pages of the simulator."""

from __future__ import annotations

import html.parser
import http.cookiejar
import re
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

from ._http import tls_context
from .errors import ServerLost, TvsimError


#: What the browser of this package is for.
_PLAIN = "and this browser fills in one page with name and password: act on other pages with a real browser"


class Page(html.parser.HTMLParser):
    """A page: its first form, its title, and the address to which it refreshes."""

    def __init__(self, url: str, status: int, text: str) -> None:
        super().__init__()
        self.url, self.status = url, status
        self.action: str | None = None
        self.fields: dict[str, str] = {}
        self.asks: set[str] = set()
        self.refresh: str | None = None
        self.text = ""
        self._hidden = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        if tag in ("style", "script", "title"):
            self._hidden += 1
        elif tag == "form" and self.action is None:
            self.action = urljoin(self.url, given.get("action") or self.url)
        elif tag == "input" and given.get("type") == "hidden":
            self.fields[given["name"]] = given.get("value", "")
        elif tag == "input":
            self.asks.add(given.get("name", ""))
        elif tag == "meta" and given.get("http-equiv", "").lower() == "refresh":
            _, _, address = given.get("content", "").partition("url=")
            self.refresh = urljoin(self.url, address) if address else None

    def handle_endtag(self, tag: str) -> None:
        if tag in ("style", "script", "title"):
            self._hidden -= 1

    def handle_data(self, data: str) -> None:
        if not self._hidden and data.strip():
            self.text += " " + " ".join(data.split())

    def refused(self, why: str) -> TvsimError:
        return TvsimError(f"{why}. The page {self.url.partition('?')[0]} says:{self.text[:400]}", status=self.status)


class Browser:
    """One visit: the cookies end with it."""

    def __init__(self, world_url: str, timeout: float, authority: str | None) -> None:
        self._world, self._timeout = world_url, timeout
        self._simulator = re.compile(rf"https?://(localhost|127\.0\.0\.1|\[::1\]):{urlsplit(world_url).port}([/?]|$)")
        self._opener = urllib.request.OpenerDirector()
        handlers: list[Any] = [
            urllib.request.HTTPHandler(), urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())]
        if world_url.startswith("https:"):
            handlers.append(urllib.request.HTTPSHandler(context=tls_context(authority)))
        for handler in handlers:
            self._opener.add_handler(handler)

    def visit(self, url: str, username: str | None, password: str) -> str:
        """Opens an address, signs in where a page asks for it, and returns the address at which the browser ends."""
        if not self._is_inside(url):
            raise TvsimError(
                f"'{url}' is not the address of a page of this world", suggestion="append its path to the world's url")
        return self._walk(self._open(url), username, password)

    def activate(self, code: str, mvpd: str | None, username: str, password: str) -> str:
        """Types the code of a TV, chooses the TV provider, and signs in."""
        page = self._submit(self._page(self._open(f"{self._world}/activate")), code=code)
        if isinstance(page, Page):
            if page.status >= 400:
                raise page.refused(f"the code '{code}' was refused with status {page.status}")
            if "mvpd" in page.asks:
                if mvpd is None:
                    raise page.refused("the app has not chosen a TV provider: name one")
                page = self._submit(page, mvpd=mvpd)
        return self._walk(page, username, password)

    def _walk(self, page: Page | str, username: str | None, password: str) -> str:
        typed = False
        for _ in range(20):
            if isinstance(page, str):
                return page
            if page.status >= 400:
                raise page.refused(f"the browser got status {page.status}")
            if "password" in page.asks:
                if username is None:
                    raise page.refused("the TV provider asks the user to sign in: name a user")
                if typed:
                    raise page.refused(f"the TV provider refused '{username}' with this password")
                typed = True
                page = self._submit(page, username=username, password=password, action="sign-in")
            elif page.asks:
                raise page.refused(f"the page asks for {', '.join(sorted(page.asks))}, {_PLAIN}")
            elif page.action is not None and page.fields:
                page = self._submit(page)
            elif page.refresh is not None:
                page = self._open(page.refresh)
            else:
                raise page.refused("the browser stays on a page without a form")
        raise TvsimError(f"the browser was sent to 20 pages and reached no end, {_PLAIN}")

    def _page(self, page: Page | str) -> Page:
        if isinstance(page, str):
            raise TvsimError(f"the browser left the world for {page}")
        return page

    def _submit(self, page: Page, **typed: str) -> Page | str:
        if page.action is None:
            raise page.refused("the page has no form")
        return self._open(page.action, urlencode(page.fields | typed).encode())

    def _is_inside(self, url: str) -> bool:
        return url == self._world or url.startswith((self._world + "/", self._world + "?"))

    def _open(self, url: str, form: bytes | None = None) -> Page | str:
        """Follows redirects inside the world. Returns the address if one leads out of it, which is the app's."""
        for _ in range(20):
            if not self._is_inside(url):
                if self._simulator.match(url):
                    raise TvsimError(
                        f"the page leads to {url.partition('?')[0]}, another host or world of the simulator, {_PLAIN}")
                return url
            try:
                response = self._opener.open(url, form, self._timeout)
            except (OSError, urllib.error.URLError) as error:
                raise ServerLost(f"the page {url} did not answer: {error}") from error
            with response:
                if response.status not in (301, 302, 303, 307, 308):
                    return Page(url, response.status, response.read().decode("utf-8", "replace"))
                url, form = urljoin(url, response.headers["Location"]), None
        raise TvsimError(f"the browser was redirected 20 times, last to {url}")
