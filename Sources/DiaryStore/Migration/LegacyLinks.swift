import Foundation
import GRDB

/// Brings what other tables say of the beers, one beer after the other.
final class LegacyLinks {
  let links: [LegacyLink]
  /// Rows that became custom fields, for each link.
  private(set) var brought: [Int]
  private var rows: [LinkedRows]

  init(_ db: Database, _ schema: LegacySchema) throws {
    links = try LegacyLink.all(db, besides: schema.relations)
    brought = links.map { _ in 0 }
    rows = try links.map { try LinkedRows(db, $0) }
  }

  /// Adds custom fields to a beer; to be called in the order of the beers' keys.
  func follow(_ beer: inout LegacyBeer) throws {
    for index in links.indices {
      var texts: [String] = []
      try rows[index].forEach(of: beer.primaryKey) { row in
        brought[index] += 1
        guard let text = said(by: row, links[index], on: &beer) else { return }
        if links[index].target == nil {
          beer.keep(.text(text), as: links[index].name)
        } else {
          texts.append(text)
        }
      }
      if !texts.isEmpty { beer.keep(.text(texts.joined(separator: ", ")), as: links[index].name) }
    }
  }

  /// Ends reading: a table that is being read cannot be dropped.
  func finish() { rows = [] }

  /// What a row says: each value with its name, or its only text without; `nil` if it says nothing.
  private func said(by row: LegacyRow, _ link: LegacyLink, on beer: inout LegacyBeer) -> String? {
    var values: [(name: String, text: String)] = []
    var hasText = false
    for (index, attribute) in link.attributes.enumerated() {
      let value = row[index + 1]
      if let text = Self.text(of: value, attribute), !text.isEmpty { values.append((attribute.name, text)) }
      if case .brokenText(let bytes) = value { beer.keepBrokenText(bytes, as: link.name) }
      hasText = hasText || value.readableText?.isEmpty == false
    }
    if values.count == 1, hasText { return values.first?.text }
    return values.isEmpty ? nil : values.map { "\($0.name): \($0.text)" }.joined(separator: "; ")
  }

  private static func text(of value: LegacyValue, _ attribute: LegacySchema.ExtraColumn) -> String? {
    if attribute.isTimestamp, let date = value.date { return date.text }
    return switch value {
    case .null, .blob, .largeBlob: nil
    case .integer(let number): String(number)
    case .real(let number): JSONValue.number(number).display
    case .text, .brokenText: value.readableText
    }
  }
}

/// The rows of a link, read in step with the beers.
private final class LinkedRows {
  private let statement: Statement
  private let rows: RowCursor
  private let failure = RowFailure()
  private var hasRow: Bool

  init(_ db: Database, _ link: LegacyLink) throws {
    statement = try db.makeStatement(sql: link.sql)
    rows = try Row.fetchCursor(statement)
    hasRow = try rows.next() != nil
  }

  func forEach(of beer: Int64, _ body: (LegacyRow) throws -> Void) throws {
    while hasRow, case .integer(let owner) = LegacyRow(statement, failure)[0], owner <= beer {
      if owner == beer { try body(LegacyRow(statement, failure)) }
      try failure.check()
      hasRow = try rows.next() != nil
    }
  }
}
