"""The version of this package, which is also that of the server it needs."""

__version__ = "0.1.0"
