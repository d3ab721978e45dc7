"""What the module beside does."""

from setup import *  # noqa: F403
