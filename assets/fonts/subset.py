#!/usr/bin/env python3
"""Makes Inter-Regular.ttf and Inter-SemiBold.ttf beside this file from a release of Inter; README.md explains how to run it."""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

WEIGHTS = ["Regular", "SemiBold"]

# The characters that labels, and most titles and notes, contain. The system's fonts have the others.
CHARACTERS = [
    range(0x0020, 0x007F),  # Basic Latin
    range(0x00A0, 0x0180),  # Latin-1, Latin Extended-A
    range(0x01A0, 0x01A2),  # Vietnamese o with a horn
    range(0x01AF, 0x01B1),  # Vietnamese u with a horn
    range(0x0218, 0x021C),  # Romanian s and t with a comma below
    range(0x02C6, 0x02DE),  # spacing accents
    range(0x0300, 0x030D),  # combining accents
    range(0x031B, 0x031C),  # combining horn
    range(0x0323, 0x0324),  # combining dot below
    range(0x0386, 0x03CF),  # Greek
    range(0x0400, 0x0460),  # Cyrillic
    range(0x0490, 0x0492),  # Ukrainian g with an upturn
    range(0x1E9E, 0x1EFA),  # capital sharp s, Vietnamese
    range(0x2010, 0x2065),  # dashes, quotes, ellipsis, thin spaces
    range(0x2070, 0x209D),  # superscripts, subscripts
    range(0x20AC, 0x20AD),  # euro
    range(0x2150, 0x2190),  # fractions
    range(0x2190, 0x2200),  # arrows
    range(0x2200, 0x2300),  # mathematical operators
    range(0x2300, 0x2400),  # keys of a keyboard
    range(0x25A0, 0x2600),  # squares, triangles, circles
    range(0x2605, 0x2607),  # stars
    range(0x2713, 0x2719),  # ticks and crosses
]

# Without `calt`, which turns the x in "5x6" into a multiplication sign: text must look as it was typed.
FEATURES = ["ccmp", "kern", "locl", "mark", "mkmk"]

# Family, style, version and licence, so that a font file that is passed on alone still contains its licence.
NAMES = [0, 1, 2, 3, 4, 5, 6, 7, 11, 13, 14, 16, 17]


def give_digits_one_width(font: TTFont) -> None:
    """Maps 0 to 9 to the glyphs of the feature `tnum`, so that columns of numbers align."""
    gsub = font["GSUB"].table
    tabular = {}
    for record in gsub.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            for index in record.Feature.LookupListIndex:
                for subtable in gsub.LookupList.Lookup[index].SubTable:
                    tabular |= getattr(subtable, "ExtSubTable", subtable).mapping
    digits = {code: tabular[glyph] for code, glyph in font.getBestCmap().items() if chr(code) in "0123456789"}
    for table in font["cmap"].tables:
        table.cmap.update(digits)


def subset(font: TTFont) -> None:
    """Keeps CHARACTERS, FEATURES and NAMES, and drops hinting and glyph names."""
    options = Options()
    options.layout_features = FEATURES
    options.name_IDs = NAMES
    options.hinting = False
    options.glyph_names = False
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[code for block in CHARACTERS for code in block])
    subsetter.subset(font)


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: subset.py FOLDER    (with Inter-Regular.woff2 and Inter-SemiBold.woff2)")
    for weight in WEIGHTS:
        # Keeps the timestamp of the release, so that a second run gives the same bytes.
        font = TTFont(Path(sys.argv[1]) / f"Inter-{weight}.woff2", recalcTimestamp=False)
        give_digits_one_width(font)
        subset(font)
        font.flavor = None
        font.save(Path(__file__).with_name(f"Inter-{weight}.ttf"))


main()
