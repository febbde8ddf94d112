"""Where the beer stands: backdrops and tables, drawn before anything that stands on them."""

import math

from .paint import mix, rgb, stops

DUSK = [rgb(c) for c in ("#16213f", "#3a2f5e", "#8c4a62", "#e08a4e")]
ROOM = [rgb(c) for c in ("#1c1310", "#33201a", "#4a2c1c")]


def table(p, y, near="#4a2814", far="#8a5228", planks=5):
    """A wooden table from `y` to the lower edge, lighter at the back, its joints running away from us."""
    top = p.mask(boxes=[(0, y, p.width, p.height, 0)])
    p.shade(top, lambda u, v: mix(rgb(far), rgb(near), v**0.7), grid=32)
    joints = []
    for i in range(-planks, planks + 1):
        x = p.width * (0.5 + i / planks * 0.62)
        joints.append(([(x, y), (p.width / 2 + (x - p.width / 2) * 2.1, p.height)], 2.5))
    p.fill(p.both(top, p.mask(lines=joints)), (0, 0, 0), 0.35)
    grain = []
    for _ in range(26):
        x, spread = p.random.uniform(-0.1, 1.1) * p.width, p.random.uniform(1.9, 2.2)
        end = p.width / 2 + (x - p.width / 2) * spread
        start = p.random.uniform(0, 0.6)
        points = [(x + (end - x) * t, y + (p.height - y) * t) for t in (start, start + 0.25)]
        grain.append((points, 1.5))
    p.fill(p.both(top, p.mask(lines=grain)), (0, 0, 0), 0.16)
    p.fill(p.mask(boxes=[(0, y - 2, p.width, y + 3, 0)]), rgb("#fff0d0"), 0.22)


def bokeh(p, count, colours, top, bottom, largest):
    """Lamps out of focus."""
    for _ in range(count):
        x, y = p.random.uniform(0, p.width), p.random.uniform(top, bottom)
        size = largest * p.random.uniform(0.35, 1)
        disc = p.mask(ellipses=[(x, y, size, size)])
        p.fill(disc, p.random.choice(colours), p.random.uniform(0.16, 0.42), blur=2)


def string_lights(p, sags, colour="#ffe9a0"):
    """Bulbs on wires; each sag is (left height, lowest height, right height)."""
    for left, low, right in sags:
        wire = []
        for i in range(41):
            t = i / 40
            chord = left + (right - left) * t
            wire.append((p.width * t, chord + (low - (left + right) / 2) * 4 * t * (1 - t)))
        p.fill(p.mask(lines=[(wire, 2.5)]), (10, 8, 12), 0.85)
        bulbs = wire[2::4]
        for x, y in bulbs:
            p.glow(x, y + 9, 54, 54, rgb(colour), 0.75)
        p.fill(p.mask(ellipses=[(x, y + 9, 8, 10) for x, y in bulbs]), rgb("#fffbe8"))


def window(p, left, top, right, bottom, outside, frame="#3a2418", panes=(2, 3)):
    """A window; `outside` is a list of colours from the sky down."""
    view = p.mask(boxes=[(left, top, right, bottom, 0)])
    p.shade(view, lambda u, v: stops([rgb(c) for c in outside], v), grid=64)
    return view, lambda: _window_frame(p, left, top, right, bottom, rgb(frame), panes)


def _window_frame(p, left, top, right, bottom, colour, panes):
    """Drawn after what is outside."""
    columns, rows = panes
    bars = [([(left, top), (right, top), (right, bottom), (left, bottom), (left, top)], 26)]
    bars += [
        ([(left + (right - left) * i / columns, top), (left + (right - left) * i / columns, bottom)], 13)
        for i in range(1, columns)
    ]
    bars += [
        ([(left, top + (bottom - top) * i / rows), (right, top + (bottom - top) * i / rows)], 13)
        for i in range(1, rows)
    ]
    p.fill(p.mask(lines=bars), (0, 0, 0), 0.35, blur=6)
    p.fill(p.mask(lines=bars), colour)
    thin = [(points, 2) for points, _ in bars]
    p.fill(p.mask(lines=thin), mix(colour, (255, 255, 255), 0.25), 0.7)


def gables(p, inside, ground, heights, colours, lit="#ffd27a"):
    """A row of narrow houses with stepped or pointed gables and some lit windows, seen through `inside`."""
    width = p.width / len(heights)
    for i, (height, colour) in enumerate(zip(heights, colours, strict=True)):
        x, top = i * width, ground - height
        middle, roof = x + width / 2, width * 0.55
        outline = (
            _stepped(x, top, width, roof) if i % 2 else [(x, top), (middle, top - roof), (x + width, top)]
        )
        house = [*outline, (x + width, ground), (x, ground)]
        p.fill(p.both(inside, p.mask(polygons=[house])), rgb(colour))
        p.fill(p.both(inside, p.mask(lines=[(outline, 5)])), (255, 255, 255), 0.5)
        _house_windows(p, inside, x, top, width, ground, lit)


def _stepped(x, top, width, roof):
    steps = 4
    left = []
    for i in range(steps):
        y = top - roof * i / steps
        left += [(x + width * 0.5 * i / steps, y), (x + width * 0.5 * i / steps, y - roof / steps)]
    return left + [(2 * x + width - a, b) for a, b in reversed(left)]


def _house_windows(p, inside, x, top, width, ground, lit):
    rows = max(1, int((ground - top) // (width * 0.42)))
    for row in range(rows):
        for column in (0.24, 0.5, 0.76):
            cx, cy = x + width * column, top + width * (0.16 + row * 0.42)
            pane = p.mask(
                boxes=[(cx - width * 0.07, cy - width * 0.1, cx + width * 0.07, cy + width * 0.12, 2)]
            )
            colour = rgb(lit) if p.random.random() < 0.45 else rgb("#26303c")
            p.fill(p.both(inside, pane), colour, 0.92)


def sun(p, x, y, radius, colour="#fff2b8"):
    p.glow(x, y, radius * 5, radius * 5, rgb("#ffb45a"), 0.75)
    p.fill(p.mask(ellipses=[(x, y, radius, radius)]), rgb(colour))


def moon(p, x, y, radius):
    """Two days past full: a little is missing on the right."""
    p.glow(x, y, radius * 3.4, radius * 3.4, rgb("#cfd8ff"), 0.5)
    disc = p.mask(ellipses=[(x, y, radius, radius)])
    p.fill(disc, rgb("#fff6d8"))
    missing = p.without(disc, p.mask(ellipses=[(x - radius * 0.11, y, radius, radius * 1.04)]))
    p.fill(missing, rgb("#4c5484"), 0.8)
    craters = [(x - radius * a, y + radius * b, radius * c, radius * c * 0.9) for a, b, c in _CRATERS]
    p.fill(p.both(disc, p.mask(ellipses=craters)), rgb("#d8caa4"), 0.6)


_CRATERS = (
    (0.35, -0.3, 0.22),
    (-0.1, 0.05, 0.17),
    (0.3, 0.35, 0.13),
    (-0.25, -0.45, 0.12),
    (-0.2, 0.5, 0.16),
)


def sea(p, top, bottom, colours, glitter_x, glitter):
    """Water to the horizon, with the light's path below it."""
    area = p.mask(boxes=[(0, top, p.width, bottom, 0)])
    p.shade(area, lambda u, v: stops([rgb(c) for c in colours], v), grid=48)
    waves = []
    for i in range(70):
        t = (i / 70) ** 1.6
        y = top + (bottom - top) * t + 2
        reach = (14 + 110 * t) * p.random.uniform(0.3, 1)
        x = glitter_x + p.random.uniform(-1, 1) * (14 + 100 * t)
        waves.append(([(x - reach, y), (x + reach, y)], 1.5 + 3.5 * t))
    p.fill(p.both(area, p.mask(lines=waves)), rgb(glitter), 0.6)


def hills(p, top, bottom, colour, bumps, phase):
    points = [(0, bottom)]
    for i in range(61):
        x = i / 60
        wave = math.sin(x * bumps * 2 * math.pi + phase) * 0.5 + math.sin(x * bumps * 5.1 + phase * 2) * 0.22
        points.append((x * p.width, top + (bottom - top) * (0.4 - wave * 0.4)))
    p.fill(p.mask(polygons=[[*points, (p.width, bottom)]]), rgb(colour))


def leaves(p, top, bottom, colours, count=240):
    """A tree's crown hanging into the picture from above."""
    for colour in colours:
        crown = []
        for _ in range(count // len(colours)):
            x = p.random.uniform(-0.05, 1.05) * p.width
            reach = 0.55 + 0.45 * math.sin(x / p.width * 9) ** 2
            y = top + (bottom - top) * reach * p.random.random() ** 1.3
            size = p.random.uniform(0.02, 0.045) * p.width
            crown.append((x, y, size, size * 0.7))
        p.fill(p.mask(ellipses=crown), rgb(colour), 0.95)


def snow(p, inside, count, largest):
    flakes = []
    for _ in range(count):
        size = largest * p.random.uniform(0.25, 1)
        flakes.append((p.random.uniform(0, p.width), p.random.uniform(0, p.height), size, size))
    p.fill(p.both(inside, p.mask(ellipses=flakes)), (255, 255, 255), 0.9, blur=0.6)


def wall_of_tiles(p, bottom, colour, joint, size):
    p.fill(p.mask(boxes=[(0, 0, p.width, bottom, 0)]), rgb(joint))
    tiles = {}
    rows = int(bottom // size) + 1
    for row in range(rows):
        for column in range(-1, int(p.width // (size * 2)) + 2):
            x = column * size * 2 + (size if row % 2 else 0)
            shade = round(p.random.uniform(-0.12, 0.14), 1)
            tiles.setdefault(shade, []).append(
                (x + 3, row * size + 3, x + size * 2 - 3, row * size + size - 3, 5)
            )
    inside = p.mask(boxes=[(0, 0, p.width, bottom, 0)])
    for shade, boxes in sorted(tiles.items()):
        tone = mix(rgb(colour), (255, 255, 255) if shade > 0 else (0, 0, 0), abs(shade))
        p.fill(p.both(inside, p.mask(boxes=boxes)), tone)
