"""A person's request for a page, and the page that answers it."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from gangland.core.errors import GanglandError
from gangland.core.words import Language
from gangland.server.dependencies import get_somebody, send_cookie, services_of, welcome, words_for
from gangland.server.errors import status_of
from gangland.server.people import Person
from gangland.server.services import Services
from gangland.web.art import PLACE, with_parts
from gangland.web.environment import template as find_template
from gangland.web.sentences import write_error

PAGE = "gangland-page"  # a header: the page that acts, so that its stream does not tell it what the answer says
LONGEST_TEXT = 400
Text = Annotated[str, Form(max_length=LONGEST_TEXT)]


@dataclass(frozen=True)
class Visit:
    """A person's request for a page: who they are, their language, and the server's parts."""

    request: Request
    services: Services
    person: Person
    words: Language

    @property
    def site(self) -> str:
        """The public address with which links to send begin."""
        return site_of(self.request, self.services)

    @property
    def wants_fragment(self) -> bool:
        """Whether htmx asks, which puts the answer into the page that is shown."""
        return "hx-request" in self.request.headers

    def page(
        self, template: str, values: dict[str, Any], status: int = 200, trouble: GanglandError | None = None
    ) -> Response:
        """A page made from a template. If it answers an action that was refused, it says why."""
        url, person = self.request.url, self.person
        query = f"?{url.query}" if self.request.method == "GET" and url.query else ""
        common = {
            "here": url.path,
            "back_url": url.path + query,
            "who_name": person.name,
            "is_protected": person.is_protected,
            "theme": person.theme,
            "trouble": write_error(trouble, self.words) if trouble else "",
            "key": secrets.token_urlsafe(9),  # a form that is sent twice acts only once
        }
        html = find_template(template, self.words).render(common | values)
        if PLACE in html:
            html = with_parts(html, values["faces"])
        return HTMLResponse(html, status_of(trouble) if trouble else status)

    def named(self, name: str = "") -> Person:
        """The person under the name that they have just typed, or the one that everybody has at first."""
        person, people = self.person, self.services.people
        if name.strip() and not person.is_protected and name.strip() != person.name:
            return people.rename(person, name)
        return person if person.name else people.name_newcomer(person, self.words.say("Guest"))

    def sign_in(self, person: Person) -> None:
        """Let the answer carry this person's cookie."""
        send_cookie(self.request, self.services, person)


def site_of(request: Request, services: Services) -> str:
    """The public address with which links to send begin."""
    return services.settings.public_url or str(request.base_url).rstrip("/")


async def get_visit(request: Request) -> Visit:
    """The visit that a route asks for to show a page. It depends on nothing else, as FastAPI takes long over that."""
    services = services_of(request)
    somebody = await get_somebody(request, services)
    return Visit(request, services, welcome(request, services, somebody), words_for(request, somebody))


async def get_act(request: Request) -> AsyncIterator[Visit]:
    """The visit that a route asks for to change something. It has its turn to write until the answer is made.

    By then the body of the request is read, and whoever waits for the turn holds no thread.
    """
    visit = await get_visit(request)
    services = visit.services
    with services.live.answering(request.headers.get(PAGE, "")):
        async with services.store.turn():
            yield visit


acting = asynccontextmanager(get_act)  # for a route that is not FastAPI's
Visitor = Annotated[Visit, Depends(get_visit)]
Actor = Annotated[Visit, Depends(get_act, scope="function")]


def see_other(address: str) -> Response:
    """Send the browser to another page, which it fetches by GET."""
    return RedirectResponse(address, 303)
