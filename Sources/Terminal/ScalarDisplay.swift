import CTextWidth

/// What becomes of one Unicode scalar on its way to the screen.
enum ScalarDisplay {
  /// One column.
  case narrow
  /// Two columns.
  case wide
  /// Half of a flag, which terminals count as one, two or four columns: shown as the letter it stands for.
  case flagLetter
  /// Drawn over the character before it.
  case mark
  /// A line end or a tab: one blank.
  case blank
  /// A control, or what terminals treat each in its own way: shown as `replacement`.
  case replaced
  /// Invisible by design: joiners, bidi controls, variation selectors, skin tones.
  case removed

  /// Stands for what must not reach the terminal.
  ///
  /// Visible, so that nobody takes altered text for the whole; and not `?`, which real text is full of.
  static let replacement: Character = "\u{FFFD}"
}

extension Unicode.Scalar {
  var display: ScalarDisplay {
    if value < 0x300 { return latinDisplay }
    if value == 0x2028 || value == 0x2029 { return .blank }
    if isSkinTone { return .removed }
    if flagLetter != nil { return .flagLetter }
    switch text_width(value) {
    case 0: return isInvisible ? .removed : .mark
    case 1 where !isInvisible && !isPrivate: return .narrow
    case 2 where !isInvisible && !isPrivate: return .wide
    default: return .replaced
    }
  }

  var isJoiner: Bool { value == 0x200D }

  /// Whether it can be part of an emoji that joiners make of several; digits count as emoji to Unicode alone.
  var isPictographic: Bool { value > 0x7F && properties.isEmoji }

  private var latinDisplay: ScalarDisplay {
    switch value {
    case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x300: .narrow
    case 0x09, 0x0A, 0x0D: .blank
    // The soft hyphen: a column to some terminals, nothing to others.
    case 0xAD: .removed
    default: .replaced
    }
  }

  /// The letter that a regional indicator stands for.
  var flagLetter: Character? {
    guard (0x1F1E6...0x1F1FF).contains(value) else { return nil }
    return Unicode.Scalar(value - 0x1F1E6 + 0x41).map { Character($0) }
  }

  private var isSkinTone: Bool { (0x1F3FB...0x1F3FF).contains(value) }

  /// Scalars that draw nothing: bidi controls, joiners, variation selectors, tags, fillers.
  ///
  /// Those without a column are removed and not replaced, because ordinary text carries them (a right-to-left mark in a
  /// Hebrew name, an isolate around a copied date) and a visible mark for each would only be noise.
  private var isInvisible: Bool {
    properties.isDefaultIgnorableCodePoint || properties.generalCategory == .format
  }

  private var isPrivate: Bool { properties.generalCategory == .privateUse }
}
