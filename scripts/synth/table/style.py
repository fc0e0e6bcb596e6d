"""How random tables look: rules, fills, spacing. A style is a CSS text and the tag by which figures are told apart."""

LOOKS = ["grid", "grid-no-outer", "horizontal", "booktabs", "header-rule", "frame", "vertical", "zebra", "zebra-rules", "filled-header", "borderless", "dotted"]
HELD_LOOKS = ["double", "column-fill", "frame-columns", "thick-header"]


def css(r, name, n):
    """Style n's rules for table.t<n>."""
    t, ink = f"table.t{n}", r.choice(["#000", "#000", "#333", "#888", "#aaa", "#1f4e79"])
    w, pad = r.choice([0.7, 1, 1, 1.5, 2]), (r.choice([1, 2, 3, 5, 8]), r.choice([3, 5, 8, 12]))
    pale, dark = r.choice(["#eee", "#f3f3f3", "#dde8f3", "#f6efd9", "#e3f1e1"]), r.choice(["#000", "#333", "#1f4e79", "#7a1f2b", "#2c5e3f", "#777"])
    line = f"{w}px solid {ink}"
    base = f"{t}{{border-collapse:collapse}}{t} td,{t} th{{padding:{pad[0]}px {pad[1]}px;font-weight:normal;vertical-align:{r.choice(['top', 'middle', 'bottom'])}}}"
    if name in ("filled-header", "zebra") and r.random() < 0.3:  # fills that do not meet
        base = base.replace("border-collapse:collapse", f"border-collapse:separate;border-spacing:{r.choice([1, 2, 4])}px")
    if r.random() < 0.5:
        base += f"{t} .h{{font-weight:bold}}"
    rules = {
        "grid": f"{t} td{{border:{line}}}",
        "grid-no-outer": f"{t} td{{border:{line}}}{t}{{border-style:hidden}}",
        "horizontal": f"{t} td{{border-top:{line};border-bottom:{line}}}",
        "booktabs": f"{t}{{border-top:{w * 2}px solid {ink};border-bottom:{w * 2}px solid {ink}}}{t} .last{{border-bottom:{line}}}",
        "header-rule": f"{t} .last{{border-bottom:{line}}}",
        "frame": f"{t}{{border:{line}}}{t} .last{{border-bottom:{line}}}",
        "vertical": f"{t} td+td{{border-left:{line}}}{t} .last{{border-bottom:{line}}}",
        "zebra": f"{t} tr:nth-child(even) td{{background:{pale}}}",
        "zebra-rules": f"{t} tr:nth-child(odd) td{{background:{pale}}}{t} td{{border-bottom:{line}}}",
        "filled-header": f"{t} .h{{background:{dark};color:#fff}}" + (f"{t} td{{border:{line}}}" if r.random() < 0.5 else f"{t} td{{border-bottom:{line}}}" if r.random() < 0.5 else ""),
        "borderless": "",
        "dotted": f"{t} td{{border:{w}px {r.choice(['dotted', 'dashed'])} {ink}}}",
        "double": f"{t}{{border:3px double {ink}}}{t} td{{border-bottom:{line}}}",
        "column-fill": f"{t} td:nth-child(even){{background:{pale}}}{t} .last{{border-bottom:{line}}}",
        "frame-columns": f"{t}{{border:{line}}}{t} td+td{{border-left:{line}}}",
        "thick-header": f"{t} .h{{background:{pale};border-bottom:3px solid {ink}}}{t} td{{border-bottom:{line}}}",
    }
    return base + rules[name]


def apart(look, r, n):
    """A look with each cell framed by itself and white between them, as pages without a style show tables with borders."""
    t, ink = f"table.t{n}", r.choice(["#000", "#333", "#888", "#1f4e79"])
    look = look.replace("border-collapse:collapse", "border-collapse:separate").replace("border-style:hidden", "")
    look += f"{t}{{border-spacing:{r.choice([1, 2, 2, 3, 4, 6])}px}}{t} td{{border:{r.choice([0.7, 1, 1, 1.5, 2])}px solid {ink}}}"
    return look + (f"{t}{{border:{r.choice([1, 1, 2])}px solid {ink}}}" if r.random() < 0.5 else "")


def kind(name):
    """The group that figures are told for."""
    if name in ("grid", "grid-no-outer", "dotted", "frame-columns"):
        return "ruled"
    return "borderless" if name in ("borderless", "header-rule", "zebra", "column-fill", "frame", "vertical") else "half-ruled"
