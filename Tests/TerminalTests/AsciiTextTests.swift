import Testing

@testable import Terminal

@Suite struct AsciiTextTests {
  @Test(arguments: [
    ("Stout", "Stout"), ("Märzen", "Marzen"), ("Ma\u{308}rzen", "Marzen"), ("Øl Łódź", "Ol Lodz"),
    ("Straße", "Strase"), ("“Café” – 5…", "\"Cafe\" - 5~"), ("一番", "????"), ("🍺", "??"), ("★★½", "**+"),
    ("\u{1B}[0m", "?[0m"), ("Пиво", "Pivo"), ("\u{A0}", " "),
    ("‘‚„«»‹›−—‑", "''\"\"\"''---"), ("Åßøæœþð", "Asoaotd"), ("€£¥", "ELY"), ("5²×3 µg", "52x3 ug"),
    ("Ά μέ", "A ue"),
    ("12 °C ±⅓", "12 oC ~/"), ("Ё\u{301}Я", "EA"), ("①②", "12"), ("１", "??"),
  ])
  func textIsConvertedToASCIIOfTheSameWidth(text: String, expected: String) {
    #expect(text.asciiOnly == expected)
    #expect(text.asciiOnly.columns == text.columns)
  }

  @Test func canvasesAreConvertedToASCII() {
    var canvas = Canvas(size: Size(width: 8, height: 2))
    canvas.put("│一★│", at: Point(column: 0, row: 0))
    canvas.put("└───┘", at: Point(column: 0, row: 1))
    canvas.cursor = Point(column: 1, row: 0)
    #expect(canvas.asciiOnly.text == "|??*|\n+---+")
    #expect(canvas.asciiOnly.cursor == canvas.cursor)
  }

  @Test(arguments: [
    ("€4.50", "EUR 4.50"), ("4,50 €", "4,50 EUR"), ("4€ · £3", "4 EUR - GBP 3"), ("¥", "JPY"),
    ("1½ pints", "1 1/2 pints"), ("★★½", "**+"), ("½ l", "1/2 l"), ("4°C", "4 degC"), ("Straße", "Strasse"),
    ("Hopfen™", "HopfenTM"), ("Æblemost", "AEblemost"), ("≤5", "<=5"), ("Живое", "Zhivoe"),
  ])
  func charactersAreSpelledOutIfBlanksFollow(text: String, expected: String) {
    var canvas = Canvas(size: Size(width: 30, height: 1))
    canvas.put("│ \(text)", at: Point(column: 0, row: 0))
    canvas.put("next", at: Point(column: 26, row: 0))
    canvas.cursor = Point(column: 2 + text.columns, row: 0)
    let padding = String(repeating: " ", count: 24 - expected.count)
    #expect(canvas.asciiOnly.text == "| \(expected)\(padding)next")
    #expect(canvas.asciiOnly.cursor == Point(column: 2 + expected.count, row: 0))
  }

  @Test(arguments: [("€4.50  next", "E4.50  next"), ("€4.50│     ", "E4.50|"), ("a € b c d", "a E b c d")])
  func longerSpellingsDoNotMoveOtherTextIfThereAreNoBlanks(text: String, expected: String) {
    var canvas = Canvas(size: Size(width: text.columns, height: 1))
    canvas.put(text, at: Point(column: 0, row: 0))
    canvas.cursor = Point(column: 3, row: 0)
    #expect(canvas.asciiOnly.text == expected)
    #expect(canvas.asciiOnly.cursor == canvas.cursor)
  }

  @Test(arguments: [Glyphs.unicode, .ascii])
  func everyGlyphTakesOneColumnAndIsShownAsItIs(glyphs: Glyphs) {
    for glyph in glyphs.all + glyphs.spinner {
      #expect(String(glyph).columns == 1, "\(glyph)")
      #expect(String(glyph).safeForTerminal == String(glyph))
    }
  }

  @Test func everyGlyphHasItsPlainCounterpart() {
    #expect(Glyphs.unicode.all.count == Glyphs.ascii.all.count)
    #expect((Glyphs.ascii.all + Glyphs.ascii.spinner).allSatisfy { String($0).isPlain })
    #expect(Glyphs.unicode.all.allSatisfy { $0.asciiCounterpart != "?" })
  }
}
