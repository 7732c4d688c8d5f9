"""Middleware: what a request passes around its route."""
