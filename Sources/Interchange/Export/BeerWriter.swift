import DiaryModel
import DiaryStore
import Foundation

/// The format of an export; all but Markdown can be imported again without loss.
package enum DiaryFileFormat: String, Hashable, Sendable, CaseIterable {
  /// A table with a header line, in UTF-8.
  case csv
  /// One array with an object for each beer.
  case json
  /// An object on each line.
  case jsonl
  /// For reading and printing.
  case markdown

  /// The format for the ending of a file's name; `nil` if the ending is not known.
  package init?(fileName: String) {
    switch fileName.split(separator: ".").last?.lowercased() {
    case "csv": self = .csv
    case "json": self = .json
    case "jsonl", "ndjson": self = .jsonl
    case "md", "markdown": self = .markdown
    default: return nil
    }
  }
}

/// Writes beers in one format.
protocol BeerWriter {
  /// The bytes before the first beer.
  var beginning: [UInt8] { get }
  /// The bytes after the last beer.
  var ending: [UInt8] { get }

  /// Appends a beer to `bytes` in the writer's format.
  ///
  /// - Parameter files: The names of the photos' files, by the photos.
  mutating func append(_ beer: ExportedBeer, files: [UUID: String], to bytes: inout [UInt8])
}

extension BeerWriter {
  var beginning: [UInt8] { [] }
  var ending: [UInt8] { [] }
}

enum NumberBytes {
  /// Appends the shortest text that parses as the same number.
  static func append(_ number: Double, to bytes: inout [UInt8]) {
    let isWhole = number == number.rounded() && abs(number) < 1e15
    bytes += (isWhole ? String(Int64(number)) : "\(number)").utf8
  }
}

enum UUIDBytes {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Appends a UUID in lower case, which takes a fraction of the time of `uuidString`.
  static func append(_ uuid: UUID, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: uuid.uuid) { parts in
      for (index, part) in parts.enumerated() {
        if index == 4 || index == 6 || index == 8 || index == 10 { bytes.append(UInt8(ascii: "-")) }
        bytes.append(digits[Int(part >> 4)])
        bytes.append(digits[Int(part & 0x0F)])
      }
    }
  }
}

/// The photos of a beer as a JSON array, in their order.
enum PhotoList {
  static func append(_ photos: [ExportedBeer.Photo], files: [UUID: String], to bytes: inout [UInt8]) {
    var json = JSONWriter()
    json.array { json in
      for photo in photos {
        json.element()
        json.object { json in
          json.key("uuid")
          json.value(.text(photo.uuid.text))
          let members = [
            ("file", files[photo.uuid]), ("caption", photo.caption), ("taken_at", photo.takenAt),
            ("sha256", photo.sha256),
          ]
          for (name, value) in members {
            guard let value else { continue }
            json.key(name)
            json.value(.text(value))
          }
          if photo.isMissing {
            json.key("is_missing")
            json.value(.boolean(true))
          }
        }
      }
    }
    bytes += json.text.utf8
  }
}
