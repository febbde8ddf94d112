import DiaryModel
import DiaryStore
import GRDB
import Sync

/// The columns that rows have, or that can hold other values, since rows were last written from their registers, within a
/// transaction.
///
/// Devices with a later version may have sent values that the rows could not hold before a migration. What the rows have
/// instead is no change of this device.
struct NewColumns {
  private let setting: SyncSetting
  private let description: String

  /// The names of the columns, by the kinds of records.
  private let columns: [String: Set<String>]

  init(_ db: Database) throws {
    setting = SyncSetting(db, "columns")
    let known = try setting.value(String.self)?.split(separator: "\n").map(String.init) ?? []
    let present = try Self.columns(db)
    description = present.map(\.description).joined(separator: "\n")
    // An earlier version did not record them.
    let new = known.isEmpty ? [] : present.filter { !known.contains($0.description) }
    columns = Dictionary(grouping: new, by: \.entity.rawValue).mapValues { Set($0.map(\.name)) }
  }

  private struct Column {
    let entity: ChangeTracker.Entity
    let name: String
    var range: NumberRange?

    /// Also has what the column can hold.
    var description: String {
      let limits = range.map { " \($0.stored.lowerBound) \($0.stored.upperBound)" }
      return "\(entity.rawValue) \(name)\(limits ?? "")"
    }
  }

  /// Returns the columns of this version.
  private static func columns(_ db: Database) throws -> [Column] {
    var columns = BeerColumn.all.map { Column(entity: .beer, name: $0.name, range: $0.range) }
    columns += try db.columns(in: PhotoTable.photo.rawValue).map { Column(entity: .photo, name: $0.name) }
    columns += LabelFacts.columns.map {
      Column(entity: .label, name: $0, range: BeerColumn.named($0)?.range)
    }
    return columns
  }

  var isEmpty: Bool { columns.isEmpty }

  /// The kinds of records that have the columns.
  var entities: [String] { columns.keys.sorted() }

  /// Returns whether one of the columns has the value of a register, or a part of it.
  func contains(_ register: Register) -> Bool {
    guard let names = columns[register.record.entity] else { return false }
    return RegisterName.names(ofColumns: names, among: [register.field]).contains(register.field)
  }

  /// Records that the rows have the values of their registers.
  func setWritten() throws {
    if try setting.value(String.self) != description { try setting.set(description) }
  }
}
