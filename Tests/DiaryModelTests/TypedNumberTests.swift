import DiaryModel
import TestSupport
import Testing

/// Numbers as they are typed in the form, in options and in filters.
@Suite struct TypedNumberTests {
  @Test(arguments: [
    ("5", 5.0), ("-3", -3), ("+3", 3), ("4.25", 4.25), ("4,25", 4.25), (".5", 0.5), (",5", 0.5), ("5.", 5),
    ("007", 7), (" 5.2\t", 5.2), ("5.2%", 5.2), ("5,2 %", 5.2), ("5.2\u{A0}% ", 5.2), ("1.000", 1), ("-0", 0),
    ("1234,567", 1234.567), ("0,125", 0.125), ("1,0000", 1),
  ])
  func isRead(_ text: String, _ value: Double) throws {
    let number = try #require(TypedNumber(text))
    #expect(number.value == value && number.value.sign == (value < 0 ? .minus : .plus))
    #expect(number.isPercentage == text.contains("%"))
    #expect(!number.isAmbiguous(in: nil))
  }

  @Test(arguments: [
    "", " ", ".", "-", "%", "4 5", "- 3", "1.2.3", "1,234.5", "1.234,5", "1,234,567", "5%%", "5%5", "%5",
    "--5", "0x20",
    "1e5", "1e-5", "inf", "-infinity", "nan", "５", "5\u{301}", "½", "five", "5\0",
    String(repeating: "9", count: 400),
  ])
  func anythingElseIsNotANumber(_ text: String) { #expect(TypedNumber(text) == nil) }

  @Test func theUnitOfTheFieldMayFollow() throws {
    let ibu = try #require(BeerColumn.named("ibu")?.range)
    for (text, range, value) in [
      ("4.5 stars", NumberRange.rating, 4.5), ("1 Star", .rating, 1), ("4½ stars", .rating, 4.5),
      ("27 IBU", ibu, 27),
      ("27ibu", ibu, 27),
    ] {
      #expect(TypedNumber(text, in: range)?.value == value, "\(text)")
    }
    for text in ["stars", "4.5 starsss", "4.5 IBU", "stars 4.5"] {
      #expect(TypedNumber(text, in: NumberRange.rating) == nil, "\(text)")
    }
    #expect(TypedNumber("4.5 stars", in: nil) == nil)
  }

  @Test func aCommaBeforeThreeDigitsMaySeparateThousands() throws {
    for (text, meanings) in [("1,000", "1000 or 1.000"), ("-12,345 %", "-12345 or -12.345")] {
      let number = try #require(TypedNumber(text))
      #expect(number.isAmbiguous(in: nil) && number.meanings == meanings)
    }
    let number = try #require(TypedNumber("5,125"))
    #expect(number.isAmbiguous(in: 0...10_000) && !number.isAmbiguous(in: 0...100) && number.value == 5.125)
  }

  @Test(arguments: [
    (0.0, "0"), (-4.25, "-4.25"), (1e-5, "0.00001"), (-1.25e-7, "-0.000000125"), (1e15, "1000000000000000"),
    (1.5e16, "15000000000000000"), (1.25e20, "125000000000000000000"),
  ])
  func isWrittenWithoutAnExponent(_ number: Double, _ text: String) {
    #expect(TypedNumber.text(number) == text)
  }

  @Test(arguments: Seeds.range(0..<20))
  func whatIsWrittenIsReadAsTheSameNumber(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      #expect(TypedNumber(TypedNumber.text(number))?.value == number)
    }
  }
}
