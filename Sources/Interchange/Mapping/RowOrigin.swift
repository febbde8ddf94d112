import DiaryStore

/// What the diary will recognise rows by.
///
/// A check-in's id is Untappd's own and unique, unless a spreadsheet has rounded it (`7.28E+08`); older files have it in
/// the check-in's address alone. A catalogue's beer id is unique in that catalogue only, and another may give it to another
/// beer, so its content belongs to it. Everything else is recognised by its content.
struct RowOrigin {
  private let dialect: Dialect
  /// Untappd's `checkin_id` or a catalogue's `beer_id`.
  private let idColumn: Int?
  private let addressColumn: Int?
  private var identity: ContentIdentity

  init(_ mapping: ColumnMapping) {
    dialect = mapping.dialect
    let keys = mapping.header.keys
    switch dialect {
    case .untappd: idColumn = keys.firstIndex(of: "checkinid")
    case .catalogue: idColumn = keys.firstIndex(of: "beerid")
    default: idColumn = nil
    }
    addressColumn = dialect == .untappd ? keys.firstIndex(of: "checkinurl") : nil
    identity = ContentIdentity(mapping)
  }

  mutating func set(of record: FileRecord, in rows: inout ImportRows) {
    if dialect == .untappd, setCheckIn(of: record, in: &rows) { return }
    let content = identity.id(of: record)
    rows.beginText()
    if let idColumn, dialect == .catalogue {
      record.withValue(at: idColumn) { value in
        guard Self.isWholeNumber(value) else { return }
        rows.append(value)
        rows.append(UInt8(ascii: ":"))
      }
    }
    rows.append(Array(content.utf8))
    rows.endText(.sourceID)
  }

  private func setCheckIn(of record: FileRecord, in rows: inout ImportRows) -> Bool {
    let hasID = record.withValue(at: idColumn ?? .max) { value in
      guard Self.isWholeNumber(value) else { return false }
      rows.set(.sourceID, to: value)
      return true
    }
    return hasID
      || record.withValue(at: addressColumn ?? .max) { address in
        let last = address.split(separator: UInt8(ascii: "/")).last.map { UnsafeBufferPointer(rebasing: $0) }
        guard let last, Self.isWholeNumber(last) else { return false }
        rows.set(.sourceID, to: last)
        return true
      }
  }

  private static func isWholeNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    1...20 ~= bytes.count && bytes.allSatisfy { (0x30...0x39).contains($0) }
  }
}
