#!/usr/bin/env python3
"""Makes Squares.ttf beside this file: a font for tests whose glyphs are squares, each of another width.

Needs `pip install fonttools==4.68.0`. It has Hebrew letters, one Arabic letter in its four forms, a Han character, an accent that stands on
other letters, and an emoji that it draws nothing for.
"""

from pathlib import Path

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

HEBREW = {f"hebrew{code - 0x5CF}": code for code in range(0x5D0, 0x5D4)}
FORMS = ["beh", "beh.init", "beh.medi", "beh.fina"]
WIDTHS = {".notdef": 500, "accent": 0, "han": 1000, "emoji": 1000}
WIDTHS |= {name: 100 * (place + 1) for place, name in enumerate(HEBREW)}
WIDTHS |= {name: 550 + 50 * place for place, name in enumerate(FORMS)}
CHARACTERS = {0x301: "accent", 0x628: "beh", 0x6F22: "han", 0x1F600: "emoji"} | {code: name for name, code in HEBREW.items()}
FEATURES = """
languagesystem DFLT dflt;
languagesystem arab dflt;
feature init { sub beh by beh.init; } init;
feature medi { sub beh by beh.medi; } medi;
feature fina { sub beh by beh.fina; } fina;
"""


def square(width: int, is_empty: bool):
    pen = TTGlyphPen(None)
    if not is_empty:
        pen.moveTo((50, 0))
        for corner in [(50, 700), (max(width, 150) - 50, 700), (max(width, 150) - 50, 0)]:
            pen.lineTo(corner)
        pen.closePath()
    return pen.glyph()


def main() -> None:
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder(list(WIDTHS))
    font.setupCharacterMap(CHARACTERS)
    font.setupGlyf({name: square(width, name == "emoji") for name, width in WIDTHS.items()})
    font.setupHorizontalMetrics({name: (width, 50) for name, width in WIDTHS.items()})
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "Squares", "styleName": "Regular", "psName": "Squares-Regular"})
    font.setupOS2(sTypoAscender=800, usWinAscent=800, usWinDescent=200)
    font.setupPost()
    addOpenTypeFeaturesFromString(font.font, FEATURES)
    font.font["head"].created = font.font["head"].modified = 0
    font.font.recalcTimestamp = False
    font.save(Path(__file__).with_name("Squares.ttf"))


main()
