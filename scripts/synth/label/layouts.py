"""Layouts of parcel labels. Each draws a label and leaves exact boxes."""


def flow(c, x, y, parts, size, width, field=None, bold=False, join=" ", latin=False):
    """Breaks parts into lines that fit; returns the height used and the lines."""
    lines, cur = [], ""
    for p in parts:
        t = cur + join + p if cur else p
        if c.width(t, size, bold, latin) > width and cur:
            lines.append(cur)
            cur = p
        else:
            cur = t
    lines.append(cur)
    used = 0
    for line in lines:
        used += c.text(x, y + used, line, size, bold, field, latin=latin)
    return used, lines


def codes(c, d, x, y, module=2, height=90):
    end = c.code128(x, y, d["tracking"], module, height)
    c.text((x + end) // 2 - 80, y + height + 6, d["tracking"], 22, latin=True)
    return height + 40


def market(c, d, r):
    """Carrier header, barcode, small sender, large receiver, COD, goods."""
    w = c.img.width
    c.text(24, 20, d["carrier"], 34, True)
    c.text(w - 190, 26, d["sort"], 46, latin=True)
    c.rule(100)
    y = 118 + codes(c, d, 120, 118)
    c.rule(y)
    y += 8 + c.text(20, y + 8, f"{d['cap_from']} {d['sender']} {d['sender_phone']}", 21)
    y += flow(c, 20, y, d["sender_address"], 20, w - 40)[0]
    c.rule(y + 6)
    y += 12 + c.text(20, y + 12, d["cap_to"], 26, True)
    y += c.text(20, y, d["name"], 34, True, "name")
    if d["phone"]:
        y += c.text(20, y, d["phone"], 30, True, "phone")
    used, d["lines"] = flow(c, 20, y, d["address"], 29, w - 40, "addr")
    y += used
    c.rule(y + 8)
    c.qr(40, y + 24, "https://example.test/t?se=" + d["tracking"], 4)
    c.text(220, y + 30, f"COD {r.randrange(50, 2000)}.00", 44, True)
    c.text(220, y + 100, f"น้ำหนัก {r.randrange(1, 50) / 10} kg", 22)
    c.rule(y + 190)
    c.text(20, y + 200, f"รายการสินค้า: เสื้อทดลอง x{r.randrange(1, 9)}", 22)
    return y + 300


def table(c, d, r):
    """A table of captions and values."""
    w, x, y = c.img.width, 190, 90
    c.text(24, 20, d["carrier"], 34, True)
    for cap, th, key in (("Receiver", "ผู้รับ", "name"), ("Phone", "โทร", "phone"), ("Address", "ที่อยู่", "address"), ("Sender", "ผู้ส่ง", "sender")):
        c.rule(y)
        top = y
        c.text(20, y + 10, cap, 22, latin=True)
        c.text(20, y + 40, th, 22)
        if key == "name":
            y += 10 + c.text(x + 16, y + 10, d["name"], 33, True, "name")
        elif key == "phone":
            y += 10 + c.text(x + 16, y + 10, d["phone"] or " ", 32, False, "phone" if d["phone"] else None)
        elif key == "address":
            used, d["lines"] = flow(c, x + 16, y + 10, d["address"], 28, w - x - 40, "addr")
            y += 10 + used
        else:
            y += 10 + c.text(x + 16, y + 10, f"{d['sender']} {d['sender_phone']}", 22)
            y += flow(c, x + 16, y, d["sender_address"], 22, w - x - 40)[0]
        y = max(y, top + 90)
        c.column(x, top, y)
    c.rule(y)
    return y + 30 + codes(c, d, 110, y + 30) + 40


def mini(c, d, r):
    """A narrow roll: everything below each other, captions on lines of their own."""
    y = 16 + c.text(120, 16, "ใบปะหน้าพัสดุ", 34, True)
    y += codes(c, d, 40, y, 2, 80)
    c.rule(y, dashed=True)
    y += 12 + c.text(16, y + 12, f"ผู้ส่ง: {d['sender']} โทร {d['sender_phone']}", 22)
    c.rule(y + 8, dashed=True)
    y += 20 + c.text(16, y + 20, d["cap_to"], 24, True)
    y += c.text(16, y, d["name"], 33, True, "name")
    y += c.text(16, y, "ที่อยู่:", 24, True)
    used, d["lines"] = flow(c, 16, y, d["address"], 30, c.img.width - 30, "addr")
    y += used
    if d["phone"]:
        y += c.text(16, y, "เบอร์โทร:", 24, True)
        y += c.text(16, y, d["phone"], 32, True, "phone")
    return y + 30


def plain(c, d, r):
    """What people print at home: a line for the sender, then name and address in large letters."""
    y = 40 + c.text(40, 40, f"ส่งจาก {d['sender']} {d['sender_phone']}", 24) + 60
    y += c.text(40, y, d["name"], 50, True, "name")
    used, d["lines"] = flow(c, 40, y, d["address"], 42, c.img.width - 80, "addr")
    y += used
    if d["phone"]:
        y += c.text(40, y, d["phone"], 44, True, "phone")
    return y + 40 + codes(c, d, 100, y + 40, 2, 110) + 20


def ship_to(c, d, r):
    """Latin: sender small at the top left, SHIP TO below."""
    y = 20
    for line in [d["sender"], d["sender_phone"]] + d["sender_address"]:
        y += c.text(20, y, line, 22, latin=True)
    c.text(c.img.width - 200, 24, f"{r.randrange(1, 30)} KG", 30, latin=True)
    y += 30 + c.text(20, y + 30, r.choice(["SHIP TO:", "Deliver to:", "TO:"]), 26, True, latin=True)
    for i, line in enumerate([d["name"]] + ([d["phone"]] if d["phone"] else []) + d["address"]):
        field = "name" if i == 0 else "phone" if line == d["phone"] else "addr"
        y += c.text(80, y, line, 32, False, field, latin=True)
    d["lines"] = d["address"]
    c.rule(y + 20, width=6)
    return y + 50 + codes(c, d, 90, y + 50, 2, 180) + 30


def invoice_strip(c, d, r):
    """Two columns: sender left, receiver right, white-on-black captions."""
    half = c.img.width // 2
    c.text(24, 16, d["carrier"], 30, True)
    y0 = 80
    c.rule(y0)
    c.tab(16, y0 + 12, "FROM", 22, True)
    c.tab(half + 16, y0 + 12, "TO / ผู้รับ", 22)
    y = y0 + 60
    y += c.text(16, y, d["sender"], 22)
    y += flow(c, 16, y, d["sender_address"], 21, half - 40)[0]
    ys = y
    y = y0 + 60
    y += c.text(half + 16, y, d["name"], 28, True, "name")
    used, d["lines"] = flow(c, half + 16, y, d["address"], 25, half - 40, "addr")
    y += used
    if d["phone"]:
        y += c.text(half + 16, y, "โทร. " + d["phone"], 25, False, "phone")
    y = max(y, ys) + 14
    c.column(half, y0, y)
    c.rule(y)
    return y + 20 + codes(c, d, 110, y + 20) + 30


def side_tabs(c, d, r):
    """Captions printed upwards at the left edge of each cell."""
    y, x = 20, 80
    c.text(20, y, d["carrier"], 30, True)
    y = 90
    for who in ("sender", "receiver"):
        c.rule(y)
        top = y
        y += 12
        if who == "sender":
            y += c.text(x, y, d["sender"], 22)
            y += flow(c, x, y, d["sender_address"], 21, c.img.width - x - 20)[0]
        else:
            y += c.text(x, y, d["name"], 32, True, "name")
            used, d["lines"] = flow(c, x, y, d["address"], 28, c.img.width - x - 20, "addr")
            y += used
            if d["phone"]:
                y += c.text(x, y, d["phone"], 28, False, "phone")
        y = max(y, top + 130) + 8
        c.across(18, (top + y) // 2 - 45, "FROM" if who == "sender" else "TO", 28)
        c.column(64, top, y)
    c.rule(y)
    return y + 20 + codes(c, d, 110, y + 20) + 20


def letter_block(c, d, r):
    """No captions at all: return address small at the top, receiver large and indented."""
    y = 20 + c.text(20, 20, d["sender"], 22, latin=d["latin"])
    for line in d["sender_address"] if d["latin"] else [" ".join(d["sender_address"])]:
        y += c.text(20, y, line, 20, latin=d["latin"])
    y += 110
    y += c.text(120, y, d["name"], 38, d["latin"] is False, "name", latin=d["latin"])
    if d["latin"]:
        d["lines"] = d["address"]
        for line in d["address"]:
            y += c.text(120, y, line, 36, False, "addr", latin=True)
    else:
        used, d["lines"] = flow(c, 120, y, d["address"], 34, c.img.width - 150, "addr")
        y += used
    if d["phone"]:
        y += c.text(120, y, d["phone"], 34, False, "phone", latin=d["latin"])
    return y + 60 + codes(c, d, 90, y + 60, 2, 120) + 20


LAYOUTS = {"market": market, "table": table, "mini": mini, "plain": plain, "ship_to": ship_to, "invoice_strip": invoice_strip,
           "side_tabs": side_tabs, "letter_block": letter_block}
LATIN = {"ship_to"}
WIDTH = {"mini": 456}
