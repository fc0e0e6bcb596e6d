"""Drawing on a label: shaped text with exact boxes, rules, barcodes, and what thermal printers and tape do to them."""
import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

# Bar and space widths of Code 128's 107 symbols (ISO/IEC 15417).
CODE128 = """212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221
223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113
132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113
312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111
241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113
411311 113141 114131 311141 411131 211412 211214 211232 2331112""".split()


class Canvas:
    """A label being printed. boxes collects (field, text, quad) of every line that carries truth."""

    def __init__(self, w, h, font, bold, latin):
        self.img = Image.new("L", (w, h), 255)
        self.draw = ImageDraw.Draw(self.img)
        self.font_path, self.bold_path, self.latin_path, self.boxes = font, bold, latin, []

    def font(self, size, bold=False, latin=False):
        path = self.latin_path if latin else self.bold_path if bold else self.font_path
        return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.RAQM)

    def width(self, text, size, bold=False, latin=False):
        return self.font(size, bold, latin).getlength(text)

    def text(self, x, y, text, size, bold=False, field=None, fill=0, latin=False):
        """Draws text with its top-left corner at x, y; returns the height that a line takes."""
        f = self.font(size, bold, latin)
        self.draw.text((x, y), text, font=f, fill=fill)
        if field:
            a, b, c, d = self.draw.textbbox((x, y), text, font=f)
            self.boxes.append([field, text, [[a, b], [c, b], [c, d], [a, d]]])
        asc, desc = f.getmetrics()
        return int((asc + desc) * 1.02)

    def tab(self, x, y, text, size, latin=False):
        """White on black."""
        w = int(self.width(text, size, True, latin)) + size
        self.draw.rectangle((x, y, x + w, y + int(size * 1.7)), fill=0)
        self.text(x + size // 2, y + int(size * 0.1), text, size, True, None, 255, latin)
        return int(size * 1.9)

    def across(self, x, y, text, size, latin=True):
        """Text that reads upwards."""
        f = self.font(size, True, latin)
        w, h = int(f.getlength(text)) + 4, int(size * 1.6)
        strip = Image.new("L", (w, h), 255)
        ImageDraw.Draw(strip).text((2, 0), text, font=f, fill=0)
        self.img.paste(strip.rotate(90, expand=True), (x, y))

    def rule(self, y, x0=0, x1=None, dashed=False, width=3):
        x1 = x1 or self.img.width
        for x in range(x0, x1, 18) if dashed else [x0]:
            self.draw.line((x, y, min(x1, x + 10) if dashed else x1, y), fill=0, width=width)

    def column(self, x, y0, y1, width=3):
        self.draw.line((x, y0, x, y1), fill=0, width=width)

    def code128(self, x, y, text, module=2, height=90):
        values = [104] + [ord(c) - 32 for c in text]  # start B
        values += [(values[0] + sum(i * v for i, v in enumerate(values) if i)) % 103, 106]
        for v in values:
            for i, n in enumerate(CODE128[v]):
                w = int(n) * module
                if i % 2 == 0:
                    self.draw.rectangle((x, y, x + w - 1, y + height), fill=0)
                x += w
        return x

    def qr(self, x, y, text, module=4):
        q = cv2.QRCodeEncoder_create().encode(text)
        q = cv2.resize(q, None, fx=module, fy=module, interpolation=cv2.INTER_NEAREST)
        self.img.paste(Image.fromarray(q), (x, y))


def thermal(img, r):
    """Dead dots of the print head, weak heat, a slipping ribbon, dust. img is a grey array, returned as one."""
    a = img.astype(np.float32)
    n = np.random.default_rng(r.randrange(1 << 30))
    for _ in range(r.choice([0, 0, 1, 2])):
        x = r.randrange(a.shape[1])
        a[:, x:x + r.choice([1, 1, 2])] = 255
    if r.random() < 0.5:  # the print gets weaker over the label
        fade = np.linspace(r.uniform(0, 60), r.uniform(0, 90), a.shape[r.randrange(2)])
        a = np.maximum(a, fade[:, None] if len(fade) == a.shape[0] else fade[None, :])
    if r.random() < 0.5:
        specks = n.random(a.shape) < 0.004
        a[specks & (a < 128)] = 255
    if r.random() < 0.4:
        a = cv2.GaussianBlur(a, (3, 3), r.uniform(0.3, 0.8))
    return np.clip(a, 0, 255).astype(np.uint8)


def tape(img, r):
    """A strip of glossy tape: a slight veil and a highlight."""
    a = img.astype(np.float32)
    h, w = a.shape
    y = r.randrange(h)
    yy = np.arange(h)[:, None]
    veil = np.exp(-((yy - y) / (0.06 * h)) ** 2) * r.uniform(10, 40)
    spot = np.exp(-((yy - y) / (0.03 * h)) ** 2 - ((np.arange(w)[None, :] - r.randrange(w)) / (0.18 * w)) ** 2) * r.uniform(20, 90)
    return np.clip(a + veil + spot, 0, 255).astype(np.uint8)
