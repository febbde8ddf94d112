import Terminal

/// Shows pictures over the cells, with kitty's graphics protocol or as sixels.
///
/// Pictures are sent in parts, one with each drawing of the screen, so that keys in between are handled.
///
/// A terminal with kitty's protocol keeps the pictures that it was sent, in a layer of their own. Sixels are part of the
/// screen like text: cells that are drawn there overwrite them. The cursor is hidden while they are drawn: xterm may show
/// it at their first cell in between, and then draws the text of that cell over the picture.
struct PictureOutput {
  /// The number of bytes of pictures that are sent with one drawing of the screen; the last command may go beyond it.
  private static let partSize = 1 << 16
  /// The number of bytes of pictures that the terminal may keep; beyond it, the oldest are deleted.
  private static let maxKeptBytes = 64 << 20

  private static let escape = "\u{1B}"
  private static let end = "\u{1B}\\"

  /// The pictures of kitty's protocol on the screen.
  private var shown: [PicturePlacement] = []
  /// The strips of sixels on the screen.
  private var strips: Set<SixelStrip> = []
  /// The ids and sizes of the pictures that the terminal keeps, the oldest first.
  private var kept: [(id: UInt32, byteCount: Int)] = []
  /// A picture of which some commands have been sent.
  private var sending: (picture: TerminalPicture, sent: Int)?
  /// Whether a part of the pictures has to be sent.
  private(set) var isSending = false

  /// Returns the rows of the screen whose cells must be sent again, because sixels are removed from them.
  func rowsToRewrite(for placements: [PicturePlacement]) -> Set<Int> {
    let wanted = Set(placements.flatMap(SixelStrip.strips(of:)))
    return Set(strips.subtracting(wanted).flatMap { Array($0.screenRows) })
  }

  /// Returns the bytes that replace the pictures on the screen, after the cells were drawn.
  ///
  /// - Parameters:
  ///   - rewritten: The rows of the screen with cells that were sent.
  ///   - height: The number of rows of the screen; a sixel in the last one would scroll it.
  ///   - showsCursor: Whether the cursor is visible.
  mutating func update(
    to placements: [PicturePlacement], rewritten: Set<Int>, height: Int, showsCursor: Bool
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    let old = shown
    shown = []
    for gone in old where !placements.contains(gone) {
      bytes += Self.command("a=d,d=i,i=\(gone.picture.id),p=\(Self.placementID(of: gone)),q=2")
    }
    for placement in placements where isKept(placement.picture) {
      if !old.contains(placement) { bytes += Self.show(placement) }
      shown.append(placement)
    }
    let wanted = placements.filter { $0.screenRows.upperBound < height }.flatMap(SixelStrip.strips(of:))
    let sixels = draw(wanted, rewritten)
    if !sixels.isEmpty {
      bytes += Self.cursor(isVisible: false) + sixels + (showsCursor ? Self.cursor(isVisible: true) : [])
    }
    // Between the commands that send a picture, no other may be sent.
    if !bytes.isEmpty { bytes = finishSending() + bytes }
    bytes += sendPart(of: placements)
    isSending = sending != nil || firstMissing(in: placements) != nil || !strips.isSuperset(of: wanted)
    return bytes
  }

  /// Forgets what is on the screen and what the terminal keeps, and returns the bytes that delete it.
  mutating func removeAll() -> [UInt8] {
    var bytes = finishSending()
    if !kept.isEmpty { bytes += Self.command("a=d,d=A,q=2") }
    self = PictureOutput()
    return bytes
  }

  // MARK: - Sixels

  /// Draws strips that are not on the screen, or over which cells were drawn, until they are large enough for one part.
  private mutating func draw(_ wanted: [SixelStrip], _ rewritten: Set<Int>) -> [UInt8] {
    strips.formIntersection(wanted)
    strips = strips.filter { strip in !strip.screenRows.contains(where: rewritten.contains) }
    var bytes: [UInt8] = []
    for strip in wanted where bytes.count < Self.partSize && !strips.contains(strip) {
      bytes += Self.at(strip.origin, strip.command)
      strips.insert(strip)
    }
    return bytes
  }

  // MARK: - Sending

  /// Sends a part of the first picture that the terminal does not have yet; shows the picture after the last one.
  private mutating func sendPart(of placements: [PicturePlacement]) -> [UInt8] {
    if sending == nil, let missing = firstMissing(in: placements) { sending = (missing, 0) }
    var bytes = send(atMost: Self.partSize)
    if sending == nil {
      for placement in placements where isKept(placement.picture) && !shown.contains(placement) {
        bytes += Self.show(placement)
        shown.append(placement)
      }
    }
    return bytes + deleteOldest()
  }

  /// Returns the first picture that the terminal needs and does not keep; `nil` if there is none.
  private func firstMissing(in placements: [PicturePlacement]) -> TerminalPicture? {
    placements.first { $0.picture.format == .kitty && !isKept($0.picture) }?.picture
  }

  private func isKept(_ picture: TerminalPicture) -> Bool { kept.contains { $0.id == picture.id } }

  private mutating func finishSending() -> [UInt8] { send(atMost: .max) }

  /// Returns the next commands of the picture that is being sent.
  private mutating func send(atMost count: Int) -> [UInt8] {
    guard let picture = sending?.picture, var sent = sending?.sent else { return [] }
    var bytes: [UInt8] = []
    while sent < picture.commands.count, bytes.count < count {
      bytes += picture.commands[sent]
      sent += 1
    }
    sending = sent < picture.commands.count ? (picture, sent) : nil
    if sending == nil { kept.append((picture.id, picture.byteCount)) }
    return bytes
  }

  /// Deletes the oldest pictures that are not shown if the terminal keeps too many.
  private mutating func deleteOldest() -> [UInt8] {
    guard sending == nil else { return [] }
    var bytes: [UInt8] = []
    var size = kept.reduce(0) { $0 + $1.byteCount }
    for (id, byteCount) in kept where size > Self.maxKeptBytes {
      guard !shown.contains(where: { $0.picture.id == id }) else { continue }
      bytes += Self.command("a=d,d=I,i=\(id),q=2")
      kept.removeAll { $0.id == id }
      size -= byteCount
    }
    return bytes
  }

  // MARK: - Commands

  /// Shows what is visible of a picture, in as many cells as it has; the cursor stays where it is.
  private static func show(_ placement: PicturePlacement) -> [UInt8] {
    let picture = placement.picture
    var keys =
      "a=p,i=\(picture.id),p=\(placementID(of: placement)),c=\(picture.size.width),r=\(placement.rows.count)"
    if !placement.isWhole {
      let height = picture.cellHeight
      keys += ",x=0,y=\(placement.rows.lowerBound * height),h=\(placement.rows.count * height)"
    }
    return at(placement.origin, command(keys + ",C=1,q=2"))
  }

  /// Returns the id that distinguishes the placements of one picture; not 0.
  private static func placementID(of placement: PicturePlacement) -> Int {
    (placement.origin.row << 12 | placement.origin.column) + 1
  }

  private static func command(_ keys: String) -> [UInt8] { Array("\(escape)_G\(keys)\(end)".utf8) }

  private static func cursor(isVisible: Bool) -> [UInt8] {
    Array("\(escape)[?25\(isVisible ? "h" : "l")".utf8)
  }

  /// Sends bytes with the cursor at a cell, and puts it back.
  private static func at(_ point: Point, _ bytes: [UInt8]) -> [UInt8] {
    Array("\(escape)7\(escape)[\(point.row + 1);\(point.column + 1)H".utf8) + bytes + Array("\(escape)8".utf8)
  }
}

/// A strip of a picture of sixels at its place on the screen.
private struct SixelStrip: Hashable {
  let picture: TerminalPicture
  let number: Int
  let origin: Point

  /// Returns the strips of a picture, from the top; none of one with kitty's protocol, or of which a part is hidden.
  static func strips(of placement: PicturePlacement) -> [SixelStrip] {
    let picture = placement.picture
    guard picture.format == .sixel, placement.isWhole else { return [] }
    return picture.commands.indices.map { number in
      let row = placement.origin.row + number * picture.rowsPerStrip
      return SixelStrip(
        picture: picture, number: number, origin: Point(column: placement.origin.column, row: row))
    }
  }

  var command: [UInt8] { picture.commands[number] }

  /// The rows of the screen.
  var screenRows: Range<Int> {
    let rows = min(picture.rowsPerStrip, picture.size.height - number * picture.rowsPerStrip)
    return origin.row..<origin.row + max(0, rows)
  }
}
