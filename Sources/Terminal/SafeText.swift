extension String {
  /// The text without control characters, as cells show it.
  ///
  /// C0, DEL, C1, unassigned and private scalars become `U+FFFD`; a line end or a tab becomes a blank (`safeLines` keeps
  /// line ends); invisible scalars (bidi controls, joiners) are removed. Clusters that terminals measure differently are
  /// simplified, so the result takes `columns` columns on any terminal.
  package var safeForTerminal: String {
    if isPlain || isSpacingOnly { return self }
    var safe = ""
    safe.reserveCapacity(utf8.count)
    for cell in CellCharacters(self) { safe.append(cell.character) }
    return safe
  }

  /// The lines of the text, each safe; text without a line end is one line.
  ///
  /// LF, CR, CRLF, U+2028 and U+2029 end a line.
  package var safeLines: [String] {
    if isPlain { return [self] }
    return unicodeLines.map(\.safeForTerminal)
  }

  /// Whether every byte is printable ASCII, which is the common case.
  var isPlain: Bool { utf8.allSatisfy { $0 &- 0x20 < 0x5F } }

  /// Whether every scalar has its own cell, as in most text of any script.
  private var isSpacingOnly: Bool {
    unicodeScalars.allSatisfy { scalar in
      switch scalar.display {
      case .narrow, .wide: true
      case .mark, .blank, .flagLetter, .replaced, .removed: false
      }
    }
  }

  private var unicodeLines: [String] {
    var lines = [Substring.UnicodeScalarView()]
    var last: Unicode.Scalar?
    for scalar in unicodeScalars {
      if !scalar.endsLine {
        lines[lines.count - 1].append(scalar)
      } else if !(scalar == "\n" && last == "\r") {
        lines.append(Substring.UnicodeScalarView())
      }
      last = scalar
    }
    return lines.map { String($0) }
  }
}

extension Unicode.Scalar {
  fileprivate var endsLine: Bool {
    self == "\n" || self == "\r" || value == 0x2028 || value == 0x2029
  }
}
