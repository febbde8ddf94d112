"""A small painter over Pillow: shapes, gradients and light on a supersampled picture.

Coordinates are pixels of the finished picture, floats allowed. Everything is drawn twice as large and reduced
at the end, which is what smooths the edges. Chance comes from one seeded generator, so a scene always comes
out the same.
"""

import math
import random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

SCALE = 2


def rgb(hex_colour):
    """'#rrggbb' as a tuple of three numbers."""
    return tuple(int(hex_colour[i : i + 2], 16) for i in (1, 3, 5))


def mix(a, b, t):
    """The colour between `a` (t = 0) and `b` (t = 1)."""
    t = max(0.0, min(1.0, t))
    return tuple(round(x + (y - x) * t) for x, y in zip(a, b, strict=True))


def stops(colours, t):
    """The colour at `t` (0...1) of a gradient with evenly spaced stops."""
    position = max(0.0, min(1.0, t)) * (len(colours) - 1)
    index = min(int(position), len(colours) - 2)
    return mix(colours[index], colours[index + 1], position - index)


def smooth(points, steps=10):
    """A Catmull-Rom curve through `points`, so that a few measurements make a round glass."""
    padded = [points[0], *points, points[-1]]
    curve = []
    for p0, p1, p2, p3 in zip(padded, padded[1:], padded[2:], padded[3:]):
        for step in range(steps):
            t = step / steps
            curve.append(tuple(_catmull_rom(*axis, t) for axis in zip(p0, p1, p2, p3, strict=True)))
    return [*curve, points[-1]]


def _catmull_rom(a, b, c, d, t):
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)


def ellipse_arc(cx, cy, rx, ry, start, end, steps=40):
    """Points on an ellipse from `start` to `end` degrees; 0 is right, 90 is down."""
    angles = (math.radians(start + (end - start) * i / steps) for i in range(steps + 1))
    return [(cx + rx * math.cos(a), cy + ry * math.sin(a)) for a in angles]


class Painter:
    def __init__(self, width, height, seed):
        self.width, self.height = width, height
        self.image = Image.new("RGB", (width * SCALE, height * SCALE))
        self.random = random.Random(seed)

    # Masks: where paint goes

    def mask(self, polygons=(), ellipses=(), lines=(), boxes=()):
        """White where any of the shapes is.

        Ellipses are (cx, cy, rx, ry), lines (points, width), boxes (left, top, right, bottom, corner radius).
        """
        mask = Image.new("L", self.image.size)
        draw = ImageDraw.Draw(mask)
        for points in polygons:
            draw.polygon([(x * SCALE, y * SCALE) for x, y in points], fill=255)
        for cx, cy, rx, ry in ellipses:
            draw.ellipse([v * SCALE for v in (cx - rx, cy - ry, cx + rx, cy + ry)], fill=255)
        for points, width in lines:
            scaled = [(x * SCALE, y * SCALE) for x, y in points]
            draw.line(scaled, fill=255, width=max(1, round(width * SCALE)), joint="curve")
        for left, top, right, bottom, radius in boxes:
            draw.rounded_rectangle([v * SCALE for v in (left, top, right, bottom)], radius * SCALE, fill=255)
        return mask

    @staticmethod
    def both(first, second):
        return ImageChops.multiply(first, second)

    @staticmethod
    def without(first, second):
        return ImageChops.subtract(first, second)

    # Paint: what goes there

    def fill(self, mask, paint, alpha=1.0, blur=0):
        """Lay a colour or a picture of the full size through `mask`."""
        if blur:
            mask = mask.filter(ImageFilter.GaussianBlur(blur * SCALE))
        if alpha < 1:
            mask = mask.point(lambda v: round(v * alpha))
        box = mask.getbbox()
        if box is None:
            return
        source = paint.crop(box) if isinstance(paint, Image.Image) else paint
        self.image.paste(source, box, mask.crop(box))

    def shade(self, mask, colour_at, alpha=1.0, blur=0, grid=40):
        """Fill `mask` with `colour_at(u, v)`; u and v run from 0 to 1 across the mask's bounds."""
        box = mask.getbbox()
        if box is None:
            return
        size = (box[2] - box[0], box[3] - box[1])
        picture = Image.new("RGB", self.image.size)
        picture.paste(_sampled(colour_at, grid).resize(size, Image.Resampling.BICUBIC), box)
        self.fill(mask, picture, alpha, blur)

    def backdrop(self, colours):
        """A vertical gradient over the whole picture."""
        everything = Image.new("L", self.image.size, 255)
        self.shade(everything, lambda u, v: stops(colours, v), grid=64)

    def glow(self, cx, cy, rx, ry, colour, alpha=1.0):
        """Light that fades from the centre of an ellipse to its edge."""
        size = [max(2, round(r * 2 * SCALE)) for r in (rx, ry)]
        fade = Image.radial_gradient("L").point(_fade(alpha)).resize(size, Image.Resampling.BICUBIC)
        corner = (round((cx - rx) * SCALE), round((cy - ry) * SCALE))
        self.image.paste(colour, corner, fade)

    def vignette(self, strength=0.35):
        """Darken the corners, as a small lens does."""
        edge = Image.radial_gradient("L").point(lambda v: round(max(0, v - 110) * strength * 1.7))
        self.image.paste((0, 0, 0), (0, 0), edge.resize(self.image.size, Image.Resampling.BICUBIC))

    def finished(self):
        return self.image.resize((self.width, self.height), Image.Resampling.LANCZOS)


def _fade(alpha):
    """The radial gradient measures distance (180 at the inscribed ellipse's edge is 0 here)."""
    return lambda distance: round(255 * alpha * max(0.0, 1 - distance / 180) ** 2)


def _sampled(colour_at, grid):
    picture = Image.new("RGB", (grid, grid))
    last = grid - 1
    picture.putdata([colour_at(x / last, y / last) for y in range(grid) for x in range(grid)])
    return picture
