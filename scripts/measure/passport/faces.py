"""Ask a running daemon for portraits and compare them with the labelled boxes.

    python3 scripts/measure/passport/faces.py --url http://127.0.0.1:8080 --key KEY --data DIR

DIR holds truth.jsonl (file, face_bbox_xywh in pixels) and images/. Found: the box's overlap with the label (intersection
over union) is at least a half. Wrong: a face was given that overlaps less. Standard library only.
"""
import argparse
import base64
import json
import os
import urllib.error
import urllib.request


def ask(url, key, path):
    body = json.dumps({"image": base64.b64encode(open(path, "rb").read()).decode(), "option": {"return_face": True}}).encode()
    req = urllib.request.Request(url + "/passport-ocr/v2", body, {"Content-Type": "application/json", "x-service-key": key})
    try:
        with urllib.request.urlopen(req, timeout=120) as r:
            return (json.load(r)["data"] or [{}])[0].get("option", {}).get("face", {}).get("bboxes")
    except urllib.error.HTTPError:
        return None


def overlap(quad, box):
    """Intersection over union of the quad's bounds, upright, with x, y, w, h."""
    x0, y0 = min(p[0] for p in quad), min(p[1] for p in quad)
    x1, y1 = max(p[0] for p in quad), max(p[1] for p in quad)
    a, b, c, d = box[0], box[1], box[0] + box[2], box[1] + box[3]
    w, h = min(x1, c) - max(x0, a), min(y1, d) - max(y0, b)
    both = max(0, w) * max(0, h)
    return both / ((x1 - x0) * (y1 - y0) + box[2] * box[3] - both)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--url", required=True)
    p.add_argument("--key", required=True)
    p.add_argument("--data", required=True)
    o = p.parse_args()
    n = found = wrong = 0
    for line in open(os.path.join(o.data, "truth.jsonl"), encoding="utf-8"):
        row = json.loads(line)
        if not row.get("face_bbox_xywh"):
            continue
        quad = ask(o.url, o.key, os.path.join(o.data, "images", row["file"]))
        s = overlap(quad, row["face_bbox_xywh"]) if quad else 0
        n, found, wrong = n + 1, found + (s >= 0.5), wrong + (quad is not None and s < 0.5)
        if s < 0.5:
            print(row["file"], "overlap %.2f" % s, quad, row["face_bbox_xywh"])
    print("n=%d found=%.3f wrong=%.3f" % (n, found / max(1, n), wrong / max(1, n)))


if __name__ == "__main__":
    main()
