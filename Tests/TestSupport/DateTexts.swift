/// Texts that the form, filters and imports read as the same dates.
package enum DateTexts {
  /// Texts whose date is certain, with the date.
  package static let certain = [
    ("2019", "2019"), ("2019-06", "2019-06"), ("2019-06-01", "2019-06-01"), ("2019/6/1", "2019-06-01"),
    ("24/11/2026", "2026-11-24"), ("11/24/2026", "2026-11-24"), ("24-11-2026", "2026-11-24"),
    ("24.11.2026", "2026-11-24"), ("24.11.26", "2026-11-24"), ("3.4.2026", "2026-04-03"),
    ("3/3/2026", "2026-03-03"), ("06/2019", "2019-06"), ("6.2019", "2019-06"),
    ("24 Nov 2026", "2026-11-24"), ("1. Sept. 2019", "2019-09-01"), ("24-Nov-2026", "2026-11-24"),
    ("Nov 24 2026", "2026-11-24"), ("november 24, 2026", "2026-11-24"), ("July 2018", "2018-07"),
    ("May 2019", "2019-05"), ("Mar 3 2021", "2021-03-03"), ("Sat, 1 Jun 2019", "2019-06-01"),
    ("Saturday 06/01/2019", "2019-06-01"),
  ]

  /// Texts that could be two dates, with these dates.
  package static let ambiguous = [
    ("03/04/2026", ["2026-04-03", "2026-03-04"]), ("3-4-2026", ["2026-04-03", "2026-03-04"]),
    ("1/2/19", ["2019-02-01", "2019-01-02"]),
  ]

  /// Texts that are no dates, or none that exists.
  package static let refused = [
    "31/31/2019", "30 Feb 2019", "Sunday 30 Feb 2019", "19-06-01", "24-11-26", "Jun 19", "1 2 2024",
    "June", "24 Nov 26", "06/19", "2019-02-29", "2019-06-",
  ]

  /// Dates with a wrong day of the week: the text, the date that an import reads, and the correct day.
  ///
  /// The form and filters refuse them, and name the correct day.
  package static let wrongWeekdays = [
    ("Mon, 3 May 2026", "2026-05-03", "Sunday"), ("Sunday 2024-06-01", "2024-06-01", "Saturday"),
    ("Monday 24/11/2026", "2026-11-24", "Tuesday"), ("Sunday 01.06.2019", "2019-06-01", "Saturday"),
    ("Mon, 1 Jun 2019 23:30 -0100", "2019-06-02T00:30:00Z", "Saturday"),
  ]

  /// Texts of the form and of filters that count from 15 June 2024, a Saturday, with the date.
  package static let relative = [
    ("today", "2024-06-15"), ("Yesterday", "2024-06-14"), ("friday", "2024-06-14"), ("Sat", "2024-06-08"),
    ("sunday", "2024-06-09"), ("3 days ago", "2024-06-12"), ("1 week ago", "2024-06-08"),
    ("2 months ago", "2024-04-15"), ("1 year ago", "2023-06-15"), ("-3d", "2024-06-12"),
    ("-1y", "2023-06-15"), ("now", "2024-06-15"), ("tonight", "2024-06-15"), ("last Friday", "2024-06-14"),
    ("15 June", "2024-06-15"), ("16. jun", "2023-06-16"), ("29 Feb", "2024-02-29"),
  ]
}
