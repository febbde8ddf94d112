import DiaryModel
import DiaryStore
import Foundation
import Terminal
import Testing

@testable import DiaryText
@testable import DiaryUI

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

  @Test func textsThatDifferLateAreCutInTheMiddle() {
    func cut(_ width: Int, _ one: String, _ other: String) -> [String] {
      [
        one.truncated(to: width, unlike: other, ellipsis: "…"),
        other.truncated(to: width, unlike: one, ellipsis: "…"),
      ]
    }
    let name = "Barrel Aged Imperial Stout"
    let years = cut(20, "\(name) 2019", "\(name) 2021")
    #expect(years == ["Barrel…al Stout 2019", "Barrel…al Stout 2021"])
    // What follows the difference, such as the brewery, may be the same.
    let brewery = "(Brouwerij De Molen, Bodegraven)"
    let cuts = cut(30, "\(name) 2019 \(brewery)", "\(name) 2021 \(brewery)")
    #expect(cuts[0].contains("2019 (Br") && cuts[1].contains("2021 (Br"))
    #expect(cuts.allSatisfy { $0.columns <= 30 && $0.hasPrefix("Barrel Age…") && $0.hasSuffix("…") })
    #expect(cut(12, "Orval", "Orval 2019") == ["Orval", "Orval 2019"])
    #expect(cut(8, "Orval Trappist", "Westmalle Dubbel") == ["Orval T…", "Westmal…"])
    #expect(cut(8, name, name) == ["Barrel …", "Barrel …"])
    for width in 0...30 {
      #expect(cut(width, "黒黒黒黒黒黒黒黒黒黒黒黒黒黒黒1", "黒黒黒黒黒黒黒黒黒黒黒黒黒黒黒2").allSatisfy { $0.columns <= width })
    }
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

  private func columns(
    _ width: Int, hasPhotos: Bool = true, without empty: Set<ListColumns.Kind> = [],
    by order: BeerQuery.Order = .date, ofLabels: Bool = false
  ) -> [ListColumns.Column] {
    let other: Set<ListColumns.Kind> = ofLabels ? [.place] : [.times, .best]
    let empty = empty.union(hasPhotos ? [.sorted] : [.sorted, .photo]).union(other)
    return ListColumns(
      width: width, filled: Set(ListColumns.Kind.noted).subtracting(empty), sorted: .init(order),
      isDistinct: ofLabels
    ).columns
  }

  @Test(arguments: 20...320, [true, false])
  func listColumnsFillTheWidthAndNoMore(_ width: Int, _ hasPhotos: Bool) throws {
    for ofLabels in [false, true] {
      let columns = columns(width, hasPhotos: hasPhotos, ofLabels: ofLabels)
      let end = try #require(columns.map { $0.start + $0.width }.max())
      #expect(end <= width)
      #expect(columns.contains { $0.kind == .name } && columns.contains { $0.kind == .stars })
      for (left, right) in zip(columns, columns.dropFirst()) {
        #expect(left.start + left.width + ListColumns.gap == right.start)
      }
    }
  }

  @Test(arguments: [
    (138, "date times name brewery style abv stars rating best photo"),
    (98, "date times name brewery style abv stars rating best photo"),
    (84, "date times name brewery style abv stars rating photo"),
    (78, "date times name brewery style abv stars photo"),
    (72, "date times name brewery style abv stars photo"), (38, "date times name stars"),
    (18, "name stars"),
  ])
  func listsOfLabelsShowHowOftenAndHowGoodIfNothingElseGivesWay(_ width: Int, _ kinds: String) {
    #expect(columns(width, ofLabels: true).map { "\($0.kind)" }.joined(separator: " ") == kinds)
  }

  @Test(arguments: [
    (178, true, "date name brewery style abv stars rating place photo"),
    (138, true, "date name brewery style abv stars rating place photo"),
    (126, true, "date name brewery style abv stars rating place photo"),
    (125, true, "date name brewery style abv stars rating photo"),
    (98, true, "date name brewery style abv stars photo"),
    (78, true, "date name brewery style abv stars photo"), (78, false, "date name brewery style abv stars"),
    (72, true, "date name brewery style abv stars photo"), (71, true, "date name brewery abv stars photo"),
    (60, true, "date name brewery stars photo"), (38, true, "date name stars"), (18, true, "name stars"),
  ])
  func narrowListsLeaveOutTheLeastImportantColumns(_ width: Int, _ hasPhotos: Bool, _ kinds: String) {
    let columns = columns(width, hasPhotos: hasPhotos)
    #expect(columns.map { "\($0.kind)" }.joined(separator: " ") == kinds)
  }

  @Test(arguments: 20...200, [false, true])
  func aStripIsOnlyNextToStyleAndABV(_ width: Int, _ ofLabels: Bool) throws {
    let columns = columns(width, hasPhotos: true, ofLabels: ofLabels)
    let strip = columns.first { $0.kind == .photo && $0.width >= PhotoCell.strip }
    #expect(strip == nil || Set(columns.map(\.kind)).isSuperset(of: [.style, .abv]))
  }

  @Test(
    arguments: [
      (78, [.date, .stars, .rating, .place], .date, "name brewery style abv photo"),
      (38, [.date, .stars, .rating, .place, .photo], .date, "name brewery"),
      (38, [], .abv, "date name stars"), (38, [], .brewery, "date name stars"),
      (60, [], .style, "date name brewery stars photo"), (18, [], .abv, "name stars"),
    ] as [(Int, Set<ListColumns.Kind>, BeerQuery.Order, String)])
  func emptyColumnsAreLeftOutAndTheOrderAddsNone(
    _ width: Int, _ empty: Set<ListColumns.Kind>, _ order: BeerQuery.Order, _ kinds: String
  ) {
    let columns = columns(width, without: empty, by: order)
    #expect(columns.map { "\($0.kind)" }.joined(separator: " ") == kinds)
  }

  @Test(arguments: 180...260) func columnsFillAWideTerminal(_ width: Int) throws {
    let end = try #require(columns(width).map { $0.start + $0.width }.max())
    #expect(end == width)
  }

  @Test(arguments: 98...200) func mostNamesAreWholeAt100Columns(_ width: Int) throws {
    let columns = columns(width, hasPhotos: true)
    let name = try #require(columns.first { $0.kind == .name })
    let brewery = try #require(columns.first { $0.kind == .brewery })
    #expect(name.width >= 24 && brewery.width >= 16)
  }

  @Test func noTextColumnIsWiderThanUsuallyNeededBeforeAllAre() {
    #expect(columns(157).map(\.width) == [11, 30, 28, 18, 6, 5, 4, 30, PhotoCell.strip])
    for width in 134..<157 {
      for column in columns(width) where column.kind == .name || column.kind == .place {
        #expect(column.width <= 30)
      }
    }
  }

  @Test(arguments: 60...200) func freeColumnsAreDistributedByNeed(_ width: Int) throws {
    let columns = columns(width)
    let name = try #require(columns.first { $0.kind == .name })
    let brewery = try #require(columns.first { $0.kind == .brewery })
    #expect(abs(name.width - brewery.width) <= 7)
  }

  @Test(arguments: [(4, "   3"), (6, "     3"), (9, "        3")])
  func theNumberOfPhotosEndsAtTheRightEdge(_ width: Int, _ text: String) {
    let cell = PhotoCell(
      beer: BeerListItem(SampleBeers.rochefort), picture: nil, appearance: Appearance())
    #expect(cell.line(width: width, style: Style()).spans.map(\.text).joined() == text)
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

  @Test(arguments: [
    ("csv", "imported from CSV"), ("untappd", "from Untappd"), ("catalogue", "from a catalog"),
    ("ratebeer", "from RateBeer"), ("beeradvocate", "from BeerAdvocate"),
    ("beer-diary-ios", "from Beer Diary for iOS"), ("elsewhere", "from elsewhere"),
  ])
  func originsAreNamedAsPeopleNameThem(_ source: String, _ text: String) {
    #expect(OriginText.text(Origin(source: source, id: "1")) == text)
  }
}
