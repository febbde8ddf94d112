"""Labels, a can, a coaster and a poster.

Each scene takes an empty painter of the right size and leaves a finished picture on it.
"""

import math

from . import marks, places, things
from .paint import ellipse_arc, mix, rgb


def poster_mug(p):
    """A flat poster in few colours: a mug and rays all round, like the spines of a hedgehog."""
    p.backdrop([rgb("#e4b040"), rgb("#e4b040")])
    middle = (p.width / 2, p.height * 0.5)
    rays = []
    for i in range(0, 32, 2):
        a, b = (math.radians((i + k) * 11.25 - 4) for k in (0, 1))
        rays.append(
            [middle, *((middle[0] + 900 * math.cos(t), middle[1] + 900 * math.sin(t)) for t in (a, b))]
        )
    p.fill(p.mask(polygons=rays), rgb("#c4581c"))
    p.fill(p.mask(ellipses=[(*middle, 245, 245)]), rgb("#1c2c44"))
    x, base, half = p.width / 2 - 22, p.height * 0.5 + 175, 105
    handle = ellipse_arc(x + half, base - 135, 72, 82, -90, 90)
    p.fill(p.mask(lines=[(handle, 30)]), rgb("#fff4dc"))
    p.fill(p.mask(boxes=[(x - half - 12, base - 282, x + half + 12, base + 12, 18)]), rgb("#fff4dc"))
    p.fill(p.mask(boxes=[(x - half, base - 240, x + half, base, 8)]), rgb("#f0a020"))
    bars = [(x - half + 22 + i * 62, base - 190, x - half + 48 + i * 62, base - 22, 13) for i in range(3)]
    p.fill(p.mask(boxes=bars), rgb("#c4581c"))
    foam = [(x - half + 4 + i * 51, base - 268 - (i % 2) * 16, 40, 40) for i in range(5)]
    drip = [
        (x - half - 12, base - 280, x + half + 12, base - 222, 20),
        (x - 70, base - 240, x - 34, base - 160, 18),
    ]
    p.fill(p.mask(ellipses=foam, boxes=drip), rgb("#fffdf4"))


def can_at_the_pool(p):
    """A cold can against pool tiles."""
    places.wall_of_tiles(p, p.height, "#6cc8d4", "#e4f4f4", 66)
    p.fill(p.mask(polygons=[[(0, 0), (300, 0), (0, 420)]]), (255, 255, 255), 0.25, blur=10)
    p.fill(p.mask(boxes=[(0, 590, p.width, p.height, 0)]), rgb("#f4ecd8"))
    p.fill(p.mask(boxes=[(0, 590, p.width, 600, 0)]), rgb("#c8b898"))
    things.can(p, 360, 650, 540, ("#f0552c", "#fff0d0"), marks.swimmer)
    things.drops(p, 360, 180, 640, 145)


def label_of_the_abbey(p):
    """Close to the label: a tower and two roofs."""
    p.backdrop([rgb("#2c1408"), rgb("#140804")])
    p.glow(330, 430, 520, 700, rgb("#a8541c"), 0.7)
    half = 330
    glass = p.mask(boxes=[(450 - half, -20, 450 + half, 920, 30)])
    p.shade(glass, lambda u, v: mix(rgb("#8c4818"), rgb("#1c0804"), abs(u - 0.4) * 1.8))
    paper = p.mask(boxes=[(450 - half, 110, 450 + half, 800, 4)])
    p.shade(
        paper, lambda u, v: mix(rgb("#f4e4bc"), rgb("#5c3c1c"), max(0, abs(u - 0.42) * 1.9 - 0.4) + 0.1 * v)
    )
    ink = rgb("#4c1410")
    p.fill(
        p.mask(lines=[([(150, y), (750, y)], w) for y, w in ((150, 8), (170, 3), (740, 3), (760, 8))]), ink
    )
    marks.abbey(p, 450, 430, 190, ink)
    p.fill(p.mask(boxes=[(350 + i * 70 - 25, 662, 350 + i * 70 + 25, 702, 6) for i in range(4)]), ink)
    p.fill(p.mask(lines=[([(190, 0), (190, 900)], 26)]), (255, 255, 255), 0.35, blur=7)


def fox_bottle(p):
    """The bottle with the fox on the counter."""
    p.backdrop([rgb("#1c2c34"), rgb("#2c4450"), rgb("#203038")])
    shelves = [([(0, y), (p.width, y)], 12) for y in (250, 520)]
    p.fill(p.mask(lines=shelves), rgb("#0c1418"))
    cups = [
        (x, y - 6 - h, x + 52, y - 6, 12)
        for y in (250, 520)
        for x, h in zip(range(40, 900, 96), (80, 110, 70, 95, 120, 75, 100, 85, 110))
    ]
    p.fill(p.mask(boxes=cups), rgb("#4c6870"), blur=3)
    places.table(p, 860, "#6c4424", "#c89460", planks=3)
    things.bottle(p, 450, 1090, 980, "#f4ead0", glass="#2c1a10", cap="#c83424", mark=marks.fox)
    p.vignette(0.35)


def moon_coaster(p):
    """The coaster one takes home: a fox's moon, from above."""
    p.backdrop([rgb("#b88450"), rgb("#8c5c30")])
    p.fill(p.mask(lines=[([(0, y), (p.width, y + 14)], 3) for y in (120, 330, 560, 780)]), (60, 30, 10), 0.6)
    p.fill(p.mask(ellipses=[(465, 470, 360, 360)]), (0, 0, 0), 0.5, blur=16)
    p.fill(p.mask(ellipses=[(450, 450, 355, 355)]), rgb("#f8f0dc"))
    p.fill(p.mask(ellipses=[(450, 450, 318, 318)]), rgb("#1c2444"))
    p.fill(p.mask(ellipses=[(450, 400, 215, 215)]), rgb("#ffe49c"))
    marks.fox(p, 450, 440, 150, rgb("#c84c20"))
    marks.wave(p, 450, 690, 110, rgb("#f8f0dc"))
    stain = p.without(p.mask(ellipses=[(560, 330, 210, 205)]), p.mask(ellipses=[(560, 330, 196, 191)]))
    p.fill(stain, rgb("#5c3010"), 0.4, blur=2)
