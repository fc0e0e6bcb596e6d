"""What stands on pages beside tables, or instead of them: prose in one or two columns, charts, forms, letters, receipts, lists."""
import html

import content


def prose(v, r, lang, paragraphs):
    """Paragraphs of running text."""
    out = ""
    for _ in range(paragraphs):
        text = (" " if lang != "th" else "").join(content.words(v, r, lang, 6, 18) + r.choice([". ", ", ", " "]) for _ in range(r.randint(2, 7)))
        out += f'<p style="text-align:{r.choice(["left", "justify"])}">{html.escape(text)}</p>'
    return out


def columns(v, r, lang):
    """Prose in newspaper columns."""
    return f'<div style="columns:{r.choice([2, 2, 3])};column-gap:{r.randint(14, 40)}px">{prose(v, r, lang, r.randint(6, 12))}</div>'


def chart(v, r, lang):
    """Bars or a line with a labelled axis."""
    w, h, n = r.randint(240, 600), r.randint(140, 300), r.randint(3, 9)
    step = w / n
    bars = "".join(f'<rect x="{40 + i * step + 4:.0f}" y="{h - r.randint(10, h - 10)}" width="{step * 0.6:.0f}" height="{h}" fill="{r.choice(["#888", "#4472c4", "#ccc"])}"/>' for i in range(n))
    ticks = "".join(f'<text x="2" y="{h - i * h / 5:.0f}" font-size="10">{i * 20}</text><line x1="36" x2="{w + 40}" y1="{h - i * h / 5:.0f}" y2="{h - i * h / 5:.0f}" stroke="#ccc"/>' for i in range(5))
    names = "".join(f'<text x="{44 + i * step:.0f}" y="{h + 14}" font-size="10">{html.escape(content.words(v, r, "en", 1, 1))}</text>' for i in range(n))
    return f'<div><svg width="{w + 60}" height="{h + 24}"><svg width="{w + 60}" height="{h}">{bars}</svg>{ticks}{names}</svg></div>'


def form(v, r, lang):
    """Captions with values, dotted leaders or boxes to fill."""
    out = ""
    for _ in range(r.randint(6, 16)):
        cap = html.escape(content.words(v, r, lang, 1, 3))
        look = r.randrange(4)
        if look == 0:
            out += f"<div>{cap}: {html.escape(v.person('en'))}</div>"
        elif look == 1:
            out += f"<div>{cap} {'.' * r.randint(20, 70)}</div>"
        elif look == 2:
            out += f'<div style="margin:6px 0">{cap} <span style="display:inline-block;border:1px solid;width:{r.randint(60, 300)}px;height:18px"></span></div>'
        else:
            out += f"<div>{cap} " + " ".join(f'<span style="display:inline-block;border:1px solid;width:12px;height:12px"></span> {html.escape(content.words(v, r, lang, 1, 2))}' for _ in range(r.randint(2, 4))) + "</div>"
    return out


def letter(v, r, lang):
    """A letter: two addresses, a date, text, a signature."""
    who = "th" if lang == "th" else "en"
    block = lambda: "<br>".join(html.escape(x) for x in [v.firm(who)] + v.address(who))
    return f'<p>{block()}</p><p style="text-align:right">{html.escape(v.date_style(lang)(v.day()))}</p><p>{block()}</p>{prose(v, r, lang, r.randint(3, 6))}<p>{html.escape(v.person(who))}</p>'


def bullets(v, r, lang):
    """A list with marks or numbers."""
    kind = r.choice(["ul", "ol"])
    return f"<{kind}" + r.choice(["", " style='list-style-type:square'", " style='list-style-type:disc'"]) + ">" + "".join(f"<li>{html.escape(content.words(v, r, lang, 3, 14))}</li>" for _ in range(r.randint(4, 14))) + f"</{kind}>"


def note(v, r, lang):
    """A framed note."""
    return f'<div style="border:{r.choice([1, 2, 3])}px solid;padding:{r.randint(4, 16)}px;margin:8px 0">{prose(v, r, lang, r.randint(1, 3))}</div>'


def label(v, r, lang):
    """A parcel label's blocks in frames."""
    who = "th" if lang == "th" else "en"
    block = lambda cap: f'<div style="border:2px solid;padding:8px;margin:4px 0;width:{r.randint(300, 500)}px"><b>{cap}</b><br>' + "<br>".join(html.escape(x) for x in [v.person(who), v.phone(who)] + v.address(who)) + "</div>"
    return block("FROM") + block("TO")


def without_tables(v, r, lang):
    """The parts of a page on which nobody would see a table."""
    makers = [lambda: prose(v, r, lang, r.randint(2, 6)), lambda: columns(v, r, lang), lambda: chart(v, r, lang), lambda: form(v, r, lang), lambda: letter(v, r, lang),
              lambda: bullets(v, r, lang), lambda: label(v, r, lang), lambda: note(v, r, lang)]
    first = r.choice(makers)
    return [first()] + [r.choice(makers)() for _ in range(r.randint(0, 2))]
