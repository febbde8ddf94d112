"""Scenes in pubs and kitchens.

Each scene takes an empty painter of the right size and leaves a finished picture on it.
"""

import math

from . import beers, marks, places, things
from .glasses import GOBLET, PINT, SNIFTER, TULIP, TUMBLER, Glass
from .paint import ellipse_arc, mix, rgb

LAMPS = [rgb(c) for c in ("#ffb85c", "#ffd89a", "#ff8a4c", "#ffe8c0")]


def stout_by_the_window(p):
    """Sunday noon in a pub: a black pint against a bright window."""
    p.backdrop([rgb("#d8c4a0"), rgb("#a8845a"), rgb("#6c4426")])
    view, frame = places.window(p, 90, 60, 810, 800, ("#f4fbff", "#dcecf4", "#c4dcc0", "#90b884"), "#5a3820")
    hedge = [(90 + i * 40, 720 + 26 * math.sin(i * 1.9), 46, 60) for i in range(20)]
    p.fill(p.both(view, p.mask(ellipses=hedge)), rgb("#6c9a60"))
    frame()
    places.table(p, 830, "#3a1c0c", "#845028")
    things.coaster(p, 450, 1085, 230, ("#f4ead4", "#1c4a3c"))
    Glass(p, PINT, 450, 1080, 830).draw(beers.BLACK, fill=0.74, foam=0.245)
    p.vignette(0.25)


def flight(p):
    """Four small glasses on a board, pale to black."""
    p.backdrop([rgb("#241a18"), rgb("#4c3024"), rgb("#6c4028")])
    places.bokeh(p, 30, LAMPS, 10, 330, 62)
    places.table(p, 470, "#2c160a", "#6c3c1c")
    things.board(p, 40, 960, 590, 104)
    for x, beer in zip(
        (155, 385, 615, 845), (beers.PALE, beers.AMBER, beers.CHERRY, beers.BLACK), strict=True
    ):
        Glass(p, TUMBLER, x, 655, 390).draw(beer, fill=0.8, foam=0.15)
    p.vignette(0.4)


def flight_from_above(p):
    """The same four glasses seen from above: circles of foam."""
    p.backdrop([rgb("#3c2010"), rgb("#54301a")])
    joints = [([(0, y), (p.width, y)], 3) for y in (150, 330, 520, 700)]
    p.fill(p.mask(lines=joints), (0, 0, 0), 0.5)
    spots = (
        (255, 255, "#fffaf0", "#e8a820"),
        (645, 255, "#fff0d8", "#a84410"),
        (255, 645, "#ffdce2", "#b01438"),
        (645, 645, "#e8cc9c", "#180a04"),
    )
    for x, y, foam, beer in spots:
        _from_above(p, x, y, 150, rgb(foam), rgb(beer))
    p.vignette(0.35)


def _from_above(p, x, y, radius, foam, beer):
    p.fill(p.mask(ellipses=[(x + 26, y + 30, radius * 1.06, radius * 1.06)]), (0, 0, 0), 0.55, blur=16)
    p.fill(p.mask(ellipses=[(x, y, radius, radius)]), rgb("#d8e2e8"))
    p.fill(p.mask(ellipses=[(x, y, radius * 0.93, radius * 0.93)]), beer)
    inner = p.mask(ellipses=[(x, y, radius * 0.84, radius * 0.84)])
    p.shade(inner, lambda u, v: mix(foam, beer, max(0, u + v - 1.1) * 0.4))
    swirl = [
        (ellipse_arc(x, y, radius * r, radius * r, start, start + 150), 5)
        for r, start in ((0.62, 200), (0.44, 20), (0.25, 240))
    ]
    p.fill(p.mask(lines=swirl), mix(foam, beer, 0.3), 0.7, blur=1)
    p.fill(
        p.mask(lines=[(ellipse_arc(x, y, radius * 0.96, radius * 0.96, 190, 260), 7)]),
        (255, 255, 255),
        0.9,
        blur=1,
    )


def snifter_by_candle(p):
    """A dark beer and one candle."""
    p.backdrop([rgb("#0c0808"), rgb("#1c100c"), rgb("#2c160c")])
    places.table(p, 780, "#120804", "#4c2810")
    things.candle(p, 195, 880, 270)
    p.glow(500, 640, 560, 560, rgb("#c46a24"), 0.55)
    p.glow(500, 560, 330, 330, rgb("#ffb45c"), 0.75)
    things.coaster(p, 520, 1080, 215, ("#c8a878", "#54180c"))
    Glass(p, SNIFTER, 520, 1076, 800).draw(beers.BLACK, fill=0.66, foam=0.07, tint=rgb("#ffdca8"))
    p.vignette(0.4)


def goblet_and_bottle(p):
    """The old bottle and the good goblet on the kitchen table."""
    p.backdrop(places.ROOM)
    p.glow(300, 300, 620, 620, rgb("#ffb860"), 0.55)
    places.table(p, 800, "#34180a", "#845028")
    things.bottle(p, 250, 965, 790, "#ead8b0", cap=None, mark=marks.abbey)
    things.cork(p, 170, 1090, 62)
    Glass(p, GOBLET, 570, 1080, 620).draw(beers.QUAD, fill=0.83, foam=0.11, tint=rgb("#ffe8c8"))
    p.vignette(0.35)


def two_empty_goblets(p):
    """Afterwards."""
    p.backdrop(places.ROOM)
    p.glow(500, 220, 620, 420, rgb("#ffb860"), 0.6)
    places.table(p, 480, "#34180a", "#845028")
    things.cork(p, 520, 690, 46)
    Glass(p, GOBLET, 290, 655, 470).draw_finished(beers.QUAD, rings=(0.56, 0.7, 0.82))
    Glass(p, GOBLET, 725, 640, 470).draw_finished(beers.QUAD, rings=(0.5, 0.66, 0.86))
    p.vignette(0.35)


def snow_at_the_window(p):
    """The shortest day: amber beer, snow outside, lights in the houses."""
    p.backdrop([rgb("#2c1a14"), rgb("#44281c")])
    view, frame = places.window(p, 60, 50, 840, 830, ("#0c1a3c", "#24407c", "#5c78ac", "#a8bcd8"), "#4c2c1c")
    places.gables(
        p, view, 700, (150, 200, 130, 220, 170), ("#1c2440", "#24304c", "#182038", "#202a48", "#1c2440")
    )
    bank = [(60 + i * 110, 830, 120, 70 + 22 * (i % 3)) for i in range(9)]
    p.fill(p.both(view, p.mask(ellipses=bank)), rgb("#f0f6ff"))
    places.snow(p, view, 170, 9)
    frame()
    places.table(p, 860, "#301608", "#8c5428")
    things.candle(p, 140, 985, 180)
    things.coaster(p, 480, 1092, 190, ("#f4ead4", "#1c5c3c"))
    Glass(p, TULIP, 480, 1086, 850).draw(beers.AMBER)
    p.vignette(0.3)
