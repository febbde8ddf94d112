package import Foundation

/// Identifies a record that registers belong to: a beer, a photo or a label.
package struct RecordID: Hashable, Sendable {
  /// The entity of photos, each of which belongs to a beer.
  static let photo = "photo"

  /// The kind of record, such as `beer`.
  package let entity: String

  /// The UUID of the record, which is the same on all devices.
  package let uuid: UUID

  /// Creates the id of a record.
  ///
  /// - Parameter entity: The kind of record, such as `beer`.
  package init(entity: String, uuid: UUID) {
    self.entity = entity
    self.uuid = uuid
  }
}

extension Set<RecordID> {
  /// The numbers of records by entity, such as `beer`.
  var countsByEntity: [String: Int] { reduce(into: [:]) { $0[$1.entity, default: 0] += 1 } }
}

extension RecordID: Comparable {
  /// Orders records by their kinds, then by their UUIDs.
  package static func < (left: RecordID, right: RecordID) -> Bool {
    (left.entity, left.uuid) < (right.entity, right.uuid)
  }
}

/// Identifies a multi-value register: a fact that is merged as a whole, such as the rating of a beer.
package struct Register: Hashable, Sendable {
  /// The record that the fact is about.
  package let record: RecordID

  /// The name of the field.
  ///
  /// Values that only make sense together, such as latitude and longitude, are one field.
  package let field: String

  /// The field with the time when a beer was moved to the trash.
  package static let removal = "deleted_at"

  /// The field that marks a beer whenever one of its photos changes, so that a concurrent purge on another device does
  /// not delete the beer.
  package static let photoChange = "photos"

  /// The field with the UUID of the beer that a photo belongs to.
  package static let beerOfPhoto = "beer"

  /// The field with the time when a photo was removed from its beer.
  package static let photoRemoval = "removed_at"

  /// Creates the id of the register for a field of a record.
  package init(_ record: RecordID, _ field: String) {
    self.record = record
    self.field = field
  }
}

extension Register: CustomStringConvertible {
  /// The kind of record, its UUID and the field, such as `beer 6F1D3C0A-0000-4000-8000-000000000001 notes`.
  package var description: String { "\(record.entity) \(record.uuid) \(field.prefix(100))" }
}

/// The value of a register.
package enum Value: Hashable, Sendable {
  /// No value, as in an empty column.
  case null
  /// An integer with 64 bits.
  case integer(Int64)
  /// A number other than NaN.
  case real(Double)
  /// A text of at most 16 MB in UTF-8; a longer one cannot be sent.
  case text(String)
  /// At most 16 MB of bytes; more cannot be sent.
  case blob(Data)
  /// At most 65,536 values that are merged together; none of them is a list.
  case list([Value])

  /// Compares texts and numbers bit for bit: canonically equivalent texts are different values, and so are 0.0 and
  /// -0.0.
  package static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.blob(let left), .blob(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    default: false
    }
  }

  /// Hashes texts and numbers bit for bit, as `==` compares them.
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value.bitPattern)
    case .text(let value): for byte in value.utf8 { hasher.combine(byte) }
    case .blob(let value): hasher.combine(value)
    case .list(let values): hasher.combine(values)
    }
  }
}

extension Value {
  /// Whether it exceeds the limits of the format.
  var isTooLarge: Bool {
    switch self {
    case .null, .integer, .real: false
    case .text(let text): text.utf8.count > Limits.value
    case .blob(let data): data.count > Limits.value
    case .list(let values): values.count > Limits.list || values.contains(where: \.isTooLarge)
    }
  }
}

/// A value of a register that no other value has replaced.
package struct Version: Hashable, Sendable {
  /// The value, which is `.null` if the field was cleared.
  package var value: Value

  /// When it was written, in milliseconds since 1970, by the clock of its writer: when the user did that if it is known,
  /// otherwise when the segment was cut.
  ///
  /// Only decides which of several concurrent versions is shown, so a wrong clock loses nothing.
  package var stamp: Int64

  /// The segment that wrote it.
  package var segment: SegmentID

  /// Creates a version.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - stamp: When it was written, in milliseconds since 1970.
  ///   - segment: The segment that wrote it.
  package init(value: Value, stamp: Int64, segment: SegmentID) {
    self.value = value
    self.stamp = stamp
    self.segment = segment
  }
}

extension Collection where Element == Version {
  /// The version to show: the newest one, and of equally new ones that of the greatest segment; `nil` if there is none.
  package var winner: Version? {
    self.max { ($0.stamp, $0.segment) < ($1.stamp, $1.segment) }
  }
}

extension UUID {
  /// Creates a UUID from its bytes; `nil` unless there are 16.
  package init?(_ bytes: Data) {
    guard bytes.count == 16 else { return nil }
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
