"""What stands beside the glass: bottles, cans, coasters, candles, lanterns."""

from .paint import ellipse_arc, mix, rgb, smooth

WHITE = (255, 255, 255)
_BOTTLE = (
    (0, 0.134),
    (0.02, 0.138),
    (0.06, 0.138),
    (0.15, 0.138),
    (0.32, 0.138),
    (0.5, 0.138),
    (0.6, 0.12),
    (0.72, 0.058),
    (0.8, 0.05),
    (0.96, 0.046),
    (1, 0.048),
)


def shadow(p, x, y, width):
    p.fill(
        p.mask(ellipses=[(x + width * 0.4, y, width * 1.5, width * 0.28)]), (0, 0, 0), 0.5, blur=width * 0.1
    )


def bottle(p, x, y, height, label, glass="#4a2408", cap="#d8b04c", mark=None):
    """A brown bottle; `mark(painter, x, y, size, colour)` draws the label's emblem."""
    half = smooth(_BOTTLE)
    outline = [(x - w * height, y - t * height) for t, w in half] + [
        (x + w * height, y - t * height) for t, w in reversed(half)
    ]
    width = 0.138 * height
    shadow(p, x, y, width)
    body = p.mask(polygons=[outline], ellipses=[(x, y, half[0][1] * height, 0.016 * height)])
    dark, light = mix(rgb(glass), (0, 0, 0), 0.55), mix(rgb(glass), rgb("#ffb050"), 0.35)
    p.shade(body, lambda u, v: mix(light, dark, abs(u - 0.42) * 1.9))
    _label(p, x, y - height * 0.3, width, height * 0.26, label, mark)
    neck = p.mask(boxes=[(x - 0.052 * height, y - height * 0.83, x + 0.052 * height, y - height * 0.75, 2)])
    p.shade(p.both(body, neck), lambda u, v: mix(rgb(label), (0, 0, 0), abs(u - 0.4)))
    if cap:
        crown = p.mask(
            boxes=[(x - 0.056 * height, y - height * 1.012, x + 0.056 * height, y - height * 0.968, 4)]
        )
        p.shade(crown, lambda u, v: mix(rgb(cap), (40, 26, 8), abs(u - 0.38) * 1.5))
    shine = [
        (x - width * 0.72, y - height * 0.06),
        (x - width * 0.72, y - height * 0.54),
        (x - width * 0.36, y - height * 0.68),
        (x - width * 0.26, y - height * 0.9),
    ]
    p.fill(p.mask(lines=[(smooth(shine), height * 0.014)]), WHITE, 0.45, blur=height * 0.004)


def _label(p, x, y, half, height, colour, mark):
    paper = p.mask(boxes=[(x - half, y - height / 2, x + half, y + height / 2, 3)])
    p.shade(paper, lambda u, v: mix(rgb(colour), (20, 12, 6), max(0, abs(u - 0.42) * 1.7 - 0.3)))
    ink = mix(rgb(colour), (20, 14, 10), 0.78)
    lines = [
        ([(x - half * 0.62, y + height * t), (x + half * 0.62, y + height * t)], height * 0.03)
        for t in (-0.4, 0.33, 0.41)
    ]
    p.fill(p.mask(lines=lines), ink, 0.85)
    if mark:
        mark(p, x, y - height * 0.03, height * 0.28, ink)


def can(p, x, y, height, colours, mark):
    """A 33 cl can with the emblem on a disc and three stripes."""
    half = height * 0.27
    shadow(p, x, y, half)
    body = [
        (x - half, y),
        (x - half, y - height * 0.9),
        (x - half * 0.84, y - height * 0.97),
        (x + half * 0.84, y - height * 0.97),
        (x + half, y - height * 0.9),
        (x + half, y),
    ]
    mask = p.mask(polygons=[body], ellipses=[(x, y, half, half * 0.13)])
    main, accent = rgb(colours[0]), rgb(colours[1])

    def metal(colour):
        return lambda u, v: mix(
            mix(colour, WHITE, max(0, 0.4 - abs(u - 0.25) * 3)), (0, 0, 0), max(0, abs(u - 0.4) * 1.5 - 0.35)
        )

    p.shade(mask, metal(main))
    for t in (0.12, 0.18, 0.82):
        band = p.mask(polygons=[_band(x, y - height * t, half, height * 0.03)])
        p.shade(p.both(mask, band), metal(accent))
    disc = p.mask(ellipses=[(x, y - height * 0.5, half * 0.74, half * 0.8)])
    p.shade(disc, metal(accent))
    mark(p, x, y - height * 0.5, half * 0.52, mix(main, (0, 0, 0), 0.35))
    lid = (x, y - height * 0.97, half * 0.84, half * 0.11)
    p.fill(p.mask(ellipses=[lid]), rgb("#d4dce2"))
    p.fill(p.mask(ellipses=[(lid[0], lid[1] + 2, lid[2] * 0.86, lid[3] * 0.7)]), rgb("#8e9aa2"))
    p.fill(p.mask(ellipses=[(x, lid[1], half * 0.3, half * 0.05)]), rgb("#e8eef2"))


def _band(x, y, half, height):
    lower = ellipse_arc(x, y, half, half * 0.13, 180, 0)
    upper = ellipse_arc(x, y - height, half, half * 0.13, 0, 180)
    return lower + upper


def drops(p, x, top, bottom, half, count=70):
    """Condensation on something cold."""
    spots = []
    for _ in range(count):
        size = p.random.uniform(1.5, 5)
        spots.append(
            (x + p.random.uniform(-0.92, 0.92) * half, p.random.uniform(top, bottom), size, size * 1.25)
        )
    p.fill(p.mask(ellipses=[(a + 1.5, b + 2, c, d) for a, b, c, d in spots]), (0, 0, 0), 0.25)
    p.fill(p.mask(ellipses=spots), WHITE, 0.5)


def coaster(p, x, y, radius, colours=("#f2e6cc", "#9c2a20")):
    """A round coaster lying flat under a glass."""
    p.fill(p.mask(ellipses=[(x + 8, y + 10, radius, radius * 0.24)]), (0, 0, 0), 0.45, blur=6)
    p.fill(p.mask(ellipses=[(x, y + 5, radius, radius * 0.23)]), mix(rgb(colours[0]), (0, 0, 0), 0.35))
    p.fill(p.mask(ellipses=[(x, y, radius, radius * 0.23)]), rgb(colours[0]))
    ring = p.without(
        p.mask(ellipses=[(x, y, radius * 0.88, radius * 0.2)]),
        p.mask(ellipses=[(x, y, radius * 0.78, radius * 0.172)]),
    )
    p.fill(ring, rgb(colours[1]))


def candle(p, x, y, height):
    """A candle in a jar and the light it gives."""
    half = height * 0.2
    p.glow(x, y - height * 1.1, height * 3, height * 3, rgb("#ff9c3c"), 0.75)
    wax = p.mask(boxes=[(x - half, y - height * 0.72, x + half, y + half * 0.2, half * 0.3)])
    shadow(p, x, y, half)
    p.shade(wax, lambda u, v: mix(rgb("#fff0c8"), rgb("#b4743c"), v * 0.8 + abs(u - 0.5) * 0.5))
    p.fill(p.mask(lines=[([(x, y - height * 0.72), (x, y - height * 0.82)], 4)]), (30, 20, 10))
    flame = smooth(
        [
            (x, y - height * 1.2),
            (x + half * 0.42, y - height * 0.93),
            (x, y - height * 0.78),
            (x - half * 0.42, y - height * 0.93),
            (x, y - height * 1.2),
        ]
    )
    p.fill(p.mask(polygons=[flame]), rgb("#ffb43c"), blur=1)
    p.fill(p.mask(ellipses=[(x, y - height * 0.9, half * 0.2, height * 0.09)]), rgb("#fffbe0"), blur=1)


def paper_lantern(p, x, y, width, height, colour="#ff5a34", mark=None):
    """A round paper lantern with its ribs, lit from within; (x, y) is its middle."""
    p.glow(x, y, width * 1.7, height * 1.5, rgb("#ff8a4a"), 0.7)
    p.fill(p.mask(lines=[([(x, y - height * 0.5), (x, 0)], 4)]), (12, 8, 8))
    paper = p.mask(ellipses=[(x, y, width / 2, height / 2)])
    p.shade(paper, lambda u, v: mix(rgb("#ffd890"), rgb(colour), ((u - 0.5) ** 2 + (v - 0.5) ** 2) * 3.6))
    ribs = [
        (ellipse_arc(x, y + height * t, width * 0.5, height * 0.05, 0, 180), 2.5)
        for t in (-0.3, -0.18, -0.06, 0.06, 0.18, 0.3)
    ]
    p.fill(p.both(paper, p.mask(lines=ribs)), rgb("#8c1c10"), 0.55)
    caps = [
        (x - width * 0.2, y + s * height * 0.5 - 9, x + width * 0.2, y + s * height * 0.5 + 9, 4)
        for s in (-1, 1)
    ]
    p.fill(p.mask(boxes=caps), rgb("#1c1010"))
    if mark:
        mark(p, x, y, height * 0.2, rgb("#5c0c08"))


def cork(p, x, y, size):
    shadow(p, x, y + size * 0.25, size * 0.6)
    side = p.mask(boxes=[(x - size * 0.7, y - size * 0.3, x + size * 0.5, y + size * 0.3, size * 0.1)])
    p.shade(side, lambda u, v: mix(rgb("#e8c48c"), rgb("#8c5c2c"), v))
    p.fill(p.mask(ellipses=[(x + size * 0.5, y, size * 0.16, size * 0.31)]), rgb("#b4503c"))


def board(p, left, right, y, depth):
    """The board of a tasting flight."""
    p.fill(p.mask(boxes=[(left + 8, y, right + 14, y + depth + 16, 16)]), (0, 0, 0), 0.5, blur=8)
    p.fill(p.mask(boxes=[(left, y, right, y + depth + 12, 16)]), rgb("#5a3014"))
    top = p.mask(boxes=[(left, y, right, y + depth, 16)])
    p.shade(top, lambda u, v: mix(rgb("#e0a868"), rgb("#b47838"), v + 0.1 * ((u * 17) % 1)))
