#!/usr/bin/env python3
"""Draws the tiles: writes assets/web/tiles.svg, a sprite of one symbol a face.

Dots and sticks are drawn here; characters and digits are outlines of the Noto CJK fonts
(SIL Open Font License, see LICENSE.txt beside this file), so that the picture needs no font.

    apt-get install python3-fonttools fonts-noto-cjk fonts-noto-cjk-extra
    python3 assets/tiles/draw.py

A tile is put together from a body (`plain`, `blue`, `back`), a face (`1m` … `7z`, `0m` …, `j`) and,
where it is blue, the mark `star`: blue tiles differ in shape as well as in colour.
"""

from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection

FONTS = Path("/usr/share/fonts/opentype/noto")
OUT = Path(__file__).resolve().parent.parent / "web" / "tiles.svg"

INK, RED, GREEN, BLUE = "#1c1c22", "#b3211b", "#14673a", "#1c4f9c"


def font(name):
    """The Japanese face of a collection."""
    return TTCollection(FONTS / name).fonts[0]


SERIF, SANS = font("NotoSerifCJK-Bold.ttc"), font("NotoSansCJK-Bold.ttc")


def glyph(face, character, x, y, size, fill):
    """A character whose box is centred at x, y."""
    glyphs = face.getGlyphSet()
    name = face.getBestCmap()[ord(character)]
    scale = size / face["head"].unitsPerEm
    width = glyphs[name].width * scale
    pen = SVGPathPen(glyphs, ntos=lambda number: f"{number:.1f}".rstrip("0").rstrip("."))
    # Characters of the CJK fonts sit in a box from -120 to 880.
    place = (scale, 0, 0, -scale, x - width / 2, y + 380 * scale)
    glyphs[name].draw(TransformPen(pen, place))
    return f'<path fill="{fill}" d="{pen.getCommands()}"/>'


def index(character, fill=INK):
    """The small sign in the corner, for those who do not read the characters."""
    size = 15 if character == "W" else 19
    return glyph(SANS, character, 11.5, 14, size, fill)


def man(number, fill=INK):
    numeral = "一二三四五六七八九"[number - 1]
    return glyph(SERIF, numeral, 30, 33, 31, fill) + glyph(SERIF, "萬", 30, 61, 29, RED)


def dot(x, y, radius, fill):
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"/>'
        f'<circle cx="{x}" cy="{y}" r="{radius * 0.62:.1f}" fill="none" stroke="#fff" '
        f'stroke-width="{radius * 0.2:.1f}"/>'
    )


PIN = {
    2: [(30, 30, GREEN), (30, 60, BLUE)],
    3: [(16, 29, BLUE), (30, 46, RED), (44, 63, GREEN)],
    4: [(18, 32, BLUE), (42, 32, GREEN), (18, 60, GREEN), (42, 60, BLUE)],
    5: [(16, 29, BLUE), (44, 29, GREEN), (30, 46, RED), (16, 63, GREEN), (44, 63, BLUE)],
    6: [(19, 28, GREEN), (41, 28, GREEN), (19, 48, RED), (41, 48, RED), (19, 66, RED), (41, 66, RED)],
    7: [(15, 26, GREEN), (29, 32, GREEN), (43, 38, GREEN)]
    + [(20, 53, RED), (40, 53, RED), (20, 69, RED), (40, 69, RED)],
    8: [(x, y, BLUE) for y in (25, 40, 55, 70) for x in (20, 40)],
    9: [(x, y, fill) for y, fill in ((28, GREEN), (48, RED), (68, BLUE)) for x in (13, 30, 47)],
}


def pin(number, fill=None):
    if number == 1:
        petals = "".join(
            f'<circle cx="30" cy="35" r="4" fill="{RED}" transform="rotate({turn} 30 48)"/>'
            for turn in range(0, 360, 45)
        )
        ring = f'<circle cx="30" cy="48" r="22" fill="{BLUE}"/><circle cx="30" cy="48" r="18" fill="#fff"/>'
        return ring + petals + f'<circle cx="30" cy="48" r="6" fill="{GREEN}"/>'
    radius = {2: 11, 3: 9.5, 4: 10, 5: 9, 6: 8.2, 7: 7, 8: 6.6, 9: 7.4}[number]
    return "".join(dot(x, y, radius, fill or own) for x, y, own in PIN[number])


def stick(x, y, length, fill, turn=0):
    half = length / 2
    knots = "".join(
        f'<rect x="{x - 3.9}" y="{y + offset - 1.3:.1f}" width="7.8" height="2.6" rx="1.3" fill="{fill}"/>'
        for offset in (-half + 1.3, 0, half - 1.3)
    )
    body = (
        f'<rect x="{x - 2.9}" y="{y - half}" width="5.8" height="{length}" rx="2.6" fill="{fill}"/>'
        f'<path d="M{x} {y - half + 3.5}v{half - 6}M{x} {y + 2.5}v{half - 6}" stroke="#fff" stroke-width="1.3" '
        'stroke-linecap="round"/>'
    )
    turned = f' transform="rotate({turn} {x} {y})"' if turn else ""
    return f"<g{turned}>{body}{knots}</g>"


SOU = {
    2: [(30, 31, 24, GREEN), (30, 60, 24, BLUE)],
    3: [(30, 31, 24, BLUE), (18, 60, 24, GREEN), (42, 60, 24, GREEN)],
    4: [(18, 33, 23, BLUE), (42, 33, 23, GREEN), (18, 61, 23, GREEN), (42, 61, 23, BLUE)],
    5: [(16, 33, 23, GREEN), (44, 33, 23, BLUE), (30, 47, 23, RED), (16, 61, 23, BLUE), (44, 61, 23, GREEN)],
    6: [(x, y, 23, fill) for y, fill in ((33, GREEN), (61, BLUE)) for x in (15, 30, 45)],
    7: [(30, 26, 16, RED)] + [(x, y, 16, fill) for y in (47, 67) for x, fill in ((15, GREEN), (30, BLUE), (45, GREEN))],
    9: [(x, y, 16, fill) for y in (28, 48, 68) for x, fill in ((15, GREEN), (30, RED), (45, BLUE))],
}


def sou(number, fill=None):
    if number == 1:
        # A bird on a twig, as on most sets.
        return (
            f'<path d="M20 70C10 58 12 40 24 36c-2-8 4-15 12-13 5 1 8 5 8 9l7 3-8 2c1 9-4 17-12 20l2 9z" fill="{GREEN}"/>'
            f'<path d="M21 69c-6-9-4-20 4-26 3 7 3 17 0 26z" fill="{RED}"/>'
            f'<path d="M25 44c7 0 11 5 10 11-6 1-10-3-10-11z" fill="{BLUE}"/>'
            f'<circle cx="37" cy="30" r="2.2" fill="#fff"/><circle cx="37.4" cy="30" r="1.1" fill="{INK}"/>'
            f'<path d="M12 71h36" stroke="{RED}" stroke-width="3" stroke-linecap="round"/>'
            f'<path d="M28 66v5M33 62l1 9" stroke="{INK}" stroke-width="1.8"/>'
        )
    if number == 8:
        return "".join(
            stick(x, y, 21, fill or (GREEN if upper else BLUE), turn)
            for y, upper in ((34, True), (61, False))
            for x, turn in ((11, 0), (24, 33 if upper else -33), (36, -33 if upper else 33), (49, 0))
        )
    return "".join(stick(x, y, length, fill or own) for x, y, length, own in SOU[number])


def honour(number):
    if number == 5:
        return (
            f'<rect x="13" y="20" width="34" height="50" rx="3" fill="none" stroke="{BLUE}" stroke-width="4"/>'
            f'<rect x="19" y="26" width="22" height="38" rx="1.5" fill="none" stroke="{BLUE}" stroke-width="1.5"/>'
        )
    character, fill = {1: ("東", INK), 2: ("南", INK), 3: ("西", INK), 4: ("北", INK), 6: ("發", GREEN), 7: ("中", RED)}[number]
    return glyph(SERIF, character, 30, 47, 46, fill)


def star(x, y, radius, fill):
    from math import cos, pi, sin

    points = [
        f"{x + reach * sin(turn * pi / 5):.1f},{y - reach * cos(turn * pi / 5):.1f}"
        for turn in range(10)
        for reach in [radius if turn % 2 == 0 else radius * 0.42]
    ]
    return f'<polygon points="{" ".join(points)}" fill="{fill}"/>'


def joker():
    return (
        star(30, 47, 25, "#6b21a8")
        + star(30, 47, 13, "#fde68a")
        + glyph(SANS, "J", 11.5, 14, 19, "#6b21a8")
    )


def body(fill, edge, side, width):
    return (
        f'<rect x="1.5" y="4" width="57" height="75" rx="7" fill="{side}" stroke="{edge}" stroke-width="{width}"/>'
        f'<rect x="1.5" y="1.5" width="57" height="73.5" rx="7" fill="{fill}" stroke="{edge}" stroke-width="{width}"/>'
    )


def beside_index(content):
    """Keeps dots and sticks clear of the corner and of the rim."""
    return f'<g transform="translate(3.6 6) scale(.88)">{content}</g>'


def faces():
    for number in range(1, 10):
        yield f"{number}m", index(str(number)) + man(number)
        yield f"{number}p", index(str(number)) + beside_index(pin(number))
        yield f"{number}s", index(str(number)) + beside_index(sou(number))
    # Red fives: red all over, and a bar under the index.
    bar = f'<rect x="6" y="22.5" width="11" height="2.4" rx="1.2" fill="{RED}"/>'
    yield "0m", index("5", RED) + bar + man(5, RED)
    yield "0p", index("5", RED) + bar + beside_index(pin(5, RED))
    yield "0s", index("5", RED) + bar + beside_index(sou(5, RED))
    for number in range(1, 8):
        sign = "ESWN"[number - 1] if number <= 4 else ""
        yield f"{number}z", (index(sign) if sign else "") + honour(number)
    yield "j", joker()


def main():
    symbols = {
        "plain": body("#fffdf6", "#857c68", "#d8cfb8", 1.6),
        "blue": body("#cfe2ff", "#163f94", "#6f9ae6", 2.6),
        "back": body("#d9902f", "#7a4a10", "#fffdf6", 1.6),
        # A star in the corner and a double rim: told from plain tiles without colour, too.
        "star": star(48, 14, 9, "#163f94")
        + '<rect x="5" y="5" width="50" height="66.5" rx="4.5" fill="none" stroke="#163f94" stroke-width="1"/>',
    } | dict(faces())
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg">',
        "<!-- Drawn by assets/tiles/draw.py. Characters: outlines of Noto Serif CJK and Noto Sans CJK,",
        "     SIL Open Font License 1.1. -->",
    ]
    for name, content in symbols.items():
        lines.append(f'<symbol id="t{name}" viewBox="0 0 60 80">{content}</symbol>')
    lines.append("</svg>")
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
