"""Draws the 186 cells of a bank statement page at 200 dpi (31 rows: date, time, code, description, amount, balance) as crops with a manifest.

The page is ours: invented bookings, Debian's fonts, ink slightly blurred and JPEG-compressed as a scanner gives it.
"""
import argparse
import os
import random
import sys

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

import cut

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../synth/lines"))
import fonts  # noqa: E402

CODES = "X1 C1 D2 FE INT BSD IPS TRF ATM KMA".split()
WHAT = "โอนเงินพร้อมเพย์|ถอนเงินสด ATM|ฝากเงินสด|ชำระค่าสินค้า/บริการ|ดอกเบี้ยเงินฝาก|ค่าธรรมเนียม SMS|รับโอนจาก KBANK x4821|โอนไป SCB x0917|หักบัญชีอัตโนมัติ|จ่ายบิล TRUE|เงินเดือน|คืนเงินภาษี".split("|")


def rows(r, n):
    balance = r.uniform(1e3, 9e4)
    for i in range(n):
        amount = round(r.choice((1, 10, 100)) * r.uniform(1, 90), 2)
        balance = abs(balance + r.choice((-1, 1)) * amount)
        yield f"{1 + i:02d}/10/{r.choice((67, 68))}", f"{r.randint(0, 23):02d}:{r.randint(0, 59):02d}", r.choice(CODES), r.choice(WHAT), f"{amount:,.2f}", f"{balance:,.2f}"


def cell(s, font, r):
    w, h = int(font.getlength(s)) + 12, 38
    im = Image.new("L", (w, h), 250)
    ImageDraw.Draw(im).text((6, 27), s, font=font, fill=30, anchor="ls")
    g = cv2.GaussianBlur(np.asarray(im), (0, 0), 0.5).astype(np.float32) + r.normal(0, 3, (h, w))
    return cv2.imdecode(cv2.imencode(".jpg", np.clip(g, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 85])[1], 0)


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--out", required=True)
    a.add_argument("--fonts", required=True, help="folder of further .ttf files")
    o = a.parse_args()
    thai, _ = fonts.list_fonts(o.fonts, held=True)
    path = next(f for f in thai if os.path.basename(f).startswith("Umpush") and "Bold" not in f and "Light" not in f)
    font = ImageFont.truetype(path, 25, layout_engine=ImageFont.Layout.RAQM)
    out, r, noise = cut.Out(o.out), random.Random(1), np.random.default_rng(1)
    for row in rows(r, 31):
        for s in row:
            out.put(cell(s, font, noise), s, "own/statement")
    print(out.n, "cells")


if __name__ == "__main__":
    main()
