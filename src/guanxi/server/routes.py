"""Every route of the API, collected from the features: from them come the application and its OpenAPI document."""

from __future__ import annotations

from guanxi.server.chat.routes import ROUTES as CHAT
from guanxi.server.clocks.routes import ROUTES as CLOCKS
from guanxi.server.http.meta import ROUTES as META
from guanxi.server.learning.routes import ROUTES as LEARNING
from guanxi.server.notices.routes import ROUTES as NOTICES
from guanxi.server.people.routes import ROUTES as PEOPLE
from guanxi.server.review.routes import ROUTES as REVIEW
from guanxi.server.seats.routes import ROUTES as SEATS
from guanxi.server.tables.routes import ROUTES as TABLES

ROUTES = (*META, *LEARNING, *SEATS, *TABLES, *CLOCKS, *CHAT, *PEOPLE, *NOTICES, *REVIEW)
