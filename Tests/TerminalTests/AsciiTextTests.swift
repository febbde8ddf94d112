import Testing

@testable import Terminal

@Suite struct AsciiTextTests {
  @Test(arguments: [
    ("Stout", "Stout"), ("Märzen", "Marzen"), ("Ma\u{308}rzen", "Marzen"), ("Øl Łódź", "Ol Lodz"),
    ("Straße", "Strase"), ("“Café” – 5…", "\"Cafe\" - 5~"), ("一番", "????"), ("🍺", "??"), ("★★½", "**+"),
    ("\u{1B}[0m", "?[0m"), ("Пиво", "????"), ("\u{A0}", " "),
  ])
  func textBecomesASCIIOfAsManyColumns(text: String, expected: String) {
    #expect(text.asciiOnly == expected)
    #expect(text.asciiOnly.columns == text.columns)
  }

  @Test func canvasesBecomeASCII() {
    var canvas = Canvas(size: Size(width: 8, height: 2))
    canvas.put("│一★│", at: Point(column: 0, row: 0))
    canvas.put("└───┘", at: Point(column: 0, row: 1))
    canvas.cursor = Point(column: 1, row: 0)
    #expect(canvas.asciiOnly.text == "|??*|\n+---+")
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
