import DiaryStore

/// Writes the columns that are custom fields as the JSON object that the diary stores, with sorted names.
struct ExtrasText {
  private struct Member {
    let column: Int
    /// The name as a JSON string, with its colon.
    let key: [UInt8]
    let isAlwaysKept: Bool
    let isNumber: Bool
  }

  private let members: [Member]
  private let place: PlaceColumns?
  /// Columns of which the row that is being built keeps the text beside what became of it.
  private var kept: [Int] = []

  /// - Parameter numbers: The columns whose values are numbers.
  init(_ mapping: ColumnMapping, numbers: Set<Int>) {
    let names = mapping.header.names
    members = names.indices.filter { mapping.roles[$0] != .ignored }.sorted { names[$0] < names[$1] }.map {
      column in
      var key: [UInt8] = []
      var name = names[column]
      name.withUTF8 { JSONWriter.append(string: $0, to: &key, isShown: false) }
      return Member(
        column: column, key: key + [UInt8(ascii: ":")], isAlwaysKept: mapping.roles[column] == .extra,
        isNumber: numbers.contains(column))
    }
    let place = PlaceColumns(mapping)
    // A place of one column is kept as it is.
    self.place = mapping.dialect != .own && place.haveParts ? place : nil
  }

  mutating func begin() { kept.removeAll(keepingCapacity: true) }

  /// Keeps the text of a column for the row that is being built.
  mutating func keep(_ column: Int) { kept.append(column) }

  /// Sets the row's custom fields, without those that are empty.
  mutating func set(of record: FileRecord, repairsText: Bool, in rows: inout ImportRows) {
    keepPlace(of: record)
    var isEmpty = true
    rows.beginText()
    for member in members where member.isAlwaysKept || kept.contains(member.column) {
      record.withValue(at: member.column) { value in
        guard !value.isEmpty else { return }
        rows.append(isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
        rows.append(member.key)
        if member.isNumber, PlainNumber.isNumber(value) {
          rows.append(value)
        } else if repairsText, var repaired = TextRepair.repaired(value) {
          repaired.withUTF8 { rows.appendJSONString($0) }
        } else {
          rows.appendJSONString(value)
        }
        isEmpty = false
      }
    }
    guard !isEmpty else { return }
    rows.append(UInt8(ascii: "}"))
    rows.endText(.extras)
  }

  /// Keeps the parts of a place that could not be told from their line.
  private mutating func keepPlace(of record: FileRecord) {
    guard let place, !place.withPlace(of: record, { $0.isLossless }) else { return }
    let columns = place.columns(of: record)
    kept += [columns.name, columns.city, columns.country]
  }
}
