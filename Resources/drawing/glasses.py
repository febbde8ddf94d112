"""Glasses with beer in them.

A glass is a profile: half its width at some heights, both as parts of its whole height, 0 at the foot and 1
at the rim. It is seen from a little above, so every level is a flat ellipse.
"""

from dataclasses import dataclass

from .paint import ellipse_arc, mix, rgb, smooth

TILT = 0.11  # how tall an ellipse is for its width
WHITE = (255, 255, 255)


@dataclass(frozen=True)
class Shape:
    profile: tuple
    bottom: float  # where the beer starts
    foot: float = 0.0  # half the foot's width; 0 for a glass that stands on its own base


PINT = Shape(((0, 0.165), (0.12, 0.178), (0.66, 0.222), (0.76, 0.25), (0.83, 0.236), (1, 0.25)), 0.05)
WEIZEN = Shape(
    ((0, 0.125), (0.05, 0.112), (0.17, 0.1), (0.42, 0.135), (0.68, 0.186), (0.84, 0.196), (1, 0.168)), 0.07
)
STANGE = Shape(((0, 0.122), (0.1, 0.122), (0.5, 0.126), (1, 0.132)), 0.05)
TUMBLER = Shape(((0, 0.2), (0.1, 0.212), (0.5, 0.243), (1, 0.27)), 0.07)
MUG = Shape(((0, 0.25), (0.08, 0.265), (0.5, 0.27), (0.92, 0.262), (1, 0.268)), 0.09)
TULIP = Shape(
    ((0.21, 0.025), (0.26, 0.13), (0.37, 0.215), (0.5, 0.232), (0.68, 0.192), (0.82, 0.168), (1, 0.215)),
    0.235,
    0.16,
)
SNIFTER = Shape(
    ((0.19, 0.03), (0.23, 0.15), (0.36, 0.272), (0.5, 0.3), (0.7, 0.265), (0.88, 0.208), (1, 0.186)),
    0.215,
    0.19,
)
FLUTE = Shape(((0.24, 0.018), (0.3, 0.064), (0.46, 0.1), (0.74, 0.124), (1, 0.116)), 0.27, 0.125)
GOBLET = Shape(((0.36, 0.03), (0.39, 0.14), (0.46, 0.25), (0.6, 0.312), (0.8, 0.336), (1, 0.35)), 0.385, 0.2)


class Glass:
    """One glass standing at (x, y), the middle of its base, `height` tall."""

    def __init__(self, painter, shape, x, y, height):
        self.painter, self.shape = painter, shape
        self.x, self.y, self.height = x, y, height
        self.curve = smooth(shape.profile)

    def half_width(self, level):
        for (low, narrow), (high, wide) in zip(self.curve, self.curve[1:]):
            if level <= high:
                part = (level - low) / (high - low) if high > low else 0
                return max(0.0, narrow + (wide - narrow) * max(0.0, part)) * self.height
        return self.curve[-1][1] * self.height

    def at(self, level):
        return self.y - level * self.height

    def body(self, low, high, inset=0.0):
        """The outline between two levels, rounded below and above like the glass seen from a little above."""
        levels = [low + (high - low) * i / 40 for i in range(41)]
        side = [(max(0.5, self.half_width(t) - inset), self.at(t)) for t in levels]
        below, above = side[0], side[-1]
        return [
            *((self.x - w, y) for w, y in reversed(side)),
            *ellipse_arc(self.x, below[1], below[0], below[0] * TILT, 180, 0),
            *((self.x + w, y) for w, y in side),
            *ellipse_arc(self.x, above[1], above[0], above[0] * TILT, 360, 180),
        ]

    def draw(self, beer, fill=0.84, foam=0.13, tint=WHITE):
        """Shadow, foot, beer, foam, then the glass's own light on top. `fill` is where the foam begins."""
        self._shadow(beer)
        self._empty(tint)
        self._beer(beer, fill)
        if foam:
            self._foam(beer, fill, foam)
        self._shine(tint)

    def draw_finished(self, beer, rings=(0.55, 0.68, 0.8)):
        """The glass after the last sip: a puddle, and lace where each sip stopped."""
        self._shadow(beer, light=0.25)
        self._empty(WHITE, alpha=0.2)
        self._beer(beer, self.shape.bottom + 0.035)
        for level in rings:
            self._lace(beer, level)
        self._shine(WHITE)

    def _shadow(self, beer, light=0.8):
        width = self.shape.foot * self.height or self.half_width(0)
        p = self.painter
        shadow = p.mask(ellipses=[(self.x + width * 0.35, self.y + width * 0.06, width * 1.5, width * 0.3)])
        p.fill(shadow, (0, 0, 0), 0.5, blur=width * 0.12)
        if beer.clear:
            p.glow(self.x + width * 0.7, self.y + width * 0.12, width * 1.5, width * 0.4, beer.light, light)

    def _empty(self, tint, alpha=0.16):
        p = self.painter
        if self.shape.foot:
            self._stem(tint)
        low = self.curve[0][0]
        p.fill(p.mask(polygons=[self.body(low, 1)]), tint, alpha)
        if not self.shape.foot:
            base = p.mask(polygons=[self.body(0, self.shape.bottom)])
            p.shade(base, lambda u, v: mix(rgb("#f4f8fa"), rgb("#6c7880"), abs(u - 0.3) * 1.3), 0.6)
        p.fill(
            p.mask(ellipses=[(self.x, self.at(1), self.half_width(1), self.half_width(1) * TILT)]), tint, 0.14
        )

    def _stem(self, tint):
        p, h, foot = self.painter, self.height, self.shape.foot * self.height
        p.fill(p.mask(ellipses=[(self.x, self.y, foot, foot * 0.17)]), tint, 0.42)
        p.fill(p.mask(ellipses=[(self.x, self.y - h * 0.006, foot * 0.86, foot * 0.11)]), (20, 24, 30), 0.22)
        top = self.curve[0][0]
        half = smooth([(0.0, 0.09), (0.02, 0.035), (0.06, 0.018), (top * 0.75, 0.015), (top + 0.015, 0.034)])
        stem = [(self.x - w * h, self.at(t)) for t, w in half] + [
            (self.x + w * h, self.at(t)) for t, w in reversed(half)
        ]
        mask = p.mask(polygons=[stem])
        p.shade(mask, lambda u, v: mix(rgb("#ffffff"), rgb("#4c565e"), abs(u - 0.4) * 2.4), 0.72)

    def _beer(self, beer, fill):
        p = self.painter
        mask = p.mask(polygons=[self.body(self.shape.bottom, fill, inset=self.height * 0.011)])

        def colour(u, v):
            edge = abs(u - 0.46) * 2
            lit = 1 - edge**1.7 * 0.75 - (1 - v) * 0.22
            return mix(
                beer.dark, mix(beer.light, WHITE, max(0, 0.28 - abs(u - 0.62) * 1.4 - (1 - v) * 0.3)), lit
            )

        p.shade(mask, colour)
        if beer.clear:
            self._bubbles(mask, beer, fill)

    def _bubbles(self, inside, beer, fill):
        p, r = self.painter, self.painter.random
        bubbles = []
        for _ in range(9):
            x = self.x + r.uniform(-0.7, 0.7) * self.half_width(self.shape.bottom + 0.1)
            level = self.shape.bottom + r.uniform(0.02, 0.15)
            while level < fill:
                size = self.height * r.uniform(0.002, 0.0055)
                bubbles.append((x + r.uniform(-1, 1) * self.height * 0.008, self.at(level), size, size))
                level += r.uniform(0.02, 0.075)
        p.fill(p.both(inside, p.mask(ellipses=bubbles)), mix(beer.light, WHITE, 0.75), 0.6)

    def _foam(self, beer, fill, foam):
        p, r = self.painter, self.painter.random
        top = fill + foam
        level = min(top, 1.0)
        width = self.half_width(level) - self.height * 0.008
        crown = [(self.x, self.at(level), width, width * TILT)]
        for i in range(15):
            part = (i / 14 - 0.5) * 2
            size = width * r.uniform(0.13, 0.2)
            rise = (top - level) * self.height * (1 - part**2) + width * 0.05 * (1 - part**2)
            crown.append((self.x + part * (width - size), self.at(level) - rise, size, size * 0.72))
        polygons = [self.body(fill, level, inset=self.height * 0.008)]
        if top > level:
            dome = ellipse_arc(
                self.x, self.at(level), width, (top - level) * self.height + width * 0.06, 180, 360
            )
            polygons.append(dome)
        mask = p.mask(polygons=polygons, ellipses=crown)
        shadow = mix(beer.foam, beer.dark, 0.34)
        p.shade(
            mask,
            lambda u, v: mix(beer.foam, shadow, max(0, abs(u - 0.4) * 1.5 - 0.25) + max(0, v - 0.7) * 0.8),
        )
        self._pores(mask, shadow, fill, top, width)

    def _pores(self, inside, colour, fill, top, width):
        p, r = self.painter, self.painter.random
        pores = []
        for _ in range(70):
            size = self.height * r.uniform(0.0015, 0.006)
            pores.append(
                (self.x + r.uniform(-1, 1) * width, self.at(r.uniform(fill - 0.02, top)), size, size * 0.8)
            )
        p.fill(p.both(inside, p.mask(ellipses=pores)), colour, 0.45)

    def _lace(self, beer, level):
        p, r = self.painter, self.painter.random
        width = self.half_width(level) * 0.95
        spots = []
        runs = [r.uniform(0.2, 1.9) for _ in range(9)]
        for _ in range(90):
            x = r.uniform(-1, 1)
            run = runs[min(8, int((x + 1) * 4.5))] * self.height * 0.032
            y = self.at(level) + (1 - x * x) ** 0.5 * width * TILT + r.random() ** 1.6 * run
            size = self.height * r.uniform(0.003, 0.011)
            spots.append((self.x + x * width, y, size * 1.3, size))
        inside = p.mask(polygons=[self.body(self.shape.bottom, 1, inset=self.height * 0.01)])
        p.fill(p.both(inside, p.mask(ellipses=spots)), beer.foam, 0.85)

    def _shine(self, tint):
        p, h = self.painter, self.height
        low = max(self.shape.bottom, self.curve[0][0]) + 0.05
        p.fill(p.mask(polygons=[self._stripe(low, 0.97, 0.8, 0.62)]), WHITE, 0.42, blur=h * 0.004)
        p.fill(p.mask(polygons=[self._stripe(low + 0.03, 0.9, -0.86, -0.8)]), WHITE, 0.38, blur=h * 0.003)
        for side in (-1, 1):
            levels = [self.curve[0][0] + (1 - self.curve[0][0]) * i / 40 for i in range(41)]
            self._line([(self.x + side * self.half_width(t), self.at(t)) for t in levels], 0.006, 0.5, tint)
        rim = ellipse_arc(self.x, self.at(1), self.half_width(1), self.half_width(1) * TILT, 0, 360)
        self._line(rim, 0.007, 0.75)
        if not self.shape.foot:
            base = ellipse_arc(self.x, self.y, self.half_width(0), self.half_width(0) * TILT, 0, 180)
            self._line(base, 0.008, 0.6)

    def _stripe(self, low, high, outer, inner):
        levels = [low + (high - low) * i / 30 for i in range(31)]
        left = [(self.x - self.half_width(t) * outer, self.at(t)) for t in levels]
        right = [(self.x - self.half_width(t) * inner, self.at(t)) for t in reversed(levels)]
        return left + right

    def _line(self, points, width, alpha, colour=WHITE):
        self.painter.fill(self.painter.mask(lines=[(points, width * self.height)]), colour, alpha)


def draw_mug(painter, x, y, height, beer, fill=0.86, foam=0.2):
    """A beer garden's mug: a glass with a handle and two rows of dimples."""
    glass = Glass(painter, MUG, x, y, height)
    reach = height * 0.16
    handle = ellipse_arc(
        x + glass.half_width(0.5) + reach * 0.1, y - height * 0.5, reach, height * 0.28, -90, 90
    )
    painter.fill(painter.mask(lines=[(handle, height * 0.075)]), rgb("#e8eef2"), 0.75)
    painter.fill(painter.mask(lines=[(handle, height * 0.025)]), rgb("#7c8890"), 0.6)
    glass.draw(beer, fill, foam)
    for row in (0.25, 0.5):
        for column in (-0.6, 0, 0.6):
            _dimple(
                painter,
                x + column * glass.half_width(row),
                y - height * row,
                height * 0.07 * (1 - abs(column) * 0.4),
                height * 0.1,
            )


def _dimple(painter, x, y, rx, ry):
    painter.fill(painter.mask(ellipses=[(x, y, rx, ry)]), (60, 30, 0), 0.16)
    painter.fill(painter.mask(ellipses=[(x, y + ry * 0.12, rx * 0.86, ry * 0.86)]), WHITE, 0.17)
    painter.fill(
        painter.mask(ellipses=[(x - rx * 0.3, y - ry * 0.35, rx * 0.3, ry * 0.25)]), WHITE, 0.35, blur=2
    )
