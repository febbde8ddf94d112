import Foundation
import GRDB

/// The trigger that records merged labels for other devices, dropped while many rows are imported.
///
/// It has nothing to do for nearly all keys of labels, but slows down writing each of them.
struct DeferredMergedLabels {
  private let db: Database
  private let trigger: DeferredSchemaObjects
  private let earlierTargets: [UUID: UUID]

  /// Drops the trigger; returns `nil` if changes are not tracked.
  init?(_ db: Database) throws {
    guard try ChangeTracker(db).isActive else { return nil }
    self.db = db
    trigger = try DeferredSchemaObjects.dropTrigger(ChangeTracker.mergedLabelTrigger, from: db)
    earlierTargets = try LabelDecisionRecord(db).mergeTargets
  }

  /// Creates the trigger again, and records the labels that have been merged in the meantime.
  func record() throws {
    try trigger.restore(db)
    for (label, target) in try LabelDecisionRecord(db).mergeTargets where earlierTargets[label] != target {
      try ChangeTracker(db).recordMerge(into: target)
    }
  }
}
