package import DiaryModel
package import Foundation
import GRDB
import Pictures
import SQLiteKit

/// A beer as it is exported: with its stored values, including those that are invalid in a field.
package struct ExportedBeer {
  /// The value of a column.
  package enum Value: Hashable, Sendable {
    /// Text, also that of dates and of JSON.
    case text(String)
    /// A number, which may be outside of the range of its column.
    case number(Double)
  }

  /// What an export contains about a photo.
  package struct Photo: Hashable, Sendable {
    /// The id of the photo in this diary.
    package let id: Int64
    /// The UUID, by which an import recognizes the photo.
    package let uuid: UUID
    /// The caption; `nil` if the photo has none.
    package let caption: String?
    /// When the photo was taken, as stored; `nil` if unknown.
    package internal(set) var takenAt: String?
    /// The format of the image, such as `JPEG`; `nil` if unknown.
    package internal(set) var format: String?
    /// The width in pixels; `nil` if unknown.
    package internal(set) var width: Int?
    /// The height in pixels; `nil` if unknown.
    package internal(set) var height: Int?
    /// The size of the image in bytes.
    package let byteCount: Int
    /// The hash of the image in hexadecimal digits; `nil` if it has not been computed yet.
    package var sha256: String?
    /// Whether the image is missing.
    package let isMissing: Bool
  }

  /// What an export contains about the label of a beer.
  package struct Label: Hashable, Sendable {
    /// The UUID of the label.
    package let uuid: UUID
    /// The number of beers with the label in the diary, without those in the trash.
    package let times: Int
    /// Whether the user chose the label for the beer.
    package let isChosen: Bool
    /// Whether the label does not follow from the beer alone, because the user split, merged or edited labels.
    package let isDecided: Bool
    /// What the user decided about the label, at its first beer; `nil` at the others, or if there is nothing.
    package let decisions: LabelDecisions?
  }

  /// The columns that describe the entry and are not fields.
  static let recordColumns = ["created_at", "updated_at", "deleted_at", "source", "source_id"]

  /// The id of the beer in this diary.
  package let id: Int64
  /// The UUID, by which an import recognizes the beer.
  package let uuid: UUID
  /// The photos in their order, including those whose image is missing.
  package let photos: [Photo]
  /// The label; `nil` if the beer has none yet.
  package let label: Label?
  /// How often and how well the label was had; `nil` unless the beers are one of each label.
  package internal(set) var history: LabelHistory?
  /// The values in the order of `columnNames`; `nil` for NULL.
  package let values: [Value?]

  /// SQL for beers.
  ///
  /// - Parameters:
  ///   - source: The tables to read from, among them `beer`.
  ///   - order: The term to sort by.
  static func select(from source: String, by order: String) -> String {
    let values = (["id", "uuid"] + columnNames).map { "beer." + $0 }
    return """
      SELECT \((values + ExportedLabels.columns).joined(separator: ", "))
      FROM \(source) LEFT JOIN label ON label.id = beer.label_id
        LEFT JOIN chosen_label ON chosen_label.beer_id = beer.id
      ORDER BY \(order)
      """
  }

  /// Decodes a row of ``select(from:by:)``.
  init(_ row: Row, id: Int64, photos: [Photo], label: Label?) throws {
    self.id = id
    self.photos = photos
    self.label = label
    uuid = try row.value(atIndex: 1)
    values = (2..<row.count - ExportedLabels.columns.count).map { Value(row[$0] as DatabaseValue) }
  }

  /// Creates the export of a beer that has been read; it has no decisions about the label.
  package init(_ detail: BeerDetail) {
    let beer = detail.beer
    id = beer.id
    uuid = beer.uuid
    photos = detail.photos.map { Photo($0) }
    label = detail.label.map {
      Label(uuid: $0.uuid, times: $0.times, isChosen: false, isDecided: false, decisions: nil)
    }
    let record: [String?] = [
      beer.createdAt.text, beer.updatedAt.text, beer.deletedAt?.text, beer.origin?.source, beer.origin?.id,
    ]
    values = BeerColumn.all.map { Value($0, of: beer.fields) } + record.map { $0.map(Value.text) }
  }

  /// Returns the value of a column; `nil` if the column has no value or does not exist.
  package func value(_ column: String) -> Value? {
    guard let index = Self.columnNames.firstIndex(of: column) else { return nil }
    return values[index]
  }

  /// The names of the columns in `values`: those of `BeerColumn.all`, then `recordColumns`.
  package static var columnNames: [String] { BeerColumn.all.map(\.name) + recordColumns }
}

extension ExportedBeer.Photo {
  /// Creates the export of a photo that has been read.
  package init(_ photo: DiaryModel.Photo) {
    self.init(
      id: photo.id, uuid: photo.uuid, caption: photo.caption, takenAt: photo.takenAt?.text,
      format: photo.metadata.format, width: photo.metadata.width, height: photo.metadata.height,
      byteCount: photo.metadata.byteCount, sha256: photo.sha256, isMissing: photo.metadata.isMissing)
  }

  /// SQL for the columns that `init` reads.
  static let columns =
    "photo.id, uuid, caption, taken_at, format, width, height, byte_count, sha256, is_missing"

  /// Decodes ``columns``, the first of which is at an index of the row.
  init(_ row: Row, from index: Int) throws {
    try self.init(
      id: row.value(atIndex: index), uuid: row.value(atIndex: index + 1),
      caption: row.value(atIndex: index + 2), takenAt: row.value(atIndex: index + 3),
      format: row.value(atIndex: index + 4), width: row.value(atIndex: index + 5),
      height: row.value(atIndex: index + 6), byteCount: row.value(atIndex: index + 7),
      sha256: row.value(atIndex: index + 8), isMissing: row.value(atIndex: index + 9))
  }

  /// Sets what the header of the image says and the background work has not read yet.
  mutating func complete(from header: ImageHeader?) {
    guard let header else { return }
    format = header.format.rawValue
    width = header.displayedSize?.width
    height = header.displayedSize?.height
    takenAt = takenAt ?? header.localTime?.text
  }
}

extension ExportedBeer.Value {
  /// The value of a column of a beer; `nil` if the beer has none.
  fileprivate init?(_ column: BeerColumn, of fields: BeerFields) {
    switch column.json(of: fields) {
    case .text(let text)?: self = .text(text)
    case .number(let number)?: self = .number(number)
    case .object(let extras)?: self = .text(extras.json)
    default: return nil
    }
  }

  fileprivate init?(_ value: DatabaseValue) {
    switch value.storage {
    case .null: return nil
    case .int64(let number): self = .number(Double(number))
    case .double(let number): self = .number(number)
    case .string(let text): self = .text(text)
    case .blob(let bytes): self = .text(String(decoding: bytes, as: UTF8.self))
    }
  }
}
