"""From an ink bitmap to a grey crop as a camera, a scanner or a renderer would give it."""
import os
import sys

import cv2
import numpy as np

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "page"))
import blurs  # noqa: E402


def rules(ink, r, em):
    """Table rules, dotted leaders, underlines, frames and fringes of neighbouring lines, drawn into the ink."""
    h, w = ink.shape
    k = r.random()
    if k < 0.25:  # dotted leader at or below the baseline
        y = int(r.uniform(0.7, 0.98) * h)
        step, dot = max(2, int(em * r.uniform(0.08, 0.22))), max(1, int(round(em * r.uniform(0.02, 0.06))))
        for x in range(r.integers(0, step), w, step):
            ink[y:y + dot, x:x + dot] = 255
    elif k < 0.6:  # solid rule above, below or (seldom) through
        y = int(h * (r.uniform(0.86, 1.0) if r.random() < 0.55 else r.uniform(0, 0.1) if r.random() < 0.8 else r.uniform(0.3, 0.7)))
        t = max(1, int(round(em * r.uniform(0.02, 0.07))))
        ink[y:y + t, :] = np.maximum(ink[y:y + t, :], int(r.uniform(120, 255)))
    elif k < 0.8:  # vertical cell borders at the ends
        t = max(1, int(round(em * r.uniform(0.02, 0.08))))
        pad = max(1, int(r.uniform(0, 0.12) * em))
        if r.random() < 0.6:
            ink[:, pad:pad + t] = 255
        if r.random() < 0.6:
            ink[:, w - pad - t:w - pad] = 255
    else:  # a neighbouring line's fringe
        f = max(1, int(h * r.uniform(0.03, 0.12)))
        src = np.roll(ink, r.integers(0, w), axis=1)
        mid = h // 2
        part = src[mid - f // 2:mid - f // 2 + f]
        if r.random() < 0.5:
            ink[:f] = np.maximum(ink[:f], part)
        else:
            ink[h - f:] = np.maximum(ink[h - f:], part)
    return ink


def texture(shape, r, em):
    """Relative brightness of paper that is not plain: fibres, a fine pattern of lines as on cheques, a screen of dots."""
    h, w = shape
    k = r.random()
    if k < 0.4:
        n = cv2.resize(r.standard_normal((max(2, h // 3), max(2, w // 3)), dtype=np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
        return 1 + r.uniform(0.01, 0.05) * n
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    period = em * r.uniform(0.08, 0.5) + 2
    turn = r.uniform(0, np.pi)
    wave = np.sin(2 * np.pi * (x * np.cos(turn) + y * np.sin(turn) + em * 0.3 * np.sin(x / (em * r.uniform(0.3, 2)))) / period)
    if k < 0.6:
        wave = wave * np.sin(2 * np.pi * (y * np.cos(turn) - x * np.sin(turn)) / period)
    return 1 - r.uniform(0.03, 0.14) * (wave > r.uniform(0.2, 0.8))


def stamp(shape, r, em):
    """Relative brightness of a stamp or a signature over the print: part of a ring, a frame or a pen's stroke, lighter than the print."""
    h, w = shape
    m = np.zeros(shape, np.uint8)
    t = max(1, int(em * r.uniform(0.03, 0.12)))
    k = r.random()
    if k < 0.5:
        c = (int(r.uniform(-0.2, 1.2) * w), int(r.uniform(-1, 2) * h))
        for radius in (r.uniform(0.6, 3) * em, r.uniform(1, 3.4) * em):
            cv2.circle(m, c, int(radius), 255, t, cv2.LINE_AA)
    elif k < 0.7:
        a = (int(r.uniform(-0.2, 0.9) * w), int(r.uniform(-0.5, 0.6) * h))
        cv2.rectangle(m, a, (a[0] + int(r.uniform(1, 8) * em), a[1] + int(r.uniform(0.5, 2) * em)), 255, t, cv2.LINE_AA)
    else:
        x = np.cumsum(r.uniform(-0.1, 0.6, 12)) * em + r.uniform(0, 1) * w - em
        y = h / 2 + np.cumsum(r.normal(0, 0.35, 12)) * em
        cv2.polylines(m, [np.stack([x, y], 1).astype(np.int32)], False, 255, max(1, t // 2), cv2.LINE_AA)
    return 1 - r.uniform(0.15, 0.6) * m.astype(np.float32) / 255


def smeared(g, r, em):
    """The crop as a camera saw it that moved, or looked past the page: by up to a third of the letters' size, of which a person still reads most."""
    kernel = blurs.motion(r, em * r.uniform(0.06, 0.33)) if r.random() < 0.7 else blurs.defocus(em * r.uniform(0.04, 0.14))
    return cv2.filter2D(g, -1, kernel, borderType=cv2.BORDER_REPLICATE)


def faint(g, r):
    """The crop with ink that failed here and there, down to a tenth of its strength. Paper is what most of a crop shows."""
    h, w = g.shape
    cells = max(2, round(w / h / 2) + 1)
    ink = cv2.resize(r.uniform(0.1, 1, (1, cells)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC).clip(0.1, 1)
    paper = np.float32(np.median(g))
    return paper + (g - paper) * ink


def degrade(ink, r, level, least=0.16):
    """Grey uint8 crop. level 0..1: share of hard conditions (small print, blur, shade, noise); least: the most that print is reduced by."""
    hard = r.random() < 0.15 + 0.5 * level
    # A page that was drawn for a screen: letters of 5 to 10 pixels, neither blurred nor noisy.
    coarse = r.random() < 0.36 * level
    hard = hard and not coarse
    em0 = 46.0
    f = r.uniform(0.5, 1.0) if not hard else r.uniform(0.27, 0.7)
    if coarse:
        f = r.uniform(least, 0.34)
    f = max(f, min(1.0, 5.0 / ink.shape[0]))
    em = em0 * f
    sx = f * (r.uniform(0.82, 1.2) if r.random() < 0.6 else 1.0)
    h, w = ink.shape
    top, bottom = r.uniform(0.03, 0.45, 2) * em
    left, right = r.uniform(0.1, 0.7, 2) * em
    H, W = int(round(h * f + top + bottom)) + 1, int(round(w * sx + left + right)) + 1
    if r.random() < 0.25 and f > 0.4:  # weight
        k = np.ones((2, 2) if r.random() < 0.7 else (3, 3), np.uint8)
        ink = cv2.dilate(ink, k) if r.random() < 0.6 else cv2.erode(ink, np.ones((2, 2), np.uint8))
    if f < 0.75:  # area-like reduction, then the placing warp
        ink = cv2.resize(ink, (max(1, int(w * sx)), max(1, int(h * f))), interpolation=cv2.INTER_AREA)
        if coarse:  # renderers differ in how dark they make a pixel that is half covered
            ink = (255 * (ink / 255.0) ** r.uniform(0.6, 1.8)).astype(np.uint8)
        h, w, f, sx = ink.shape[0], ink.shape[1], 1.0, 1.0
    shear = r.normal(0, 0.06) if r.random() < 0.4 else 0.0
    rise = r.normal(0, 0.06) * em if r.random() < 0.5 * (0.3 + level) else 0.0  # over the whole line
    M = np.float32([[sx, -shear * f, left + shear * h * f / 2], [rise / max(W, 1), f, top - rise / 2]])
    ink = cv2.warpAffine(ink, M, (W, H), flags=cv2.INTER_LINEAR)
    if r.random() < 0.28:
        ink = rules(ink, r, em)
    a = ink.astype(np.float32) * (1 / 255.0)
    if r.random() < 0.06:  # thermal or worn print: holes
        n = cv2.resize(r.random((max(2, H // 2), max(2, W // 2)), dtype=np.float32), (W, H))
        a *= n > r.uniform(0.12, 0.3)
    paper = r.uniform(215, 255) if not hard else r.uniform(110, 250)
    dark = r.uniform(0, 90) if not hard else r.uniform(0, max(20, paper - r.uniform(45, 140)))
    light = np.full((H, W), paper, np.float32)
    if hard or r.random() < 0.2:  # uneven light
        gx = np.linspace(-1, 1, W, dtype=np.float32) * r.uniform(-0.22, 0.22)
        gy = np.linspace(-1, 1, H, dtype=np.float32) * r.uniform(-0.15, 0.15)
        light *= 1 + gx[None, :] + gy[:, None]
        if r.random() < 0.2:  # a shadow's edge
            x = r.integers(0, W)
            ramp = np.clip((np.arange(W) - x) / max(4.0, em * r.uniform(0.1, 1.5)), 0, 1).astype(np.float32)
            light *= 1 - r.uniform(0.1, 0.4) * ramp[None, :]
    if r.random() < 0.04 + 0.08 * level:
        light *= texture((H, W), r, em)
    g = light * (1 - a) + (dark * light / paper) * a
    if r.random() < 0.02 + 0.05 * level:
        g *= stamp((H, W), r, em)
    if r.random() < 0.04 * level:
        g = faint(g, r)
    if not coarse and r.random() < 0.2 * level:
        g = smeared(g, r, em)
    elif hard or not coarse and r.random() < 0.3:
        s = r.uniform(0.3, 0.045 * em + 0.35)
        g = cv2.GaussianBlur(g, (0, 0), s) if r.random() < 0.8 else cv2.blur(g, (max(1, int(2.5 * s)), 1))
    if hard or not coarse and r.random() < 0.25:
        n = r.standard_normal((H, W), dtype=np.float32)
        if r.random() < 0.4:
            n = cv2.GaussianBlur(n, (0, 0), r.uniform(0.6, 1.5)) * 2
        g += n * r.uniform(1, 2 + (0.09 if hard else 0.03) * (paper - dark))
    g = np.clip(g, 0, 255).astype(np.uint8)
    if r.random() < 0.05:
        g = 255 - g
    if hard and r.random() < 0.7 or r.random() < 0.15:
        g = cv2.imdecode(cv2.imencode(".jpg", g, [cv2.IMWRITE_JPEG_QUALITY, int(r.integers(30, 92))])[1], 0)
    return g
