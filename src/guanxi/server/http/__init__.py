"""Requests and answers: routes, errors, limits, pages and the OpenAPI document."""
