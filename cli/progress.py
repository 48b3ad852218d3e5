"""A sign of life for work that takes over a second: on standard error, and only on a terminal."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

PATIENCE = 1.0
"""Seconds before anything is shown."""


@contextmanager
def progress(text: str) -> Iterator[None]:
    """Shows `text` with a spinner once the work inside has taken `PATIENCE` seconds."""
    sign = _Sign(text)
    timer = threading.Timer(PATIENCE, sign.show)
    timer.daemon = True
    if sys.stderr.isatty():
        timer.start()
    try:
        yield
    finally:
        timer.cancel()
        sign.hide()


@contextmanager
def counting(text: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar that fills as the yielded function is told of finished pieces; on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda finished: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(escape(text), total=total)
        yield lambda finished: bar.advance(task, finished)


class _Sign:
    """The spinner; once hidden it is never shown again, whichever thread is faster."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._guard = threading.Lock()
        self._is_over = False
        self._shown = ExitStack()

    def show(self) -> None:
        from rich.console import Console
        from rich.markup import escape

        with self._guard:
            if not self._is_over:
                self._shown.enter_context(Console(stderr=True).status(escape(self._text)))

    def hide(self) -> None:
        with self._guard:
            self._is_over = True
            self._shown.close()
