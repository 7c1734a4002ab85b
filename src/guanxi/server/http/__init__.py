"""Requests and responses: routes, identity, errors, limits and pages."""
