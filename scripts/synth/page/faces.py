"""Installed faces by family name, for CSS, in two fixed parts: those that anything may be trained or tuned on, and those held
out for measuring. Needs fontconfig; scripts/synth/page/fonts installs the Debian packages that the lists name."""
import functools, subprocess

THAI = ["Garuda", "Kinnari", "Laksaman", "Loma", "Norasi", "Purisa", "Sawasdee", "Umpush", "Tlwg Mono", "Tlwg Typewriter", "Tlwg Typist", "Tlwg Typo", "Waree", "Noto Sans Thai",
        "Noto Looped Thai", "Arundina Sans"]
LATIN = ["Liberation Sans", "Liberation Sans Narrow", "Liberation Serif", "Liberation Mono", "DejaVu Sans", "DejaVu Sans Mono", "FreeSans", "FreeSerif", "FreeMono", "Noto Sans",
         "Noto Sans Mono", "Open Sans", "Lato", "Carlito", "Nimbus Sans", "Nimbus Sans Narrow", "Nimbus Roman", "C059", "P052", "URW Bookman", "URW Gothic"]
HELD_THAI = ["Google Sans", "Krub", "Playpen Sans Thai", "Noto Serif Thai", "Arundina Serif"]
HELD_LATIN = ["DejaVu Serif", "Roboto", "Roboto Condensed", "Caladea", "Noto Serif", "Nimbus Mono PS"]
MONO = ["Liberation Mono", "DejaVu Sans Mono", "FreeMono", "Noto Sans Mono"]
HELD_MONO = ["Nimbus Mono PS", "Arundina Sans Mono"]


def fetched(folder):
    """The families of a folder of scripts/synth/lines/fetch's: those that draw Thai, and the others. None is held out."""
    rows = subprocess.run(["fc-list", "--format", "%{file}\t%{family[0]}\t%{lang}\n"], capture_output=True, text=True).stdout.splitlines()
    named = {name: "|th|" in f"|{langs}|" for path, name, langs in (row.split("\t") for row in rows) if path.startswith(folder)}
    return [n for n in sorted(named) if named[n]], [n for n in sorted(named) if not named[n]]


@functools.cache
def _installed():
    names = subprocess.run(["fc-list", ":", "family"], capture_output=True, text=True).stdout
    return {n.strip() for line in names.splitlines() for n in line.split(",")}


def thai(held=False):
    """Families with Thai letters; those without Latin ones fall back to a sans serif, as in real print."""
    return [f for f in (HELD_THAI if held else THAI) if f in _installed()]


def latin(held=False):
    """Families with Latin letters only."""
    return [f for f in (HELD_LATIN if held else LATIN) if f in _installed()]


def pick(r, held=False, lang="th"):
    """A CSS font-family for a page in a language: th, bi or any other (Latin)."""
    if lang in ("th", "bi"):
        return f'"{r.choice(thai(held))}", "{r.choice(latin(held))}", sans-serif'
    return f'"{r.choice(latin(held))}", "{r.choice(thai(held))}", sans-serif'


def monospaced(r, held=False):
    """A CSS font-family for a page of monospaced print; Thai letters that a face lacks have their own step."""
    return f'"{r.choice([f for f in (HELD_MONO if held else MONO) if f in _installed()])}", "{r.choice(thai(held))}", monospace'
