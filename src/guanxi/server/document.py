"""Print the OpenAPI document: `python -m guanxi.server.document`."""

from __future__ import annotations

from guanxi.server.openapi import build_document
from guanxi.server.parts import Parts
from guanxi.server.settings import Settings

if __name__ == "__main__":
    print(build_document(Parts(Settings()).routes).decode())
