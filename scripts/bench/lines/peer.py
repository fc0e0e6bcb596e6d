"""Reads the crops of a manifest (cut.py) with Tesseract's own program as one would install it, one line a crop (--psm 7), and writes one
JSON lines file a model into --out, in the form that score.py takes. Blanks are not counted there, so preserve_interword_spaces only
changes what Tesseract itself makes of it. A crop that it refuses reads as nothing.
"""
import argparse
import html
import json
import os
import re
import subprocess
import tempfile

MODELS = {
    "tha": ["-l", "tha"],
    "tha+eng": ["-l", "tha+eng"],
    "Thai": ["-l", "Thai", "-c", "preserve_interword_spaces=1"],
    "eng": ["-l", "eng"],
}


def read(folder, rows, options):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as names:
        names.write("\n".join(os.path.join(folder, r["file"]) for r in rows) + "\n")
        names.flush()
        env = {**os.environ, "OMP_THREAD_LIMIT": "1"}
        out = subprocess.run(["tesseract", names.name, "stdout", "--psm", "7", *options, "hocr"], env=env, capture_output=True, check=True, text=True).stdout
    texts = {}
    for page in out.split("class='ocr_page'")[1:]:
        image = re.search(r'image "(.*?)"', html.unescape(page)).group(1)
        words = re.findall(r"class='ocrx_word'[^>]*>(.*?)</span>", page, re.S)
        texts[os.path.basename(image)] = " ".join(html.unescape(re.sub(r"<[^>]*>", "", w)) for w in words)
    return [texts.get(r["file"], "") for r in rows]


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--in", dest="folder", required=True, help="folder with manifest.jsonl")
    a.add_argument("--out", required=True)
    a.add_argument("--models", nargs="+", default=list(MODELS))
    o = a.parse_args()
    rows = [json.loads(line) for line in open(os.path.join(o.folder, "manifest.jsonl"), encoding="utf8")]
    os.makedirs(o.out, exist_ok=True)
    for model in o.models:
        texts = read(o.folder, rows, MODELS[model])
        with open(os.path.join(o.out, model + ".jsonl"), "w", encoding="utf8") as f:
            for r, t in zip(rows, texts):
                f.write(json.dumps({**r, "read": t, "confidence": 0.0}, ensure_ascii=False) + "\n")
        print(f"{model}: {len(rows)} crops", flush=True)


if __name__ == "__main__":
    main()
