"""The command line: reads what people type, asks the solver, and shows its answers."""

import os

# Otherwise pydantic looks for plugins through every installed package, at each start.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
