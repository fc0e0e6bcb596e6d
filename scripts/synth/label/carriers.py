"""More layouts of parcel labels, after what carriers and shops print. Same rules as layouts.py."""
from PIL import Image, ImageDraw

import layouts


def cells(c, d, r):
    """Four cells with bilingual captions: origin and destination side by side, routing and code above."""
    w, half = c.img.width, c.img.width // 2
    c.text(20, 14, d["sort"], 60, True, latin=True)
    c.text(half + 20, 30, d["carrier"], 30, True)
    y = 110
    c.rule(y)
    y += 16 + layouts.codes(c, d, 120, y + 16)
    c.rule(y)
    top = y
    c.text(14, y + 8, "ต้นทาง / Origin", 20, True)
    y = top + 40
    for line in (d["sender"], d["sender_phone"]):
        y += c.text(14, y, line, 20)
    low = y + layouts.flow(c, 14, y, d["sender_address"], 19, half - 24)[0]
    y = top + 8 + c.text(half + 14, top + 8, "ปลายทาง / Destination", 20, True)
    y += c.text(half + 14, y, d["name"], 26, True, "name")
    used, d["lines"] = layouts.flow(c, half + 14, y, d["address"], 24, half - 28, "addr")
    y += used
    if d["phone"]:
        y += c.text(half + 14, y, "โทร " + d["phone"], 24, True, "phone")
    y = max(y, low) + 10
    c.column(half, top, y)
    c.rule(y)
    c.text(14, y + 10, f"COD {r.randrange(50, 3000)} บาท", 40, True)
    c.qr(w - 150, y + 12, "https://example.test/t?se=" + d["tracking"], 3)
    return y + 170


def receiver_first(c, d, r):
    """The receiver on top in a frame, the sender at the foot with a wish to return what cannot be delivered."""
    w = c.img.width
    y = 40 + c.text(40, 30, r.choice(["ถึง :", "กรุณาส่ง", "ผู้รับ"]), 30, True)
    y += c.text(90, y, d["name"], 44, True, "name")
    used, d["lines"] = layouts.flow(c, 90, y, d["address"], 36, w - 130, "addr")
    y += used
    if d["phone"]:
        y += c.text(90, y, "โทร. " + d["phone"], 38, True, "phone")
    for off in (0, 4):
        c.draw.rectangle((14 + off, 14 + off, w - 14 - off, y + 14 - off), outline=0, width=2)
    y += 40 + layouts.codes(c, d, 110, y + 40)
    c.rule(y)
    y += 10 + c.text(20, y + 10, "หากนำจ่ายไม่ได้ กรุณาส่งคืน", 22)
    y += c.text(20, y, f"ผู้ส่ง {d['sender']} โทร {d['sender_phone']}", 22)
    return y + layouts.flow(c, 20, y, d["sender_address"], 22, w - 40)[0] + 20


def tight(c, d, r):
    """Lines set without leading, so that vowel signs touch the line above."""
    w = c.img.width
    c.text(20, 10, d["carrier"], 34, True)
    y = 80 + layouts.codes(c, d, 100, 80)
    c.rule(y)
    for who in ("sender", "receiver"):
        y += 6 + c.text(20, y + 6, d["cap_from"] if who == "sender" else d["cap_to"], 22, True)
        if who == "sender":
            c.text(20, y, d["sender"] + " " + d["sender_phone"], 22)
            y += 26
            y += int(0.8 * layouts.flow(c, 20, y, d["sender_address"], 21, w - 40)[0])
            c.rule(y + 10)
            y += 12
            continue
        y += int(0.8 * c.text(20, y, d["name"], 34, True, "name"))
        cur, d["lines"] = "", []
        for p in d["address"] + [None]:
            t = cur + " " + p if cur and p else p or ""
            if cur and (p is None or c.width(t, 30) > w - 40):
                y += int(0.78 * c.text(20, y, cur, 30, False, "addr"))
                d["lines"].append(cur)
                t = p or ""
            cur = t
        if d["phone"]:
            y += c.text(20, y, d["phone"], 32, True, "phone")
    c.rule(y + 16)
    return y + 60


def export(c, d, r):
    """Latin, three blocks side by side under rules, captions with colons, customs words below."""
    w, third = c.img.width, c.img.width // 2
    c.text(16, 12, "MOCK WORLDWIDE", 36, True, latin=True)
    c.text(w - 150, 20, d["sort"], 34, True, latin=True)
    c.rule(70, width=5)
    y = 80
    for line in ["From: " + d["sender"]] + d["sender_address"] + ["Phone: " + d["sender_phone"]]:
        y += c.text(16, y, line, 20, latin=True)
    for i, line in enumerate(["ACTWGT: %d.0 KG" % r.randrange(1, 30), "Date: 12 MAR 2026", "Ref: %s" % r.randrange(10 ** 6)]):
        c.text(third + 60, 84 + 26 * i, line, 20, latin=True)
    y = max(y, 180) + 10
    c.rule(y)
    y += 8
    c.text(16, y, r.choice(["To:", "Consignee:", "Recipient:"]), 24, True, latin=True)
    y += 34
    y += c.text(40, y, d["name"], 32, True, "name", latin=True)
    d["lines"] = d["address"]
    for line in d["address"]:
        y += c.text(40, y, line, 30, False, "addr", latin=True)
    if d["phone"]:
        y += c.text(40, y + 4, d["phone"], 26, False, "phone", latin=True)
    c.rule(y + 14)
    c.text(16, y + 24, "Contents: printed matter  Qty 1  Value 12.00 EUR", 20, latin=True)
    return y + 80 + layouts.codes(c, d, 80, y + 70, 2, 160) + 20


def stamped(c, d, r):
    """A sample: a word in pale or outlined capitals runs across all of it."""
    y = layouts.LAYOUTS["ship_to"](c, d, r) if d["latin"] else layouts.LAYOUTS["market"](c, d, r)
    f = c.font(150, True, True)
    n = int(f.getlength("SAMPLE")) + 20
    mark = Image.new("L", (n, 200), 0)
    ImageDraw.Draw(mark).text((10, 10), "SAMPLE", font=f, fill=r.choice([70, 110]))
    mark = mark.rotate(r.choice([20, 30, -25]), expand=True)
    base = c.img.crop((60, y // 3, 60 + mark.width, y // 3 + mark.height))
    c.img.paste(Image.composite(Image.new("L", base.size, 0), base, mark), (60, y // 3))
    return y


LAYOUTS = {"cells": cells, "receiver_first": receiver_first, "tight": tight, "export": export, "stamped": stamped}
LATIN = {"export"}
