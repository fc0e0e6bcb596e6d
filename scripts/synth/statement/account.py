"""The money of a statement: rows that chain, and rows that do not."""
import datetime


def satang(v, style):
    """An amount as the statement prints it; style: point, comma (decimal), spaces (of groups, decimal comma) or plain."""
    whole, cents = divmod(abs(v), 100)
    if style == "plain":
        return f"{whole}.{cents:02d}"
    text = f"{whole:,}.{cents:02d}"
    if style == "comma":
        return text.translate(str.maketrans(",.", ".,"))
    return text


def move(r, voc, words, lang, held):
    """One transaction without its balance."""
    into = r.random() < 0.42
    text = r.choice(words[1 if into else 0])
    tail = r.random()
    if tail < 0.25:
        text += " " + r.choice(["X" + voc.digits(4), voc.shape("###-#-#####-#"), "REF" + voc.digits(8)])
    elif tail < 0.45:
        text += " " + (r.choice(["จาก ", "ไปยัง "]) if lang == "th" else r.choice(["from ", "to "])) + (voc.person(lang) if r.random() < 0.6 else voc.firm(lang))
    elif tail < 0.5:
        text += f" {r.randrange(1, 28)}/{r.randrange(1, 12)} {r.randrange(10, 999)}.00"  # a date and an amount that are none of the table's
    return {"in": into, "text": text, "satang": voc.satang(1, 80000) + r.randrange(1, 99) * (r.random() < 0.3)}


def rows(r, voc, words, lang, held, count):
    """count transactions from an opening balance, one after the other in time."""
    day = voc.day(2016, 9)
    balance = opening = r.randrange(100000, 12000000)
    out = []
    for _ in range(count):
        m = move(r, voc, words, lang, held)
        if not m["in"] and m["satang"] > balance and r.random() < 0.97:
            m["satang"] = max(1, balance // r.randrange(2, 30))
        day += datetime.timedelta(days=r.choice([0, 0, 1, 1, 2, 4]))
        balance += m["satang"] if m["in"] else -m["satang"]
        out.append(m | {"day": day, "time": datetime.time(r.randrange(24), r.randrange(60), r.randrange(60)), "balance": balance, "printed": m["satang"]})
    return opening, out


def tamper(r, moves):
    """Changes one printed figure, as a forger does: an amount, a balance, or all balances from a row on. Returns (row, how)."""
    k = r.randrange(1, len(moves))
    how = r.choice(["amount", "balance", "shift"])
    by = r.choice([1, 2, 3, 5, 9]) * 10 ** r.randrange(1, 6)
    if how == "amount":
        moves[k]["printed"] += by
    elif how == "balance":
        moves[k]["balance"] += by
    else:
        for m in moves[k:]:
            m["balance"] += by
    return k, how
