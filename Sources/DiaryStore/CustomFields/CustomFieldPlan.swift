import DiaryModel
import GRDB
import SQLiteKit

/// What a change of a custom field does to each beer.
struct CustomFieldPlan {
  /// The most refusals that are kept, which is more than anyone reads.
  private static let maxRefusals = 100

  /// The new values of a field, `nil` for none, with the beers that get them.
  typealias Step = (field: String, beers: [ExactValue: [Int64]])

  let change: CustomFieldChange
  private(set) var report: CustomFieldReport
  /// The fields whose values change, in the order in which they are to be set.
  private(set) var steps: [Step] = []
  /// The spelling that the values get; `nil` if they stay in their field or go.
  let target: String?
  /// The spellings of the field that the change is about.
  private let sources: Set<String>
  /// The spellings of the field that the values move to.
  private let targets: Set<String>

  /// Examines all beers.
  ///
  /// - Parameter isCancelled: Called for each beer with the field; return `true` to throw `CancellationError`.
  /// - Throws: `CustomFieldError` if a field does not exist, or if the new name cannot be used.
  init(_ db: Database, _ name: String, _ change: CustomFieldChange, isCancelled: () -> Bool) throws {
    self.change = change
    let names = CustomFieldNames(db)
    let spellings = try names.spellings(of: name)
    // A field that no beer has any more may still have an index.
    let index = try change == .delete ? CustomFieldIndex.find(name, db) : nil
    let onlyIndex = spellings.isEmpty ? index : nil
    if spellings.isEmpty, index == nil { throw CustomFieldError.noSuchField(name) }
    let spelled = onlyIndex?.name ?? CustomFieldName.spelled(name, like: spellings)
    switch change {
    case .rename(let new):
      try Self.check(new, among: names)
      let isRespelling = FilterKeyword.areSame(name, new)
      if !isRespelling, try !names.spellings(of: new).isEmpty {
        throw CustomFieldError.nameInUse(new)
      }
      target = new
      sources = Set(spellings).subtracting([new])
      targets = [new]
    case .merge(let into, _):
      try Self.check(into, among: names)
      if FilterKeyword.areSame(name, into) { throw CustomFieldError.sameField(into) }
      let others = try names.spellings(of: into)
      if others.isEmpty { throw CustomFieldError.noSuchField(into) }
      // Beers have the spelling of an index.
      let index = try CustomFieldIndex.find(into, db)
      let found = index?.name ?? CustomFieldName.spelled(into, like: others)
      target = found
      sources = Set(spellings)
      targets = Set(others).union([found])
    case .delete, .retype:
      target = nil
      sources = Set(spellings)
      targets = []
    }
    report = CustomFieldReport(name: spelled, newName: change == .delete ? nil : target ?? spelled)
    report.isOnlyIndex = onlyIndex != nil
    report.deletesIndex = index != nil
    try examineBeers(db, isCancelled)
  }

  /// Throws `.invalidName` if a field cannot have a name.
  ///
  /// A word of the screen, such as `venue`, is refused as well, unless a custom field already has that name.
  private static func check(_ name: String, among names: CustomFieldNames) throws {
    if name.allSatisfy(\.isWhitespace) { throw CustomFieldError.invalidName(name, reason: "it is empty") }
    let field = FilterKeyword.fieldName(name, customFields: try names.spellings(of: name))
    if let field = CustomFieldName.builtInField(named: field) {
      throw CustomFieldError.invalidName(name, reason: "\(field) is a built-in field")
    }
  }

  private mutating func examineBeers(_ db: Database, _ isCancelled: () -> Bool) throws {
    var ids = IDSet()
    try CustomFieldScan(db, where: "true").forEach(named: sources.contains) { id, _ in
      try checkCancellation(isCancelled)
      ids.insert(id)
    }
    let statement = try db.makeStatement(
      sql: "SELECT extras, name, deleted_at IS NOT NULL FROM beer WHERE id = ?")
    var values: [String: [ExactValue: [Int64]]] = [:]
    for id in ids.ascending {
      try checkCancellation(isCancelled)
      guard let row = try Row.fetchOne(statement, arguments: [id]) else { continue }
      switch try outcome(Extras(json: row.value(atIndex: 0))) {
      case .edits(let edits):
        if edits.isEmpty { continue }
        report.beerCount += 1
        if try row.value(Bool.self, atIndex: 2) { report.trashCount += 1 }
        for (field, value) in edits {
          values[field, default: [:]][ExactValue(value), default: []].append(id)
        }
      case .refused(let value, let other):
        report.refusalCount += 1
        if report.refusals.count == Self.maxRefusals { continue }
        report.refusals.append(
          .init(beer: id, title: try row.value(String?.self, atIndex: 1), value: value, other: other))
      }
    }
    // A value is removed from one field before it is set in another, so that undoing sets it again last.
    let sources = sources
    let names = values.keys.sorted()
    let inOrder = names.filter(sources.contains) + names.filter { !sources.contains($0) }
    steps = inOrder.map { (field: $0, beers: values[$0] ?? [:]) }
  }
}

// MARK: - One beer

extension CustomFieldPlan {
  private enum Outcome {
    /// The new values of fields, `nil` to remove one.
    case edits([(field: String, value: JSONValue?)])
    case refused(JSONValue, with: JSONValue?)
  }

  private func outcome(_ extras: Extras) -> Outcome {
    let found = extras.filter { sources.contains($0.key) }.sorted { $0.key < $1.key }
    switch change {
    case .delete: return .edits(found.map { ($0.key, nil) })
    case .retype(let type):
      var edits: [(field: String, value: JSONValue?)] = []
      for (field, value) in found {
        guard let converted = type.converting(value) else { return .refused(value, with: nil) }
        if converted != value { edits.append((field, converted)) }
      }
      return .edits(edits)
    case .rename: return moving(found, in: extras, preferring: nil)
    case .merge(_, let preference): return moving(found, in: extras, preferring: preference)
    }
  }

  /// Returns the edits that move the only value of a field to `target`.
  private func moving(
    _ found: [(key: String, value: JSONValue)], in extras: Extras,
    preferring preference: CustomFieldChange.Preference?
  ) -> Outcome {
    guard let target, !found.isEmpty else { return .edits([]) }
    let removed: [(field: String, value: JSONValue?)] = found.map { ($0.key, nil) }
    func setting(_ field: String, to value: JSONValue?) -> Outcome {
      .edits(removed + [(field: field, value: value)])
    }
    let values = found.map(\.value).filter { $0 != .null }
    guard let value = values.first else {
      let hasTarget = extras.keys.contains(where: targets.contains)
      return hasTarget ? .edits(removed) : setting(target, to: .null)
    }
    // A beer that spells the field in two ways may have two values.
    if let other = values.first(where: { $0 != value }) { return .refused(value, with: other) }
    let others = extras.filter { targets.contains($0.key) }.sorted { $0.key < $1.key }
    guard let existing = others.first(where: { $0.value != .null }) else {
      return setting(others.first?.key ?? target, to: value)
    }
    if existing.value == value { return .edits(removed) }
    switch preference {
    case .from: return setting(existing.key, to: value)
    case .into: return .edits(removed)
    case nil: return .refused(value, with: existing.value)
    }
  }
}
