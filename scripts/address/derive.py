#!/usr/bin/env python3
"""Derive extract/thai/address/thai.txt.gz from an npm package: python3 scripts/address/derive.py OUT.gz

The source is react-thailand-address-typeahead 2.0.1 (MIT), whose bundle holds a literal
[[province, [[district, [[subdistrict, [postcode, ...]], ...]], ...]], ...]. The package is fetched with `npm pack` and
checked against the pinned digest. The output is the same tree as text, one name a line, which compresses better than
JSON: "P province", "D district", "subdistrict postcode...". It is byte for byte reproducible.
"""
import base64, gzip, hashlib, io, json, re, subprocess, sys, tarfile, tempfile

PACKAGE = "react-thailand-address-typeahead@2.0.1"
SHA512 = "8e0KK0B5fJFLJf6USRqJ/73HEepXV/n4wlIuf3KzgGtjPFx/sQ8TahXVv4Q6UKHhB8B52cJFePNaFj75RrfvlQ=="


def fetch():
    with tempfile.TemporaryDirectory() as d:
        subprocess.run(["npm", "pack", PACKAGE, "--silent"], cwd=d, check=True, stdout=subprocess.DEVNULL)
        blob = open(f"{d}/react-thailand-address-typeahead-2.0.1.tgz", "rb").read()
    got = base64.b64encode(hashlib.sha512(blob).digest()).decode()
    if got != SHA512:
        sys.exit(f"{PACKAGE}: digest {got} is not the pinned one")
    with tarfile.open(fileobj=io.BytesIO(blob)) as t:
        return t.extractfile("package/dist/index.js").read().decode("utf-8")


def tree(bundle):
    start = bundle.index('[["กระบี่"')
    return json.JSONDecoder().raw_decode(bundle[start:])[0]


def flatten(provinces):
    lines, places = [], 0
    for province, districts in provinces:
        lines.append(f"P {province}")
        for district, subs in districts:
            lines.append(f"D {district}")
            for sub, codes in subs:
                codes = [c for c in codes if re.fullmatch(r"[1-9]\d{4}", str(c))]
                if not codes or re.search(r"[\s\d]", sub):
                    print("left out:", province, district, sub, codes)  # uninhabited islands without a post office
                    continue
                lines.append(" ".join([sub, *map(str, codes)]))
                places += 1
    return lines, places


def main():
    lines, places = flatten(tree(fetch()))
    blob = gzip.compress(("\n".join(lines) + "\n").encode(), compresslevel=9, mtime=0)
    open(sys.argv[1], "wb").write(blob)
    print(f"{places} places, {len(blob)} bytes")


main()
