import DiaryModel
import DiaryStore
import Foundation

/// Beers as CSV: a column for each field, custom fields and photos as JSON, and the label.
///
/// A field without a value is empty; an empty text is two quotes.
struct CSVBeerWriter: BeerWriter {
  private static let comma = UInt8(ascii: ",")

  /// Whether text that a spreadsheet would evaluate as a formula is escaped.
  let isSpreadsheetSafe: Bool
  private let customFields = ExportedBeer.columnNames.firstIndex(of: BeerField.extras.rawValue)
  private var escaped: [UInt8] = []

  init(isSpreadsheetSafe: Bool) { self.isSpreadsheetSafe = isSpreadsheetSafe }

  var beginning: [UInt8] {
    let names = ExportedBeer.columnNames + ["uuid", "photos", BeerLabelJSON.name]
    let all = names + (isSpreadsheetSafe ? [FormulaEscaping.column] : [])
    return Array((all.joined(separator: ",") + "\n").utf8)
  }

  mutating func append(_ beer: ExportedBeer, files: [UUID: ExportedPhoto.File], to bytes: inout [UInt8])
    -> Bool
  {
    for (index, value) in beer.values.enumerated() {
      switch value {
      case .text(var text):
        if index == customFields { text = BeerLabelJSON.adding(beer.label, to: text) }
        text.withUTF8 { append($0, to: &bytes) }
      case .number(let number): JSONNumber.append(number, to: &bytes)
      case nil: break
      }
      bytes.append(Self.comma)
    }
    beer.uuid.appendText(to: &bytes)
    bytes.append(Self.comma)
    if !beer.photos.isEmpty {
      var json = JSONWriter()
      PhotoJSON.write(beer.photos, files: files, to: &json)
      var photos: [UInt8] = []
      json.move(to: &photos)
      photos.withUnsafeBufferPointer { CSVWriter.append(quoted: $0, to: &bytes) }
    }
    bytes.append(Self.comma)
    if let label = beer.label { BeerLabelJSON.append(toCSV: label, to: &bytes) }
    if isSpreadsheetSafe { bytes += ",1".utf8 }
    bytes.append(UInt8(ascii: "\n"))
    return true
  }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    guard isSpreadsheetSafe, FormulaEscaping.isNeeded(text) else {
      return CSVWriter.append(text, to: &bytes)
    }
    escaped.removeAll(keepingCapacity: true)
    escaped.append(FormulaEscaping.mark)
    escaped.append(contentsOf: text)
    escaped.withUnsafeBufferPointer { CSVWriter.append($0, to: &bytes) }
  }
}
