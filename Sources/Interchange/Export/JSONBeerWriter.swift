import DiaryModel
import DiaryStore
import Foundation

/// Beers as JSON objects: an array of them, or one on each line.
struct JSONBeerWriter: BeerWriter {
  let isLines: Bool
  private var isFirst = true

  init(isLines: Bool) { self.isLines = isLines }

  var beginning: [UInt8] { isLines ? [] : Array("[".utf8) }
  var ending: [UInt8] { isLines ? [] : Array("\n]\n".utf8) }

  private static let customFields = "extras"
  private static let label = Array(",\"\(LabelJSON.name)\":".utf8)
  private static let null = Array("null".utf8)
  private let keys = ExportedBeer.columnNames.map { (name: $0, bytes: Array(",\"\($0)\":".utf8)) }

  mutating func append(_ beer: ExportedBeer, files: [UUID: String], to bytes: inout [UInt8]) {
    if !isLines { bytes += isFirst ? "\n".utf8 : ",\n".utf8 }
    isFirst = false
    bytes += "{\"uuid\":\"".utf8
    UUIDBytes.append(beer.uuid, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
    for (key, value) in zip(keys, beer.values) {
      bytes += key.bytes
      switch value {
      // The store holds JSON there, in whatever layout.
      case .text(let json) where key.name == Self.customFields:
        bytes += LabelJSON.adding(beer.label, to: json).utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
      case .text(var text): text.withUTF8 { JSONWriter.append(string: $0, to: &bytes) }
      case .number(let number): NumberBytes.append(number, to: &bytes)
      case nil: bytes += Self.null
      }
    }
    bytes += ",\"photos\":".utf8
    PhotoList.append(beer.photos, files: files, to: &bytes)
    bytes += Self.label
    if let label = beer.label { LabelJSON.append(label, to: &bytes) } else { bytes += Self.null }
    bytes += "}".utf8
    if isLines { bytes.append(UInt8(ascii: "\n")) }
  }
}
