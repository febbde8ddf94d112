import DiaryStore

/// Sets the ids by which the diary recognizes the beers of rows.
///
/// A check-in's id is Untappd's own and unique, unless a spreadsheet has rounded it (`7.28E+08`); older files have it
/// in the check-in's address alone. Rows without one are recognized by what is in their columns. Every row also gets
/// the ids that it may have in the diary from an earlier import.
struct RowIdentityAssigner {
  private let checkInColumns: [Int]
  /// The columns in which an earlier import may have found the id of a check-in.
  private let earlierCheckInColumns: [Int]
  private var identity: ContentIdentity
  /// For rows without a value in the columns that identify the others.
  private var fallback: ContentIdentity
  private let earlier: [ContentIdentity]
  private let identifyingFields: IdentifyingFields

  /// Creates an assigner for the rows of one file.
  ///
  /// - Parameters:
  ///   - identities: How rows are recognized, and how else they may have been recognized before.
  ///   - earlierIDs: The forms of ids that the diary has for such files.
  init(_ mapping: ColumnMapping, _ identities: [RowIdentity], _ earlierIDs: EarlierIDs) {
    let checkIns = identities.lazy.compactMap { if case .checkIn(let columns) = $0 { columns } else { nil } }
    let hasCheckInsFirst = if case .checkIn = identities.first { true } else { false }
    checkInColumns = hasCheckInsFirst ? checkIns.first ?? [] : []
    earlierCheckInColumns = hasCheckInsFirst ? [] : checkIns.first ?? []
    let byContent = identities.filter { $0.form != nil }
    fallback = ContentIdentity(mapping, byContent.first { $0.form == .fields } ?? .fields([]))
    identity = ContentIdentity(mapping, byContent.first ?? .fields([]))
    let earlier = earlierIDs.identities(byContent, mapping)
      .filter { hasCheckInsFirst || $0 != byContent.first }.map { ContentIdentity(mapping, $0) }
    let hasWholeRows = earlierIDs.forms.contains(.wholeRow)
    self.earlier = earlier + (hasWholeRows ? [ContentIdentity(wholeRowsOf: mapping)] : [])
    identifyingFields = mapping.identifyingFields(identities.first)
  }

  /// Sets the ids of the beer that a row becomes.
  mutating func assign(to beer: inout ImportedBeer, from record: FileRecord) {
    let isCheckIn = withCheckIn(of: record, in: checkInColumns) {
      beer.sourceID = String(decoding: $0, as: UTF8.self)
    }
    if !isCheckIn {
      let id = contentID(of: record)
      beer.sourceID = id.text
      if id.isNumbered { beer.repetition = .separate }
    }
    _ = withCheckIn(of: record, in: earlierCheckInColumns) {
      beer.earlierIDs.append(EarlierID(String(decoding: $0, as: UTF8.self), isUnique: true))
    }
    beer.earlierIDs += earlier.filter { $0.canIdentify(record) }.map {
      EarlierID($0.idWithoutRepetition(of: record), isUnique: $0.coversAllValues)
    }
    if !beer.earlierIDs.isEmpty { beer.identifyingFields = identifyingFields }
  }

  private mutating func contentID(of record: FileRecord) -> ContentIdentity.RowID {
    identity.canIdentify(record) ? identity.id(of: record) : fallback.id(of: record)
  }

  /// Forgets the rows; call this after the last one.
  mutating func finish() {
    identity.finish()
    fallback.finish()
  }

  /// Calls `body` with the id of a check-in.
  ///
  /// - Returns: `false` if the row has none in the columns.
  private func withCheckIn(
    of record: FileRecord, in columns: [Int], _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) -> Bool {
    columns.contains { column in
      record.withValue(at: column) { value in
        // An address ends with the id.
        let slash = UInt8(ascii: "/")
        let address = value.last == slash ? value.dropLast() : value[...]
        let start = address.lastIndex(of: slash).map { $0 + 1 } ?? address.startIndex
        let id = UnsafeBufferPointer(rebasing: address[start...])
        guard Self.isWholeNumber(id) else { return false }
        body(id)
        return true
      }
    }
  }

  static func isWholeNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    1...20 ~= bytes.count && bytes.allSatisfy { (0x30...0x39).contains($0) }
  }
}
