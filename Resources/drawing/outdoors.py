"""Scenes in gardens, in the street and by the water.

Each scene takes an empty painter of the right size and leaves a finished picture on it.
"""

from . import beers, marks, places, things
from .glasses import FLUTE, PINT, STANGE, TULIP, TUMBLER, WEIZEN, Glass, draw_mug
from .paint import ellipse_arc, mix, rgb, smooth

CITY = [rgb(c) for c in ("#ffb85c", "#7cc4ff", "#ff6a7c", "#ffe8c0", "#9ce0c0")]


def tulip_at_the_canal(p):
    """A tripel on a terrace, gabled houses across the water, late sun."""
    p.backdrop([rgb(c) for c in ("#3c6ea8", "#8cb4d8", "#ffd8a0", "#ffb870", "#c88448")])
    everything = p.mask(boxes=[(0, 0, p.width, p.height, 0)])
    colours = ("#7c3428", "#a8683c", "#54384c", "#8c4c30", "#3c4858", "#94583c")
    places.gables(p, everything, 640, (300, 350, 270, 380, 310, 340), colours)
    places.sea(p, 640, 880, ("#7c6468", "#3c4460"), 745, "#ffd8a0")
    places.table(p, 860, "#54301a", "#a87040")
    things.coaster(p, 450, 1095, 190)
    Glass(p, TULIP, 450, 1090, 860).draw(beers.GOLD)
    p.vignette(0.3)


def kriek_in_the_sun(p):
    """A flute of cherry beer against a pale wall, cherries beside it."""
    p.backdrop([rgb("#fdf2e0"), rgb("#f4dcb8"), rgb("#e8c490")])
    light = [[(0, 120), (560, 0), (800, 0), (0, 470)], [(240, 700), (900, 210), (900, 330), (420, 700)]]
    p.fill(p.mask(polygons=light), (255, 255, 255), 0.42, blur=14)
    places.table(p, 640, "#b48050", "#e8c090")
    things.coaster(p, 450, 800, 150, ("#ffffff", "#b01c3c"))
    Glass(p, FLUTE, 450, 798, 720).draw(beers.CHERRY, tint=rgb("#b8c4cc"))
    for x, y in ((665, 775), (735, 800), (700, 745)):
        _cherry(p, x, y, 36)


def _cherry(p, x, y, size):
    p.fill(
        p.mask(lines=[([(x, y - size * 0.7), (x + size * 0.5, y - size * 2), (710, y - size * 3)], 4)]),
        rgb("#4c7028"),
    )
    things.shadow(p, x, y + size * 0.8, size)
    p.shade(
        p.mask(ellipses=[(x, y, size, size * 0.95)]),
        lambda u, v: mix(rgb("#e8304c"), rgb("#58041c"), u * 0.5 + v * 0.6),
    )
    p.fill(
        p.mask(ellipses=[(x - size * 0.35, y - size * 0.4, size * 0.2, size * 0.14)]),
        (255, 255, 255),
        0.8,
        blur=1,
    )


def harbour_in_fog(p):
    """Wooden harbour houses that dissolve in the fog, and a beer of the same kind."""
    p.backdrop([rgb("#c8d2d8"), rgb("#dce2e4"), rgb("#aab8c0")])
    everything = p.mask(boxes=[(0, 0, p.width, p.height, 0)])
    places.hills(p, 60, 420, "#b4c0c8", 1.4, 0.6)
    colours = ("#a84034", "#d8b45c", "#ece4d4", "#8c3028", "#c88438", "#5c7c8c", "#b04c3c")
    places.gables(p, everything, 500, (170, 210, 150, 220, 180, 200, 160), colours)
    p.fill(p.mask(boxes=[(-60, 180, p.width + 60, 400, 0)]), rgb("#dce4e8"), 0.62, blur=60)
    places.sea(p, 500, 640, ("#8ca0ac", "#5c7480"), 300, "#e8f0f2")
    places.table(p, 600, "#3c2c24", "#7c6654")
    Glass(p, TUMBLER, 690, 705, 500).draw(beers.HAZY)
    p.vignette(0.3)


def stange_at_the_sea(p):
    """A narrow glass on a wall, the sun going into the sea."""
    p.backdrop([rgb(c) for c in ("#1c2c5c", "#6c4478", "#e8704c", "#ffc468", "#4c3040")])
    places.sun(p, 690, 395, 88)
    places.sea(p, 440, 640, ("#c46848", "#3c3458"), 690, "#ffe0a0")
    places.hills(p, 350, 470, "#2c2444", 0.7, 4.6)
    p.fill(p.mask(boxes=[(0, 600, p.width, p.height, 0)]), rgb("#2c2430"))
    p.fill(p.mask(boxes=[(0, 600, p.width, 620, 0)]), rgb("#ffb070"), 0.5)
    things.coaster(p, 300, 690, 105, ("#f4ead4", "#1c5c6c"))
    Glass(p, STANGE, 300, 688, 590).draw(beers.PALE)
    p.vignette(0.3)


def orchard_at_dusk(p):
    """String lights between the trees and three mugs on the table."""
    p.backdrop(places.DUSK + [rgb("#3c3028")])
    places.hills(p, 330, 520, "#2c2038", 1.1, 2.0)
    places.hills(p, 400, 560, "#1c1828", 1.9, 0.4)
    places.leaves(p, -40, 120, ("#0c1418", "#142420"), 160)
    places.string_lights(p, ((60, 215, 90), (150, 300, 40)))
    places.table(p, 540, "#2c160a", "#80502c")
    draw_mug(p, 215, 655, 330, beers.GOLD)
    draw_mug(p, 745, 650, 330, beers.PALE)
    draw_mug(p, 480, 700, 370, beers.WHEAT)
    p.vignette(0.35)


def shady_weizen(p):
    """A wheat beer under the chestnuts, sun through leaves."""
    p.backdrop([rgb(c) for c in ("#cce4a0", "#f0f4c0", "#b8d078", "#6c9448")])
    places.bokeh(p, 30, [rgb(c) for c in ("#ffffff", "#f8ffc8", "#d8f088")], 120, 800, 80)
    trunk = [(705, 0), (820, 0), (800, 860), (850, 910), (670, 910), (712, 860)]
    p.shade(p.mask(polygons=[trunk]), lambda u, v: mix(rgb("#6c5034"), rgb("#382414"), u))
    places.leaves(p, -60, 330, ("#24501c", "#3c7424", "#6ca038"))
    places.table(p, 880, "#80502a", "#d09c60")
    things.coaster(p, 430, 1100, 190, ("#ffffff", "#2c64a4"))
    Glass(p, WEIZEN, 430, 1095, 960).draw(beers.WHEAT, fill=0.78, foam=0.26)
    p.vignette(0.25)


def pretzel_and_hat(p):
    """What is left of the afternoon: an empty glass, a pretzel, a hat asleep on the table."""
    p.backdrop([rgb(c) for c in ("#d8ecb0", "#a8c868", "#7ca048")])
    places.bokeh(p, 22, [rgb(c) for c in ("#ffffff", "#f8ffc8")], 20, 400, 66)
    places.table(p, 430, "#80502a", "#d09c60")
    hat = p.mask(ellipses=[(720, 520, 230, 52)])
    p.fill(p.mask(ellipses=[(750, 545, 240, 52)]), (0, 0, 0), 0.4, blur=10)
    p.shade(hat, lambda u, v: mix(rgb("#54684c"), rgb("#24301c"), u))
    crown = p.mask(
        polygons=[[(585, 515), (610, 350), (690, 318), (735, 336), (790, 318), (840, 356), (862, 515)]]
    )
    p.shade(crown, lambda u, v: mix(rgb("#748a64"), rgb("#2c3a24"), u * 0.9))
    p.fill(p.both(crown, p.mask(boxes=[(560, 455, 900, 498, 0)])), rgb("#a83428"))
    _pretzel(p, 540, 655, 105)
    Glass(p, WEIZEN, 215, 680, 590).draw_finished(beers.WHEAT)
    p.vignette(0.25)


def _pretzel(p, x, y, size):
    loop = ellipse_arc(x, y, size, size * 0.5, 60, 480 - 360 * 2, 60)
    knot = [
        (x + size * 0.5, y + size * 0.44),
        (x - size * 0.42, y - size * 0.1),
        (x - size * 0.72, y - size * 0.26),
    ]
    lines = [loop, knot, [(2 * x - a, b) for a, b in knot]]
    for colour, width, dx, dy in (
        ((0, 0, 0), 36, 8, 12),
        (rgb("#6c3410"), 34, 0, 3),
        (rgb("#b8682a"), 26, 0, 0),
        (rgb("#e0a058"), 8, -2, -6),
    ):
        shape = p.mask(lines=[([(a + dx, b + dy) for a, b in line], width) for line in lines])
        p.fill(shape, colour, 0.4 if colour == (0, 0, 0) else 1, blur=4 if colour == (0, 0, 0) else 1)
    salt = [
        (a + p.random.uniform(-7, 7), b + p.random.uniform(-7, 3), 3.5, 3.5)
        for line in lines
        for a, b in line[::4]
    ]
    p.fill(p.mask(ellipses=salt), (255, 255, 255))


def pint_over_the_bay(p):
    """A window over a bay at night: a bridge, its lights, their reflections."""
    p.backdrop([rgb(c) for c in ("#060a1c", "#101c3c", "#24305c")])
    places.hills(p, 400, 560, "#0a1024", 1.7, 1.2)
    p.fill(p.mask(lines=[([(0, 520), (p.width, 520)], 12)]), rgb("#54689c"))
    towers = (190, 850)
    p.fill(
        p.mask(boxes=[(x + s - 8, 170, x + s + 8, 575, 3) for x in towers for s in (-16, 16)]), rgb("#a4b8e4")
    )
    cable = [(190 + 660 * t, 175 + 1100 * (t - t * t)) for t in [i / 30 for i in range(31)]]
    side = [(190 - 300 * t, 175 + 330 * (2 * t - t * t)) for t in [i / 20 for i in range(21)]]
    hangers = [([(x, y), (x, 520)], 2) for x, y in cable[::2] + side[::3]]
    p.fill(p.mask(lines=[(cable, 6), (side, 6), *hangers]), rgb("#8ca0d0"))
    places.sea(p, 570, 860, ("#16224c", "#070c20"), 190, "#ffc878")
    for x, y in cable[::3] + side[::4]:
        p.glow(x, y, 34, 34, rgb("#ffe0a0"), 0.9)
    places.bokeh(p, 24, CITY, 520, 590, 20)
    places.table(p, 850, "#1c1008", "#5c3820")
    things.coaster(p, 560, 1090, 215, ("#e8eef4", "#24508c"))
    Glass(p, PINT, 560, 1085, 820).draw(beers.AMBER)
    p.vignette(0.3)


def moon_over_the_street(p):
    """A small dark beer on the sill, the moon behind it."""
    p.backdrop([rgb(c) for c in ("#0c1230", "#24305c", "#54507c")])
    places.moon(p, 590, 300, 165)
    places.hills(p, 560, 760, "#141a38", 1.2, 0.3)
    _roofs(p, 770)
    places.table(p, 880, "#20120c", "#6c4028")
    things.coaster(p, 370, 1085, 215, ("#f4ecdc", "#a82c24"))
    Glass(p, TUMBLER, 370, 1080, 640).draw(beers.BLACK, fill=0.78, foam=0.19)
    p.vignette(0.25)


def _roofs(p, y):
    """Tiled roofs with upturned eaves, dark against the sky, lit windows below."""
    for cx, half, rise in ((130, 190, 120), (690, 205, 150)):
        slope = smooth(
            [
                (half, -22),
                (half * 0.88, -12),
                (half * 0.7, -34),
                (half * 0.52, -rise * 0.62),
                (half * 0.42, -rise),
            ]
        )
        outline = [(cx - a, y + b) for a, b in slope] + [(cx + a, y + b) for a, b in reversed(slope)]
        ridge = (cx - half * 0.47, y - rise - 14, cx + half * 0.47, y - rise + 4, 5)
        walls = (cx - half * 0.72, y - 30, cx + half * 0.72, 900, 0)
        p.fill(p.mask(polygons=[outline], boxes=[ridge, walls]), rgb("#080a18"))
        panes = [(cx + i * 54 - 21, y + 22, cx + i * 54 + 21, y + 78, 2) for i in (-2, -1, 0, 1, 2)]
        p.fill(p.mask(boxes=panes), rgb("#ffcc70"))


def lanterns(p):
    """Three paper lanterns at the door."""
    p.backdrop([rgb("#140c10"), rgb("#241418"), rgb("#341c18")])
    slats = [([(x, 0), (x, p.height)], 7) for x in range(20, p.width, 62)]
    p.fill(p.mask(lines=slats), rgb("#4c2c1c"), 0.8)
    p.fill(p.mask(boxes=[(0, 0, p.width, 46, 0), (0, 690, p.width, p.height, 0)]), rgb("#1c100c"))
    for x, y, mark in ((190, 330, marks.wave), (500, 400, marks.fox), (810, 330, marks.moon)):
        things.paper_lantern(p, x, y, 240, 340, mark=mark)
    p.vignette(0.35)
