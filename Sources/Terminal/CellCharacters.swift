/// A character in a cell.
struct CellCharacter: Hashable {
  let character: Character
  /// The width in columns, 1 or 2.
  let width: Int

  static let blank = CellCharacter(character: " ", width: 1)
}

extension CellCharacter {
  /// Creates a character from a byte of printable ASCII.
  init(printable byte: UInt8) {
    self.init(character: Character(Unicode.Scalar(byte)), width: 1)
  }
}

/// The characters of a text as cells show them, with widths that all terminals agree on.
///
/// A cell holds one spacing scalar and at most four marks, like a cell of ncurses. Terminals disagree about the width of
/// longer clusters, so these are simplified: a joined emoji shows its first part, and a flag its two letters. All code
/// that measures, cuts or draws text uses this type.
struct CellCharacters: Sequence, IteratorProtocol {
  private static let maxMarks = 4

  private var scalars: String.UnicodeScalarView.Iterator
  private var following: Unicode.Scalar?

  init(_ text: String) {
    scalars = text.unicodeScalars.makeIterator()
    following = scalars.next()
  }

  mutating func next() -> CellCharacter? {
    while let scalar = take() {
      switch scalar.display {
      // A mark without a base character is dropped.
      case .mark, .removed: continue
      case .replaced: return CellCharacter(character: ScalarDisplay.replacement, width: 1)
      case .blank: return blank(for: scalar)
      case .flagLetter:
        return CellCharacter(character: scalar.flagLetter ?? ScalarDisplay.replacement, width: 1)
      case .narrow: return CellCharacter(character: character(on: scalar), width: 1)
      case .wide: return CellCharacter(character: character(on: scalar), width: 2)
      }
    }
    return nil
  }

  private mutating func take() -> Unicode.Scalar? {
    defer { following = scalars.next() }
    return following
  }

  /// Treats a carriage return and a line feed as one line end.
  private mutating func blank(for scalar: Unicode.Scalar) -> CellCharacter {
    if scalar == "\r", following == "\n" { _ = take() }
    return .blank
  }

  /// Returns the scalar with the marks that follow it.
  private mutating func character(on base: Unicode.Scalar) -> Character {
    // No scalar below this is a mark or a joiner. A blank takes no marks, so that all blanks are equal.
    guard let following, following.value >= 0x300, base != " " else { return Character(base) }
    var cluster = String(Character(base))
    var marks = 0
    while let scalar = self.following {
      switch scalar.display {
      case .mark:
        _ = take()
        if marks < Self.maxMarks, cluster.appendIfOneCharacter(scalar) { marks += 1 }
      case .removed:
        _ = take()
        if scalar.isJoiner { skipJoined(to: base) }
      default: return Character(cluster)
      }
    }
    return Character(cluster)
  }

  private mutating func skipJoined(to base: Unicode.Scalar) {
    if let scalar = following, base.isPictographic, scalar.isPictographic { _ = take() }
  }
}

extension String {
  /// Appends a mark, unless Unicode's rules would not join it to this one character.
  fileprivate mutating func appendIfOneCharacter(_ scalar: Unicode.Scalar) -> Bool {
    var longer = self
    longer.unicodeScalars.append(scalar)
    guard longer.index(after: longer.startIndex) == longer.endIndex else { return false }
    self = longer
    return true
  }
}
