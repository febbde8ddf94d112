import DiaryStore
import Foundation

/// Beers as CSV: a column for each field, custom fields and photos as JSON.
///
/// A field that is not there is empty; text without characters stands between quotes.
struct CSVBeerWriter: BeerWriter {
  private enum Column {
    case text(ImportRows.Text)
    case number(ImportRows.Number)
  }

  private static let columns: [Column] = [
    .text(.name), .text(.brewery), .text(.style), .number(.abv), .number(.ibu), .number(.rating),
    .text(.notes),
    .text(.place), .number(.latitude), .number(.longitude), .text(.serving), .text(.price), .text(.drunkAt),
    .text(.extras), .text(.createdAt), .text(.updatedAt), .text(.deletedAt), .text(.source), .text(.sourceID),
  ]
  private static let comma = UInt8(ascii: ",")

  /// Whether text that a spreadsheet would take for a formula is guarded.
  let isSpreadsheetSafe: Bool
  private var guarded: [UInt8] = []

  init(isSpreadsheetSafe: Bool) { self.isSpreadsheetSafe = isSpreadsheetSafe }

  var beginning: [UInt8] {
    let names = Self.columns.map { column in
      switch column {
      case .text(let text): text.column
      case .number(let number): number.column
      }
    }
    let all = names + ["uuid", "photos"] + (isSpreadsheetSafe ? [SpreadsheetGuard.column] : [])
    return Array((all.joined(separator: ",") + "\n").utf8)
  }

  mutating func append(_ beer: StoredBeer, files: [UUID: String], to bytes: inout [UInt8]) {
    for column in Self.columns {
      switch column {
      case .text(let text): if let value = beer.text(text) { append(value, to: &bytes) }
      case .number(let number): if let value = beer.number(number) { NumberBytes.append(value, to: &bytes) }
      }
      bytes.append(Self.comma)
    }
    bytes += beer.uuid.uuidString.lowercased().utf8
    bytes.append(Self.comma)
    if !beer.photos.isEmpty {
      var photos: [UInt8] = []
      PhotoList.append(beer.photos, files: files, to: &photos)
      photos.withUnsafeBufferPointer { CSVWriter.append(quoted: $0, to: &bytes) }
    }
    if isSpreadsheetSafe { bytes += ",1".utf8 }
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    guard isSpreadsheetSafe, SpreadsheetGuard.isNeeded(text) else {
      return CSVWriter.append(text, to: &bytes)
    }
    guarded.removeAll(keepingCapacity: true)
    guarded.append(SpreadsheetGuard.mark)
    guarded.append(contentsOf: text)
    guarded.withUnsafeBufferPointer { CSVWriter.append($0, to: &bytes) }
  }
}
