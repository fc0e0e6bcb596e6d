"""Draws the lines that tests of vision read: own texts in fonts-thai-tlwg's faces, black on white and as a photograph.

    python3 scripts/synth/lines/fixture.py --out vision/ocr/testdata/lines
    python3 scripts/synth/lines/fixture.py --out vision/linenet/testdata/floating --floating

--floating: in a face that the line net was not trained on, set without the rules for marks, so that tones float over bare letters.

The same command gives the same files: texts, faces and noise are fixed.
"""
import argparse
import json
import os

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

FACES = "/usr/share/fonts/truetype/tlwg"
TEXTS = (
    ("Norasi", "บ้านเลขที่ 48/7 หมู่ 3"),
    ("Garuda", "ตำบลบางพระ อำเภอศรีราชา"),
    ("Kinnari", "วันที่ 14 กุมภาพันธ์ 2568"),
    ("Loma", "ยอดเงินรวม 12,480.50 บาท"),
    ("Norasi", "ผู้รับปลายทาง นางสมหญิง"),
    ("Garuda", "เลขที่บัญชี 412-0-88315-6"),
    ("Kinnari", "ค่าบริการขนส่งสินค้า"),
    ("Loma", "จังหวัดนครราชสีมา 30000"),
    ("Norasi", "ใบเสร็จรับเงิน"),
    ("Garuda", "โทรศัพท์ 02-555-0199"),
)
HELD = "/usr/share/fonts/truetype/arundina/ArundinaSerif.ttf"
FLOATING = """ค่าบริการขนส่งสินค้า|ที่อยู่ผู้ส่ง|บ้านเลขที่ 48/7 หมู่ 3|นางสาวน้ำฝน แก้วก่ำ|ห้างหุ้นส่วนจำกัด ก้าวหน้า|ข้าวสารอ้อมน้อย|ถนนแจ้งวัฒนะ ซอย 14
ตำบลบ้านใหม่ อำเภอปากเกร็ด|เจ้าของร้านค้าส่ง|ใบส่งของ 15 พฤษภาคม 2569|ไม่ต้องกลับด้าน|เก้าร้อยห้าสิบสี่บาทถ้วน""".replace("\n", "|").split("|")


def ink(face, text, layout=ImageFont.Layout.RAQM):
    """255 = ink, cropped."""
    font = ImageFont.truetype(face, 46, layout_engine=layout)
    im = Image.new("L", (int(font.getlength(text)) + 140, 160))
    ImageDraw.Draw(im).text((70, 110), text, font=font, fill=255, anchor="ls")
    return np.asarray(im.crop(im.getbbox()))


def photographed(lines, r):
    """Letters of some 23 pixels, soft and noisy, light falling off to one side."""
    g = cv2.resize(lines, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    g = cv2.copyMakeBorder(g, 12, 12, 12, 12, cv2.BORDER_CONSTANT).astype(np.float32) / 255
    light = 215 * (1 + np.linspace(-0.1, 0.1, g.shape[1], dtype=np.float32))
    g = cv2.GaussianBlur(light * (1 - 0.8 * g), (0, 0), 0.7) + r.standard_normal(g.shape, dtype=np.float32) * 4
    return np.clip(g, 0, 255).astype(np.uint8)


def looks_of(floating):
    """(name, picture, text, look) of all lines."""
    if floating:
        for i, text in enumerate(FLOATING):
            yield f"{i:02d}.png", framed(ink(HELD, text, ImageFont.Layout.BASIC)), text, "clean"
        return
    for i, (face, text) in enumerate(TEXTS):
        lines = ink(os.path.join(FACES, face + ".ttf"), text)
        yield f"{i:02d}_clean.png", framed(lines), text, "clean"
        yield f"{i:02d}_photo.png", photographed(lines, np.random.default_rng(i)), text, "photo"


def framed(lines):
    """Black on white, with room around."""
    return 255 - cv2.copyMakeBorder(lines, 20, 20, 20, 20, cv2.BORDER_CONSTANT)


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("--out", required=True)
    a.add_argument("--floating", action="store_true")
    o = a.parse_args()
    os.makedirs(o.out, exist_ok=True)
    rows = []
    for name, picture, text, look in looks_of(o.floating):
        cv2.imwrite(os.path.join(o.out, name), picture)
        rows.append({"file": name, "text": text, "look": look})
    with open(os.path.join(o.out, "lines.json"), "w", encoding="utf8") as f:
        json.dump(rows, f, ensure_ascii=False, indent=1)
        f.write("\n")


if __name__ == "__main__":
    main()
