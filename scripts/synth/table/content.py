"""What random tables hold: columns of one type each, headings in one to three levels, section rows, empty cells."""
import random


def _number(r, digits, places, style):
    v = r.uniform(0, 10 ** digits)
    text = f"{v:,.{places}f}" if style["thousands"] else f"{v:.{places}f}"
    if style["comma"]:
        text = text.translate(str.maketrans(",.", ".,"))
    if r.random() < style["negative"]:
        text = f"({text})" if style["brackets"] else r.choice(["-", "−"]) + text
    return text


def words(v, r, lang, low, high):
    """Some words in a language, from the vocabulary's firms and places."""
    n = r.randint(low, high)
    if lang == "th":
        return "".join(v.half(v_words("th"))[r.randrange(len(v.half(v_words("th"))))] for _ in range(n))
    pool = v.half(v_words("en"))
    text = " ".join(r.choice(pool) for _ in range(n))
    return text if r.random() < 0.3 else text.capitalize()


def v_words(lang):
    if lang == "th":
        return ("รายการ จำนวน ราคา ค่าแรง วัสดุ พื้นที่ ประเภท ระดับ ชั้น ผลผลิต รายได้ ต้นทุน กำไร ภาคเหนือ ภาคใต้ ปริมาณ น้ำฝน อุณหภูมิ ความเร็ว น้ำหนัก ขนาด สินค้า บริการ ลูกค้า สาขา แผนก โครงการ งบประมาณ "
                "ไตรมาส ปีก่อน ปีนี้ เป้าหมาย คะแนน ร้อยละ ส่วนลด ภาษี ประชากร ครัวเรือน โรงเรียน นักเรียน").split()
    return ("total average rate cost price index region sample method control group north south east west value change output input growth share loss income expense asset reserve equity weight height age dose "
            "response mean error count test model baseline score target actual budget forecast quarter segment product service unit level grade phase site station depth flow pressure density yield margin "
            "turnover staff hours machine stock order volume capacity rainfall harvest export import").split()


def column(v, r, lang):
    """A function from a row number to a cell's text, its alignment, and whether it may wrap."""
    style = {"thousands": r.random() < 0.7, "comma": r.random() < 0.15, "negative": r.choice([0, 0, 0.15]), "brackets": r.random() < 0.5, "to": r.choice("–-")}
    kind = r.choices(["int", "decimal", "money", "percent", "year", "code", "word", "long", "dash", "range", "mark"], [14, 18, 10, 8, 4, 8, 16, 6, 4, 4, 3])[0]
    digits, places, sign = r.randint(1, 6), r.choice([1, 2, 2, 3]), r.choice(["$", "€", "฿", "£"])
    shape = r.choice(["##-###", "@##", "@@-####", "#.#", "###/##", "@@@ ##"])
    gap = r.choice([0, 0, 0.1, 0.3])

    def cell(_):
        if r.random() < gap:
            return r.choice(["", "", "-", "–", "n/a"])
        return {"int": lambda: _number(r, digits, 0, style), "decimal": lambda: _number(r, min(digits, 4), places, style), "money": lambda: sign + _number(r, digits, 2, style),
                "percent": lambda: _number(r, 2, 1, style) + "%", "year": lambda: str(r.randint(1990, 2030)), "code": lambda: v.shape(shape), "word": lambda: words(v, r, lang, 1, 3),
                "long": lambda: words(v, r, lang, 4, 12), "dash": lambda: r.choice(["-", "–", "x", str(r.randint(0, 9))]), "range": lambda: f"{r.randint(1, 40)}{style['to']}{r.randint(41, 99)}",
                "mark": lambda: f"{_number(r, 2, 2, style)} ± {r.uniform(0, 9):.2f}"}[kind]()
    text = kind in ("word", "long", "code")
    return cell, "left" if text else r.choice(["right", "right", "center"]), kind == "long"


def described(v, r, lang):
    """A table of words: terms and what is said of them, steps, questions and answers; cells of several lines in one column or more."""
    n_col, body = r.choices([2, 3, 4], [50, 30, 20])[0], r.randint(2, 9)
    numbered, headed = n_col > 2 and r.random() < 0.4, r.random() < 0.7
    low, high = r.choice([(3, 9), (6, 16), (8, 34)])
    long = {n_col - 1} | {k for k in range(1, n_col) if r.random() < 0.4}
    cells = []

    def put(row, col, text, head=False):
        cells.append({"row": row, "column": col + 1, "row_span": 1, "col_span": 1, "text": text, "head": head, "align": None, "wrap": True, "width": 0})
    for k in range(n_col if headed else 0):
        put(1, k, words(v, r, lang, 1, 3), head=True)
    for i in range(body):
        row = i + 1 + headed
        for k in range(n_col):
            if k == 0 and numbered:
                put(row, k, r.choice(["{}", "{}.", "({})"]).format(i + 1))
            elif k in long:
                put(row, k, "" if r.random() < 0.04 else words(v, r, lang, low, high))
            else:
                put(row, k, words(v, r, lang, 1, 4), head=False)
    return {"n_row": body + headed, "n_column": n_col, "cells": cells}


def grid(v, r, lang):
    """Rows of cells {row, column, row_span, col_span, text, head, align, wrap}, rows and columns from 1; the spans tile the grid."""
    n_col, body = r.choices([2, 3, 4, 5, 6, 7, 8, 9], [16, 16, 16, 14, 12, 10, 8, 8])[0], r.choice([r.randint(1, 5), r.randint(4, 14), r.randint(4, 22)])
    columns = [column(v, r, lang) for _ in range(n_col)]
    stub = r.random() < 0.8
    cells, row = [], 1

    narrow = r.randint(80, 190) if r.random() < 0.35 else 0  # the first column's width, where its words take several lines
    slim = r.randint(45, 100)

    def put(at, col, text, rs=1, cs=1, head=False, align=None, wrap=False, width=0):
        cells.append({"row": at, "column": col, "row_span": rs, "col_span": cs, "text": text, "head": head, "align": align, "wrap": wrap or width > 0, "width": width})
    if r.random() < 0.92:
        levels = r.choices([1, 2], [75, 25])[0] if n_col > 3 else 1
        two_lines = r.random() < 0.25
        if levels == 2:
            col = 1
            while col <= n_col:
                span = min(r.choice([1, 2, 2, 3]), n_col - col + 1)
                if span == 1:
                    put(1, col, "" if col == 1 and r.random() < 0.3 else words(v, r, lang, 1, 2), rs=2, head=True)
                else:
                    put(1, col, words(v, r, lang, 1, 2), cs=span, head=True, align="center")
                    for k in range(span):
                        put(2, col + k, words(v, r, lang, 1, 1), head=True)
                col += span
        else:
            for k in range(n_col):
                put(1, k + 1, "" if k == 0 and r.random() < 0.15 else words(v, r, lang, 1, 4 if two_lines else 2), head=True, wrap=two_lines, width=slim if two_lines and k else 0)
        row = levels + 1
    group, left = r.random() < 0.12, 0  # the first column names several rows at once
    for i in range(body):
        if i and not left and i < body - 1 and r.random() < 0.04:
            put(row, 1, words(v, r, lang, 1, 3), cs=n_col, align="left", head=r.random() < 0.5)
            row += 1
            continue
        total = i == body - 1 and r.random() < 0.3
        for k, (cell, align, wrap) in enumerate(columns):
            if k == 0 and group:
                if left == 0:
                    left = min(r.randint(2, 4), body - i)
                    put(row, 1, words(v, r, lang, 1, 2), rs=left, align="left")
                left -= 1
            elif k == 0 and stub:
                put(row, 1, ("รวม" if lang == "th" else "Total") if total else words(v, r, lang, 1, r.choice([3, 9]) if narrow else 3), align="left", head=total, width=narrow)
            else:
                put(row, k + 1, cell(i), align=align, wrap=wrap, head=total)
        row += 1
    return {"n_row": row - 1, "n_column": n_col, "cells": cells}
