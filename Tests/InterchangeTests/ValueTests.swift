import DiaryModel
import DiaryStore
import TestSupport
import Testing

@testable import Interchange

@Suite struct DecimalParserTests {
  @Test(arguments: [
    ("0", 0.0), ("5", 5), ("5.2", 5.2), ("5,2", 5.2), (".5", 0.5), ("5.", 5), ("-0.1", -0.1), ("+3", 3),
    ("4.9999999999", 4.9999999999), ("52.370216812345678", 52.370216812345678),
    ("1234567890123456789", 1.234567890123456789e18), ("1e-3", 0.001), ("007", 7),
  ])
  func decimalsAreParsed(text: String, expected: Double) { #expect(number(text) == expected) }

  @Test(arguments: [
    "", ".", "-", "1.2.3", "1,234.5", "5 2", "abc", "0x10", "nan", "inf", "1e999", "--1", "５",
  ])
  func textThatIsNotADecimalIsRefused(text: String) { #expect(number(text) == nil) }

  @Test(arguments: Seeds.range(0..<20))
  func aDecimalIsTheDoubleThatSwiftReads(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let whole = Int.random(in: 0...99_999, using: &random)
      let text = "\(whole).\(Int.random(in: 0...9_999_999, using: &random))"
      #expect(number(text) == Double(text))
    }
  }

  private func number(_ text: String) -> Double? { withBytes(of: text, DecimalParser.number) }
}

@Suite struct NumberFieldsTests {
  @Test(arguments: ["5.2", "5,2", "5.2%", "5.2 %", "5.20"])
  func alcoholIsRead(text: String) throws {
    #expect(try read(text) { try $0.number($1, of: .abv, in: 0...100) } == 5.2)
  }

  @Test(arguments: ["", "-", "n/a", "N/A", "null"])
  func placeholdersAreNotValues(text: String) throws {
    #expect(try read(text) { try $0.number($1, of: .abv, in: 0...100) } == nil)
  }

  @Test func zeroIsUnknownIfTheDialectSaysSo() throws {
    #expect(try read("0.0", zeroIsUnknown: true) { try $0.number($1, of: .abv, in: 0...100) } == nil)
    #expect(try read("0.0", zeroIsUnknown: false) { try $0.number($1, of: .abv, in: 0...100) } == 0)
    #expect(try read("0", zeroIsUnknown: true) { try $0.number($1, of: .rating, in: 0...5) } == nil)
    #expect(try read("0", zeroIsUnknown: true) { try $0.number($1, of: .latitude, in: -90...90) } == 0)
  }

  @Test(arguments: ["0", "0.1", "3.75", "4.33", "5"])
  func ratingsBetweenTheUsualStepsAreKept(text: String) throws {
    #expect(try read(text) { try $0.number($1, of: .rating, in: 0...5) } == Double(text))
  }

  @Test func invalidNumbersAreRefused() {
    #expect(throws: ValueProblem.notANumber) {
      try read("strong") { try $0.number($1, of: .abv, in: 0...100) }
    }
    #expect(throws: ValueProblem.notANumber) {
      try read("5.2%%") { try $0.number($1, of: .abv, in: 0...100) }
    }
    #expect(throws: ValueProblem.outOfRange(0...100)) {
      try read("520") { try $0.number($1, of: .abv, in: 0...100) }
    }
    #expect(throws: ValueProblem.outOfRange(0...10_000)) {
      try read("-1") { try $0.number($1, of: .ibu, in: 0...10_000) }
    }
    #expect(throws: ValueProblem.outOfRange(-90...90)) {
      try read("91") { try $0.number($1, of: .latitude, in: -90...90) }
    }
    #expect(throws: ValueProblem.outOfRange(-180...180)) {
      try read("-181") { try $0.number($1, of: .longitude, in: -180...180) }
    }
  }

  @Test func aCommaThatMaySeparateThousandsIsRefused() throws {
    let problem = try #require(throws: ValueProblem.self) {
      try read("1,000") { try $0.number($1, of: .ibu, in: 0...10_000) }
    }
    #expect(problem == .ambiguousNumber(meanings: "1000 or 1.000"))
    #expect(problem.explanation(of: "\"1,000\"") == "\"1,000\" is ambiguous; write it as 1000 or 1.000")
    // 27500 is no bitterness, and 5125 neither a rating nor an alcohol.
    #expect(try read("27,500") { try $0.number($1, of: .ibu, in: 0...10_000) } == 27.5)
    #expect(try read("5,125") { try $0.number($1, of: .abv, in: 0...100) } == 5.125)
    #expect(try read("4,125") { try $0.number($1, of: .rating, in: 0...5) } == 4.125)
    #expect(try read("52,090") { try $0.number($1, of: .latitude, in: -90...90) } == 52.09)
  }

  @Test(arguments: [
    "ABV: 5.2 %", "5,2 % vol", "5.2% ABV", "alc. 5.2 % by vol.", "5.2%vol", "(5.2%)", "5,2\u{A0}%",
    "5,2\u{202F}%", "5,2 Vol.-%",
  ])
  func alcoholIsReadWithItsUsualWords(text: String) throws {
    #expect(try read(text) { try $0.number($1, of: .abv, in: 0...100) } == 5.2)
  }

  @Test func aPointBeforeAnABVIsADecimalPointUnlessItEndsAWord() throws {
    for (text, alcohol) in [(".5%", 0.5), ("ABV: ,5 % vol", 0.5), ("alc.5%", 5), ("alc. .5%", 0.5)] {
      #expect(try read(text) { try $0.number($1, of: .abv, in: 0...100) } == alcohol, "\(text)")
    }
  }

  @Test(arguments: ["5.2 to 6", "about 5", "5.2%5", "x5.2", "5 °P", "-5.2%", "5-6%"])
  func alcoholWithOtherWordsIsRefused(text: String) {
    #expect(throws: ValueProblem.notANumber) { try read(text) { try $0.number($1, of: .abv, in: 0...100) } }
  }

  @Test func alcoholIsReadAsAFraction() throws {
    let fields = NumberFields(abvIsFraction: true)
    #expect(try withBytes(of: "0.052") { try fields.number($0, of: .abv, in: 0...100) } == 5.2)
    #expect(try withBytes(of: "0.1125") { try fields.number($0, of: .abv, in: 0...100) } == 11.25)
    #expect(try withBytes(of: "5.2 %") { try fields.number($0, of: .abv, in: 0...100) } == 5.2)
  }

  @Test(arguments: [
    ("17/20", 4.25), ("8/10", 4.0), ("4 / 5", 4.0), ("85/100", 4.25), ("3,5/5", 3.5), ("★★★★¼", 4.25),
    ("4½", 4.5), ("★★★☆☆", 3), ("☆", 0), ("½", 0.5), ("4½/5", 4.5),
  ])
  func aRatingIsReadWithItsScale(text: String, stars: Double) throws {
    #expect(try read(text) { try $0.number($1, of: .rating, in: 0...5) } == stars)
  }

  @Test(arguments: [("9", 10.0, 4.5), ("17", 20, 4.25), ("86", 100, 4.3), ("33", 100, 1.65), ("0", 10, 0)])
  func aRatingIsConvertedFromAnotherScale(text: String, scale: Double, stars: Double) throws {
    let fields = NumberFields(ratingScale: scale)
    #expect(try withBytes(of: text, fields.rating) == stars)
  }

  @Test(arguments: [
    ("★x", "\"★x\" is not a number from 0 to 5, such as 4 or 3.5"),
    ("101", "\"101\" is not between 0 and 5"), ("-1", "\"-1\" is not between 0 and 5"),
    ("21/20", "\"21/20\" is not between 0 and 20"),
    ("5/0", "\"5/0\" is not a number from 0 to 5, such as 4 or 3.5"),
  ])
  func theErrorOfARatingSaysHowToWriteIt(text: String, message: String) {
    let problem = #expect(throws: ValueProblem.self) {
      try read(text) { try $0.number($1, of: .rating, in: 0...5) }
    }
    #expect(problem?.explanation(of: "\"\(text)\"") == message)
  }

  private func read(
    _ text: String, zeroIsUnknown: Bool = false,
    _ parse: (NumberFields, UnsafeBufferPointer<UInt8>) throws -> Double?
  ) throws -> Double? {
    try withBytes(of: text) {
      try parse(NumberFields(unknownZeros: zeroIsUnknown ? [.abv, .ibu, .rating] : []), $0)
    }
  }
}

@Suite struct DateParserTests {
  @Test(arguments: [
    ("2019", "2019"), ("2019-06", "2019-06"), ("2019-06-01", "2019-06-01"), ("2019/6/1", "2019-06-01"),
    ("2019-06-01 18:04:00", "2019-06-01T18:04:00"), ("2019-06-01T18:04", "2019-06-01T18:04:00"),
    ("2019-06-01T18:04:00Z", "2019-06-01T18:04:00Z"), ("2019-06-01 18:04 UTC", "2019-06-01T18:04:00Z"),
    ("2019-06-01T18:04:05.25Z", "2019-06-01T18:04:05.250Z"),
    ("2019-06-01T18:04:05.123987Z", "2019-06-01T18:04:05.123Z"),
    ("2019-06-01T18:04:00+02:00", "2019-06-01T16:04:00Z"),
    ("2019-06-01T01:04:00+0530", "2019-05-31T19:34:00Z"),
    ("2019-12-31T23:30:00-01", "2020-01-01T00:30:00Z"), ("2020-03-01T00:30:00+01:00", "2020-02-29T23:30:00Z"),
    ("2020-01-01T00:00:00+14:00", "2019-12-31T10:00:00Z"),
    ("2021-02-28T23:00:00-02:00", "2021-03-01T01:00:00Z"),
    ("Sat, 01 Jun 2019 18:04:00 +0000", "2019-06-01T18:04:00Z"), ("1 June 2019", "2019-06-01"),
    ("Sat, 1 Jun 2019 18:04 -0700", "2019-06-02T01:04:00Z"),
    ("01 Jun 2019 18:04:00 GMT", "2019-06-01T18:04:00Z"), ("13.2.2019", "2019-02-13"),
    ("1.2.2019", "2019-02-01"),
    ("13/02/2019 18:04", "2019-02-13T18:04:00"), ("02/13/2019 6:04 PM", "2019-02-13T18:04:00"),
    ("02/13/2019 12:04 am", "2019-02-13T00:04:00"), ("1559412240", "2019-06-01T18:04:00Z"),
    ("1559412240500", "2019-06-01T18:04:00.500Z"), ("3 januari 2019", "2019-01-03"),
    ("3 marzo 2019", "2019-03-03"), ("2. März 2023", "2023-03-02"), ("1er août 2023", "2023-08-01"),
    ("12 févr. 2023", "2023-02-12"), ("25 DÉCEMBRE 2023", "2023-12-25"), ("3. Okt. 2023", "2023-10-03"),
    ("8 mai 2023", "2023-05-08"), ("June 2nd, 2023", "2023-06-02"), ("Sa, 06.05.2023", "2023-05-06"),
    ("Donnerstag, 4. Mai 2023", "2023-05-04"), ("6-May-23", "2023-05-06"), ("20230506", "2023-05-06"),
  ])
  func datesAreParsed(text: String, expected: String) throws {
    #expect(try read(text)?.text == expected)
  }

  @Test func aTimeWithoutAnOffsetIsUTCIfTheSourceUsesIt() throws {
    #expect(try read("2019-06-01 18:04:00", times: .utc)?.text == "2019-06-01T18:04:00Z")
    #expect(try read("2019-06-01", times: .utc)?.text == "2019-06-01")
  }

  @Test(arguments: [
    ("2019-06-01 18:04:00", "2019-06-01T16:04:00Z"), ("2019-12-31 23:30", "2019-12-31T22:30:00Z"),
    ("2020-01-01 00:30", "2019-12-31T23:30:00Z"), ("31/3/2019 01:59", "2019-03-31T00:59:00Z"),
    ("2019-03-31 03:00", "2019-03-31T01:00:00Z"), ("2019-10-27 03:00", "2019-10-27T02:00:00Z"),
    ("2019-06-01T18:04:00Z", "2019-06-01T18:04:00Z"), ("2019-06-01", "2019-06-01"),
  ])
  func aTimeIsReadInTheZoneThatTheUserNames(text: String, expected: String) throws {
    #expect(try read(text, times: try #require(TimeReading("europe/oslo")))?.text == expected)
  }

  @Test func timeZonesAreFoundByTheirNames() {
    #expect(TimeReading("UTC") == .utc && TimeReading("local") == .local)
    #expect(TimeReading("America/New_York")?.name == "America/New_York")
    #expect(TimeReading("Narnia/Cair_Paravel") == nil)
  }

  @Test func theOrderOfDayAndMonthIsNeverGuessed() {
    #expect(throws: ValueProblem.unclearDate(suggestions: ["2019-02-01", "2019-01-02"])) {
      try read("01/02/2019")
    }
    #expect(throws: ValueProblem.unclearDate(suggestions: ["2019-02-01", "2019-01-02"])) {
      try read("1-2-2019")
    }
    #expect(throws: ValueProblem.noSuchDate) { try read("31/31/2019") }
  }

  @Test(arguments: [
    "2019-02-29", "2019-13-01", "2019-06-31", "2019-06-01 25:00", "2019-06-01T12:60:00Z", "30 Feb 2019",
    "2019-06-01T12:00:00+19:00",
  ])
  func datesThatTheCalendarDoesNotHaveAreRefused(text: String) {
    #expect(throws: ValueProblem.noSuchDate) { try read(text) }
  }

  @Test(arguments: [
    "yesterday", "43617", "19-06-01", "2019-06-01T", "2019-06-01x", "Foo, 1 Jun 2019",
    "2019-06-01 18:04 CEST", "5 marraskuu 2019", "marras 5, 2019", "marble 2024", "Marvin 3 2024",
    "3 jui 2023", "20231301", "01052023",
  ])
  func invalidDatesAreRefused(text: String) {
    #expect(throws: ValueProblem.notADate) { try read(text) }
  }

  @Test func theErrorOfAnUnclearDateSaysHowToWriteIt() {
    let problem = ValueProblem.unclearDate(suggestions: ["2019-02-01", "2019-01-02"])
    #expect(
      problem.explanation(of: "\"01/02/2019\"")
        == "\"01/02/2019\" does not show which is the day and which the month; write 2019-02-01 or 2019-01-02, or "
        + "use --dates day-first or month-first")
  }

  @Test func datesAreReadAsTheyAreTyped() throws {
    for (text, date) in DateTexts.certain { #expect(try read(text)?.text == date, "\(text)") }
    for (text, dates) in DateTexts.ambiguous {
      #expect(throws: ValueProblem.unclearDate(suggestions: dates), "\(text)") { try read(text) }
    }
    for text in DateTexts.refused + DateTexts.relative.map(\.0) {
      #expect(throws: ValueProblem.self, "\(text)") { try read(text) }
    }
  }

  @Test(arguments: DateTexts.wrongWeekdays)
  func aDateIsReadDespiteAWrongDayOfTheWeek(text: String, date: String, weekday: String) throws {
    let result = try withBytes(of: text) { try DateParser(times: .local).parse($0) }
    #expect(result?.date.text == date && result?.correctedWeekday == weekday)
  }

  /// 3 May 2026 is a Sunday, and 5 March 2026 a Thursday.
  @Test func theDayOfTheWeekDecidesWhichDayIsMeant() throws {
    func read(_ text: String, _ order: DateOrder?) throws -> (String?, weekday: String?) {
      let result = try withBytes(of: text) { try DateParser(times: .local, order: order).parse($0) }
      return (result?.date.text, result?.correctedWeekday)
    }
    #expect(try read("Sun 03/05/2026", nil) == ("2026-05-03", nil))
    #expect(try read("Thu 03/05/2026", nil) == ("2026-03-05", nil))
    #expect(try read("Mon 03/05/2026", .dayFirst) == ("2026-05-03", "Sunday"))
    #expect(try read("Mon 03/05/2026", .monthFirst) == ("2026-03-05", "Thursday"))
    #expect(throws: ValueProblem.unclearDate(suggestions: ["2026-05-03", "2026-03-05"])) {
      try read("Mon 03/05/2026", nil)
    }
    // The column and the day of the week contradict each other.
    #expect(throws: ValueProblem.unclearDate(suggestions: ["2026-03-05"])) {
      try read("Thu 03/05/2026", .dayFirst)
    }
  }

  @Test func theOrderOfAColumnIsThatOfAllItsDates() throws {
    let parser = DateParser(times: .local, order: .monthFirst)
    #expect(try withBytes(of: "03/04/2026") { try parser.date($0) }?.text == "2026-03-04")
    #expect(throws: ValueProblem.unclearDate(suggestions: ["2026-11-24"])) {
      try withBytes(of: "24/11/2026") { try parser.date($0) }
    }
    #expect(try withBytes(of: "24 Nov 2026") { try parser.date($0) }?.text == "2026-11-24")
  }

  private func read(_ text: String, times: TimeReading = .local) throws -> DiaryDate? {
    try withBytes(of: text) { try DateParser(times: times).date($0) }
  }
}

@Suite struct SafeTextTests {
  @Test func controlCharactersAreReplaced() {
    #expect(SafeText.sanitized("a\u{1B}[31m\nb\u{202E}c\u{9B}") == "a\u{FFFD}[31m\u{FFFD}b\u{FFFD}c\u{FFFD}")
  }

  @Test func longTextIsShortened() {
    #expect(SafeText.sanitized(String(repeating: "é", count: 100), limit: 5) == "éééé…")
    #expect(
      SafeText.sanitized("e" + String(repeating: "\u{301}", count: 10_000), limit: 5).unicodeScalars.count
        <= 40)
  }
}

private func withBytes<Value>(
  of text: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Value
) rethrows -> Value {
  try Array(text.utf8).withUnsafeBufferPointer(body)
}
