import DiaryStore
import Foundation

/// Beers as JSON objects: an array of them, or one on each line.
struct JSONBeerWriter: BeerWriter {
  let isLines: Bool
  private var isFirst = true

  init(isLines: Bool) { self.isLines = isLines }

  var beginning: [UInt8] { isLines ? [] : Array("[".utf8) }
  var ending: [UInt8] { isLines ? [] : Array("\n]\n".utf8) }

  private static let texts: [(ImportRows.Text, key: [UInt8])] = ImportRows.Text.allCases.filter {
    $0 != .extras
  }.map {
    ($0, Array(",\"\($0.column)\":".utf8))
  }
  private static let numbers: [(ImportRows.Number, key: [UInt8])] = ImportRows.Number.allCases.map {
    ($0, Array(",\"\($0.column)\":".utf8))
  }
  private static let null = Array("null".utf8)

  mutating func append(_ beer: StoredBeer, files: [UUID: String], to bytes: inout [UInt8]) {
    if !isLines { bytes += isFirst ? "\n".utf8 : ",\n".utf8 }
    isFirst = false
    bytes += "{\"uuid\":\"\(beer.uuid.uuidString.lowercased())\"".utf8
    for (text, key) in Self.texts {
      bytes += key
      if let value = beer.text(text) {
        JSONWriter.append(string: value, to: &bytes)
      } else {
        bytes += Self.null
      }
    }
    for (number, key) in Self.numbers {
      bytes += key
      if let value = beer.number(number) { NumberBytes.append(value, to: &bytes) } else { bytes += Self.null }
    }
    bytes += ",\"extras\":".utf8
    // The store holds JSON there, in whatever layout.
    if let extras = beer.text(.extras) {
      bytes += extras.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    } else {
      bytes += "{}".utf8
    }
    bytes += ",\"photos\":".utf8
    PhotoList.append(beer.photos, files: files, to: &bytes)
    bytes += "}".utf8
    if isLines { bytes.append(UInt8(ascii: "\n")) }
  }
}
