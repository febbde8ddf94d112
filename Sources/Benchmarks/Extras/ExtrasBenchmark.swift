import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import TestSupport

/// The cost of a custom field compared with a built-in column: writing, reading, filtering.
enum ExtrasBenchmark {
  static func figures(_ scale: BenchmarkScale) throws -> [Figure] {
    try ExtrasWriting(beers: scale.of(1000, quick: 100)).figures()
      + ExtrasFilters(beers: scale.of(1_000_000, quick: 20_000)).figures()
  }

  static func milliseconds(_ work: () throws -> Void) rethrows -> Double {
    let time = try ContinuousClock().measure(work)
    return Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) / 1e15
  }

  /// A figure for the same work on a custom field and on a column, in milliseconds.
  static func comparison(_ name: String, custom: [Double], column: [Double], atMost limit: Double) -> Figure {
    let ratio = custom.median / column.median
    return .atMost(
      limit, name, value: ratio, target: "\(limit.text(2)) times a built-in column or less",
      measured: "\(custom.median.text(1)) ms against \(column.median.text(1)) ms: \(ratio.text(2)) times")
  }
}

/// Adding, changing and reading beers one by one, each in its own transaction and without a cache.
private struct ExtrasWriting {
  private static let rounds = 5

  let beers: Int

  func figures() throws -> [Figure] {
    note("extras: \(beers.grouped) beers written and read through a custom field and a column")
    var custom = Times()
    var column = Times()
    for _ in 0..<Self.rounds {
      // They take turns, because the disk's speed varies.
      try measure(&column) { BeerFields(name: "Beer", style: $0) }
      try measure(&custom) { BeerFields(name: "Beer", extras: ["hop": .text($0)]) }
    }
    let works: [(String, KeyPath<Times, [Double]>)] = [
      ("adding", \.adding), ("updating", \.updating), ("reading", \.reading),
    ]
    return works.map { name, times in
      ExtrasBenchmark.comparison(
        "\(name) \(beers.grouped) beers through a custom field", custom: custom[keyPath: times],
        column: column[keyPath: times], atMost: 1.25)
    }
  }

  private struct Times {
    var adding: [Double] = []
    var updating: [Double] = []
    var reading: [Double] = []
  }

  private func measure(_ times: inout Times, _ fields: (String) -> BeerFields) throws {
    let folder = try TemporaryFolder()
    let diary = try Diary.open(at: folder.file("extras.sqlite"))
    while try diary.doBackgroundWork() != nil {}
    var ids: [Int64] = []
    times.adding.append(
      try ExtrasBenchmark.milliseconds {
        for number in 0..<beers {
          ids.append(try diary.add(NewBeer(fields: fields("Citra \(number)"))).id)
        }
      })
    times.updating.append(
      try ExtrasBenchmark.milliseconds {
        for id in ids { _ = try diary.edit(id, to: fields("Saaz \(id)")) }
      })
    times.reading.append(
      try ExtrasBenchmark.milliseconds { for id in ids { _ = try diary.beer(id) } })
    try diary.close()
  }
}

/// The same filters on a column and on a custom field with the same values.
private struct ExtrasFilters {
  private static let rounds = 5

  let beers: Int

  func figures() throws -> [Figure] {
    note("extras: filters on \(beers.grouped) beers, on a column and on a custom field")
    let folder = try TemporaryFolder()
    let diary = try ManyBeers(
      count: beers, extras: "json_object('kind', b.text, 'score', CASE WHEN m % 10 THEN m % 11 / 2.0 END)"
    ).diary(at: folder.file("many.sqlite"))
    let filters = [("kind:stout", "style:stout"), ("score>=4.5", "rating>=4.5"), ("score=3", "rating=3")]
    let columns = try filters.map { try time(diary, $0.1) }
    let scans = try filters.map { try time(diary, $0.0, rounds: 2) }
    let making = try ExtrasBenchmark.milliseconds { _ = try diary.indexCustomField("kind") }
    _ = try diary.indexCustomField("score")
    let indexed = try zip(filters, columns).map { filter, column in
      ExtrasBenchmark.comparison(
        "filter \(filter.0) on an indexed custom field, \(beers.grouped) beers",
        custom: try time(diary, filter.0), column: column, atMost: 2)
    }
    try diary.close()
    let slowest = scans.map(\.median).max() ?? .nan
    return indexed + [
      Figure(
        "filter on a custom field without an index, slowest, \(beers.grouped) beers",
        measured: "\(slowest.text(0)) ms"),
      Figure("making an index of a custom field, \(beers.grouped) beers", measured: "\(making.text(0)) ms"),
    ]
  }

  /// Finds all beers of the filter and reads the first.
  private func time(_ diary: Diary, _ text: String, rounds: Int = Self.rounds) throws -> [Double] {
    let query = BeerQuery(filter: try BeerFilter(text))
    return try (0..<rounds).map { _ in
      try ExtrasBenchmark.milliseconds { try diary.forEachListItem(query, limit: 1) { _ in } }
    }
  }
}
