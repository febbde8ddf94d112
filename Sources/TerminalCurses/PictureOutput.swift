import Terminal

/// Shows pictures over the cells, with kitty's graphics protocol or as sixels.
///
/// A terminal with kitty's protocol keeps the pictures that it was sent, in a layer of their own. They are sent in pieces,
/// one with each drawing of the screen, so that keys in between are handled. Sixels are part of the screen like text:
/// cells that are drawn there overwrite them. The cursor is hidden while they are drawn: xterm may show it at their first
/// cell in between, and then draws the text of that cell over the picture.
struct PictureOutput {
  /// The number of bytes of a picture that are sent with one drawing of the screen; commands are not split.
  private static let pieceSize = 1 << 16
  /// The number of bytes of pictures that the terminal may keep; beyond it, the oldest are deleted.
  private static let maxKeptBytes = 64 << 20

  private static let escape = "\u{1B}"
  private static let end = "\u{1B}\\"

  /// The pictures on the screen.
  private var shown: [PicturePlacement] = []
  /// The ids and sizes of the pictures that the terminal keeps, the oldest first.
  private var kept: [(id: UInt32, byteCount: Int)] = []
  /// A picture of which some bytes have been sent.
  private var sending: (picture: TerminalPicture, sent: Int)?
  /// Whether pictures have to be sent before they can be shown.
  private(set) var isSending = false

  /// Returns the rows of the screen whose cells must be sent again, because sixels are removed from them.
  func rowsToRewrite(for placements: [PicturePlacement]) -> Set<Int> {
    let gone = shown.filter { $0.picture.format == .sixel && !placements.contains($0) }
    return Set(gone.flatMap { Array($0.screenRows) })
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
    var sixels: [UInt8] = []
    let old = shown
    shown = []
    for gone in old where gone.picture.format == .kitty && !placements.contains(gone) {
      bytes += Self.command("a=d,d=i,i=\(gone.picture.id),p=\(Self.placementID(of: gone)),q=2")
    }
    for placement in placements {
      switch placement.picture.format {
      case .sixel:
        guard placement.isWhole, placement.screenRows.upperBound < height else { continue }
        if !old.contains(placement) || placement.screenRows.contains(where: rewritten.contains) {
          sixels += Self.at(placement.origin, placement.picture.bytes)
        }
        shown.append(placement)
      case .kitty:
        guard isKept(placement.picture) else { continue }
        if !old.contains(placement) { bytes += Self.show(placement) }
        shown.append(placement)
      }
    }
    if !sixels.isEmpty {
      bytes += Self.cursor(isVisible: false) + sixels + (showsCursor ? Self.cursor(isVisible: true) : [])
    }
    // Between the pieces of a picture, no other command may be sent.
    if !bytes.isEmpty { bytes = finishSending() + bytes }
    bytes += sendPiece(of: placements)
    return bytes
  }

  /// Forgets what is on the screen and what the terminal keeps, and returns the bytes that delete it.
  mutating func removeAll() -> [UInt8] {
    var bytes = finishSending()
    if !kept.isEmpty { bytes += Self.command("a=d,d=A,q=2") }
    self = PictureOutput()
    return bytes
  }

  // MARK: - Sending

  /// Sends a piece of the first picture that the terminal does not have yet; shows the picture after the last piece.
  private mutating func sendPiece(of placements: [PicturePlacement]) -> [UInt8] {
    if sending == nil, let missing = firstMissing(in: placements) { sending = (missing, 0) }
    var bytes = send(atMost: Self.pieceSize)
    if sending == nil {
      for placement in placements where isKept(placement.picture) && !shown.contains(placement) {
        bytes += Self.show(placement)
        shown.append(placement)
      }
    }
    isSending = sending != nil || firstMissing(in: placements) != nil
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
    guard let (picture, sent) = sending else { return [] }
    let all = picture.bytes
    var end = count < all.count - sent ? sent + count : all.count
    let commandEnd = Array(Self.end.utf8)
    while end < all.count, !all[..<end].suffix(commandEnd.count).elementsEqual(commandEnd) { end += 1 }
    sending = end < all.count ? (picture, end) : nil
    if sending == nil { kept.append((picture.id, all.count)) }
    return Array(all[sent..<end])
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
