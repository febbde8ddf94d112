package import Pictures
package import Terminal

/// A photo as it is shown in a box of the screen.
package enum PictureRendering: Hashable, Sendable {
  /// Cells with characters.
  case cells(ASCIIPicture)
  /// Bytes for the terminal.
  case terminal(TerminalPicture)
  /// The photo cannot be drawn.
  case refused

  /// The memory that it takes, in bytes.
  var byteCount: Int {
    switch self {
    case .cells(let picture): picture.cells.reduce(0) { $0 + $1.count } * MemoryLayout<PictureCell>.stride
    case .terminal(let picture): picture.byteCount
    case .refused: 0
    }
  }
}

/// The photos as they were shown last, as many as fit into a fixed amount of memory.
struct PictureRenderings: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    var rendering: PictureRendering
    /// When it was made.
    var time: Int
  }

  /// Enough for three pictures as large as a screen.
  ///
  /// The picture that was added last stays, even if it is larger.
  static let maxBytes = 24 << 20

  private var entries: [PictureSpec: Entry] = [:]
  /// What was requested last and has not been made yet.
  private var requested: [PictureSpec] = []
  private var time = 0
  private var byteCount = 0

  var count: Int { entries.count }

  /// The rendering of a picture; `nil` until it is made.
  subscript(spec: PictureSpec) -> PictureRendering? { entries[spec]?.rendering }

  /// Returns the pictures to make; `nil` if none is missing that was not requested.
  mutating func request(_ missing: [PictureSpec]) -> [PictureSpec]? {
    guard missing.contains(where: { !requested.contains($0) }) else { return nil }
    requested = missing
    return missing
  }

  mutating func insert(_ rendering: PictureRendering, for spec: PictureSpec) {
    requested.removeAll { $0 == spec }
    remove(spec)
    time += 1
    entries[spec] = Entry(rendering: rendering, time: time)
    byteCount += rendering.byteCount
    guard byteCount > Self.maxBytes else { return }
    for (old, _) in entries.sorted(by: { $0.value.time < $1.value.time })
    where byteCount > Self.maxBytes && old != spec { remove(old) }
  }

  /// Allows pictures that could not be drawn to be requested again.
  mutating func forgetRefusals() {
    requested = []
    for (spec, entry) in entries where entry.rendering == .refused { remove(spec) }
  }

  private mutating func remove(_ spec: PictureSpec) {
    guard let entry = entries.removeValue(forKey: spec) else { return }
    byteCount -= entry.rendering.byteCount
  }
}
