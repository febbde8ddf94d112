import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// Imports rows of related tables as custom fields, one beer at a time.
final class LegacyLinks {
  let links: [LegacyLink]
  /// How many rows were imported as custom fields, for each link.
  private(set) var importedRowCounts: [Int]
  private var rows: [LinkedRows]
  private let folder: ExternalImageFolder

  init(_ db: Database, _ schema: LegacySchema, folder: ExternalImageFolder) throws {
    self.folder = folder
    links = try LegacyLink.all(db, besides: schema.relations)
    importedRowCounts = links.map { _ in 0 }
    rows = try links.map { try LinkedRows(db, $0) }
  }

  /// Adds custom fields to a beer; call this in the order of the beers' keys.
  func addFields(to beer: inout LegacyBeer) throws {
    for index in links.indices {
      var texts: [String] = []
      try rows[index].forEach(of: beer.primaryKey) { row in
        importedRowCounts[index] += 1
        guard let text = text(of: row, links[index], addingTo: &beer) else { return }
        if links[index].target == nil {
          beer.keep(.text(text), as: links[index].name)
        } else {
          texts.append(text)
        }
      }
      if !texts.isEmpty { beer.keep(.text(texts.joined(separator: ", ")), as: links[index].name) }
    }
  }

  /// Closes the cursors: a table cannot be dropped while it is read.
  func finish() { rows = [] }

  /// Returns a row as text: each value with its name, or its only text without a name; `nil` if the row is empty.
  private func text(of row: LegacyRow, _ link: LegacyLink, addingTo beer: inout LegacyBeer) -> String? {
    var values: [(name: String, text: String)] = []
    var hasText = false
    for (index, attribute) in link.attributes.enumerated() {
      let value = row[index + 1]
      if let text = text(of: value, attribute, addingTo: &beer), !text.isEmpty {
        values.append((attribute.name, text))
      }
      if case .brokenText(let bytes) = value { beer.keepBrokenText(bytes, as: link.name) }
      hasText = hasText || value.readableText?.isEmpty == false
    }
    if values.count == 1, hasText { return values.first?.text }
    return values.isEmpty ? nil : values.map { "\($0.name): \($0.text)" }.joined(separator: "; ")
  }

  private func text(
    of value: LegacyValue, _ attribute: LegacySchema.ExtraColumn, addingTo beer: inout LegacyBeer
  ) -> String? {
    if case .blob(let data) = value {
      guard let text = LegacyImage.pointerText(data, in: folder) else {
        return "\(data.count) bytes, kept in the store"
      }
      beer.externalFiles += 1
      return text
    }
    if attribute.isTimestamp, let date = value.date { return date.text }
    return switch value {
    case .null, .blob, .largeBlob: nil
    case .integer(let number): String(number)
    case .real(let number): JSONValue.number(number).display
    case .text, .brokenText: value.readableText
    }
  }
}

/// The rows of a link, read in the order of the beers.
private final class LinkedRows {
  private let statement: Statement
  private let rows: RowCursor
  private let failure = DeferredError()
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
