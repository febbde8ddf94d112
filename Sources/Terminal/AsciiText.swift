extension String {
  /// The safe text in ASCII with the same number of columns, for terminals and fonts without more characters.
  ///
  /// Latin letters lose their accents, Greek and Cyrillic letters become Latin ones, symbols and drawing characters are
  /// replaced, and other characters become `?`.
  package var asciiOnly: String {
    if isPlain { return self }
    return CellCharacters(self).map(\.asciiText).joined()
  }
}

extension CellCharacter {
  /// The ASCII characters, one per column.
  var asciiText: String { String(repeating: character.asciiCounterpart, count: width) }
}

extension Canvas {
  /// Returns the canvas in ASCII.
  ///
  /// Characters such as `€` are spelled out (`EUR`) if there are enough blanks after the text that they are in, so that
  /// nothing after these blanks moves. Otherwise each becomes a single character.
  package var asciiOnly: Canvas {
    var canvas = Canvas(size: size, glyphs: .ascii)
    canvas.cursor = cursor
    for row in 0..<size.height {
      let columns = row * size.width..<(row + 1) * size.width
      var line = AsciiLine(cells: Array(cells[columns]), cursor: cursor?.row == row ? cursor?.column : nil)
      line.convert()
      canvas.cells.replaceSubrange(columns, with: line.cells)
      if let column = line.cursor { canvas.cursor = Point(column: column, row: row) }
    }
    return canvas
  }
}

/// A row of a canvas that is converted to ASCII.
private struct AsciiLine {
  var cells: [Cell]
  /// The column of the terminal's cursor; `nil` if it is in another row.
  var cursor: Int?

  /// Replaces all characters by ASCII.
  mutating func convert() {
    var index = 0
    var previous: Character?
    while index < cells.count {
      // The right half of a wide character is replaced like the left one.
      let character = cells[index].character ?? previous ?? " "
      defer { previous = character }
      guard let spelling = spelling(of: character, at: index, after: previous),
        takeBlanks(spelling.count - 1, after: index)
      else {
        cells[index].character = character.asciiCounterpart
        index += 1
        continue
      }
      let style = cells[index].style
      cells.replaceSubrange(index...index, with: spelling.map { Cell($0, style: style) })
      index += spelling.count
    }
  }

  /// Returns the spelling of a character, with blanks between it and the numbers next to it; `nil` if it has none.
  private func spelling(of character: Character, at index: Int, after previous: Character?) -> String? {
    // After stars, a fraction is part of a rating, which has its own characters.
    guard let spelling = character.asciiSpelling, previous != Glyphs.unicode.star else { return nil }
    func separator(_ neighbor: Character?, _ end: Character?) -> String {
      guard let neighbor, let end else { return "" }
      return neighbor.isNumber && (end.isLetter || end.isNumber) ? " " : ""
    }
    let next = index + 1 < cells.count ? cells[index + 1].character : nil
    return separator(previous, spelling.first) + spelling + separator(next, spelling.last)
  }

  /// Removes blanks from the gap after a text, of which at least one is kept, and moves the cursor with the text.
  ///
  /// - Parameter index: The index of a character of the text.
  /// - Returns: `false` if there are too few blanks.
  private mutating func takeBlanks(_ count: Int, after index: Int) -> Bool {
    guard let gap = gap(after: index), gap.count > count else { return false }
    cells.removeSubrange(gap.prefix(count))
    if let column = cursor, index < column, column <= gap.lowerBound + count {
      cursor = min(column + count, gap.upperBound - 1)
    }
    return true
  }

  /// Returns the first run of at least two blanks after a character; `nil` if a line, a block or the edge comes first.
  private func gap(after index: Int) -> Range<Int>? {
    var start = index + 1
    while start + 1 < cells.count, cells[start].character?.isDrawing != true {
      if cells[start].character == " ", cells[start + 1].character == " " {
        let end = cells[start...].firstIndex { $0.character != " " } ?? cells.count
        return start..<end
      }
      start += 1
    }
    return nil
  }
}

extension Character {
  /// A printable ASCII replacement.
  var asciiCounterpart: Character {
    if let value = asciiValue, 0x20..<0x7F ~= value { return self }
    return Self.plainCounterparts[self] ?? baseLetter ?? counterpartOfKind ?? "?"
  }

  /// Several ASCII characters, which are clearer than ``asciiCounterpart``; `nil` if there are none.
  fileprivate var asciiSpelling: String? { isASCII ? nil : Self.spellings[self] }

  /// Whether it is a line or a block (U+2500 to U+259F).
  fileprivate var isDrawing: Bool {
    unicodeScalars.first.map { 0x2500...0x259F ~= $0.value } ?? false
  }

  private static let spellings: [Character: String] = [
    // Currencies.
    "€": "EUR", "£": "GBP", "¥": "JPY", "₩": "KRW", "₹": "INR", "₽": "RUB", "₺": "TRY", "₴": "UAH",
    "₪": "ILS", "¢": "ct",
    // Fractions.
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5", "⅗": "3/5",
    "⅘": "4/5", "⅙": "1/6", "⅚": "5/6", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8",
    // Signs.
    "°": "deg", "™": "TM", "©": "(c)", "®": "(R)", "№": "No", "±": "+/-", "≤": "<=", "≥": ">=",
    "≠": "!=",
    // Latin letters.
    "ß": "ss", "ẞ": "SS", "Æ": "AE", "æ": "ae", "Œ": "OE", "œ": "oe", "Þ": "Th", "þ": "th", "ĳ": "ij",
    "Ĳ": "IJ", "ﬁ": "fi", "ﬂ": "fl",
    // Greek letters.
    "Θ": "Th", "θ": "th", "Φ": "Ph", "φ": "ph", "Χ": "Ch", "χ": "ch", "Ψ": "Ps", "ψ": "ps",
    // Cyrillic letters.
    "Ж": "Zh", "ж": "zh", "Х": "Kh", "х": "kh", "Ц": "Ts", "ц": "ts", "Ч": "Ch", "ч": "ch", "Ш": "Sh",
    "ш": "sh", "Щ": "Shch", "щ": "shch", "Ю": "Yu", "ю": "yu", "Я": "Ya", "я": "ya", "Є": "Ye",
    "є": "ye", "Ї": "Yi", "ї": "yi",
  ]

  private static let plainCounterparts: [Character: Character] = {
    var table: [Character: Character] = [
      // Currencies.
      "€": "E", "£": "L", "¥": "Y", "₩": "W", "₹": "R", "₽": "R", "₺": "L", "₴": "H", "₪": "S",
      "¢": "c", "¤": "$",
      // Signs.
      "×": "x", "÷": "/", "−": "-", "±": "~", "≈": "~", "∼": "~", "≤": "<", "≥": ">", "≠": "#",
      "∞": "8", "⁄": "/", "∕": "/", "‰": "%", "°": "o", "º": "o", "ª": "a", "′": "'", "″": "\"",
      "•": "*", "‣": "*", "†": "+", "‡": "+", "§": "S", "¶": "P", "™": "T", "©": "c", "®": "R",
      "№": "N", "⇒": ">", "♥": "*", "❤": "*", "✔": "x", "✗": "x", "✘": "x",
      // Punctuation.
      "´": "'", "ʼ": "'", "¨": "\"", "¿": "?", "¡": "!", "‹": "'", "›": "'", "‚": "'", "„": "\"",
      // Latin letters and the micro sign.
      "ß": "s", "ẞ": "S", "Æ": "A", "æ": "a", "Œ": "O", "œ": "o", "Þ": "T", "þ": "t", "Ð": "D",
      "ð": "d", "ı": "i", "ĳ": "y", "Ĳ": "Y", "ﬁ": "f", "ﬂ": "f", "Ŋ": "N", "ŋ": "n", "Ə": "E",
      "ə": "e", "\u{B5}": "u",
    ]
    let alphabets = [
      ("αάβγδεέζηήθιίϊΐκλμνξοόπρσςτυύϋΰφχψωώ", "aabgdeezeetiiiiklmnxooprsstuuuufcpoo"),
      ("абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґў", "abvgdeezziiklmnoprstufkccss'y'euaiiegu"),
    ]
    for (letters, plain) in alphabets {
      for (letter, counterpart) in zip(letters, plain) {
        table[letter] = counterpart
        if let capital = letter.uppercased().first, let large = counterpart.uppercased().first {
          table[capital] = large
        }
      }
    }
    // The sign for micro more often than a letter of a Greek word.
    table["μ"] = "u"
    for (glyph, plain) in zip(Glyphs.unicode.all, Glyphs.ascii.all) where table[glyph] == nil {
      table[glyph] = plain
    }
    for frame in Glyphs.unicode.spinner { table[frame] = "*" }
    return table
  }()

  /// The letter without accents; `nil` if there is none.
  ///
  /// A decomposed letter begins with it; for a composed letter it is in the Unicode name: `LATIN SMALL LETTER E WITH
  /// ACUTE`.
  private var baseLetter: Character? {
    guard let scalar = unicodeScalars.first else { return nil }
    if unicodeScalars.count > 1 { return Character(scalar).asciiCounterpart }
    guard let words = scalar.properties.name?.split(separator: " "), words.count >= 4,
      words[0] == "LATIN", words[2] == "LETTER", words[3].count == 1
    else { return nil }
    return Character(words[1] == "SMALL" ? words[3].lowercased() : String(words[3]))
  }

  /// The counterpart of characters of its Unicode category: blanks, dashes, quotation marks, fractions, and digits such
  /// as `²`; `nil` for other categories.
  private var counterpartOfKind: Character? {
    guard let scalar = unicodeScalars.first else { return nil }
    switch scalar.properties.generalCategory {
    case .spaceSeparator: return " "
    case .dashPunctuation: return "-"
    case .initialPunctuation, .finalPunctuation: return "‘’‛".contains(self) ? "'" : "\""
    // East Asian numbers take two columns.
    case .otherNumber where scalar.value < 0x3000:
      guard let value = scalar.properties.numericValue else { return nil }
      if value < 1, value > 0 { return "/" }
      return Int(exactly: value).flatMap { 0...9 ~= $0 ? String($0).first : nil }
    default: return nil
    }
  }
}
