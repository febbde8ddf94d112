import DiaryModel
import DiaryStore
import DiaryText
import Pictures
import Terminal

/// A photo in cells: its picture, or words in the same place if there is none.
///
/// Pixels and block elements are made in the background, as they take longer than a key may: 20 ms for a screen of 200 by
/// 50. Until then, and below pixels, the thumbnail is drawn in half blocks. Characters are drawn from the thumbnail, which
/// takes 3 ms, unless the picture is detailed.
struct PictureBox {
  /// The photo of which a picture is made in the background; `nil` for the thumbnail alone.
  let photo: Int64?
  /// The thumbnail; `nil` until it is known.
  let picture: PhotoPicture?
  let metadata: ImageMetadata?
  let appearance: Appearance
  var renderings = PictureRenderings()

  /// Returns the whole picture, or a part of it, centered in the given number of cells.
  ///
  /// - Parameters:
  ///   - isFilled: Whether the middle of the picture fills all cells, instead of the whole picture being shown.
  ///   - isDetailed: Whether characters are made of the photo itself instead of the thumbnail.
  ///   - substitute: What to show until the picture is made; `nil` for the thumbnail.
  func lines(
    columns: Int, rows: Int, region: PictureRegion = .whole, isFilled: Bool = false, isDetailed: Bool = false,
    substitute: PictureSpec? = nil
  ) -> [StyledLine] {
    guard columns > 0, rows > 0 else { return [] }
    let spec = spec(columns: columns, rows: rows, region: region, isFilled: isFilled, isDetailed: isDetailed)
    let rendering = spec.flatMap { renderings[$0] }
    let fitting = isFilled ? PictureStyle.Fitting.fill : .fit
    let shown =
      switch rendering ?? substitute.flatMap({ renderings[$0] }) {
      case .terminal(let picture): lines(of: picture, region: region, columns: columns, rows: rows, fitting)
      case .cells(let picture): drawn(picture)
      case .refused, nil: thumbnailLines(columns: columns, rows: rows, region: region, fitting)
      }
    return shown.marked(rendering == nil ? spec.map { .missing($0) } : nil)
  }

  /// Returns the thumbnail, or words in its place.
  private func thumbnailLines(
    columns: Int, rows: Int, region: PictureRegion, _ fitting: PictureStyle.Fitting
  ) -> [StyledLine] {
    guard case .thumbnail(let thumbnail) = picture else { return words(columns: columns, rows: rows) }
    let part = region == .whole ? thumbnail : thumbnail.part(region)
    let marks = appearance.pictureMethod.palette.map { PictureStyle.Marks.halves($0) } ?? .ascii(edges: true)
    let style = PictureStyle(marks, on: appearance.background, fitting)
    return drawn(ASCIIPicture(part, columns: columns, rows: rows, style: style))
  }

  /// Returns lines that the terminal's picture covers.
  ///
  /// They are visible if something else covers the picture, as nothing of it is shown then.
  private func lines(
    of shown: TerminalPicture, region: PictureRegion, columns: Int, rows: Int,
    _ fitting: PictureStyle.Fitting
  ) -> [StyledLine] {
    let width = min(columns, shown.size.width)
    let height = min(rows, shown.size.height)
    let left = (columns - width) / 2
    let top = (rows - height) / 2
    let blank = StyledLine(String(repeating: " ", count: columns))
    let thumbnail = thumbnailLines(columns: width, rows: height, region: region, fitting)
    let inner = thumbnail.enumerated().map { row, line in
      var spans = line.spans
      spans.append(.init(String(repeating: " ", count: max(0, width - line.columns))))
      spans[0].picture = .row(row, of: shown)
      return StyledLine(String(repeating: " ", count: left)) + StyledLine(spans)
        + StyledLine(String(repeating: " ", count: columns - width - left))
    }
    return Array(repeating: blank, count: top) + inner
      + Array(repeating: blank, count: rows - top - inner.count)
  }

  /// What to show in a box; `nil` for the thumbnail.
  private func spec(
    columns: Int, rows: Int, region: PictureRegion, isFilled: Bool, isDetailed: Bool
  ) -> PictureSpec? {
    guard let photo, appearance.pictureMethod.drawsPictures else { return nil }
    let box = Size(width: columns, height: rows)
    if let encoding = appearance.pictureMethod.graphics, let cell = appearance.terminal.cellSize {
      return PictureSpec(
        photo: photo, box: box, cell: encoding == .kitty ? cell.fitted(in: box) : cell, isFilled: isFilled,
        region: region, encoding: encoding,
        background: appearance.pictureBackground)
    }
    let palette = appearance.pictureMethod.palette
    guard palette != nil || isDetailed else { return nil }
    let squares = (palette.map { PictureStyle.Marks.blocks($0) } ?? .ascii(edges: true)).squares
    return PictureSpec(
      photo: photo, box: box, cell: Size(width: squares.width, height: squares.height), isFilled: isFilled,
      region: region,
      encoding: palette.map { .blocks(hasMixedColors: $0 == .trueColor) }
        ?? .characters(onLight: appearance.background == .light))
  }

  /// Returns the whole picture in the largest frame of its shape that fits; empty if there is no room, or if pictures are
  /// not drawn.
  ///
  /// - Parameters:
  ///   - position: The position of the photo among those of the beer, from 1.
  ///   - photoCount: The number of the beer's photos.
  ///   - mayBeDetailed: Whether characters in a frame that is larger than the thumbnail are made of the photo itself, in
  ///     the background; those of the thumbnail are shown until then.
  func framed(
    width: Int, rows: Int, position: Int = 1, photoCount: Int, mayBeDetailed: Bool = true
  ) -> [StyledLine] {
    guard let metadata, rows >= 6, width >= 12, appearance.pictureMethod.drawsPictures else { return [] }
    let shape = metadata.shape
    let height = min(rows - 2, Int((Double(width - 2) / shape / 2).rounded(.up)))
    let columns = min(width - 2, Int((Double(height) * 2 * shape).rounded(.up)))
    let style = appearance.theme.secondary
    let title = " \(NumberText.count(position)) of \(NumberText.count(photoCount)) "
    let frame = FramedLines(
      title: StyledLine(title, style), frame: appearance.glyphs.roundFrame, style: style)
    let isDetailed = mayBeDetailed && exceedsThumbnail(columns: columns, rows: height)
    return frame.lines(
      around: lines(columns: columns, rows: height, isDetailed: isDetailed), width: columns)
  }

  /// Whether characters of a picture of this size show more than the thumbnail has.
  private func exceedsThumbnail(columns: Int, rows: Int) -> Bool {
    guard case .thumbnail(let thumbnail) = picture else { return false }
    let size = thumbnail.pixels.size
    let squares = PictureStyle.Marks.ascii(edges: true).squares
    return columns * squares.width > size.width && rows * squares.height > size.height
  }

  /// Returns the middle of the picture, filling all cells.
  func filled(columns: Int, rows: Int) -> [StyledLine] {
    lines(columns: columns, rows: rows, isFilled: true)
  }

  /// Returns the whole picture on one line.
  func strip(columns: Int) -> StyledLine {
    guard case .thumbnail(let thumbnail) = picture else {
      return words(columns: columns, rows: 1).first ?? .blank
    }
    guard appearance.pictureMethod.palette != nil else {
      return drawn(ASCIIPicture(stripOf: thumbnail, columns: columns, on: appearance.background))
        .first ?? .blank
    }
    guard columns > 0 else { return .blank }
    let colors = thumbnail.pixels.stretched(to: PixelSize(width: columns, height: 1))
    // Slightly lower than the line, so that the strips of a list do not touch.
    let swatch = String(appearance.glyphs.columnSteps[5])
    return StyledLine(
      (0..<columns).map { .init(swatch, Style(foreground: .indexed(colors[$0, 0].xterm256))) })
  }

  private func drawn(_ picture: ASCIIPicture) -> [StyledLine] {
    picture.cells.map { row in
      var spans: [StyledLine.Span] = []
      for cell in row {
        let style = Style(
          foreground: cell.foreground.map { color($0) } ?? .standard,
          background: cell.background.map { color($0) } ?? .standard)
        if spans.last?.style == style {
          spans[spans.count - 1].text.append(cell.character)
        } else {
          spans.append(.init(String(cell.character), style))
        }
      }
      return StyledLine(spans)
    }
  }

  private func color(_ color: RGBColor) -> Color {
    appearance.pictureMethod.palette == .trueColor
      ? .rgb(red: color.red, green: color.green, blue: color.blue) : .indexed(color.xterm256)
  }

  /// The format and, if there is room, why the photo cannot be shown.
  private func words(columns: Int, rows: Int) -> [StyledLine] {
    let format = metadata?.shortest ?? ""
    var text = [format]
    if case .refused(let reason) = picture {
      let wrapped = reason.wrapped(to: columns)
      let longestWord = reason.split(separator: " ").map { String($0).columns }.max() ?? 0
      if wrapped.count <= rows, longestWord <= columns { text = wrapped }
    }
    let top = (rows - text.count) / 2
    return (0..<rows).map { row in
      guard text.indices.contains(row - top) else { return .blank }
      let line = text[row - top].truncated(to: columns, ellipsis: String(appearance.glyphs.ellipsis))
      let indent = rows == 1 ? 0 : (columns - line.columns) / 2
      return StyledLine(String(repeating: " ", count: indent) + line, appearance.theme.placeholder)
    }
  }
}

extension PictureBox {
  /// Creates the box of a photo of the current beer.
  init(_ photo: Photo, in context: ScreenContext) {
    self.init(
      photo: photo.id,
      picture: context.isFetchingImage(of: photo)
        ? .refused(MissingImageText.fetching) : context.pictures[photo.id],
      metadata: photo.metadata, appearance: context.appearance, renderings: context.renderings)
  }
}

extension [StyledLine] {
  /// Returns the lines with a mark at the beginning of each, as some of them may not be on the screen.
  fileprivate func marked(_ mark: PictureMark?) -> [StyledLine] {
    guard let mark else { return self }
    var span = StyledLine.Span("")
    span.picture = mark
    return map { StyledLine([span]) + $0 }
  }
}

extension Size {
  /// The most pixels of a picture: a screen of a usual size.
  private static let maxPixels = 2_100_000

  /// Returns the size of a cell in pixels, halved until a box of cells has not too many; the terminal enlarges it.
  fileprivate func fitted(in box: Size) -> Size {
    var cell = self
    while cell.width > 1, cell.height > 1, box.width * cell.width * box.height * cell.height > Self.maxPixels
    {
      cell = Size(width: cell.width / 2, height: cell.height / 2)
    }
    return cell
  }
}

extension Thumbnail {
  fileprivate func part(_ region: PictureRegion) -> Thumbnail {
    Thumbnail(pixels.part(x: region.x, y: region.y, width: region.width, height: region.height))
  }
}

extension Appearance {
  /// The color around a picture in cells that it does not fill.
  fileprivate var pictureBackground: Color {
    terminal.background ?? (background == .light ? Color(0xFFFFFF) : Color(0))
  }
}

extension ImageMetadata {
  /// The ratio of width to height, from 0.25 to 4; 0.75 if the size is unknown.
  fileprivate var shape: Double {
    guard let width, let height, width > 0, height > 0 else { return 0.75 }
    return min(4, max(0.25, Double(width) / Double(height)))
  }
}

/// Lines in a frame with a title at the top.
struct FramedLines {
  var title = StyledLine.blank
  let frame: Glyphs.Frame
  let style: Style

  /// Returns the lines in their frame; a title that does not fit is left out.
  ///
  /// - Parameter width: The width to which the lines are padded or cut.
  func lines(around inner: [StyledLine], width: Int) -> [StyledLine] {
    let title = self.title.columns + 2 <= width ? self.title : .blank
    let rest = String(repeating: frame.horizontal, count: max(0, width - title.columns))
    let top: StyledLine = [.init(String(frame.topLeft), style)]
    let bottom = String(repeating: frame.horizontal, count: width)
    return [top + title + [.init(rest + String(frame.topRight), style)]]
      + inner.map { line in
        [.init(String(frame.vertical), style)] + line
          + [
            .init(String(repeating: " ", count: max(0, width - line.columns))),
            .init(String(frame.vertical), style),
          ]
      }
      + [StyledLine("\(frame.bottomLeft)\(bottom)\(frame.bottomRight)", style)]
  }
}
