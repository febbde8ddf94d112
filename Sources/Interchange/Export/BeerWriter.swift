import DiaryStore
import Foundation

/// The format of an export; CSV, JSON and JSON Lines can be imported again without loss.
package enum DiaryFileFormat: String, Hashable, Sendable, CaseIterable {
  /// A table with a header line, in UTF-8.
  case csv
  /// One array with an object for each beer.
  case json
  /// An object on each line.
  case jsonl
  /// For reading and printing.
  case markdown
  /// The beers with a position as a GeoJSON collection, for maps.
  case geojson

  /// The lowercase extensions of names of files in the format, the usual one first.
  package var fileExtensions: [String] {
    switch self {
    case .csv: ["csv"]
    case .json: ["json"]
    case .jsonl: ["jsonl", "ndjson"]
    case .markdown: ["md", "markdown"]
    case .geojson: ["geojson"]
    }
  }

  /// The format for the extension of a file's name; `nil` if the extension is not known.
  package init?(fileName: String) {
    let ending = fileName.split(separator: ".").last?.lowercased() ?? ""
    guard let format = Self.allCases.first(where: { $0.fileExtensions.contains(ending) }) else { return nil }
    self = format
  }
}

/// Writes beers in one format.
protocol BeerWriter {
  /// The bytes before the first beer.
  var beginning: [UInt8] { get }
  /// The bytes after the last beer.
  var ending: [UInt8] { get }

  /// Appends a beer to `bytes` in the writer's format; returns `false` if the format has no place for the beer.
  ///
  /// - Parameter files: The photos' files, by the UUIDs of the photos.
  mutating func append(_ beer: ExportedBeer, files: [UUID: ExportedPhoto.File], to bytes: inout [UInt8])
    -> Bool
}

extension BeerWriter {
  var beginning: [UInt8] { [] }
  var ending: [UInt8] { [] }
}
