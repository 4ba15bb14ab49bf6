"""The version of this package, which is also that of the server it needs, and its build."""

__version__ = "0.1.0"
#: The build of a wheel, such as that of its programs. A checkout has none: its programs are those that were built last.
__build__ = "unknown"
