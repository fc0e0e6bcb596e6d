"""Pages drawn by Chromium from HTML, with the exact place of every printed line: PDF with text layer, raster, fragments.

    with Browser() as b:
        shot = b.shoot(html, size=A4)          # html: one <div class="page"> a page, styled as you like
        shot.pdf                               # bytes, with text layer
        shot.pages[0].fragments                # every printed line piece, see Fragment
        shot.raster(150)                       # BGR arrays, one a page

Any element may carry data-* attributes (data-f="invoice_no", data-row="3"); fragments below it carry them in `data`.
Coordinates are CSS pixels (96 an inch) from the page's top left corner. Text may be turned by `transform: rotate` in steps
of 90 degrees or by `writing-mode`. Needs chromium, websocket-client, pypdfium2, numpy.
"""
import base64, dataclasses, json, os, shutil, subprocess, tempfile, time, urllib.request

import numpy as np
import pypdfium2
import websocket

A4 = (794, 1123)
HERE = os.path.dirname(os.path.abspath(__file__))

# CSS for print whose marks are set by programs that know no Thai: where the face has each sign, tones as high over bare letters as over vowels.
UNSHAPED = 'font-feature-settings:"mark" 0,"mkmk" 0,"ccmp" 0'


@dataclasses.dataclass
class Fragment:
    """A piece of one printed line: the characters of one element that stand on one line."""
    text: str
    box: list       # x0, y0, x1, y1 of the font's line height, upright
    turn: int       # quarter turns clockwise: 1 reads downwards, 3 upwards
    reversed: bool  # print lighter than its ground
    size: float     # font size in pixels
    bold: bool
    face: str
    data: dict      # the data-* attributes of all elements around it, the innermost winning
    starts: list    # of each character along the line, pixels from the start of reading

    @property
    def quad(self):
        """Four corners in reading order: start above the letters, end above, end below, start below."""
        x0, y0, x1, y1 = self.box
        corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
        return corners[self.turn:] + corners[:self.turn]


@dataclasses.dataclass
class Area:
    """An element that is seen as such: filled, or framed on all sides."""
    box: list
    filled: bool
    dark: bool
    framed: bool
    data: dict


@dataclasses.dataclass
class Page:
    width: float
    height: float
    fragments: list
    areas: list
    rules: list  # [x0, y0, x1, y1, thick] of single borders
    cut: list = dataclasses.field(default_factory=list)  # boxes of the line pieces that the page's edge cuts, which are no fragments


@dataclasses.dataclass
class Shot:
    pages: list
    pdf: bytes

    def raster(self, dpi=150):
        """The pages as printed, BGR uint8 arrays."""
        doc = pypdfium2.PdfDocument(self.pdf)
        k = dpi / 96
        try:
            drawn = [doc[i].render(scale=dpi / 72).to_numpy() for i in range(min(len(doc), len(self.pages)))]
            # The renderer rounds up; a page is as large as its CSS says.
            return [np.ascontiguousarray(a[:round(p.height * k), :round(p.width * k), :3]) for a, p in zip(drawn, self.pages)]
        finally:
            doc.close()


def _thai(c):
    return "\u0e00" <= c <= "\u0e7f"


def fields_of(page, key="f"):
    """Fields marked by data-f: name -> list of values, each {"value", "boxes"}, one box a printed line. Elements with the
    same data-f and the same data-i (default: none) are one value; its lines are joined by a space where there was one."""
    out, order = {}, []
    for f in page.fragments:
        name = f.data.get(key)
        if not name:
            continue
        k = (name, f.data.get("i"))
        if k not in out:
            out[k] = {"value": "", "boxes": []}
            order.append(k)
        v = out[k]
        last = v["boxes"][-1] if v["boxes"] else None
        if last and abs(last[1] - f.box[1]) < 2 and f.box[0] - last[2] < 3 * f.size:
            last[2], last[3] = max(last[2], f.box[2]), max(last[3], f.box[3])
        else:
            # A line break inside Thai text stands for nothing, elsewhere for a space.
            if last and not (_thai(v["value"][-1:]) and _thai(f.text[:1])):
                v["value"] += " "
            v["boxes"].append(list(f.box))
        v["value"] += f.text
    fields = {}
    for name, i in order:
        v = out[name, i]
        v["value"] = " ".join(v["value"].split())
        fields.setdefault(name, []).append(v)
    return fields


FINE = 3  # how much finer than the raster pieces are drawn: soft edges have colours in between
MOST_PIECES = 251


def numbers(bgr):
    """The pieces' numbers by the colours that pieces.js gave them; 0 where pixels have none of these."""
    digits = bgr.astype(np.int32)
    own = (digits % 40 == 0).all(2) & (digits < 255).all(2)
    return np.where(own, (digits // 40) @ [36, 6, 1], 0).astype(np.uint16)


def most(fine):
    """A raster FINE times as coarse: each pixel has the highest number that occurs in it."""
    h, w = (n // FINE * FINE for n in fine.shape)
    return fine[:h, :w].reshape(h // FINE, FINE, w // FINE, FINE).max((1, 3))


class Browser:
    """One headless Chromium. Use it in one thread, close it or use it in a with statement."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="pages-")
        chromium = shutil.which("chromium") or shutil.which("chromium-browser")
        args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", "--remote-allow-origins=*", "--hide-scrollbars",
                "--no-first-run", "--disable-extensions", "--user-data-dir=" + self.folder, "about:blank"]
        self.process = subprocess.Popen([chromium] + args, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.ids, self.socket = 0, None
        try:
            self.socket = websocket.create_connection(self._address(), timeout=60, max_size=None)
            self._call("Page.enable")
        except BaseException:
            self.close()
            raise
        self.script = open(os.path.join(HERE, "fragments.js"), encoding="utf-8").read()

    def _address(self):
        port_file, end = os.path.join(self.folder, "DevToolsActivePort"), time.monotonic() + 60
        while time.monotonic() < end:
            if os.path.exists(port_file):
                lines = open(port_file).read().split()
                if lines:
                    pages = json.load(urllib.request.urlopen(f"http://127.0.0.1:{lines[0]}/json/list", timeout=30))
                    found = [p["webSocketDebuggerUrl"] for p in pages if p["type"] == "page"]
                    if found:
                        return found[0]
            time.sleep(0.05)
        raise RuntimeError("chromium did not open its debugging port")

    def _call(self, method, **params):
        self.ids += 1
        self.socket.send(json.dumps({"id": self.ids, "method": method, "params": params}))
        while True:
            m = json.loads(self.socket.recv())
            if m.get("id") == self.ids:
                if "error" in m:
                    raise RuntimeError(f"{method}: {m['error']}")
                return m["result"]

    def _evaluate(self, expression):
        r = self._call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in r:
            raise RuntimeError(r["exceptionDetails"].get("exception", {}).get("description", "script failed"))
        return r["result"].get("value")

    def shoot(self, html, size=A4, pdf=True):
        """Draws html's pages, each size CSS pixels large; what overflows a page is cut. pdf=False: fragments only, faster."""
        w, h = size
        style = (f"<style>@page{{size:{w}px {h}px;margin:0}}html,body{{margin:0;padding:0;-webkit-print-color-adjust:exact}}"
                 f".page{{width:{w}px;height:{h}px;position:relative;overflow:hidden;break-after:page;box-sizing:border-box}}"
                 ".page:last-child{break-after:auto}*{box-sizing:border-box}</style>")
        self._call("Emulation.setDeviceMetricsOverride", width=int(w), height=int(h), deviceScaleFactor=1, mobile=False)
        frame = self._call("Page.getFrameTree")["frameTree"]["frame"]["id"]
        self._call("Page.setDocumentContent", frameId=frame, html="<!doctype html><meta charset=utf-8>" + style + html)
        self._evaluate("document.fonts.ready.then(() => 1)")
        pages = [Page(p["width"], p["height"], [Fragment(**f) for f in p["fragments"]], [Area(**a) for a in p["areas"]], p["rules"], p["cut"])
                 for p in self._evaluate(self.script)]
        data = b""
        if pdf:
            data = base64.b64decode(self._call("Page.printToPDF", printBackground=True, preferCSSPageSize=True, marginTop=0, marginBottom=0, marginLeft=0, marginRight=0)["data"])
        return Shot(pages, data)

    def pieces(self, scale):
        """What the printed pieces of the first page of the last shoot say, and which one each pixel of its raster at that scale belongs
        to: uint16, 0 for none, else a piece's number from 1. The page is spoilt by it."""
        import cv2
        said = self._evaluate(open(os.path.join(HERE, "pieces.js"), encoding="utf-8").read())
        if len(said) > MOST_PIECES:
            raise ValueError(f"{len(said)} pieces on a page: {MOST_PIECES} have colours of their own")
        size = self._call("Page.getLayoutMetrics")["cssContentSize"]
        w, h = int(size["width"]), int(size["height"])
        self._call("Emulation.setDeviceMetricsOverride", width=w, height=h, deviceScaleFactor=FINE * scale, mobile=False)
        png = self._call("Page.captureScreenshot", format="png", clip=dict(x=0, y=0, width=w, height=h, scale=1), captureBeyondViewport=True)["data"]
        return said, most(numbers(cv2.imdecode(np.frombuffer(base64.b64decode(png), np.uint8), cv2.IMREAD_COLOR)))

    def close(self):
        if self.socket:
            self.socket.close()
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
