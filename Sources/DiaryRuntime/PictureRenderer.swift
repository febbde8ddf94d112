import DiaryStore
import DiaryUI
import Pictures
import SQLiteKit
import Terminal

/// Makes photos as they are shown in boxes of the screen; used on one queue.
struct PictureRenderer {
  /// The size to which a photo is decoded when a part of it is shown, so that other parts need no decoding.
  private static let detailedSize = PixelSize(width: Thumbnail.maxSide, height: Thumbnail.maxSide)

  /// The number of pixels in a strip of sixels, of which a terminal draws a few in the time between two keys.
  private static let pixelsPerStrip = 1 << 16

  /// The photo that was decoded last.
  private var decoded: (photo: Int64, limit: PixelSize, thumbnail: Thumbnail)?
  private var lastID: UInt32 = 0

  /// Returns a rendering; `nil` if the photo does not exist.
  mutating func render(
    _ spec: PictureSpec, from thumbnails: PhotoThumbnails
  ) throws(StoreError) -> PictureRendering? {
    let cell = PixelSize(width: spec.cell.width, height: spec.cell.height)
    let frame = CellFrame(
      columns: spec.box.width, rows: spec.box.height, cell: cell, isFilled: spec.isFilled)
    guard let photo = try decode(spec.photo, limit(for: spec, frame.pixels), from: thumbnails) else {
      return nil
    }
    guard case .thumbnail(let thumbnail) = photo else { return .refused }
    let region = spec.region
    let part =
      region == .whole
      ? thumbnail.pixels
      : thumbnail.pixels.part(x: region.x, y: region.y, width: region.width, height: region.height)
    switch spec.encoding {
    case .characters(let onLight):
      return text(part, spec, PictureStyle(.ascii(edges: true), on: onLight ? .light : .dark))
    case .blocks(let hasMixedColors):
      return text(part, spec, PictureStyle(.blocks(hasMixedColors ? .trueColor : .xterm256)))
    case .kitty:
      let drawn = frame.draw(part, on: spec.background.rgb)
      let id = nextID()
      return .terminal(
        picture(id, .kitty, drawn, cell, KittyGraphics.transmission(of: drawn, id: id)))
    case .sixel(let colors):
      let drawn = frame.draw(part, on: spec.background.rgb)
      let encoder = SixelEncoder(colors: colors)
      let rows = max(1, Self.pixelsPerStrip / (drawn.size.width * cell.height))
      let strips = drawn.strips(height: rows * cell.height).map(encoder.encode)
      return .terminal(picture(nextID(), .sixel, drawn, cell, strips, rowsPerStrip: rows))
    }
  }

  private mutating func nextID() -> UInt32 {
    lastID += 1
    return lastID
  }

  private func text(_ part: PixelGrid, _ spec: PictureSpec, _ style: PictureStyle) -> PictureRendering {
    var style = style
    style.fitting = spec.isFilled ? .fill : .fit
    return .cells(
      ASCIIPicture(Thumbnail(part), columns: spec.box.width, rows: spec.box.height, style: style))
  }

  private func picture(
    _ id: UInt32, _ format: TerminalPicture.Format, _ drawn: PixelGrid, _ cell: PixelSize,
    _ commands: [[UInt8]], rowsPerStrip: Int? = nil
  ) -> TerminalPicture {
    TerminalPicture(
      id: id, format: format,
      size: Size(width: drawn.size.width / cell.width, height: drawn.size.height / cell.height),
      cellHeight: cell.height, commands: commands, rowsPerStrip: rowsPerStrip)
  }

  /// Returns the size to which a photo is decoded.
  private func limit(for spec: PictureSpec, _ box: PixelSize) -> PixelSize {
    if spec.region != .whole { return Self.detailedSize }
    // The middle of a picture that is filled is smaller than the picture.
    return spec.isFilled ? PixelSize(width: 2 * box.width, height: 2 * box.height) : box
  }

  private mutating func decode(
    _ photo: Int64, _ limit: PixelSize, from thumbnails: PhotoThumbnails
  ) throws(StoreError) -> PhotoPicture? {
    if let decoded, decoded.photo == photo, decoded.limit == limit || decoded.limit == Self.detailedSize {
      return .thumbnail(decoded.thumbnail)
    }
    let picture = try thumbnails.picture(of: photo, fitting: limit)
    if case .thumbnail(let thumbnail) = picture { decoded = (photo, limit, thumbnail) }
    return picture
  }
}

extension Color {
  /// The mixed color; black for others.
  fileprivate var rgb: RGBColor {
    guard case .rgb(let red, let green, let blue) = self else { return RGBColor(gray: 0) }
    return RGBColor(red: red, green: green, blue: blue)
  }
}
