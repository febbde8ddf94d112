import Sync

/// Which registers have changed, by their records.
struct ChangedRegisters {
  private enum Fields {
    /// All fields, because the record was unknown.
    case all
    case named(Set<String>)
  }

  private var fields: [RecordID: Fields] = [:]

  var isEmpty: Bool { fields.isEmpty }

  /// The records with registers that have changed, in no particular order.
  var records: some Collection<RecordID> { fields.keys }

  func contains(_ record: RecordID) -> Bool { fields[record] != nil }

  /// Returns whether a register of a record may have changed.
  func mayContain(_ field: String, of record: RecordID) -> Bool {
    switch fields[record] {
    case nil: false
    case .all: true
    case .named(let fields): fields.contains(field)
    }
  }

  /// Returns the fields of a record that have changed.
  ///
  /// - Parameter all: Returns all fields of the record.
  func fields(of record: RecordID, all: () throws -> Set<String>) rethrows -> Set<String> {
    switch fields[record] {
    case nil: []
    case .all: try all()
    case .named(let fields): fields
    }
  }

  mutating func insert(_ field: String, of record: RecordID) {
    switch fields[record] {
    case nil: fields[record] = .named([field])
    case .all: break
    case .named(var known):
      // So that the set is not copied.
      fields[record] = nil
      known.insert(field)
      fields[record] = .named(known)
    }
  }

  /// Inserts all registers of a record that was unknown.
  mutating func insertAll(of record: RecordID) { fields[record] = .all }
}
