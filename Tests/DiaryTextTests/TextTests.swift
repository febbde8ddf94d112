import DiaryModel
import Foundation
import Terminal
import Testing

@testable import DiaryText

/// Dates, numbers and stars as they are read.
@Suite struct TextTests {
  private let dates = DateText(timeZone: TimeZone(identifier: "Europe/Amsterdam") ?? .gmt)

  @Test(arguments: [
    ("2024-06-01T18:04:00", "1 Jun 2024", "Saturday 1 June 2024, 18:04"),
    ("2024-06-01", "1 Jun 2024", "Saturday 1 June 2024"),
    ("2019-06", "Jun 2019", "June 2019"), ("2019", "2019", "2019"),
    ("2024-06-01T22:30:00Z", "2 Jun 2024", "Sunday 2 June 2024, 00:30"),
    ("2023-12-31T23:30:00.250Z", "1 Jan 2024", "Monday 1 January 2024, 00:30"),
    ("1969-07-20", "20 Jul 1969", "Sunday 20 July 1969"),
    ("0000-02-29", "29 Feb 0", "Tuesday 29 February 0"),
  ])
  func datesSayWhatIsKnown(_ iso: String, _ short: String, _ long: String) throws {
    let date = try #require(DiaryDate(iso))
    #expect(dates.short(date) == short)
    #expect(dates.long(date) == long)
  }

  @Test(arguments: [
    (DateText.Format.iso, "Saturday 2024-06-01, 18:04", "2019-06"),
    (.dots, "Saturday 01.06.2024, 18:04", "06.2019"), (.slashes, "Saturday 06/01/2024, 18:04", "06/2019"),
  ])
  func longDatesHaveTheFormatOfTheSettings(_ format: DateText.Format, _ day: String, _ month: String) throws {
    let dates = DateText(timeZone: .gmt, format: format)
    #expect(dates.long(try #require(DiaryDate("2024-06-01T18:04:00"))) == day)
    #expect(dates.long(try #require(DiaryDate("2019-06"))) == month)
    #expect(dates.long(try #require(DiaryDate("2019"))) == "2019")
  }

  @Test func dayNumbersAreConvertedBackToTheirDates() {
    for number in stride(from: -800_000, through: 3_000_000, by: 997) {
      let day = CivilDay.date(number)
      #expect(CivilDay.number(year: day.year, month: day.month, day: day.day) == number)
    }
  }

  @Test(arguments: [
    (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"),
    (112, "112th"), (1182, "1,182nd"),
  ])
  func ordinalsHaveTheirEndings(_ number: Int, _ text: String) {
    #expect(NumberText.ordinal(number) == text)
  }

  /// As `had` and `show` say it.
  @Test func historiesSayOnlyWhatIsKnown() throws {
    let first = DiaryDate("2019")
    let last = DiaryDate("2024-05-01T18:04:00")
    let dates = DateText(timeZone: .gmt)
    let rated = LabelHistory(
      times: 3, ratedTimes: 2, meanRating: 4.25, bestRating: 4.5, first: first, last: last)

    #expect(
      LabelText.history(rated, dates: dates)
        == "3 times, last on 1 May 2024, your rating 4.25 on average, best 4.5")
    #expect(LabelText.history(LabelHistory(times: 1), dates: dates) == "once, not rated")
    let once = LabelHistory(times: 1, ratedTimes: 1, meanRating: 4, bestRating: 4, first: first, last: first)
    #expect(LabelText.history(once, dates: dates) == "once, in 2019, your rating 4.0")
    #expect(
      LabelText.position(2, in: rated, dates: dates)
        == "2nd time of 3; first 2019, last 1 May 2024, 4.25 on average")
    #expect(LabelText.position(nil, in: LabelHistory(times: 2), dates: dates) == "2 times")
    #expect(LabelText.title(LabelFacts(name: "Orval", brewery: " ")) == "Orval")
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1182, "1,182"), (1_000_000, "1,000,000"), (-1234, "-1,234")])
  func countsHaveThousandsSeparators(_ number: Int, _ text: String) {
    #expect(NumberText.count(number) == text)
  }

  @Test(arguments: [
    (4.25, "4.25"), (4.0, "4.0"), (4.5, "4.5"), (0.1 + 0.2, "0.3"), (-0.5, "-0.5"), (1e300, "1e+300"),
    (1.5e300, "1.5e+300"),
  ])
  func exactNumbersHaveTheDecimalsThereAre(_ value: Double, _ text: String) {
    #expect(NumberText.exact(value, atLeast: 1) == text)
  }

  @Test(
    arguments: [
      (nil, ""), (0, "☆"), (0.2, "☆"), (0.25, "¼"), (0.5, "½"), (3, "★★★"), (4.25, "★★★★¼"), (4.5, "★★★★½"),
      (4.75, "★★★★¾"), (4.99, "★★★★¾"),
      (5, "★★★★★"),
      (99, "★★★★★"),
      (-1, "☆"), (Double.nan, ""),
    ] as [(Double?, String)])
  func starsNeverShowMoreThanTheRating(_ rating: Double?, _ stars: String) {
    #expect(BeerText.stars(rating, glyphs: .unicode) == stars)
    #expect(BeerText.stars(rating, glyphs: .ascii) == stars.asciiOnly)
  }

  @Test(arguments: ["", "  ", "\n", "\u{200B}", "\u{FEFF} \u{200D}", "\u{AD}"]) func invisibleTextIsNotAName(
    _ text: String
  ) {
    #expect(BeerText.readable(text) == nil && BeerText.readable(text + "x") == text + "x")
  }

  @Test(
    arguments: [
      (.integer(1), "yes"), (.integer(0), nil), (.boolean(true), "yes"), (.boolean(false), nil),
      (.text("very"), "very"),
    ] as [(JSONValue, String?)])
  func aFavoriteIsShownAsYesOrNotAtAll(_ value: JSONValue, _ text: String?) {
    let facts = CustomFields.facts(BeerFields(extras: ["favorite": value]))
    #expect(facts.map(\.value) == [text].compactMap { $0 })
  }

  @Test func customFieldsThatRepeatAFieldAreLeftOut() {
    let fields = BeerFields(
      style: "Stout", abv: 6,
      extras: ["Style": .text("Stout"), "STYLE": .text("Porter"), "Abv": .number(6), "hop": .text("Saaz")])
    let facts = CustomFields.facts(fields).map { "\($0.name)=\($0.value)" }
    #expect(facts == ["STYLE=Porter", "hop=Saaz"])
  }
}
