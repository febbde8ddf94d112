import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// One photo of the grid: its picture in a frame with its number, its description and its caption.
///
/// Without pictures, the number is before the description, so that the line of the cursor says what is selected.
struct PhotoTile {
  let photo: Photo
  let index: Int
  let grid: PhotoGrid
  let isSelected: Bool
  /// Whether the photo is being moved.
  let isPickedUp: Bool
  let context: ScreenContext

  private var appearance: Appearance { context.appearance }
  private var theme: Theme { appearance.theme }

  var lines: [StyledLine] {
    guard appearance.pictureMethod.drawsPictures else {
      let words = words(width: max(1, grid.tileWidth - title.columns - 1))
      let indent = StyledLine(String(repeating: " ", count: title.columns + 1))
      return words.enumerated().map { index, line in (index == 0 ? title + " " : indent) + line }
    }
    guard grid.pictureRows > 0 else { return [title + "  "] + words(width: grid.tileWidth) }
    guard grid.hasTextNextToPicture else {
      return framed + words(width: grid.tileWidth - 2).prefix(2).map { StyledLine(" ") + $0 }
    }
    let column = grid.pictureColumns + 2 + PhotoGrid.gap
    return StyledLine.sideBySide(
      framed, Array(words(width: grid.tileWidth - column).prefix(grid.tileHeight)), at: column)
  }

  private var framed: [StyledLine] {
    let box = PictureBox(photo, in: context)
    let glyphs = appearance.glyphs
    let frame = FramedLines(
      title: title, frame: isPickedUp ? glyphs.doubleFrame : glyphs.roundFrame,
      style: isSelected ? theme.key : theme.secondary)
    let picture = box.lines(columns: grid.pictureColumns, rows: grid.pictureRows)
    return frame.lines(around: picture, width: grid.pictureColumns)
  }

  /// `▌2`, `1 thumbnail`, `▐2▌ moving`.
  private var title: StyledLine {
    let glyphs = appearance.glyphs
    let number = NumberText.count(index + 1)
    if isPickedUp {
      return [
        .init("\(glyphs.rightBar)\(number)\(glyphs.cursorBar)", theme.reversed(theme.key)),
        .init(grid.pictureColumns >= 16 ? " moving " : "", theme.accent),
      ]
    }
    let mark = index == 0 && grid.pictureColumns >= 16 ? "thumbnail " : ""
    guard isSelected else { return [.init(" \(number) ", theme.key), .init(mark, theme.secondary)] }
    return [
      .init(String(glyphs.cursorBar), theme.accent), .init(number, theme.reversed(theme.key)),
      .init(" " + mark, theme.accent),
    ]
  }

  /// The description, the caption, and the date and camera, as far as there is room.
  private func words(width: Int) -> [StyledLine] {
    let metadata = photo.metadata
    let wanted =
      grid.hasTextNextToPicture ? [metadata.long] : [metadata.long, metadata.short, metadata.shorter]
    let description = wanted.first { $0.columns <= width } ?? wanted.last ?? ""
    let caption = BeerText.readable(photo.caption)
    let circumstances = photo.circumstances(appearance)
    let plain = isSelected ? theme.name : theme.plain
    if appearance.usesWords, let caption {
      // The first line is the one that a screen reader reads.
      let first = StyledLine([caption, description].joined(separator: ", "), plain)
      return [first, StyledLine(circumstances, theme.secondary)].map { cut($0, to: width) }
    }
    guard grid.hasTextNextToPicture else {
      let below = caption.map { StyledLine($0) } ?? StyledLine(circumstances, theme.secondary)
      return [StyledLine(description, plain), below].map { cut($0, to: width) }
    }
    return description.wrapped(to: width).map { StyledLine($0, plain) }
      + (caption.map { $0.wrapped(to: width).map { StyledLine($0) } } ?? [])
      + (circumstances.isEmpty
        ? [] : circumstances.wrapped(to: width).map { StyledLine($0, theme.secondary) })
  }

  private func cut(_ line: StyledLine, to width: Int) -> StyledLine {
    let ellipsis = String(appearance.glyphs.ellipsis)
    return StyledLine(line.spans.map { .init($0.text.truncated(to: width, ellipsis: ellipsis), $0.style) })
  }
}
