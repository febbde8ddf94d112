/// One character as a cell shows it.
struct CellCharacter: Hashable {
  let character: Character
  /// 1 or 2 columns.
  let width: Int

  static let blank = CellCharacter(character: " ", width: 1)
}

extension CellCharacter {
  /// A byte of printable ASCII.
  init(printable byte: UInt8) {
    self.init(character: Character(Unicode.Scalar(byte)), width: 1)
  }
}

/// A text as the cells that show it: safe, and of columns that every terminal agrees on.
///
/// A cell holds one spacing scalar and at most four marks, which is what ncurses stores. Terminals disagree about
/// the columns of longer clusters, so those are taken apart: an emoji joined of several shows its first, a flag
/// is its two letters. Everything that measures, cuts or draws text goes through here, so all of it agrees.
struct CellCharacters: Sequence, IteratorProtocol {
  private static let mostMarks = 4

  private var scalars: String.UnicodeScalarView.Iterator
  private var following: Unicode.Scalar?

  init(_ text: String) {
    scalars = text.unicodeScalars.makeIterator()
    following = scalars.next()
  }

  mutating func next() -> CellCharacter? {
    while let scalar = take() {
      switch scalar.display {
      // With nothing before it that could carry it, a mark is dropped.
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

  /// A carriage return and the line feed after it are one line end.
  private mutating func blank(for scalar: Unicode.Scalar) -> CellCharacter {
    if scalar == "\r", following == "\n" { _ = take() }
    return .blank
  }

  /// The scalar with the marks that follow it.
  private mutating func character(on base: Unicode.Scalar) -> Character {
    // Below this no scalar is a mark or a joiner; a blank carries nothing, so that blanks stay alike.
    guard let following, following.value >= 0x300, base != " " else { return Character(base) }
    var cluster = String(Character(base))
    var marks = 0
    while let scalar = self.following {
      switch scalar.display {
      case .mark:
        _ = take()
        if marks < Self.mostMarks, cluster.appendIfOneCharacter(scalar) { marks += 1 }
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
