"""A headless Chromium, asked over its pipe in the DevTools protocol: no driver, no port, nothing to install beside it."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
OPTIONS = (
    "--headless",
    "--no-sandbox",  # it shows our own pages, and containers have no user namespaces
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--no-first-run",
    "--remote-debugging-pipe",
)

# It reads what it is asked from descriptor 3, and answers on 4.
START = "import os, sys; [os.dup2(int(sys.argv[n]), n + 2) for n in (1, 2)]; os.execv(sys.argv[3], sys.argv[3:])"


def find_browser() -> str:
    """Its path; LookupError where there is none, with what to do."""
    for name in (os.environ.get("CHROMIUM", ""), *NAMES):
        if name and (path := shutil.which(name)):
            return path
    raise LookupError("no Chromium was found (apt-get install chromium, or set CHROMIUM to its path)")


class Browser:
    """One page of a browser that lives as long as the `with` block.

    requests: the addresses that pages asked for; complaints: what they said on the console, and exceptions.
    """

    def __init__(self) -> None:
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.number = 0
        self.session: str | None = None

    def __enter__(self) -> Browser:
        self.home = tempfile.mkdtemp(prefix="clew-browser-")
        (reads, to_browser), (from_browser, writes) = os.pipe(), os.pipe()
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (reads, writes)]  # so that neither is 3 or 4
        command = [find_browser(), *OPTIONS, f"--user-data-dir={self.home}", "about:blank"]
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, *map(str, ends), *command],
            pass_fds=ends,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for end in (reads, writes, *ends):
            os.close(end)
        self.out = os.fdopen(to_browser, "wb", buffering=0)
        self.messages = os.fdopen(from_browser, "rb")
        target = next(t for t in self.ask("Target.getTargets")["targetInfos"] if t["type"] == "page")
        attached = self.ask("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(f"{domain}.enable")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.kill()
        self.process.wait()
        self.out.close()
        self.messages.close()
        shutil.rmtree(self.home, ignore_errors=True)

    def ask(self, method: str, **parameters: Any) -> Any:
        self.number += 1
        message: dict[str, Any] = {"id": self.number, "method": method, "params": parameters}
        if self.session is not None:
            message["sessionId"] = self.session
        self.out.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def _next(self) -> Any:
        """The next message; what pages ask for, and complain of, is noted."""
        text = bytearray()
        while (byte := self.messages.read(1)) not in (b"\0", b""):
            text += byte
        if not text:
            raise RuntimeError("the browser ended")
        message = json.loads(text)
        match message.get("method"):
            case "Network.requestWillBeSent":
                self.requests.append(message["params"]["request"]["url"])
            case "Runtime.exceptionThrown":
                details = message["params"]["exceptionDetails"]
                self.complaints.append(details.get("exception", {}).get("description", details["text"]))
            case "Log.entryAdded":
                self.complaints.append(message["params"]["entry"]["text"])
        return message

    def open(self, page: Path, anchor: str = "") -> None:
        self.ask("Page.navigate", url="about:blank")
        self.ask("Page.navigate", url=page.as_uri() + anchor)
        wait = "new Promise(done => document.readyState === 'complete' ? done(1) : addEventListener('load', done))"
        self.value(
            f"{wait}.then(() => new Promise(done => requestAnimationFrame(() => setTimeout(() => done(1), 50))))"
        )

    def value(self, script: str) -> Any:
        """Of an expression in the page; of a promise, what it gives."""
        found = self.ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in found:
            raise RuntimeError(found["exceptionDetails"].get("exception", {}).get("description", script))
        return found["result"].get("value")

    def press(self, key: str) -> None:
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        self.ask("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key)

    def point(self, what: str) -> tuple[float, float]:
        """Put the pointer on the first thing that the selector means."""
        script = (
            f"(() => {{ const e = document.querySelector({json.dumps(what)});"
            " e.scrollIntoView({block: 'center', behavior: 'instant'}); const r = e.getBoundingClientRect();"
            " return [r.x + r.width / 2, r.y + r.height / 2]; })()"
        )
        x, y = self.value(script)
        self.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        return x, y

    def click(self, what: str) -> None:
        x, y = self.point(what)
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def look(self, width: int, height: int, *, dark: bool = False) -> None:
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        feature = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.ask("Emulation.setEmulatedMedia", features=[feature])

    def picture(self) -> bytes:
        return base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"])

    def pdf(self) -> bytes:
        return base64.b64decode(self.ask("Page.printToPDF", printBackground=False)["data"])
