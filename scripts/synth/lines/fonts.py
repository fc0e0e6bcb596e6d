"""Font files for synthetic lines, with a fixed split: the families in HELD are never trained on."""
import os
import subprocess

THAI = "Garuda Kinnari Laksaman Loma Norasi Purisa Sawasdee Umpush Waree TlwgMono TlwgTypewriter TlwgTypist TlwgTypo NotoSansThai NotoLoopedThai NotoSerifThai ArundinaSans ArundinaSerif ArundinaSansMono THSarabunNew".split()
LATIN = "Liberation DejaVuSans DejaVuSerif FreeSans FreeSerif FreeMono NotoSans- NotoSerif- NotoSansMono NotoSansDisplay OCRB Nimbus URWBookman URWGothic C059 P052 Carlito Caladea Roboto OpenSans Lato Courier Inconsolata".split()
HELD = ("Sawasdee", "NotoSerifThai", "ArundinaSerif", "Umpush", "DejaVuSerif", "Roboto-", "RobotoCondensed", "Caladea", "NotoSerif-", "NimbusMono")
SKIP = ("Math", "Thin", "Black", "Blk", "ExtraLight", "ExLt", "Hairline", "Symbol", "Dingbats", "Emoji", "D050000L", "OCRBE", "OCRBF", "OCRBX")


def list_fonts(extra_dir, held):
    """Paths of Thai-capable and of Latin-only fonts, of the held-out families or of the others."""
    files = sorted(set(subprocess.run(["fc-list", ":", "file"], capture_output=True, text=True).stdout.replace(":", "").split("\n")))
    files = [f.strip() for f in files if f.strip().endswith((".ttf", ".otf", ".t1"))]
    files += sorted(os.path.join(extra_dir, f) for f in os.listdir(extra_dir) if f.endswith(".ttf"))
    name = lambda f: os.path.basename(f)
    files = [f for f in files if not any(s in name(f) for s in SKIP) and name(f).startswith(HELD) == held]
    return [f for f in files if name(f).startswith(tuple(THAI))], [f for f in files if name(f).startswith(tuple(LATIN)) and not f.endswith(".t1")]


def family(path):
    return os.path.basename(path).split("-")[0].split("_")[0].replace("Bold", "")
