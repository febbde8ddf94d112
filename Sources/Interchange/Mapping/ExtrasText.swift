import DiaryModel

/// Writes the columns that are custom fields as the JSON object that the diary stores, with sorted names.
struct ExtrasText {
  private struct Member {
    let column: Int
    /// The name as a JSON string, with its colon.
    let key: [UInt8]
    let isAlwaysIncluded: Bool
    let isNumber: Bool
  }

  private let members: [Member]
  private let hasTypes: Bool
  private let hasDecimalCommas: Bool
  private let place: PlaceColumns?
  /// The columns whose text becomes a custom field of the current beer in addition to its value.
  private var included: [Int] = []
  private var json: [UInt8] = []

  /// Prepares writing the custom fields of a mapping.
  ///
  /// - Parameter formats: How values are written.
  init(_ mapping: ColumnMapping, _ formats: ColumnFormats) {
    hasTypes = formats.hasTypes
    hasDecimalCommas = formats.hasDecimalCommas
    let names = mapping.roles.indices.map(mapping.customName)
    members = names.indices.filter { mapping.roles[$0] != .ignored }.sorted { names[$0] < names[$1] }.map {
      column in
      var key: [UInt8] = []
      var name = names[column]
      name.withUTF8 { JSONWriter.append(string: $0, to: &key, isForDisplay: false) }
      return Member(
        column: column, key: key + [UInt8(ascii: ":")], isAlwaysIncluded: mapping.roles[column].isCustomField,
        isNumber: formats.numberColumns.contains(column))
    }
    let place = PlaceColumns(mapping)
    // A place of a single column is kept unchanged.
    self.place = mapping.dialect != .beerDiary && place.hasSeveralParts ? place : nil
  }

  mutating func begin() { included.removeAll(keepingCapacity: true) }

  /// Includes the text of a column in the custom fields of the row that is being built.
  mutating func include(_ column: Int) { included.append(column) }

  /// Returns the beer's custom fields, without those that are empty; `nil` if there are none.
  mutating func text(of record: FileRecord, repairsText: Bool) -> String? {
    includePlace(of: record)
    json.removeAll(keepingCapacity: true)
    for member in members where member.isAlwaysIncluded || included.contains(member.column) {
      record.withValue(at: member.column) { value in
        guard !value.isEmpty else { return }
        json.append(json.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
        json += member.key
        if isJSON(value, of: member, in: record) {
          json += value
        } else if hasDecimalCommas, member.isNumber, PlainNumber.Form(value) != nil {
          json += PlainNumber.withPoint(value)
        } else if repairsText, var repaired = TextRepair.repaired(value) {
          repaired.withUTF8 { JSONWriter.append(string: $0, to: &json, isForDisplay: false) }
        } else {
          JSONWriter.append(string: value, to: &json, isForDisplay: false)
        }
      }
    }
    return json.isEmpty ? nil : String(decoding: json, as: UTF8.self) + "}"
  }

  /// Whether a value is a number or a truth value that can be written as it is.
  private func isJSON(_ value: UnsafeBufferPointer<UInt8>, of member: Member, in record: FileRecord) -> Bool {
    guard hasTypes else { return member.isNumber && PlainNumber.isNumber(value) }
    if record.isQuoted(at: member.column) || record.isNested(at: member.column) { return false }
    return JSONNumber.isValid(value) || value.elementsEqual("true".utf8) || value.elementsEqual("false".utf8)
  }

  /// Includes the parts of a venue that cannot be recovered from their line.
  private mutating func includePlace(of record: FileRecord) {
    guard let place, !place.withPlace(of: record, { $0.isLossless }) else { return }
    let columns = place.columns(of: record)
    included += [columns.name, columns.city, columns.country]
  }
}
