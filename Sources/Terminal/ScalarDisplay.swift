import CTextWidth

/// How a Unicode scalar is displayed.
enum ScalarDisplay {
  /// One column.
  case narrow
  /// Two columns.
  case wide
  /// Half of a flag, shown as its letter, because terminals disagree about its width.
  case flagLetter
  /// A mark on the previous character.
  case mark
  /// A line end or a tab, shown as one blank.
  case blank
  /// A control character, or a scalar that terminals treat differently; shown as `replacement`.
  case replaced
  /// An invisible scalar: joiners, bidi controls, variation selectors, skin tones.
  case removed

  /// The replacement for scalars that must not reach the terminal.
  ///
  /// It is visible, so that changed text is recognizable, and not `?`, which is common in text.
  static let replacement: Character = "\u{FFFD}"
}

extension Unicode.Scalar {
  var display: ScalarDisplay {
    if value < 0x300 { return latinDisplay }
    // Most of a screen with pictures are such characters, and to measure one takes a hundred times as long.
    return isKnownNarrow ? .narrow : measuredDisplay
  }

  /// How the C library and Unicode's properties say that it is displayed.
  var measuredDisplay: ScalarDisplay {
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

  /// Whether it can be part of a joined emoji; digits, which are emoji in Unicode, are excluded.
  var isPictographic: Bool { value > 0x7F && properties.isEmoji }

  private var latinDisplay: ScalarDisplay {
    switch value {
    case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x300: .narrow
    case 0x09, 0x0A, 0x0D: .blank
    // Terminals disagree about the width of the soft hyphen.
    case 0xAD: .removed
    default: .replaced
    }
  }

  /// Whether it is one of the characters of which the program makes pictures, frames, curves and stars, or a quotation
  /// mark, a dash or an ellipsis.
  private var isKnownNarrow: Bool {
    switch value {
    case 0x2010...0x2027, 0x2500...0x25FC, 0x2605...0x2606, 0x2800...0x28FF: true
    default: false
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
  /// They are removed instead of replaced, because ordinary text contains them (a right-to-left mark in a Hebrew name, an
  /// isolate around a copied date).
  private var isInvisible: Bool {
    properties.isDefaultIgnorableCodePoint || properties.generalCategory == .format
  }

  private var isPrivate: Bool { properties.generalCategory == .privateUse }
}
