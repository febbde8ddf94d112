"""Pictures of the program's screens: runs it in a terminal of tmux and draws what it shows as SVG.

The drawings are small. Rectangles of a color share a path, and the text of a row is one element where it can be.
"""
import contextlib
import curses
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unicodedata
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "Resources/sample"
CELL_WIDTH, CELL_HEIGHT, FONT_SIZE, MARGIN = 8, 16, 13.3, 8


@dataclass(frozen=True)
class Look:
    """The colors of a terminal, and how the program is told to use them."""

    name: str
    foreground: str
    background: str
    theme: str
    environment: dict = field(default_factory=dict)
    options: tuple = ()


COLORS = {"COLORTERM": "truecolor"}
DARK = Look("dark", "#d4d4d4", "#1c1c1c", "dark", COLORS)
LIGHT = Look("light", "#303030", "#fdfdfb", "light", COLORS)
MONO = Look("mono", "#d4d4d4", "#1c1c1c", "mono", {"NO_COLOR": "1"})
ASCII = Look("ascii", "#d4d4d4", "#1c1c1c", "dark", COLORS, ("--ascii",))

SETTINGS = 'theme = "{theme}"\n[terminal]\nask = false\n[pictures]\nmode = "cells"\n'

NAMED = [
    "#1c1c1c", "#d75f5f", "#87af5f", "#d7af5f", "#5f87d7", "#af87d7", "#5fafaf", "#d4d4d4",
    "#808080", "#ff8787", "#afd787", "#ffd787", "#87afff", "#d7afff", "#87d7d7", "#ffffff",
]

# The quarters of a cell that these characters cover, each as column and row.
QUARTERS = {"▘": [(0, 0)], "▝": [(1, 0)], "▖": [(0, 1)], "▗": [(1, 1)], "▚": [(0, 0), (1, 1)]}


def indexed(number):
    """The color of a number from 0 to 255, as xterm has it."""
    if number < 16:
        return NAMED[number]
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    levels = [0, 95, 135, 175, 215, 255]
    number -= 16
    return "#" + "".join(f"{levels[part]:02x}" for part in (number // 36, number // 6 % 6, number % 6))


def rounded(color):
    """The nearest of 4096 colors. With them, more neighbors in a photo have one color, and its drawing is smaller."""
    return "#" + "".join(f"{min(15, (int(color[part:part + 2], 16) + 8) // 17):x}" * 2 for part in (1, 3, 5))


class Style:
    """What the escape sequences so far have set."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.foreground = self.background = None
        self.bold = self.dim = self.italic = self.underlined = self.reversed = False

    def apply(self, codes):
        codes = [int(code or 0) for code in codes]
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.reset()
            elif code in (1, 2, 3, 4, 7):
                setattr(self, {1: "bold", 2: "dim", 3: "italic", 4: "underlined", 7: "reversed"}[code], True)
            elif code == 22:
                self.bold = self.dim = False
            elif code in (23, 24, 27):
                setattr(self, {23: "italic", 24: "underlined", 27: "reversed"}[code], False)
            elif code in (38, 48):
                kind = codes.pop(0)
                if kind == 5:
                    color = indexed(codes.pop(0))
                else:
                    color = "#" + "".join(f"{codes.pop(0):02x}" for _ in range(3))
                setattr(self, "foreground" if code == 38 else "background", color)
            elif code in (39, 49):
                setattr(self, "foreground" if code == 39 else "background", None)
            elif 30 <= code <= 37 or 90 <= code <= 97:
                self.foreground = NAMED[code - 30 if code < 40 else code - 82]
            elif 40 <= code <= 47 or 100 <= code <= 107:
                self.background = NAMED[code - 40 if code < 50 else code - 92]


@dataclass(frozen=True)
class Looks:
    """How a character is drawn."""

    color: str
    bold: bool = False
    dim: bool = False
    italic: bool = False
    underlined: bool = False

    @property
    def is_plain(self):
        return not (self.bold or self.dim or self.italic or self.underlined)

    @property
    def css(self):
        return (
            f"fill:{short(self.color)}" + (";font-weight:bold" if self.bold else "")
            + (";fill-opacity:.6" if self.dim else "") + (";font-style:italic" if self.italic else "")
            + (";text-decoration:underline" if self.underlined else ""))


def short(color):
    """A color in its shortest form: #fff for #ffffff."""
    return color[0] + color[1::2] if color[1::2] == color[2::2] else color


def blocks(character):
    """The parts of its cell that a block or a line fills, each as x, y, width and height; `None` for others."""
    code, middle, center = ord(character[0]), CELL_HEIGHT // 2, CELL_WIDTH // 2
    if character == "▀":
        return [(0, 0, CELL_WIDTH, middle)]
    if character == "■":
        return [(1, 5, 6, 6)]
    if 0x2581 <= code <= 0x2588:
        height = CELL_HEIGHT * (code - 0x2580) // 8
        return [(0, CELL_HEIGHT - height, CELL_WIDTH, height)]
    if 0x2589 <= code <= 0x258F:
        return [(0, 0, CELL_WIDTH * (0x2590 - code) // 8, CELL_HEIGHT)]
    if character == "▐":
        return [(center, 0, center, CELL_HEIGHT)]
    if character in QUARTERS:
        return [(x * center, y * middle, center, middle) for x, y in QUARTERS[character]]
    left, right = (0, middle, center + 1, 1), (center, middle, CELL_WIDTH - center, 1)
    up, down = (center, 0, 1, middle + 1), (center, middle, 1, CELL_HEIGHT - middle)
    across, along = (0, middle, CELL_WIDTH, 1), (center, 0, 1, CELL_HEIGHT)
    return {
        "─": [across], "│": [along], "┃": [(center - 1, 0, 2, CELL_HEIGHT)], "┼": [across, along],
        "├": [along, right], "┤": [along, left], "┬": [across, down], "┴": [across, up],
        "┌": [right, down], "┐": [left, down], "└": [right, up], "┘": [left, up],
        "╭": [right, down], "╮": [left, down], "╰": [right, up], "╯": [left, up],
    }.get(character)


def clusters(text):
    """The characters of a text, each with the marks that belong to it."""
    found = []
    for character in text:
        if found and unicodedata.category(character) in ("Mn", "Me", "Cf"):
            found[-1] += character
        else:
            found.append(character)
    return found


# Where the dots of a Braille character are, by its bits.
BRAILLE_DOTS = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]


def is_plain(word):
    """Whether every monospaced font has the characters in its usual width."""
    return all(character < "\u0250" or character in "–—‘’“”…•" for _, _, character, _ in word)


class Drawing:
    """Rectangles by color and height, those next to each other joined, and texts."""

    # Words of a row with fewer blanks between them are one element; more blanks are longer than another element.
    MOST_BLANKS = 40

    def __init__(self, look):
        self.look, self.rectangles, self.last = look, defaultdict(lambda: defaultdict(list)), {}
        self.dots, self.pieces = defaultdict(lambda: defaultdict(set)), []
        # tmux writes only what changes, also from one line to the next.
        self.style = Style()

    def fill(self, color, x, y, width, height, is_background=False):
        row = self.last.get((color, y, height, is_background))
        if row and row[0] + row[2] == x:
            row[2] += width
            return
        rectangle = [x, y, width]
        self.rectangles[not is_background, height][color].append(rectangle)
        self.last[color, y, height, is_background] = rectangle

    def cells(self, line):
        """The characters of a line, each with its column, width, looks and background."""
        style, column = self.style, 0
        for part in re.split(r"(\x1b\[[0-9;:]*m|\x1b\([A-Z0-9]|[\x0e\x0f])", line):
            if part.startswith("\x1b["):
                style.apply(re.split("[;:]", part[2:-1]))
            elif part and part[0] not in "\x1b\x0e\x0f":
                foreground = style.foreground or self.look.foreground
                background = style.background or self.look.background
                if style.reversed:
                    foreground, background = background, foreground
                looks = Looks(foreground, style.bold, style.dim, style.italic, style.underlined)
                for character in clusters(part):
                    if character in "▀▄":
                        background, looks = rounded(background), replace(looks, color=rounded(looks.color))
                    width = 2 if unicodedata.east_asian_width(character[0]) in "WF" else 1
                    yield column, width, character, looks, background
                    column += width

    def add(self, row, line):
        words, end = [], None
        for column, width, character, looks, background in self.cells(line):
            x, y = column * CELL_WIDTH, row * CELL_HEIGHT
            if background != self.look.background:
                self.fill(background, x, y, width * CELL_WIDTH, CELL_HEIGHT, is_background=True)
            if "\u2800" <= character <= "\u28ff":
                for number, (dot_x, dot_y) in enumerate(BRAILLE_DOTS):
                    if ord(character) >> number & 1:
                        self.dots[looks.color][row * 4 + dot_y].add(column * 2 + dot_x)
            elif parts := blocks(character):
                for part in parts:
                    self.fill(looks.color, x + part[0], y + part[1], *part[2:])
            elif character != " " or looks.underlined:
                if end is None or column > end + 1:
                    words.append([])
                words[-1].append((column, width, character, looks))
                end = column + width
        pieces, last = [], None
        for word in words:
            plain = is_plain(word)
            if plain and last and word[0][0] - pieces[-1][-1][0] <= self.MOST_BLANKS:
                pieces[-1] += word
            else:
                pieces.append(word)
            last = plain
        self.pieces += [(row, piece) for piece in pieces]

    def paths(self):
        """The rectangles, as lines that are as wide as the rectangles are high. A unit is the width of a column."""
        def units(pixels):
            return f"{pixels / CELL_WIDTH:g}".removeprefix("0") or "0"

        for (_, height), colors in sorted(self.rectangles.items()):
            yield (f'<g stroke-width="{units(height)}" transform="translate({MARGIN} {MARGIN + height / 2:g}) '
                   f'scale({CELL_WIDTH})">')
            for color, rectangles in colors.items():
                path, last = "", None
                for x, y, width in rectangles:
                    step = f"m{units(x - last[0])} 0" if last and last[1] == y else f"M{units(x)} {units(y)}"
                    path += f"{step}h{units(width)}"
                    last = x + width, y
                yield f'<path stroke="{short(color)}" d="{path}"/>'
            yield "</g>"
        yield from self.dotted_paths()

    def dotted_paths(self):
        """The dots of Braille, those next to each other as a dashed line. A unit is the distance of two dots."""
        if not self.dots:
            return
        yield f'<g stroke-width=".5" stroke-dasharray=".5" transform="translate({MARGIN + 1} {MARGIN + 2}) scale(4)">'
        for color, rows in self.dots.items():
            path = ""
            for y, dots in sorted(rows.items()):
                end = None
                for x in sorted(dots):
                    if x - 1 in dots:
                        continue
                    length = next(length for length in range(1, len(dots) + 1) if x + length not in dots)
                    path += f"M{x} {y}" if end is None else f"m{x - end + .5:g} 0"
                    path += f"h{length - .5:g}".replace("h0.", "h.")
                    end = x + length
            yield f'<path stroke="{short(color)}" d="{path}"/>'
        yield "</g>"

    def base(self, piece, usual):
        """The looks of a text. Parts of it can have others, but they cannot take away that it is bold or underlined."""
        plain = Counter(looks for *_, looks in piece if looks.is_plain)
        if plain:
            return plain.most_common(1)[0][0]
        first = piece[0][3]
        is_whole = all(looks == first for *_, looks in piece)
        has_blanks = piece[-1][0] + piece[-1][1] - piece[0][0] > sum(width for _, width, *_ in piece)
        return first if is_whole and not (first.underlined and has_blanks) else usual

    def texts(self, names, usual):
        for row, piece in self.pieces:
            base = self.base(piece, usual)
            # Blanks are drawn with what comes before them, unless that is underlined.
            runs, end = [], piece[0][0]
            for column, width, character, looks in piece:
                blanks, end = " " * (column - end), column + width
                if blanks and runs[-1][0].underlined:
                    runs.append([base, blanks])
                elif blanks:
                    runs[-1][1] += blanks
                if runs and runs[-1][0] == looks:
                    runs[-1][1] += character
                else:
                    runs.append([looks, character])
            text = "".join(
                escape(content) if looks == base else f'<tspan class="{names[looks]}">{escape(content)}</tspan>'
                for looks, content in runs)
            start = piece[0][0]
            x = f' x="{start * CELL_WIDTH}"' if start else ""
            length = f' textLength="{(end - start) * CELL_WIDTH}"' if end - start > 1 else ""
            looks = "" if base == usual else f' class="{names[base]}"'
            yield f'<text{x} y="{row * CELL_HEIGHT + 12}"{length}{looks}>{text}</text>'

    def svg(self, columns, rows, title):
        width, height = columns * CELL_WIDTH + 2 * MARGIN, rows * CELL_HEIGHT + 2 * MARGIN
        uses = Counter(looks for _, piece in self.pieces for *_, looks in piece)
        usual = next((looks for looks, _ in uses.most_common() if looks.is_plain), Looks(self.look.foreground))
        names = {looks: class_name(number) for number, looks in enumerate(dict.fromkeys([usual, *uses]))}
        # For blanks, browsers need the property, and programs that convert SVG need the attribute.
        styles = "text{white-space:pre}" + "".join(f".{name}{{{looks.css}}}" for looks, name in names.items())
        size = f'width="{width}" height="{height}"'
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {size}>',
            f"<title>{escape(title)}</title>",
            f"<style>{styles}</style>",
            f'<rect {size} rx="6" fill="{self.look.background}"/>',
            '<g fill="none" shape-rendering="crispEdges">',
            *self.paths(),
            "</g>",
            f'<g transform="translate({MARGIN} {MARGIN})" font-family="DejaVu Sans Mono,Menlo,Consolas,monospace" '
            f'font-size="{FONT_SIZE}" xml:space="preserve" class="{names[usual]}">',
            *self.texts(names, usual),
            "</g>",
            "</svg>",
            "",
        ])


def class_name(number):
    """A name for each number, as short as possible: a to z, then aa, ab and so on."""
    letter = chr(ord("a") + number % 26)
    return letter if number < 26 else class_name(number // 26 - 1) + letter


# What turns while the program waits for another one, in Unicode and in ASCII.
SPINNER = re.compile(r"[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏\-\\|/](?=(?:\x1b\[[0-9;:]*m)*  (?:\x1b\[[0-9;:]*m)*Waiting)")


class Failure(Exception):
    """The program does not do what the picture needs."""


class Terminal:
    """A program in a terminal of tmux, in a home of its own."""

    def __init__(self, home, columns, rows, look, command):
        self.socket, self.stopped = str(home.parent / "tmux"), None
        environment = {
            "HOME": str(home), "TERM": "tmux-256color", "LANG": "C.UTF-8", "TZ": "UTC", "DO_NOT_TRACK": "1",
            "PATH": os.environ["PATH"], "TMPDIR": str(home.parent), "VISUAL": "nano", **look.environment,
        }
        configuration = home.parent / "tmux.conf"
        configuration.write_text("set -g default-terminal tmux-256color\nset -g status off\nset -g escape-time 0\n")
        words = ["env", "-i", *(f"{name}={value}" for name, value in environment.items()), *command]
        # tmux lets its own child go on when it is stopped, so that the program is a child of a shell.
        self.tmux("-f", str(configuration), "new-session", "-d", "-x", str(columns), "-y", str(rows),
                  "-c", str(home), " ".join(quoted(word) for word in words) + "; exit")

    def tmux(self, *arguments):
        run = subprocess.run(["tmux", "-S", self.socket, *arguments], capture_output=True, text=True)
        if run.returncode:
            raise Failure(f"tmux {arguments[0]}: {run.stderr.strip()}")
        return run.stdout

    def settled(self, quiet, limit=30):
        """The screen, once it has not changed for `quiet` seconds, the spinner of waiting aside."""
        end, screen, since = time.time() + limit, "", time.time()
        while time.time() < end:
            now = self.tmux("capture-pane", "-e", "-p", "-N")
            now = SPINNER.sub(lambda spinner: "-" if spinner[0].isascii() else "⠋", now)
            if now != screen:
                screen, since = now, time.time()
            elif screen.strip() and time.time() - since > quiet:
                return screen
            time.sleep(0.05)
        raise Failure("the screen does not come to rest")

    def stop_at(self, sight, limit=30):
        """Stops the program as soon as the screen shows `sight`, a regular expression, so that it stays as it is."""
        end = time.time() + limit
        while time.time() < end:
            if re.search(sight, self.tmux("capture-pane", "-p")):
                shell = self.tmux("display-message", "-p", "#{pane_pid}").strip()
                self.stopped = int(Path(f"/proc/{shell}/task/{shell}/children").read_text())
                return os.kill(self.stopped, signal.SIGSTOP)
        raise Failure(f"the screen does not show {sight!r}")

    def end(self):
        """Ends the program, also a stopped one, which would go on when its terminal is closed."""
        self.tmux("kill-server")
        if self.stopped:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.stopped, signal.SIGKILL)

    def press(self, key):
        """Presses a key, by its name in tmux; one that begins with = is typed as text."""
        if key.startswith("="):
            self.tmux("send-keys", "-l", "--", key[1:])
        else:
            self.tmux("send-keys", key)


def require_terminal_types():
    """Ends the program if there is no terminal type for 24-bit color, without which pictures have other colors."""
    try:
        curses.setupterm("tmux-direct", os.open(os.devnull, os.O_WRONLY))
    except curses.error:
        sys.exit("No terminal type tmux-direct. Install ncurses-term.")


def quoted(word):
    return "'" + str(word).replace("'", "'\\''") + "'"


def picture(program, columns, rows, keys, look, title, shows=None, prepare=None, stops_at=None):
    """The SVG of the program's screen after the keys.

    `shows` is text that must be on the screen. `prepare` puts files into the home folder, and may return the arguments
    of the program; without it, the program opens the sample diary. `stops_at` is a regular expression: the program is
    stopped when the screen shows it.
    """
    with tempfile.TemporaryDirectory(prefix="beerdiary-pictures-") as folder:
        home = Path(folder) / "home"
        settings = home / ".config/beerdiary/config.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text(SETTINGS.format(theme=look.theme))
        shutil.copy(ROOT / "docs/guide/files/untappd.csv", home)
        arguments = prepare(program, home) if prepare else ["demo", "--from", SAMPLE]
        command = [program, *arguments, *look.options]
        terminal = Terminal(home, columns, rows, look, command)
        try:
            if stops_at:
                terminal.stop_at(stops_at)
            else:
                terminal.settled(quiet=1.0)
            for key in keys:
                terminal.press(key)
                terminal.settled(quiet=0.3)
            lines = terminal.settled(quiet=1.5).split("\n")[:rows]
        finally:
            terminal.end()
    text = "\n".join(re.sub(r"\x1b\[[0-9;:]*m|\x1b\([A-Z0-9]|[\x0e\x0f]", "", line) for line in lines)
    if shows and shows not in text:
        raise Failure(f"the screen does not show {shows!r}:\n{text}")
    drawing = Drawing(look)
    for row, line in enumerate(lines):
        drawing.add(row, line)
    return drawing.svg(columns, rows, title)
