import DiaryModel
import GRDB

/// Collects what an edit of many beers changes, in the form that takes the least space in the log.
///
/// Each field that can be set to the same value for many beers becomes one ``DiaryChange/fieldSet(_:)``. A beer whose
/// name, notes, date or position changes is recorded with all of its fields.
struct BulkEditBatch {
  private struct Group: Hashable {
    let before: ExactValue
    let after: ExactValue
    let updatedAt: String
  }

  /// The least that a group takes in the log, in bytes, without its time.
  private static let minGroupBytes = 30

  /// The `updated_at` that the edit sets.
  private let timestamp: String
  private let columns = BeerColumn.all.map { (column: $0, field: AssignableField(builtIn: $0.name)) }
  private var batch = ChangeBatch()
  private var groups: [AssignableField: [Group: [Int64]]] = [:]
  /// The least that all groups take in the log, in bytes.
  private var minBytes = 0

  init(at timestamp: String) { self.timestamp = timestamp }

  /// Whether it is known already that the edit is too large for the log.
  var isTooLarge: Bool { batch.isTooLarge }

  /// Adds the edit of a beer.
  mutating func append(_ edit: DiaryChange.BeerEdit) {
    guard !isTooLarge, let changed = assignments(edit) else { return batch.append(.edited(edit)) }
    // Fields are reverted from the last to the first, so the first one restores the time of the beer's last change.
    var updatedAt = edit.updatedAt
    for (field, before, after) in changed {
      let group = Group(before: before, after: after, updatedAt: updatedAt)
      if groups[field]?[group] == nil { minBytes += Self.minGroupBytes + updatedAt.utf8.count }
      groups[field, default: [:]][group, default: []].append(edit.beer)
      updatedAt = timestamp
    }
    if minBytes > ChangeLog.maxChangeBytes {
      batch.markTooLarge()
      batch = changes()
      groups = [:]
    }
  }

  /// Returns the changes, with the fields in the order in which those of each beer are recorded.
  func changes() -> ChangeBatch {
    var batch = batch
    let custom = groups.keys.filter { if case .custom = $0 { true } else { false } }
    let fields = columns.compactMap { $0.field } + custom.sorted { $0.name < $1.name }
    for field in fields {
      guard let groups = groups[field] else { continue }
      let edits = groups.map { group, beers in
        DiaryChange.FieldEdit.Group(
          beers: beers, before: group.before.value, after: group.after.value, updatedAt: group.updatedAt)
      }
      batch.append(.fieldSet(.init(field: field, groups: edits)))
    }
    return batch
  }

  /// Returns the fields that an edit changes, with both values; `nil` if one of them is not assignable.
  private func assignments(_ edit: DiaryChange.BeerEdit) -> [(AssignableField, ExactValue, ExactValue)]? {
    var assignments: [(AssignableField, ExactValue, ExactValue)] = []
    for (column, field) in columns {
      if case .customFields(let property) = column.content {
        let before = edit.before[keyPath: property]
        let after = edit.after[keyPath: property]
        for name in Set(before.keys).union(after.keys).sorted() {
          let old = ExactValue(before[name])
          let new = ExactValue(after[name])
          if old != new { assignments.append((.custom(name), old, new)) }
        }
      } else if column.databaseValue(of: edit.before) != column.databaseValue(of: edit.after) {
        guard let field else { return nil }
        assignments.append(
          (field, ExactValue(column.json(of: edit.before)), ExactValue(column.json(of: edit.after))))
      }
    }
    return assignments.isEmpty ? nil : assignments
  }
}
