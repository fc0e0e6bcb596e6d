"""Pages as printed matter has them: numbered headings over justified text, lists with hung marks, contents, charts side by side,
forms, letterheads, references, formulas; and tables as books and reports set them: indented stubs, leaders, rules under spanning
headings, rows of units, sums under a rule. A random generator of their own draws them, so that other pages stay what they were."""
import html
import re

import content


def text(v, r, lang, low, high):
    """Sentences of so many words in all."""
    out, left = [], r.randint(low, high)
    while left > 0:
        n = min(left, r.randint(4, 22))
        out.append(content.words(v, r, lang, n, n) + r.choice([".", ".", ".", ",", ";", " (" + content.words(v, r, "en", 1, 3) + ")", f" {r.randint(1, 2500)}"]))
        left -= n
    return html.escape(("" if lang == "th" else " ").join(out))


def paragraphs(v, r, lang):
    """Text under a heading, justified or not, each first line indented or not."""
    look = f"text-align:{r.choice(['justify', 'justify', 'left'])};text-indent:{r.choice([0, 0, 0, 18, 30])}px;margin:{r.choice([2, 6, 12])}px 0"
    return "".join(f'<p style="{look}">{text(v, r, lang, 12, 90)}</p>' for _ in range(r.randint(1, 5)))


def heading(v, r, lang):
    """A heading, numbered or not; its number may hang far to the left of its words."""
    number = ".".join(str(r.randint(1, 12)) for _ in range(r.randint(1, 4))) + r.choice(["", "."])
    size, weight = r.choice([105, 120, 140, 170]), r.choice(["bold", "bold", "normal"])
    words = html.escape(content.words(v, r, lang, 1, 7))
    if r.random() < 0.3:
        return f'<div style="font-size:{size}%;font-weight:{weight};text-align:{r.choice(["left", "center"])};margin:14px 0 6px">{words}</div>'
    return hung(number, f"<b>{words}</b>" if weight == "bold" else words, r.randint(28, 80), f"font-size:{size}%;font-weight:{weight};margin:14px 0 6px")


def hung(mark, body, left, css=""):
    """A mark and, beginning so far to the right of where it begins, what it stands for."""
    return f'<div style="display:flex;{css}"><div style="flex:0 0 {left}px">{mark}</div><div style="flex:1 1 0">{body}</div></div>'


def marked(v, r, lang):
    """A list whose marks hang: dots, dashes, letters or numbers, short entries or long ones."""
    kind, left, high = r.randrange(5), r.randint(14, 60), r.choice([4, 12, 40])
    inset, gap = r.choice([0, 0, 20, 50]), r.choice([0, 2, 6])
    mark = lambda i: ["•", "–", f"({chr(97 + i % 26)})", f"{i + 1}.", "■"][kind]
    return "".join(hung(mark(i), text(v, r, lang, 1, high), left, f"margin:{gap}px 0 {gap}px {inset}px;text-align:{r.choice(['left', 'justify'])}") for i in range(r.randint(3, 12)))


def contents(v, r, lang):
    """Headings with leaders to their page's number; with white alone nobody could tell them from a table."""
    numbered, size, leader = r.random() < 0.6, r.randint(2, 5), r.choice([".", ".", " .", "·", "_", "-", "– ", ". ", "· "]) * 300
    drawn = f"border-bottom:1px {r.choice(['solid', 'dotted', 'dashed'])} {r.choice(['#000', '#777'])};height:.9em;" if r.random() < 0.35 else ""
    out, at, page = "", [0, 0, 0], r.randint(1, 20)
    for _ in range(r.randint(6, 24)):
        level = r.choices([0, 1, 2], [3, 5, 2])[0]
        at = at[:level] + [at[level] + 1] + [0] * (2 - level)
        page += r.randint(0, 9)
        number = ".".join(str(max(n, 1)) for n in at[:level + 1]) + "&emsp;" if numbered else ""
        fill = f'<span style="flex:1 1 0;overflow:hidden;white-space:nowrap;margin:0 4px;{drawn}">{"" if drawn else leader}</span>'
        out += (f'<div style="display:flex;margin:{size}px 0;padding-left:{level * 18}px;{"font-weight:bold" if level == 0 and size > 3 else ""}">'
                f'<span>{number}{html.escape(content.words(v, r, lang, 1, 7))}</span>{fill}<span>{page}</span></div>')
    return out


def references(v, r, lang):
    """Works cited, numbered or with a hanging second line."""
    numbered = r.random() < 0.6
    out = ""
    for i in range(r.randint(4, 14)):
        work = f"{html.escape(v.person('en'))}, <i>{html.escape(content.words(v, r, lang, 3, 14))}</i>, {html.escape(content.words(v, r, 'en', 1, 3))} {r.randint(1, 90)} ({r.randint(1960, 2026)}), {r.randint(1, 300)}–{r.randint(301, 900)}."
        out += hung(f"[{i + 1}]", work, r.randint(26, 34)) if numbered else f'<div style="padding-left:24px;text-indent:-24px;margin:3px 0">{work}</div>'
    return out


def formulas(v, r, lang):
    """Formulas between text, each with its number at the right."""
    out = ""
    for i in range(r.randint(1, 4)):
        terms = " + ".join(f"{r.choice('abcxyzβγ')}<sub>{r.randint(1, 9)}</sub>{r.choice(['', 'x', '²', '(t)'])}" for _ in range(r.randint(2, 5)))
        out += f'<p style="text-align:justify">{text(v, r, lang, 8, 40)}</p><div style="display:flex;margin:8px 0"><div style="flex:1 1 0;text-align:center"><i>{r.choice("yzuF")}</i> = {terms}</div><div>({r.randint(1, 6)}.{i + 1})</div></div>'
    return out


def letterhead(v, r, lang):
    """Two or three blocks of short lines side by side, as in the head or the foot of a letter."""
    who = "th" if lang == "th" else "en"
    makers = [lambda: [v.firm(who)] + v.address(who), lambda: [v.person(who), v.phone(who)], lambda: [html.escape(content.words(v, r, lang, 1, 3)) + ": " + str(r.randint(1, 99999)) for _ in range(r.randint(2, 5))],
              lambda: [v.date_style(lang)(v.day()), content.words(v, r, lang, 1, 3)]]
    block = lambda: "<br>".join(html.escape(x) for x in r.choice(makers)())
    return f'<div style="display:flex;justify-content:space-between;gap:20px;margin:10px 0;font-size:{r.choice([80, 100])}%">' + "".join(f'<div style="text-align:{r.choice(["left", "left", "right"])}">{block()}</div>' for _ in range(r.randint(2, 3))) + "</div>"


def fields(v, r, lang):
    """A form: named boxes to fill in rows, apart from each other, some filled in; boxes to tick; lines to sign on;
    each row in its own way or all in one, in columns."""
    out, always = "", (r.randrange(4), r.randint(2, 3)) if r.random() < 0.4 else None
    for _ in range(r.randint(3, 9)):
        look, n = always or (r.randrange(4), r.randint(1, 3))
        cap = lambda: html.escape(content.words(v, r, lang, 1, 3))
        value = lambda: html.escape(r.choice([v.person("en"), str(r.randint(1, 10 ** 6)), "", ""]))
        if look == 0:
            one = lambda: f'<div style="flex:1 1 0"><div style="font-size:80%">{cap()}</div><div style="border:1px solid #444;height:{r.randint(18, 26)}px;padding:2px 6px">{value()}</div></div>'
        elif look == 1:
            one = lambda: f'<div style="flex:1 1 0;display:flex;gap:6px"><span>{cap()}</span><span style="flex:1 1 0;border-bottom:1px {r.choice(["solid", "dotted"])} #444">{value()}</span></div>'
        elif look == 2:
            one = lambda: f'<div style="flex:1 1 0"><span style="display:inline-block;border:1px solid;width:11px;height:11px;margin-right:8px"></span>{cap()}</div>'
        else:
            one = lambda: f'<div style="flex:1 1 0;text-align:center"><div style="border-top:1px solid;margin:{r.randint(20, 50)}px 14px 2px"></div>{cap()}</div>'
        out += f'<div style="display:flex;gap:{r.randint(14, 36)}px;margin:{r.randint(3, 10)}px 0">' + "".join(one() for _ in range(n)) + "</div>"
    return out


def plot(v, r, w, h):
    """A chart with both axes labelled: lines, bars or points; a title, a legend, a grid and a frame where drawn so."""
    left, top, low, n, series = r.randint(28, 46), r.randint(8, 34), 22, r.randint(4, 9), r.randint(1, 3)
    iw, ih, size = w - left - 14, h - top - low, r.choice([8, 9, 10])
    unit, ticks, ground = r.choice([1, 5, 20, 50, 150, 0.5]), r.randint(4, 10), r.choice(["none", "none", "#ddd", "#f4f4f4"])
    names = [content.words(v, r, "en", 1, 1)[:7] if r.random() < 0.4 else f"{r.choice(['Jan', 'Jul', 'Oct', 'Q1', 'Q3'])}-{k:02d}" for k in range(n)] if r.random() < 0.7 else [str(1990 + 3 * k) for k in range(n)]
    out = f'<rect x="{left}" y="{top}" width="{iw}" height="{ih}" fill="{ground}" stroke="#777"/>'
    if r.random() < 0.6:
        out += "".join(f'<line x1="{left}" x2="{left + iw}" y1="{top + ih * i / ticks:.1f}" y2="{top + ih * i / ticks:.1f}" stroke="{r.choice(["#999", "#ccc"])}" stroke-width=".7"/>' for i in range(1, ticks))
    out += "".join(f'<text x="{left - 4}" y="{top + ih - ih * i / ticks + size / 3:.1f}" font-size="{size}" text-anchor="end">{unit * i:g}</text>' for i in range(ticks + 1))
    out += "".join(f'<text x="{left + iw * (k + .5) / n:.1f}" y="{top + ih + 14}" font-size="{size}" text-anchor="middle">{html.escape(t)}</text>' for k, t in enumerate(names))
    kind, inks = r.randrange(3), r.sample(["#222", "#4472c4", "#999", "#a33", "#3a3"], series)
    for ink in inks:
        ys = [top + ih * r.uniform(.05, .95) for _ in range(n if kind else 5 * n)]
        at = lambda k: left + iw * (k + .5) / len(ys)
        if kind == 0:
            out += f'<polyline fill="none" stroke="{ink}" stroke-width="{r.choice([1, 1.5, 2])}" points="{" ".join(f"{at(k):.1f},{y:.1f}" for k, y in enumerate(ys))}"/>'
        elif kind == 1:
            out += "".join(f'<rect x="{at(k) - iw / n / 4:.1f}" y="{y:.1f}" width="{iw / n / 2 / series:.1f}" height="{top + ih - y:.1f}" fill="{ink}"/>' for k, y in enumerate(ys))
        else:
            out += "".join(f'<circle cx="{at(k):.1f}" cy="{y:.1f}" r="2" fill="{ink}"/>' for k, y in enumerate(ys))
    if r.random() < 0.5:
        x, y = left + r.randint(8, max(9, iw // 3)), top + r.randint(6, 20)
        out += f'<rect x="{x}" y="{y}" width="{min(110, iw - 20)}" height="{14 * series + 4}" fill="#fff" stroke="{r.choice(["none", "#777"])}"/>'
        out += "".join(f'<line x1="{x + 4}" x2="{x + 20}" y1="{y + 10 + 14 * k}" y2="{y + 10 + 14 * k}" stroke="{ink}" stroke-width="2"/><text x="{x + 24}" y="{y + 13 + 14 * k}" font-size="{size}">{html.escape(content.words(v, r, "en", 1, 2))}</text>' for k, ink in enumerate(inks))
    if top > 20:
        out += f'<text x="{w / 2}" y="{top - 8}" font-size="{size + 2}" font-weight="bold" text-anchor="middle">{html.escape(content.words(v, r, "en", 1, 4))}</text>'
    frame = f"border:1px solid {r.choice(['#777', '#bbb'])};" if r.random() < 0.5 else ""
    return f'<svg width="{w}" height="{h}" style="{frame}">{out}</svg>'


def plots(v, r, lang):
    """Charts in rows of one, two or three, each with its caption."""
    across = r.randint(1, 3)
    w, h, below = 600 // across, r.randint(120, 220), r.random() < 0.7
    cap = lambda: f'<div style="font-size:85%;text-align:center"><b>{r.choice(["Figure", "Fig.", "Chart"])} {r.randint(1, 40)}</b> {html.escape(content.words(v, r, lang, 2, 6))}</div>'
    one = lambda: "<div>" + (plot(v, r, w, h) + cap() if below else cap() + plot(v, r, w, h)) + "</div>"
    return "".join(f'<div style="display:flex;justify-content:center;gap:{r.randint(4, 24)}px;margin:8px 0">{"".join(one() for _ in range(across))}</div>' for _ in range(r.randint(1, 3)))


def columns(v, r, lang):
    """Text in newspaper columns, with headings and lists in it."""
    parts = "".join(r.choice([paragraphs, paragraphs, heading, marked])(v, r, lang) for _ in range(r.randint(2, 6)))
    return f'<div style="columns:{r.choice([2, 2, 3])};column-gap:{r.randint(14, 44)}px;text-align:justify">{parts}</div>'


# Leaders are no text: nobody reads them as what a cell says.
SHEET = f'.leader::after{{content:"{"." * 200}"}}'

MATTER = [paragraphs, paragraphs, heading, marked, contents, references, formulas, letterhead, fields, plots, columns]


def matter(v, r, lang):
    """The parts of a page on which nobody would see a table."""
    first = r.choice(MATTER)
    parts = [heading(v, r, lang), first(v, r, lang)] if r.random() < 0.5 else [first(v, r, lang)]
    return parts + [r.choice(MATTER)(v, r, lang) for _ in range(r.randint(1, 4))]


def beside(v, r, lang):
    """What stands above or below a table in a report."""
    return "".join(r.choice([paragraphs, paragraphs, heading, marked, plots, letterhead])(v, r, lang) for _ in range(r.randint(0, 2)))


def title(v, r, lang):
    """What names a table, right above it or further off: a number and words, or words alone in one to three lines."""
    where = f"text-align:{r.choice(['left', 'center'])};margin:{r.choice([0, 2, 6])}px 0 {r.choice([0, 0, 1, 6])}px"
    named = lambda low, high: html.escape(content.words(v, r, lang, low, high))
    if r.random() < 0.35:
        look = r.choice(["", "font-weight:bold", "font-style:italic", "font-size:115%;font-weight:bold"])
        return f'<div style="{where};{look}">' + "<br>".join(named(2, 8) for _ in range(r.randint(1, 3))) + "</div>"
    what = r.choice(["Table", "ตารางที่"] if lang != "en" else ["Table", "TABLE", "Exhibit"])
    return f'<div style="{where}"><b>{what} {r.randint(1, 40)}</b>{r.choice([". ", ": ", "<br>"])}{named(2, 12)}</div>'


def units(v, r, lang):
    """What the numbers of a table are told in, and of what day they are, right above it: at one end, or at both."""
    one = lambda: html.escape(r.choice(["(%)", "(thousands)", "in million baht", "kg/ha", "n = " + str(r.randint(9, 999)), v.date_style(lang)(v.day()), content.words(v, r, lang, 1, 4)]))
    low = -r.choice([0, 0, 3])
    if r.random() < 0.3:
        return f'<div style="display:flex;justify-content:space-between;margin:0 0 {low}px"><span>{one()}</span><span>{one()}</span></div>'
    return f'<div style="text-align:{r.choice(["left", "center", "right", "right"])};margin:0 0 {low}px">{one()}</div>'


def around(v, r, lang, table, n_column):
    """A table with what stands above it, its title and its notes."""
    size = r.choice([100, 100, 92, 85])
    named, unit = title(v, r, lang) if r.random() < 0.7 else "", units(v, r, lang) if r.random() < 0.35 else ""
    mark = lambda: r.choice(["Source: ", "Note: ", "* ", "ที่มา: ", "1 ", "a) ", "(1) ", "** "])
    notes = "".join(f'<div style="font-size:{r.choice([75, 85, 95])}%;margin-top:-{r.choice([0, 0, 3, 4])}px">{mark()}{text(v, r, lang, 3, 30)}</div>' for _ in range(r.choice([0, 0, 1, 1, 2, 3])))
    table = f'<div style="font-size:{size}%">{named}{unit}{table}{notes}</div>'
    if n_column < 5 and r.random() < 0.3:
        return in_column(v, r, lang, table)
    return beside(v, r, lang) + table


def in_column(v, r, lang, table):
    """A table in one of two columns of text."""
    fit = '<div style="width:0;min-width:100%">'
    own = f'<div style="flex:0 0 auto;min-width:46%">{fit}{paragraphs(v, r, lang)}</div>{table}{fit}{paragraphs(v, r, lang)}</div></div>'
    rest = f'<div style="flex:1 1 0;min-width:0">{paragraphs(v, r, lang)}{paragraphs(v, r, lang)}</div>'
    return f'<div style="display:flex;gap:{r.randint(14, 40)}px">{own + rest if r.random() < 0.5 else rest + own}</div>'


def dress(v, grid, r, lang):
    """Sets a grid as books and reports do; changes its cells: css goes to a cell, inner to what stands in it."""
    cells = grid["cells"]
    head = max([c["row"] for c in cells if c["head"] and c["row"] < 4 and all(d["head"] for d in cells if d["row"] == c["row"])], default=0)
    if head and r.random() < 0.5:
        _wrapped(v, cells, head, r, lang)
    if head and r.random() < 0.2:
        head = _named(grid, r, head)
    body = [c for c in cells if c["row"] > head]
    stub = [c for c in body if c["column"] == 1 and c["col_span"] == 1]
    parted = r.random() < 0.3 and all(c["row_span"] == 1 for c in body) and _sections(body, r)
    if r.random() < 0.2:
        _flush(cells, r.randint(2, grid["n_column"]))
    if not parted and r.random() < 0.4:
        _indent(stub, r)
    if r.random() < 0.12 and not any(c["wrap"] for c in stub):
        wide = r.randint(110, 240)
        for c in stub:
            c["leader"], c["wrap"] = wide, False
    if r.random() < 0.3:
        for c in body:
            c["text"] = re.sub(r"(?<=\d),(?=\d{3})", " ", c["text"])
    if r.random() < 0.5:
        for c in cells:
            if c["row"] < head and c["col_span"] > 1:
                c["inner"] = f"border-bottom:1px solid;margin:0 {r.choice([3, 6, 10])}px"
    if r.random() < 0.5:
        _tight(cells, r)
    if r.random() < 0.3:
        _gaps(body, r)
    if r.random() < 0.5:
        for c in body:
            if c["head"] and c["column"] > 1 and c["col_span"] == 1:
                c["css"] = c.get("css", "") + "border-top:1px solid;"


def _wrapped(v, cells, head, r, lang):
    """Headings of several lines over narrow columns, most of which end on one line above the table's first row."""
    wide, many, stand = r.randint(45, 120), r.choice([2, 3, 5, 8]), r.choice(["bottom", "bottom", "bottom", "middle", "top"])
    share, unit = r.choice([0.2, 0.5, 0.8, 1]), r.choice(["", "", "(%)", "(kg)", "($)", "*"])
    for c in cells:
        if c["row"] + c["row_span"] - 1 == head and c["col_span"] == 1:
            if c["column"] > 1 and r.random() < share:
                c["text"] = content.words(v, r, lang, 1, many) + (" " + unit if unit and r.random() < 0.6 else "")
                c["wrap"], c["width"] = True, wide + r.choice([0, 0, 20, 50])
            c["css"] = f"vertical-align:{stand if r.random() < 0.85 else r.choice(['top', 'middle', 'bottom'])};"


def _named(grid, r, head):
    """A row below the headings that numbers the columns or names their units."""
    unit = r.choice([lambda k: f"({k})", lambda k: f"[{k}]", lambda k: r.choice(["%", "kg", "m", "n", "$", "(%)", "mm"])])
    for c in grid["cells"]:
        if c["row"] > head:
            c["row"] += 1
    bare = r.random() < 0.5
    grid["cells"] += [{"row": head + 1, "column": k, "row_span": 1, "col_span": 1, "text": "" if k == 1 and bare else unit(k), "head": True, "align": "center", "wrap": False, "width": 0} for k in range(1, grid["n_column"] + 1)]
    grid["n_row"] += 1
    return head + 1


def _sections(body, r):
    """Rows that name those below them and hold nothing else, some of these parted once more; what they name may be set in. True if it is."""
    every, bold, step = r.randint(3, 6), r.choice(["", "font-weight:bold;", "font-weight:bold;", "font-style:italic;"]), r.choice([0, 0, 8, 14, 24, 40])
    twice, right = r.random() < 0.4, r.random() < 0.15
    first = min((c["row"] for c in body), default=0)
    for c in body:
        if c["col_span"] > 1:
            continue
        k = (c["row"] - first) % every if not c["head"] else -1
        level = 0 if k == 0 or c["head"] else 1 if twice and k == 1 else 1 + twice
        if k == 0 or twice and k == 1:
            c["text"], c["css"] = (c["text"], bold) if c["column"] == 1 else ("", "")
        if c["column"] == 1 and step:
            c["css"] = c.get("css", "") + f"padding-left:{4 + step * level}px;"
            c["align"] = "right" if right and level == 1 + twice else c["align"]
    return step > 0


def _flush(cells, column):
    """A column whose words end at its right."""
    for c in cells:
        if c["column"] == column and c["col_span"] == 1:
            c["align"] = "right"


def _indent(stub, r):
    """Entries below others are set in; what takes several lines hangs."""
    step, deep = r.randint(8, 26), 0
    for c in stub:
        deep = max(0, min(2, deep + r.choice([-1, 0, 0, 0, 1])))
        c["css"] = c.get("css", "") + f"padding-left:{4 + step * deep}px;" + ("text-indent:-8px;" if c["wrap"] and deep else "")


def _tight(cells, r):
    """Rows no further apart than the lines of one cell, as where paper is dear."""
    white = r.choice([0, 0, 0.5, 1])
    for c in cells:
        c["css"] = c.get("css", "") + f"padding-top:{white}px;padding-bottom:{white}px;"


def _gaps(body, r):
    """White between groups of rows."""
    white, every = r.randint(5, 16), r.randint(2, 5)
    for c in body:
        if c["row"] % every == 0 and c["row_span"] == 1:
            c["css"] = c.get("css", "") + f"padding-bottom:{white}px;"
