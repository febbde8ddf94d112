import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import Terminal

/// The groups of `stats --by`, one row for each.
struct GroupReport {
  private static let widestValue = 32
  /// Shorter bars say nothing.
  private static let shortestBar = 4
  /// The fields of which a sum means nothing.
  private static let averagedOnly = ["rating", "abv"]

  private let diary: Diary
  private let query: BeerQuery
  private let grouping: BeerGrouping
  private let limit: Int

  init(_ diary: Diary, _ query: BeerQuery, _ grouping: BeerGrouping, limit: Int) {
    self.diary = diary
    self.query = query
    self.grouping = grouping
    self.limit = limit
  }

  /// The field of which there are means; `nil` if there are none.
  private var averaged: BeerProperty? {
    if case .mean(let property) = grouping.measure { property } else { nil }
  }

  private var hasSums: Bool {
    guard let property = grouping.measure.property else { return false }
    return property.kind == .custom || !Self.averagedOnly.contains(property.name)
  }

  private func forEach(_ body: (BeerGroup) -> Void) throws {
    try diary.forEachGroup(query, grouping, limit: limit, body)
  }

  private func value(of group: BeerGroup) -> JSONValue {
    group.label.map { .text(LabelText.title($0.facts)) } ?? group.value
  }
}

// MARK: - JSON, CSV and TSV

extension GroupReport {
  func writeJSON(as options: ListOutputOptions, to console: Console) throws {
    var lines = JSONLines(on: console, options)
    try forEach { group in
      lines.write { json in json.object { $0.write(members(of: group)) } }
    }
    lines.end()
  }

  func write(_ delimiters: DelimitedText, to console: Console) throws {
    delimiters.write(keys, to: console)
    try forEach { group in
      let fields: [String?] = members(of: group).map { $0.value == .null ? nil : $0.value.display }
      delimiters.write(fields, to: console)
    }
  }

  private var keys: [String] {
    headings + (grouping.property == .label ? ["uuid"] : [])
  }

  /// The keys that are also the heading of the table.
  private var headings: [String] {
    ["value", "beers", "labels"] + (averaged == nil ? [] : ["mean"]) + (hasSums ? ["sum"] : [])
      + (grouping.measure.property == nil ? [] : ["missing"])
  }

  private func members(of group: BeerGroup) -> JSONMembers {
    let uuid = group.label?.uuid?.text
    let all: JSONMembers = [
      ("value", value(of: group)), ("beers", .integer(Int64(group.beerCount))),
      ("labels", .integer(Int64(group.labelCount))), ("mean", .init(group.mean)), ("sum", .init(group.sum)),
      ("missing", .integer(Int64(group.missingCount))), ("uuid", .init(uuid)),
    ]
    let keys = keys
    return all.filter { keys.contains($0.key) }
  }
}

// MARK: - Text

extension GroupReport {
  /// Prints a table, on a terminal with bars.
  ///
  /// - Parameter hasBars: Whether there may be bars.
  /// - Returns: Whether there are groups, and whether any of them has a mean or a sum.
  func writeText(_ glyphs: Glyphs, hasBars: Bool, to console: Console) throws
    -> (isEmpty: Bool, hasNumbers: Bool)
  {
    var isEmpty = true
    var hasNumbers = false
    var groups: [BeerGroup] = []
    var table = StreamedTable(headings, showsHeading: true, on: console)
    try forEach { group in
      isEmpty = false
      hasNumbers = hasNumbers || group.mean != nil
      if console.isTerminal {
        groups.append(group)
      } else {
        table.write(cells(of: group))
      }
    }
    if console.isTerminal { writeBars(groups, glyphs, hasBars: hasBars, to: console) } else { table.end() }
    return (isEmpty, hasNumbers)
  }

  private func cells(of group: BeerGroup) -> [StreamedTable.Cell] {
    let means = averaged == nil ? [] : [group.mean.map { NumberText.fixed($0, decimals: 2) } ?? ""]
    let sums = hasSums ? [group.sum.map { NumberText.exact($0) } ?? ""] : []
    let missing = grouping.measure.property == nil ? [] : [NumberText.count(group.missingCount)]
    let numbers =
      [NumberText.count(group.beerCount), NumberText.count(group.labelCount)] + means + sums + missing
    return [StreamedTable.Cell(value(of: group).display)]
      + numbers.map { StreamedTable.Cell($0, isNumber: true) }
  }

  /// Prints the groups with bars as long as the terminal is wide.
  private func writeBars(_ groups: [BeerGroup], _ glyphs: Glyphs, hasBars: Bool, to console: Console) {
    if groups.isEmpty { return }
    let rows = groups.map { cells(of: $0).map(\.text) }
    let widths = headings.indices.map { index in
      max(1, TextTable.width(of: [headings[index]] + rows.map { $0[index] }))
    }
    let columns = console.columns ?? StatisticsText.usualColumns
    let valueWidth = min(Self.widestValue, max(1, columns / 2), widths[0])
    let room = columns - valueWidth - widths.dropFirst().map { $0 + 2 }.reduce(0, +) - 2
    let numbers = widths.dropFirst().map { TextTable.Column(width: $0, alignment: .trailing) }
    let table = TextTable(
      columns: [TextTable.Column(width: valueWidth)] + numbers, ellipsis: String(glyphs.ellipsis))
    let figures = groups.map { figure(of: $0) }
    // Bars of ratings are in proportion to the best rating, not to that of the best group.
    let isRating = averaged.map { $0.kind == .number && $0.name == "rating" } ?? false
    let highest = isRating ? NumberRange.rating.entered.upperBound : figures.max() ?? 0
    console.line(table.line(headings))
    for (row, figure) in zip(rows, figures) {
      let isDrawn = hasBars && room >= Self.shortestBar
      let bar = isDrawn ? Self.bar(figure, of: highest, columns: room, glyphs) : ""
      console.line(table.line(row + [bar]))
    }
  }

  /// Returns the number by which groups are sorted; 0 if a group has none.
  private func figure(of group: BeerGroup) -> Double {
    switch grouping.measure {
    case .beers: Double(group.beerCount)
    case .labels: Double(group.labelCount)
    case .mean: group.mean ?? 0
    case .sum: group.sum ?? 0
    }
  }

  private static func bar(_ figure: Double, of highest: Double, columns: Int, _ glyphs: Glyphs) -> String {
    let share = figure / highest
    guard share.isFinite, share > 0 else { return "" }
    let scale = 10_000
    return glyphs.bar(max(1, Int(min(share, 1) * Double(scale))), of: scale, columns: columns)
  }
}
