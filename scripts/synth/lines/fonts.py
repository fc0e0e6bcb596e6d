"""Font files for synthetic lines, with a fixed split: the families in HELD are never trained on."""
import os
import subprocess

THAI = "Garuda Kinnari Laksaman Loma Norasi Purisa Sawasdee Umpush Waree GoogleSans Krub PlaypenSansThai TlwgMono TlwgTypewriter TlwgTypist TlwgTypo NotoSansThai NotoLoopedThai NotoSerifThai ArundinaSans ArundinaSerif ArundinaSansMono THSarabunNew".split()
LATIN = "Liberation DejaVuSans DejaVuSerif FreeSans FreeSerif FreeMono NotoSans- NotoSerif- NotoSansMono NotoSansDisplay OCRB Nimbus URWBookman URWGothic C059 P052 Carlito Caladea Roboto OpenSans Lato Courier Inconsolata".split()
HELD = ("GoogleSans", "Krub", "PlaypenSansThai", "NotoSerifThai", "ArundinaSerif", "DejaVuSerif", "Roboto-", "RobotoCondensed", "Caladea", "NotoSerif-", "NimbusMono")
SKIP = ("Math", "Thin", "Black", "Blk", "ExtraLight", "ExLt", "Hairline", "Symbol", "Dingbats", "Emoji", "D050000L", "OCRBE", "OCRBF", "OCRBX")


def thai(path):
    """Whether a font draws Thai."""
    from fontTools.ttLib import TTFont
    return 0x0E01 in TTFont(path, fontNumber=0, lazy=True).getBestCmap()


def list_fonts(extra_dir, held, fetched=None):
    """Paths of Thai-capable and of Latin-only fonts, of the held-out families or of the others; `fetched` is a folder that `fetch` filled."""
    files = sorted(set(subprocess.run(["fc-list", ":", "file"], capture_output=True, text=True).stdout.replace(":", "").split("\n")))
    files = [f.strip() for f in files if f.strip().endswith((".ttf", ".otf", ".t1"))]
    files += sorted(os.path.join(extra_dir, f) for f in os.listdir(extra_dir) if f.endswith(".ttf"))
    name = lambda f: os.path.basename(f)
    files = [f for f in files if not any(s in name(f) for s in SKIP) and name(f).startswith(HELD) == held]
    found = [f for f in files if name(f).startswith(tuple(THAI))], [f for f in files if name(f).startswith(tuple(LATIN)) and not f.endswith(".t1")]
    if fetched and not held:
        for f in sorted(os.path.join(fetched, f) for f in os.listdir(fetched) if not f.startswith(HELD)):
            found[0 if thai(f) else 1].append(f)
    return found


def family(path):
    return os.path.basename(path).split("-")[0].split("_")[0].replace("Bold", "")
