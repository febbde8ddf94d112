import DiaryModel
import GRDB

/// Merges the values of a file with those of the diary, field by field.
///
/// A field changes only if the file's value differs from that at its last import. If the user has changed the field as
/// well, the user's value stays.
struct ThreeWayMerge {
  /// The beer's fields after the merge.
  private(set) var fields: BeerFields
  /// The file's values, and for fields that the row does not have, the values at its last import.
  private(set) var imported: BeerFields
  /// The fields in which the diary and the file differ.
  private(set) var differences: [ImportDifferences.Field] = []

  private let base: BeerFields?
  private let policy: ImportPolicy
  private let fileFields: FileFields

  /// Merges all fields of a beer.
  ///
  /// - Parameters:
  ///   - current: The current values of the beer.
  ///   - file: The values of the file.
  ///   - base: The values of the file at its last import; `nil` if they are unknown. Then only fields without a value
  ///     change.
  ///   - policy: Whether an empty field of the file means that the beer has no value; otherwise the diary keeps its value,
  ///     which is reported if the file had one before.
  ///   - fileFields: The fields that the row has. The diary keeps the values of the others.
  init(
    current: BeerFields, file: BeerFields, base: BeerFields?, policy: ImportPolicy, fileFields: FileFields
  ) throws {
    self.base = base
    self.policy = policy
    self.fileFields = fileFields
    fields = current
    imported = base ?? BeerFields()
    for column in BeerColumn.values { try merge(column, current, file) }
    for name in Set(current.extras.keys).union(file.extras.keys).sorted() {
      mergeExtra(name, current.extras[name], file.extras[name])
    }
  }

  /// Whether the merge changes the beer.
  var changesBeer: Bool { differences.contains { $0.outcome == .changed } }

  /// Whether both the file and the user have changed a field.
  var hasConflict: Bool { differences.contains { $0.outcome == .conflict } }

  private mutating func merge(_ column: BeerColumn, _ current: BeerFields, _ file: BeerFields) throws {
    let old = column.databaseValue(of: current)
    let new = column.databaseValue(of: file)
    guard policy.isComplete(column.name, in: fileFields) || !new.isNull else {
      guard policy.reportsEmptiedFields, fileFields.columns.contains(column.name) else { return }
      let last = base.flatMap { Self.value(column.databaseValue(of: $0)) }
      return reportEmptied(column.name, Self.value(old), last: last)
    }
    try column.set(new, in: &imported)
    guard old != new else { return }
    let outcome = outcome(current: old, file: new, base: base.map(column.databaseValue) ?? .null)
    if outcome == .changed { try column.set(new, in: &fields) }
    differences.append(
      .init(name: column.name, diary: Self.value(old), file: Self.value(new), outcome: outcome))
  }

  /// Returns the value of a column; `nil` if it has none.
  private static func value(_ stored: DatabaseValue) -> JSONValue? { stored.isNull ? nil : JSONValue(stored) }

  private mutating func mergeExtra(_ name: String, _ old: JSONValue?, _ new: JSONValue?) {
    guard policy.isComplete("extras", in: fileFields) || new != nil else {
      guard policy.reportsEmptiedFields, fileFields.customFields.contains(name) else { return }
      return reportEmptied(name, old, last: base?.extras[name])
    }
    imported.extras[name] = new
    // A field that is null, as earlier imports have stored it, has no value.
    let old = old == .null ? nil : old
    if let old, let new, old.isWritten(like: new) { return }
    guard old != new else { return }
    let last = base?.extras[name] == .null ? nil : base?.extras[name]
    let base = last.flatMap { last in [old, new].first { $0?.isWritten(like: last) ?? false } } ?? last
    let outcome = outcome(current: old, file: new, base: base)
    if outcome == .changed { fields.extras[name] = new }
    differences.append(.init(name: name, diary: old, file: new, outcome: outcome))
  }

  /// Reports the diary's value of a field that has none in the file, if it had one there at its last import.
  private mutating func reportEmptied(_ name: String, _ old: JSONValue?, last: JSONValue?) {
    if old == nil || last == nil { return }
    differences.append(.init(name: name, diary: old, file: nil, outcome: .emptied))
  }

  /// Returns what the import does with a field that differs.
  ///
  /// - Parameter base: No value if it is unknown, so that a field of the diary with a value counts as edited.
  private func outcome<Value: Equatable>(current: Value, file: Value, base: Value)
    -> ImportDifferences.Outcome
  {
    if current == base { return .changed }
    if self.base == nil { return .kept }
    return file == base ? .edited : .conflict
  }
}
