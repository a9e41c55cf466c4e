"""A real browser without a window, driven over a pipe in the DevTools protocol; nothing but the standard library."""

from __future__ import annotations

import fcntl
import json
import os
import select
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Self

from scripts.environment import browser

if TYPE_CHECKING:
    from pathlib import Path

FLAGS = (
    "--headless",
    "--no-sandbox",  # root, as in a container, cannot have one
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--disable-quic",
    "--metrics-recording-only",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--remote-debugging-pipe",
)
PATIENCE = 120
"""Seconds that an answer may take, on a machine busy with other tests."""

MOVED = "import os, sys; [os.dup2(int(sys.argv[end - 2]), end) for end in (3, 4)]; os.execv(sys.argv[3], sys.argv[3:])"


class Browser:
    """One page of a browser of its own. ``events`` holds everything that it told unasked, in order."""

    def __init__(self, folder: Path) -> None:
        found = browser()
        if found is None:
            raise RuntimeError("no Chromium is on this machine; install it with 'apt-get install chromium'")
        self.events: list[dict[str, Any]] = []
        self._number = 0
        self._session: str | None = None
        self._folder = folder
        self._path = found
        self._read_ahead = bytearray()

    def __enter__(self) -> Self:
        there_in, here_out = os.pipe()
        here_in, there_out = os.pipe()
        # The browser reads its descriptor 3 and writes 4: the ends it gets are moved out of the way of those two.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (there_in, there_out)]
        command = [sys.executable, "-c", MOVED, *map(str, ends), self._path, *FLAGS]
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._process = subprocess.Popen([*command, f"--user-data-dir={self._folder}"], pass_fds=ends, **quiet)
        for end in (*ends, there_in, there_out):
            os.close(end)
        self._out, self._in = os.fdopen(here_out, "wb"), os.fdopen(here_in, "rb", buffering=0)
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(f"{domain}.enable")
        return self

    def __exit__(self, *_: object) -> None:
        self._out.close()
        self._in.close()
        self._process.terminate()
        self._process.wait(30)

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        self._out.write(json.dumps(message).encode() + b"\0")
        self._out.flush()
        while (answer := self._read()).get("id") != self._number:
            self.events.append(answer)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        result: dict[str, Any] = answer["result"]
        return result

    def open(self, path: Path) -> None:
        """Load a file, until its scripts have run."""
        before = len(self.events)
        self.ask("Page.navigate", url=path.as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events[before:]):
            self.events.append(self._read())

    def value(self, expression: str) -> Any:
        """Evaluate an expression in the page and return its value."""
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"]["description"])
        return answer["result"].get("value")

    def told(self, *methods: str) -> list[dict[str, Any]]:
        """What it told unasked under these names."""
        return [event["params"] for event in self.events if event.get("method") in methods]

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._read_ahead:
            if not select.select([self._in], [], [], PATIENCE)[0]:
                raise RuntimeError(f"the browser did not answer for {PATIENCE} seconds")
            if not (more := os.read(self._in.fileno(), 65536)):
                raise RuntimeError("the browser ended before it answered")
            self._read_ahead += more
        message, _, self._read_ahead = self._read_ahead.partition(b"\0")
        read: dict[str, Any] = json.loads(message)
        return read
