"""The item table and the sums of an invoice as HTML, marked with rows, canonical columns and fields."""
import words
from content import pick
from draw import Drawer, esc, f


class Page(Drawer):
    def heading(self, name):
        table, c = words.COLUMNS[name], self.c
        if c.lang == "bi":
            th, en = pick(self.r, table["th"], c.held), pick(self.r, table["en"], c.held)
            return self.r.choice([th, en, f"{th}<br>{en}", f"{th} / {en}"])
        return esc(pick(self.r, table.get(c.lang, table["en"]), c.held))

    def columns(self):
        r = self.r
        if self.c.kind == "shipping":
            cols = ["table_description"] + (["vat_column"] if r.random() < 0.6 else []) + ["table_amount"]
            if r.random() < 0.4:
                cols.insert(1, "table_quantity")
            if r.random() < 0.4:
                cols.insert(1, "currency_column")
        else:
            cols = ["table_description", "table_quantity"] + (["table_unit"] if r.random() < 0.35 else []) + (["table_unit_price"] if r.random() < 0.85 else []) + (["discount"] if any(i["discount"] for i in self.c.items) else []) + ["table_amount"]
            if r.random() < 0.15:
                cols.remove("table_quantity"), cols.insert(0, "table_quantity")
        if r.random() < 0.35:
            cols.insert(0 if r.random() < 0.7 else 1, "table_item_code")
        if r.random() < 0.5:
            cols.insert(0, "table_item_number")
        return cols

    def cell(self, col, i, item):
        m = self.c.money
        show = m if m.in_cells else m.plain
        return {"table_item_number": str(i + 1), "table_item_code": item["code"], "table_description": item["text"], "table_quantity": str(item["qty"]) + self.quantity, "table_unit": item["unit"],
                "table_unit_price": show(item["price"]), "discount": show(item["discount"]) if item["discount"] else "-", "table_amount": show(item["amount"]), "vat_column": show(item.get("vat", 0)) if item.get("vat") else "",
                "currency_column": m.code}[col]

    def items(self):
        c, r = self.c, self.r
        cols = self.columns()
        self.quantity = r.choice(["", "", ".00"])
        names = {"vat_column": r.choice(["VAT IN THB", "VAT", "VAT 7%"] if c.lang != "th" else ["ภาษีมูลค่าเพิ่ม", "VAT"]), "currency_column": r.choice(["CUR", "Currency", "สกุลเงิน" if c.lang in ("th", "bi") else "CCY"])}
        heads = {k: names.get(k) or self.heading(k) for k in cols}
        if c.kind == "shipping":
            heads["table_amount"] = r.choice(["CHARGES IN THB", "AMOUNT", "Amount (THB)"] if c.lang != "th" else ["จำนวนเงิน", "จำนวนเงิน (บาท)", "ค่าบริการ (บาท)"])
        right = {"table_quantity", "table_unit_price", "discount", "table_amount", "vat_column"}
        rule = r.choice(["grid", "grid", "rows", "head", "columns", "none"])
        line = {"grid": "border:1px solid #777", "rows": "border-bottom:1px solid #bbb", "columns": "border-left:1px solid #777;border-right:1px solid #777"}.get(rule, "")
        top = r.choice([f"background:{self.ink};color:#fff", f"background:{self.light}", "border-bottom:2px solid #333", "font-weight:700;border-bottom:1px solid #333"])
        stripe = r.random() < 0.2
        widths = {"table_description": r.choice([30, 40, 50])}
        out = [f'<table style="border-collapse:collapse;width:100%;margin:{r.choice([8, 14])}px 0"><tr>']
        out += [f'<td data-h="{k}" style="{top};{line};padding:{self.space}px 6px;{"width:%d%%;" % widths[k] if k in widths else ""}text-align:{"right" if k in right and r.random() < .8 else r.choice(["left", "center"])}">{heads[k] if "<br>" in heads[k] else heads[k]}</td>' for k in cols] + ["</tr>"]
        second = r.random() < 0.12
        for i, item in enumerate(c.items):
            bg = f"background:{self.light};" if stripe and i % 2 else ""
            out.append("<tr>")
            for k in cols:
                text = esc(self.cell(k, i, item))
                if k == "table_description" and second:
                    text += "<br>" + esc(r.choice(["Lot ", "Ref. ", "S/N "]) + c.v.digits(6))
                out.append(f'<td style="{line};{bg}padding:{self.space}px 6px;vertical-align:top;text-align:{"right" if k in right else "left"}"><span data-row="{i}" data-col="{k}">{text}</span></td>')
            out.append("</tr>")
        if rule == "grid" and r.random() < 0.3:
            out += ["<tr>" + f'<td style="{line};height:20px"></td>' * len(cols) + "</tr>"] * r.randrange(1, 6)
        return "".join(out) + "</table>"

    def sums(self):
        """(caption, marked value) of each printed sum, in order."""
        c, r, m = self.c, self.r, self.c.money
        if c.plain_receipt:
            return [(self.cap("grand_total"), f("grand_total", m(c.grand)))]
        out = []
        if c.discount:
            out += [(r.choice(["Gross", "รวม"] if c.lang in ("th", "bi") else ["Goods total", "Gross"]), esc(m(c.goods))), (self.cap("discount"), esc(r.choice(["", "-"]) + m(c.discount)))]
        out.append((self.cap("sub_total"), f("sub_total", m(c.sub))))
        vat = self.cap("vat")
        for rate in ("7", "19", "20", "21", "22"):
            vat = vat.replace(rate + "%", f"{c.rate}%").replace(rate + " %", f"{c.rate} %")
        if c.kind != "shipping" and c.lang == "en" and r.random() < 0.08:
            out.append((r.choice(["Tax rate", "VAT rate", "Tax %"]), esc(r.choice([f"{c.rate}%", f"{c.rate}.00%", f"{c.rate}.0 %"]))))
            vat = r.choice(["Total tax", "Tax amount", vat])
        out.append((vat, f("vat", m(c.vat))))
        total = self.cap("total")
        grand = self.cap("grand_total")
        if c.extra:
            out.insert(r.choice([len(out), len(out) - 1]), (pick(r, words.CHARGES_BESIDE, c.held), esc(m(c.extra))))
        if c.paid:
            out += [(total, f("total", m(c.total))), (pick(r, words.PAID, c.held), esc(r.choice(["", "-"]) + m(c.paid)))]
            grand = r.choice(["Balance Due", "Amount Due", "Balance"]) if c.text != "th" else "ยอดคงค้างชำระ"
        if c.rounded or c.kind == "receipt" and not c.extra and r.random() < 0.1:
            out += [(r.choice(["Total incl. tax", "Total Sales (Inclusive GST)", "Total (incl. VAT)", "Total with tax"]) if c.text != "th" else "รวมภาษี", esc(m(c.total))), (pick(r, words.ROUNDING, c.held) if c.text != "th" else "ปัดเศษ", esc(m.plain(c.rounded)))]
        if c.wht:
            out.append((total, f("total", m(c.total))))
            out.append((self.cap("witholding_tax"), f("witholding_tax", r.choice(["", "", "-"]) + m(c.wht))))
            grand = grand if grand != total and grand.lower() not in ("total",) else ("ยอดชำระสุทธิ" if c.lang == "th" else "Net Payable")
        out.append((grand, f("grand_total", m(c.grand))))
        return out

    def totals(self):
        c, r, k = self.c, self.r, self.choice["totals"]
        rows = self.beside.tax_rows(self.sums())
        words_html = ""
        if c.words:
            cap = c.caption("baht")
            words_html = f'<div style="padding:4px;{r.choice(["", "border:1px solid #999", "background:" + self.light])}">{self.pair(cap, f("baht", c.words)) if cap else f("baht", c.words)}</div>'
        line = r.choice(["", "border-bottom:1px solid #aaa;", "border:1px solid #777;"])
        strong = r.choice(["font-weight:700;", "", f"background:{self.light};font-weight:700;", f"background:{self.ink};color:#fff;", "font-size:1.2em;font-weight:700;"])
        split = r.random() < 0.15 and not c.money.form.endswith(("บาท", "THB"))
        def row(i, a, b):
            s = strong if i == len(rows) - 1 else ""
            code = f'<td style="{line}{s}padding:{self.space}px 4px">{c.money.code}</td>' if split else ""
            return f'<tr><td style="{line}{s}padding:{self.space}px 14px {self.space}px 6px">{esc(a)}{self.colon}</td>{code}<td style="{line}{s}padding:{self.space}px 6px;text-align:right">{self.ahead}{b}</td></tr>'
        width = {"right": "auto", "box": "45%", "wide": "100%", "rows": "100%", "left": "auto"}[k]
        across, rates = self.beside.sums_across(rows), self.beside.rates()
        t = across or f'<table style="border-collapse:collapse;width:{width};margin-left:{"0" if k in ("left", "wide") else "auto"}">' + "".join(row(i, a, b) for i, (a, b) in enumerate(rows)) + "</table>"
        t = self.beside.r.choice([rates + t, t + rates]) if self.beside.r.random() < 0.7 or not rates else f'<div style="display:flex;gap:16px"><div style="flex:1">{rates}</div><div>{t}</div></div>'
        spot = r.choice(["beside", "above", "below"])
        if spot == "beside" and words_html and k in ("right", "box"):
            return f'<div style="display:flex;gap:16px;align-items:{r.choice(["flex-start", "flex-end"])}"><div style="flex:1">{words_html}</div>{t.replace("width:45%", "width:auto")}</div>'
        return words_html + t if spot == "above" else t + words_html

    def foot(self):
        c, r, out = self.c, self.r, []
        if getattr(self, "foot_seller", ""):
            out.append(f'<div style="border-top:1px solid #999;margin-top:30px;padding-top:6px;font-size:.95em">{self.foot_seller}</div>')
        if r.random() < 0.4:
            out.append(f'<div style="margin-top:10px">{r.choice(["Bank transfer: Kasikornbank ", "โอนเงินเข้าบัญชี ธนาคารกรุงเทพ ", "Account no. ", "IBAN "])}{c.v.shape("###-#-#####-#")}</div>')
        if c.biller:
            rows = [(self.cap("biller_id"), f("biller_id", c.biller)), ("Ref. 1", c.v.digits(8)), ("Ref. 2", c.v.digits(9))]
            out.append(f'<div style="margin-top:14px;border-top:1px dashed #555;padding-top:6px"><div>{r.choice(["ใบนำฝากชำระเงิน", "Pay-in slip", "Bill payment"])}</div>' + "".join(f'<div>{esc(a)}{self.colon} {b}</div>' for a, b in rows) + "</div>")
        if r.random() < 0.5:
            out.append(f'<div style="margin-top:8px;font-size:.85em">{r.choice(["Goods sold are not returnable after 7 days.", "กรุณาตรวจสอบความถูกต้องภายใน 7 วัน", "Thank you for your business", "ผิด ตก ยกเว้น E.&O.E.", "Interest of 1.5% a month is charged on overdue accounts."])}</div>')
        if r.random() < 0.6:
            names = r.sample(["ผู้รับสินค้า", "ผู้มีอำนาจลงนาม", "ผู้จัดทำ", "ผู้รับเงิน"] if c.lang in ("th", "bi") else ["Received by", "Authorised signature", "Prepared by", "For the company"], 2)
            out.append('<div style="display:flex;justify-content:space-around;margin-top:40px">' + "".join(f'<div style="text-align:center">....................................<br>{n}<br>{r.choice(["", "วันที่ ..../..../....", "Date ___/___/____"])}</div>' for n in names) + "</div>")
        return "".join(out) + self.beside.bank() + self.beside.letter() + self.beside.columns()

    def invoice(self):
        head, mid = self.head(), self.middle()
        ship = self.shipment() if self.c.kind == "shipping" else ""
        body = head + mid + ship + self.beside.letter() + self.items() + self.totals() + self.foot()
        m = self.r.randrange(24, 60)
        return f'<div style="padding:{self.r.randrange(20, 50)}px {m}px;font-size:{self.size}px;line-height:{self.r.choice([1.25, 1.4, 1.6])}">{body}</div>'

    def receipt(self):
        """A till slip: narrow, centred head, goods with their price at the right edge."""
        c, r, s, m = self.c, self.r, self.c.seller, self.c.money
        out = [f'<div style="text-align:center"><div style="font-size:1.3em">{f("seller_name", s["name"])}</div><div><span data-f="seller_address">{self.lines(s["address"])}</span></div>']
        if s["tax"]:
            out.append(f'<div>{self.pair(self.cap("tax_id"), f("seller_tax_id_no", s["tax"]))}{" " + f("branch_seller", s["branch"]) if s["branch"] else ""}</div>')
        if r.random() < 0.5:
            out.append(f'<div>{self.pair(self.cap("phone"), esc(s["phone"]))}</div>')
        if r.random() < 0.8:
            slip = r.choice(["ใบเสร็จรับเงิน/ใบกำกับภาษีอย่างย่อ", "ใบเสร็จรับเงิน", "ใบกำกับภาษีอย่างย่อ"] if c.text == "th" else ["RECEIPT", "TAX INVOICE (ABB)", "CASH BILL", "Receipt", "TAX INVOICE"])
            out.append(f'<div>{f("type_doc", slip)}</div>')
        out.append("</div>")
        for a, b in [(self.cap("invoice_no"), f("invoice_no", c.number)), (self.cap("invoice_date"), f("invoice_date", c.date) + (f' {r.randrange(8, 22):02d}:{r.randrange(60):02d}' if r.random() < 0.6 else ""))]:
            out.append(f"<div>{self.pair(a, b)}</div>")
        out.append(f'<div style="border-top:1px dashed #000;margin:4px 0"></div><table style="width:100%;border-collapse:collapse">')
        ahead, below, cross, indent, code = r.random() < 0.6, r.choice([0, 0, 1, 2, 3]), r.choice(["x", "X", "@", "x "]), r.choice([0, 12, 60]), r.choice(["", "", " S", " SR", " *", " V"])
        for i, item in enumerate(c.items):
            q = f'{item["qty"]} ' if ahead else ""
            if below:  # code, quantity and price on a line of their own
                count = f'{item["qty"]} {cross} {m.plain(item["price"])}' if below > 1 else f'{m.plain(item["price"])} {cross} {item["qty"]}'
                out.append(f'<tr><td colspan="2"><span data-row="{i}" data-col="table_description">{esc(item["text"])}</span></td></tr><tr><td style="padding-left:{indent}px">{esc(item["code"] + "  " if below > 2 else "")}{esc(count)}</td><td style="text-align:right"><span data-row="{i}" data-col="table_amount">{m.plain(item["amount"])}</span>{code}</td></tr>')
                continue
            out.append(f'<tr><td>{esc(q)}<span data-row="{i}" data-col="table_description">{esc(item["text"])}</span></td><td style="text-align:right;vertical-align:top"><span data-row="{i}" data-col="table_amount">{m.plain(item["amount"])}</span></td></tr>')
        out.append("</table><div style='border-top:1px dashed #000;margin:4px 0'></div><table style='width:100%'>")
        rows = self.beside.tax_rows(self.sums())
        if r.random() < 0.6:
            cash = (c.grand // 10000 + 1) * 10000
            rows += [(("เงินสด", "เงินทอน") if c.text == "th" else ("CASH", "CHANGE"))[0:2][k] and ((("เงินสด", "เงินทอน") if c.text == "th" else ("CASH", "CHANGE"))[k], m.plain((cash, cash - c.grand)[k])) for k in (0, 1)]
        big = r.choice(["", "", "font-size:1.3em", "font-weight:700"])
        colon = r.choice(["", "", ":", " :"])
        if r.random() < 0.2:
            rows.insert(0, (r.choice(["Items", "Total Qty", "No. of items", "Qty"]) if c.text != "th" else "จำนวนชิ้น", str(sum(i["qty"] for i in c.items))))
        out += [f'<tr><td style="{big if "grand_total" in b else ""}">{esc(a)}{colon}</td><td style="text-align:right;{big if "grand_total" in b else ""}">{b}</td></tr>' for a, b in rows]
        if r.random() < 0.2:  # what the sum is made of, once more
            head = ("GST Summary", "Amount", "Tax") if c.text != "th" else ("สรุปภาษี", "มูลค่า", "ภาษี")
            out += [f'<tr><td colspan="2"><table style="width:100%"><tr>{"".join(f"<td>{x}</td>" for x in head)}</tr><tr><td>{r.choice(["SR", "S", "V"])} {c.rate}%</td><td>{m.plain(c.sub)}</td><td>{m.plain(c.vat)}</td></tr></table></td></tr>']
        out.append(f'</table><div style="text-align:center;margin-top:8px">{r.choice(["ขอบคุณที่ใช้บริการ", "THANK YOU", "VAT INCLUDED", ""])}</div>')
        return f'<div style="padding:14px;font-size:{r.choice([13, 14, 15])}px">{"".join(out)}</div>'
