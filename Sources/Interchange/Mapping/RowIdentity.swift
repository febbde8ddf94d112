import Crypto
import DiaryModel
import DiaryStore
import Foundation
import SQLiteKit

/// How the rows of a file are recognized when it is imported again.
package enum RowIdentity: Hashable, Sendable {
  /// The UUID of a beer in a Beer Diary export; rows without one are recognized by their fields.
  case uuid(Int)
  /// Untappd's id of a check-in, in the first of these columns that has one.
  case checkIn([Int])
  /// A column with a unique id or link in each row.
  ///
  /// Links and UUIDs are globally unique, and `names` is empty if most ids are of this kind. Any other id, such as 17,
  /// may belong to another beer in another file, so it is combined with the beer's name from the columns `names`.
  case id(Int, names: [Int])
  /// The columns that the user chose.
  case chosen([Int])
  /// The columns of the beer's name and brewery, the date and the venue, as far as the file has them.
  case fields([Int])

  /// The columns, from 0.
  package var columns: [Int] {
    switch self {
    case .uuid(let column): [column]
    case .id(let column, let names): [column] + names
    case .checkIn(let columns), .chosen(let columns), .fields(let columns): columns
    }
  }

  /// Whether rows with the same id are certainly about the same beer.
  var isCertain: Bool { form == nil || form == .chosen }

  /// The form of the ids that are computed; `nil` for ids that come with the file.
  var form: IDForm? {
    switch self {
    case .uuid, .checkIn: nil
    case .id: .column
    case .chosen: .chosen
    case .fields: .fields
    }
  }
}

/// How the id of an imported beer was computed, which its prefix shows.
enum IDForm: Hashable, CaseIterable {
  /// It was computed from all values of a row.
  case wholeRow
  case column, chosen, fields

  var prefix: String {
    switch self {
    case .wholeRow: ""
    case .column: "i:"
    case .chosen: "u:"
    case .fields: "k:"
    }
  }

  /// The ids of this form: those of whole rows begin with a digit or a letter up to `f`.
  var ids: Range<String> { self == .wholeRow ? "0"..<"g" : prefix..<prefix.dropLast() + ";" }
}

extension ColumnMapping {
  /// Returns the name that stands for a column in the identity of rows: that of its field, or else its own.
  func identityKey(_ column: Int) -> String {
    switch roles[column] {
    case .field(.createdAt): BeerField.drunkAt.rawValue
    case .field(let field): field.rawValue
    case .extra, .custom, .ignored: uniqueKey(column)
    }
  }

  /// Returns the key of a column's name; the whole name if it has no key or another column has the same one.
  private func uniqueKey(_ column: Int) -> String {
    let key = header.keys[column]
    if !key.isEmpty, header.keys.count(where: { $0 == key }) == 1 { return key }
    let separators = ["%": "%25", ",": "%2C", ":": "%3A"]
    return header.names[column].map { separators[String($0)] ?? String($0) }.joined()
  }

  /// Returns the fields that distinguish the beers of a file: name and day if its rows have ids of check-ins.
  func identifyingFields(_ identity: RowIdentity?) -> IdentifyingFields {
    var fields = IdentifyingFields()
    switch identity {
    case .checkIn, nil: break
    case .uuid, .id, .chosen, .fields:
      for column in identity?.columns ?? [] {
        switch roles[column] {
        case .field(let field): if field.column != nil { fields.columns.append(field.rawValue) }
        case .extra, .custom: fields.customFields.append(customName(column))
        case .ignored: break
        }
      }
    }
    if fields == IdentifyingFields() {
      fields.columns = [BeerField.name.rawValue, BeerField.drunkAt.rawValue]
    }
    return fields
  }

  /// Returns the columns with these keys; `nil` if one is missing.
  func columns(withIdentityKeys keys: [String]) -> [Int]? {
    var columns: [Int] = []
    for key in keys {
      guard let column = roles.indices.first(where: { identityKey($0) == key && !columns.contains($0) })
      else { return nil }
      columns.append(column)
    }
    return columns
  }
}

// MARK: - Earlier imports

/// The forms of ids that a diary has for files of one kind; others need not be computed.
struct EarlierIDs: Hashable {
  var forms: Set<IDForm> = []
  /// The columns that users named in earlier imports.
  private var chosen: [ChosenColumns] = []

  init(forms: Set<IDForm> = []) { self.forms = forms }

  init(of source: String, in destination: any ImportDestination) throws(StoreError) {
    for form in IDForm.allCases where try destination.firstID(ofSource: source, in: form.ids) != nil {
      forms.insert(form)
    }
    // One query for each choice, however many beers it has.
    var ids = IDForm.chosen.ids
    while let id = try destination.firstID(ofSource: source, in: ids), let columns = ChosenColumns(id: id) {
      chosen.append(columns)
      ids = columns.end..<ids.upperBound
    }
  }

  /// Whether the diary has ids that several rows of a file can have.
  var hasSharedIDs: Bool { forms.contains(.fields) || forms.contains(.column) }

  /// The identities by which rows may have been recognized in an earlier import.
  ///
  /// - Parameter identities: What their file's columns say.
  func identities(_ identities: some Sequence<RowIdentity>, _ mapping: ColumnMapping) -> [RowIdentity] {
    identities.filter { $0.form.map(forms.contains) ?? false }
      + chosen.compactMap { mapping.columns(withIdentityKeys: $0.keys).map { .chosen($0) } }
  }
}

/// The columns that the user chose to identify rows, as their ids encode them.
struct ChosenColumns: Hashable {
  /// In an order that does not depend on the file's or the user's; see `ColumnMapping.identityKey(_:)`.
  let keys: [String]

  init(_ keys: [String]) { self.keys = keys.sorted() }

  /// Decodes the columns from an id; `nil` if the id is malformed.
  ///
  /// - Parameter id: Of the form `chosen`.
  init?(id: String) {
    let parts = id.dropFirst(IDForm.chosen.prefix.count).split(
      separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    keys = parts[0].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  /// The part after the form's prefix in an id; keys have neither commas nor colons.
  var prefix: String { keys.joined(separator: ",") + ":" }

  /// A text that sorts after all ids with these columns.
  var end: String { IDForm.chosen.prefix + keys.joined(separator: ",") + ";" }
}

// MARK: - Rows

/// Sets the ids by which the diary recognizes the beers of rows.
///
/// A check-in's id is Untappd's own and unique, unless a spreadsheet has rounded it (`7.28E+08`); older files have it
/// in the check-in's address alone. Rows without one, and those that were added to a Beer Diary export, are recognized by
/// what is in their columns. Every row also gets the ids that it may have in the diary from an earlier import, and the
/// UUID of its beer if that is new.
struct RowIdentityAssigner {
  /// The columns of UUIDs and of ids in an export, whose rows are recognized by these; `nil` in other files.
  private let uuidColumn: Int?
  private let sourceIDColumn: Int?
  private let checkInColumns: [Int]
  /// The columns in which an earlier import may have found the id of a check-in.
  private let earlierCheckInColumns: [Int]
  private var identity: ContentIdentity
  /// For rows without a value in the columns that identify the others.
  private var fallback: ContentIdentity
  private let earlier: [ContentIdentity]
  private let identifyingFields: IdentifyingFields
  private let source: String
  private let wholeRow: ContentIdentity
  /// The number of rows so far.
  private var rowCount: UInt64 = 0

  /// Creates an assigner for the rows of one file.
  ///
  /// - Parameters:
  ///   - identities: How rows are recognized, and how else they may have been recognized before.
  ///   - earlierIDs: The forms of ids that the diary has for such files.
  init(_ mapping: ColumnMapping, _ identities: [RowIdentity], _ earlierIDs: EarlierIDs) {
    let checkIns = identities.lazy.compactMap { if case .checkIn(let columns) = $0 { columns } else { nil } }
    let hasCheckInsFirst = if case .checkIn = identities.first { true } else { false }
    let isExport = mapping.dialect == .beerDiary
    uuidColumn = isExport ? mapping.column(of: .uuid) : nil
    sourceIDColumn = isExport ? mapping.column(of: .sourceID) : nil
    checkInColumns = hasCheckInsFirst ? checkIns.first ?? [] : []
    earlierCheckInColumns = hasCheckInsFirst ? [] : checkIns.first ?? []
    let byContent = identities.filter { $0.form != nil }
    fallback = ContentIdentity(mapping, byContent.first { $0.form == .fields } ?? .fields([]))
    identity = ContentIdentity(mapping, byContent.first ?? .fields([]))
    let earlier = earlierIDs.identities(byContent, mapping)
      .filter { hasCheckInsFirst || $0 != byContent.first }.map { ContentIdentity(mapping, $0) }
    source = mapping.dialect.source
    wholeRow = ContentIdentity(wholeRowsOf: mapping)
    self.earlier = earlier + (earlierIDs.forms.contains(.wholeRow) ? [wholeRow] : [])
    identifyingFields = mapping.identifyingFields(identities.first)
  }

  /// Counts the rows with each id; call this before the first row if the diary can have beers of several rows with the
  /// same id.
  ///
  /// Rows that become no beers are not counted, so that no beer of the diary is kept for them.
  ///
  /// - Parameter reader: A reader of all rows.
  mutating func countRows(of reader: any RecordReader, _ mapping: ColumnMapping) throws(ImportError) {
    while let record = try reader.next() {
      guard RowProblem(structureOf: record, columnCount: mapping.roles.count) == nil, !record.isBlank,
        !mapping.header.isRepeated(by: record), !hasExportedID(record),
        checkIn(of: record, in: checkInColumns) == nil
      else { continue }
      _ = rowID(of: record)
    }
    identity.finishCounting()
    fallback.finishCounting()
  }

  /// Sets the ids of the beer that a row becomes.
  mutating func assign(to beer: inout ImportedBeer, from record: FileRecord) {
    rowCount += 1
    if let id = checkIn(of: record, in: checkInColumns) {
      beer.sourceID = id
      // Ids of check-ins increase with time. As positions, they make UUIDs that do not depend on which other rows a file
      // has.
      beer.rowUUID = uuid(of: id, at: UInt64(id) ?? rowCount, values: nil)
    } else {
      let (id, isShared) = rowID(of: record)
      beer.sourceID = id.text
      if id.isNumbered { beer.repetition = .separate }
      beer.rowUUID = uuid(
        of: id.text, at: rowCount, values: isShared ? wholeRow.idWithoutRepetition(of: record) : nil)
      beer.sharedID = id.rowCount.map { SharedID(id.base, rowCount: $0) }
    }
    if let id = checkIn(of: record, in: earlierCheckInColumns) {
      beer.earlierIDs.append(EarlierID(id, isUnique: true))
    }
    beer.earlierIDs += earlier.filter { $0.canIdentify(record) }.map {
      EarlierID($0.idWithoutRepetition(of: record), isUnique: $0.coversAllValues)
    }
    if !beer.earlierIDs.isEmpty { beer.identifyingFields = identifyingFields }
  }

  /// Returns the id of a row, and whether it can be that of other rows.
  private mutating func rowID(of record: FileRecord) -> (id: ContentIdentity.RowID, isShared: Bool) {
    identity.canIdentify(record)
      ? (identity.id(of: record), identity.numbersRepetitions)
      : (fallback.id(of: record), fallback.numbersRepetitions)
  }

  /// Returns the UUID of a new beer.
  ///
  /// - Parameters:
  ///   - id: The id of the row.
  ///   - position: A number that increases from row to row.
  ///   - values: What identifies all values of the row; `nil` if no other beer can have its id.
  private func uuid(of id: String, at position: UInt64, values: String?) -> UUID {
    let digest = SHA256.hash(data: Data("\(source)\0\(id)\0\(values ?? "")".utf8))
    let hash = digest.withUnsafeBytes { UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) }
    return UUID.importedBeer(hash: hash, position: position, isOfWholeRow: values != nil)
  }

  /// Forgets the rows; call this after the last one.
  mutating func finish() {
    identity.finish()
    fallback.finish()
  }

  /// Returns whether a row of an export has the UUID or the id of its beer.
  private func hasExportedID(_ record: FileRecord) -> Bool {
    uuidColumn.map { record.value(at: $0) != nil } ?? false || sourceIDColumn.map(record.isPresent) ?? false
  }

  /// Returns the id of a check-in; `nil` if the row has none in the columns.
  private func checkIn(of record: FileRecord, in columns: [Int]) -> String? {
    for column in columns {
      let id = record.withValue(at: column) { value -> String? in
        // An address ends with the id.
        let slash = UInt8(ascii: "/")
        let address = value.last == slash ? value.dropLast() : value[...]
        let start = address.lastIndex(of: slash).map { $0 + 1 } ?? address.startIndex
        let id = UnsafeBufferPointer(rebasing: address[start...])
        return isWholeNumber(id) ? String(decoding: id, as: UTF8.self) : nil
      }
      if let id { return id }
    }
    return nil
  }
}

/// Gives rows an id that depends on the values of some columns, so that a file imported again is recognized row by row.
///
/// The id depends only on the values and the names of their columns, not on the order of the columns, the delimiter,
/// the quotes or the encoding, so that it stays the same when a later version reads more. Rows with the same values are
/// numbered, unless the user chose the columns, so that two of them have different ids.
///
/// Uses about 12 bytes per distinct row. Two rows whose hashes share the first 64 bits count as repetitions; their ids
/// still differ.
struct ContentIdentity {
  /// A column that is part of the id.
  private struct Column {
    let index: Int
    let key: [UInt8]
    /// Whether it is part only of ids that another beer may have in another file.
    var isName = false
  }

  /// The id of a row.
  struct RowID {
    let text: String
    /// The id without the number of a repetition.
    let base: String
    /// Whether an earlier row has the same values, so that the id ends with a number.
    let isNumbered: Bool
    /// How many rows have the same values; `nil` if the rows were not counted.
    let rowCount: Int?
  }

  /// Whether rows with the same id have the same values in all columns.
  let coversAllValues: Bool
  private let prefix: String
  /// The columns in an order that does not depend on the file's.
  private let columns: [Column]
  /// The column of ids or links; `nil` if rows are recognized by other columns.
  private let idColumn: Int?
  /// Columns of which a row needs at least one value to be recognized; empty if every row can be.
  private let requiredColumns: [Int]
  /// A column whose value comes before the id if it is a whole number.
  private let leadingColumn: Int?
  /// Whether rows with the same values get different ids, because they may be about different beers.
  let numbersRepetitions: Bool
  private var seen = FingerprintSet()
  /// The number of occurrences of rows that occur more than once.
  private var repetitions: [UInt64: Int] = [:]
  /// `repetitions` of the whole file; `nil` if the rows were not counted.
  private var counts: [UInt64: Int]?

  /// Ids by some columns: a field counts under its own name, whatever the file calls it.
  init(_ mapping: ColumnMapping, _ identity: RowIdentity) {
    leadingColumn = nil
    coversAllValues = false
    numbersRepetitions = !identity.isCertain
    var prefix = identity.form?.prefix ?? ""
    var idColumn: Int? = nil
    var requiredColumns: [Int] = []
    var columns = identity.columns.map { Column(index: $0, key: Array(mapping.identityKey($0).utf8)) }
    switch identity {
    case .id(let column, _):
      idColumn = column
      columns = [Column(index: column, key: Array(mapping.identityKey(column).utf8))]
      columns += mapping.columns(of: .name).map {
        Column(index: $0, key: Array(mapping.identityKey($0).utf8), isName: true)
      }
    case .chosen(let chosen):
      requiredColumns = chosen
      // A later import for which the user does not name the columns finds them in the ids.
      prefix += ChosenColumns(chosen.map(mapping.identityKey)).prefix
    case .uuid, .checkIn, .fields: break
    }
    self.prefix = prefix
    self.idColumn = idColumn
    self.requiredColumns = requiredColumns
    self.columns = columns.sorted { $0.key.lexicographicallyPrecedes($1.key) }
  }

  /// Ids by all columns, as earlier versions made them.
  init(wholeRowsOf mapping: ColumnMapping) {
    let header = mapping.header
    coversAllValues = true
    numbersRepetitions = true
    prefix = ""
    idColumn = nil
    requiredColumns = []
    leadingColumn = mapping.dialect.firstKeyOfEarlierIDs.flatMap { header.keys.firstIndex(of: $0) }
    columns = header.keys.indices.filter { mapping.roles[$0] != .ignored }
      .sorted { (header.keys[$0], header.names[$0]) < (header.keys[$1], header.names[$1]) }
      .map { Column(index: $0, key: Array(header.keys[$0].utf8)) }
  }

  /// Returns whether a row has the values by which it is recognized; rows without them would all get the same id.
  func canIdentify(_ record: FileRecord) -> Bool {
    if let idColumn { return record.withValue(at: idColumn) { IDValue($0) != .unusable } }
    return requiredColumns.isEmpty || requiredColumns.contains { record.withValue(at: $0) { !$0.isEmpty } }
  }

  /// The id of a row: 128 bits of SHA-256 in hexadecimal, with `-2` and so on after it for its repetitions.
  mutating func id(of record: FileRecord) -> RowID {
    let digest = digest(of: record)
    let id = id(of: record, digest)
    guard numbersRepetitions else { return RowID(text: id, base: id, isNumbered: false, rowCount: nil) }
    let start = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let rowCount = counts.map { $0[start, default: 1] }
    guard !seen.insert(start) else {
      return RowID(text: id, base: id, isNumbered: false, rowCount: rowCount)
    }
    let count = repetitions[start, default: 1] + 1
    repetitions[start] = count
    return RowID(text: "\(id)-\(count)", base: id, isNumbered: true, rowCount: rowCount)
  }

  /// Returns the id of a row without the number of a repetition.
  func idWithoutRepetition(of record: FileRecord) -> String { id(of: record, digest(of: record)) }

  private func id(of record: FileRecord, _ digest: SHA256.Digest) -> String {
    prefix + leadingNumber(of: record) + hexadecimal(digest.prefix(16))
  }

  /// Keeps the numbers of rows with the same values, and starts again; call this after all rows were counted.
  mutating func finishCounting() {
    let counted = repetitions
    finish()
    counts = counted
  }

  /// Forgets the rows; call this after the last one.
  mutating func finish() {
    counts = nil
    seen = FingerprintSet()
    repetitions = [:]
  }

  private func leadingNumber(of record: FileRecord) -> String {
    guard let leadingColumn else { return "" }
    return record.withValue(at: leadingColumn) {
      isWholeNumber($0) ? String(decoding: $0, as: UTF8.self) + ":" : ""
    }
  }

  private func digest(of record: FileRecord) -> SHA256.Digest {
    let isGlobal = idColumn.map { record.withValue(at: $0) { IDValue($0) == .global } } ?? false
    var hash = SHA256()
    for column in columns where !(isGlobal && column.isName) {
      record.withValue(at: column.index) { value in
        guard !value.isEmpty else { return }
        Self.add(column.key, to: &hash)
        Self.add(value, to: &hash)
      }
    }
    return hash.finalize()
  }

  /// Adds bytes after their count, so that different lists of values never give the same bytes.
  private static func add(_ bytes: some Collection<UInt8>, to hash: inout SHA256) {
    withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { hash.update(bufferPointer: $0) }
    if bytes.withContiguousStorageIfAvailable({ hash.update(bufferPointer: UnsafeRawBufferPointer($0)) })
      == nil
    {
      Array(bytes).withUnsafeBytes { hash.update(bufferPointer: $0) }
    }
  }

  private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

private func isWholeNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  1...20 ~= bytes.count && bytes.allSatisfy { (0x30...0x39).contains($0) }
}
