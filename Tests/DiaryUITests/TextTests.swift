import DiaryStore
import Foundation
import Terminal
import Testing

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

  @Test func daysAndNumbersAreInverse() {
    for number in stride(from: -800_000, through: 3_000_000, by: 997) {
      let day = CivilDay.date(number)
      #expect(CivilDay.number(year: day.year, month: day.month, day: day.day) == number)
    }
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1182, "1,182"), (1_000_000, "1,000,000"), (-1234, "-1,234")])
  func countsHaveSeparators(_ number: Int, _ text: String) {
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
      (nil, ""), (0, "☆"), (0.5, "½"), (3, "★★★"), (4.5, "★★★★½"), (4.74, "★★★★½"), (4.75, "★★★★★"),
      (99, "★★★★★"),
      (-1, "☆"), (Double.nan, ""),
    ] as [(Double?, String)])
  func starsGoByHalves(_ rating: Double?, _ stars: String) {
    #expect(BeerText.stars(rating, glyphs: .unicode) == stars)
  }

  @Test(arguments: 20...200, [true, false])
  func listColumnsFillTheWidthAndNoMore(_ width: Int, _ hasPhotos: Bool) throws {
    let columns = ListColumns(width: width, hasPhotos: hasPhotos).columns
    let end = try #require(columns.map { $0.start + $0.width }.max())
    #expect(end <= width)
    #expect(columns.contains { $0.kind == .name } && columns.contains { $0.kind == .stars })
    for (left, right) in zip(columns, columns.dropFirst()) {
      #expect(left.start + left.width + ListColumns.gap == right.start)
    }
  }
}
