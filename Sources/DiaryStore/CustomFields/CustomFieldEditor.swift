import DiaryModel
import GRDB

/// Renames, merges, deletes and converts custom fields in all beers that have them.
struct CustomFieldEditor: DiaryComponent {
  typealias WriteError = CustomFieldError

  let database: DiaryDatabase

  func preview(_ change: CustomFieldChange, of name: String, isCancelled: () -> Bool) throws(CustomFieldError)
    -> CustomFieldReport
  {
    try readMappingErrors(isCancelled: isCancelled) { db -> CustomFieldReport in
      let plan = try CustomFieldPlan(db, name, change, isCancelled: isCancelled)
      var report = plan.report
      report.canBeUndone = try !batch(of: plan, db, isCancelled).isTooLarge
      return report
    }
  }

  func apply(_ change: CustomFieldChange, to name: String, isCancelled: () -> Bool) throws(CustomFieldError)
    -> CustomFieldReport
  {
    let timestamp = timestamp
    return try write(isCancelled: isCancelled) { db in
      var plan = try CustomFieldPlan(db, name, change, isCancelled: isCancelled)
      if plan.report.refusalCount > 0 { return plan.report }
      let isIndexed = try dropIndexes(plan, name, db)
      if case .merge = change, isIndexed, let target = plan.target {
        // The index covers only one spelling; respelling is not a part of what can be undone, so it comes first.
        let spellings = try CustomFieldNames(db).spellings(of: target)
        _ = try FieldNameNormalizer(db).apply(target, to: spellings, isCancelled: isCancelled)
        plan = try CustomFieldPlan(db, name, change, isCancelled: isCancelled)
      }
      var report = plan.report
      for (field, beers) in plan.steps {
        report.changes.append(try set(field, beers, timestamp: timestamp, isCancelled, db))
      }
      if isIndexed, let target = plan.target { try CustomFieldIndex(target).make(db) }
      let batch = ChangeBatch().appending(report.changes)
      report.canBeUndone = !batch.isTooLarge
      try ChangeLog(db).record(batch, at: timestamp)
      return report
    }
  }

  /// Drops the indexes that the change makes useless, and returns whether the values get a new one.
  private func dropIndexes(_ plan: CustomFieldPlan, _ name: String, _ db: Database) throws -> Bool {
    switch plan.change {
    case .retype: return false
    case .delete:
      try CustomFieldIndex.find(name, db)?.drop(db)
      return false
    case .rename(let new), .merge(let new, _):
      let old = try CustomFieldIndex.find(name, db)
      try old?.drop(db)
      let other = try CustomFieldIndex.find(new, db)
      if let other, other.name == plan.target { return false }
      // An index of a field that no beer has may be spelled differently.
      try other?.drop(db)
      guard old != nil || other != nil, let target = plan.target else { return false }
      guard CustomFieldExpression(name: target).isIndexable else {
        throw CustomFieldError.notIndexable(target)
      }
      return true
    }
  }

  /// Returns what the log will keep of a change, except for the times.
  private func batch(of plan: CustomFieldPlan, _ db: Database, _ isCancelled: () -> Bool) throws
    -> ChangeBatch
  {
    var batch = ChangeBatch()
    for (field, beers) in plan.steps {
      let record = FieldRecord(db: db, field: .custom(field))
      var groups: [DiaryChange.FieldEdit.Group] = []
      for (value, beers) in beers { groups += try self.groups(beers, value.value, record, isCancelled) }
      batch.append(.fieldSet(.init(field: .custom(field), groups: groups)))
    }
    return batch
  }

  /// Returns beers with their values before they are set to a new one.
  private func groups(
    _ beers: [Int64], _ value: JSONValue?, _ record: FieldRecord, _ isCancelled: () -> Bool
  ) throws -> [DiaryChange.FieldEdit.Group] {
    try record.states(of: beers, isCancelled: isCancelled).map { state, beers in
      .init(beers: beers, before: state.value, after: value, updatedAt: state.updatedAt)
    }
  }

  /// Sets a field of beers to their new values.
  private func set(
    _ field: String, _ beers: [ExactValue: [Int64]], timestamp: String, _ isCancelled: () -> Bool,
    _ db: Database
  ) throws -> DiaryChange {
    let record = FieldRecord(db: db, field: .custom(field))
    var groups: [DiaryChange.FieldEdit.Group] = []
    for (value, beers) in beers {
      groups += try self.groups(beers, value.value, record, isCancelled)
      try record.set(beers, to: value.value, timestamp: timestamp, isCancelled: isCancelled)
    }
    return .fieldSet(.init(field: .custom(field), groups: groups))
  }
}
