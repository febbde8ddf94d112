import DiaryStore

/// Writes the columns that are custom fields as the JSON object that the diary stores, with sorted names.
struct ExtrasText {
  private struct Member {
    let column: Int
    /// The name as a JSON string, with its colon.
    let key: [UInt8]
    let isAlwaysKept: Bool
  }

  private let members: [Member]
  private let place: [Int]
  /// Columns of which the row that is being built keeps the text beside what became of it.
  private var kept: [Int] = []

  init(_ mapping: ColumnMapping) {
    let names = mapping.header.names
    members = names.indices.filter { mapping.roles[$0] != .ignored }.sorted { names[$0] < names[$1] }.map {
      column in
      var key: [UInt8] = []
      var name = names[column]
      name.withUTF8 { JSONWriter.append(string: $0, to: &key, isShown: false) }
      return Member(
        column: column, key: key + [UInt8(ascii: ":")], isAlwaysKept: mapping.roles[column] == .extra)
    }
    // A place of one column is kept as it is.
    place =
      mapping.dialect == .own || [BeerField.city, .country].allSatisfy { mapping.column(of: $0) == nil }
      ? [] : [BeerField.place, .city, .country].map { mapping.column(of: $0) ?? .max }
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
        if repairsText, var repaired = TextRepair.repaired(value) {
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
    guard place.count == 3 else { return }
    let isLossless = record.withValue(at: place[0]) { name in
      record.withValue(at: place[1]) { city in
        record.withValue(at: place[2]) { Place(name: name, city: city, country: $0).isLossless }
      }
    }
    if !isLossless { kept += place }
  }
}
