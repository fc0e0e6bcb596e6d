#!/usr/bin/env python3
"""Draws the delivery note that docs/kinds.md declares, as its test reads it: example.py OUTDIR writes delivery-note.pdf (text
layer) and delivery-note.jpg (a scan)."""
import os, sys

import cv2
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "page"))
import camera, shoot

PAGE = """<style>.page{font-family:'Sarabun','Noto Sans Thai','Loma',sans-serif;font-size:14px;line-height:1.5;padding:56px;color:#111}
.row{display:flex;justify-content:space-between;gap:24px}.box{border:1px solid #444;padding:8px 12px;flex:1}b.t{font-size:26px}
table{border-collapse:collapse;width:100%;margin:18px 0}td,th{border:1px solid #444;padding:4px 8px;text-align:left}.n{text-align:right}
.sum{margin-left:auto;width:300px}.sum div{display:flex;justify-content:space-between}</style>
<div class=page><div class=row><div><b>Siam Teak Works Co., Ltd.</b><div>18 Charoen Rat Road, Mueang, Chiang Mai 50000</div><div>Tel. 053 240 118</div></div><b class=t>ใบส่งของ / Delivery Note</b></div>
<div class=row style="margin-top:24px"><div class=box><b>ส่งถึง / Ship to</b><div>ชื่อ: บริษัท ริมน้ำเฟอร์นิเจอร์ จำกัด</div><div>ที่อยู่: 99/4 ถนนเลียบคลองสอง แขวงบางชัน</div><div>เขตคลองสามวา กรุงเทพมหานคร 10510</div>
<div>เลขประจำตัวผู้เสียภาษี: 0105558123451</div><div>โทร: 02 914 7785</div></div>
<div class=box style="flex:.7"><div>Note No.: DN-004217</div><div>วันที่ส่ง: 14 มีนาคม 2568</div><div>PO No.: PO-2025-0331</div><div>Carrier: Nok Express</div></div></div>
<table><tr><th>รายการ</th><th class=n>จำนวน</th><th class=n>ราคา</th><th class=n>เป็นเงิน</th></tr><tr><td>โต๊ะไม้สัก 120 ซม.</td><td class=n>4</td><td class=n>3,250.00</td><td class=n>13,000.00</td></tr><tr><td>เก้าอี้ไม้สัก</td><td class=n>16</td><td class=n>890.00</td><td class=n>14,240.00</td></tr></table>
<div class=sum><div><span>ค่าสินค้า</span><span>27,240.00</span></div><div><span>ค่าขนส่ง</span><span>1,500.00</span></div><div><b>รวมทั้งสิ้น</b><b>28,740.00</b></div></div>
<div class=row style="margin-top:60px"><div>ผู้ส่ง ........................</div><div>ผู้รับ ........................</div></div></div>"""


def main(out):
    with shoot.Browser() as b:
        shot = b.shoot(PAGE)
    open(os.path.join(out, "delivery-note.pdf"), "wb").write(shot.pdf)
    scan, _ = camera.scan(shot.raster(150)[0], np.random.default_rng(5))
    cv2.imwrite(os.path.join(out, "delivery-note.jpg"), scan, [cv2.IMWRITE_JPEG_QUALITY, 70])


if __name__ == "__main__":
    main(sys.argv[1])
