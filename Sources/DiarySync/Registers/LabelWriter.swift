import DiaryModel
import DiaryStore
import Foundation
import GRDB
import Sync

/// Updates labels from their registers, within a transaction.
struct LabelWriter {
  private let db: Database
  private let state: ReplicaTables
  private let decisions: LabelDecisionRecord

  /// - Parameter state: The state after the changes.
  init(_ db: Database, _ state: ReplicaTables) {
    self.db = db
    self.state = state
    decisions = LabelDecisionRecord(db)
  }

  /// Writes fields of labels.
  ///
  /// - Returns: The labels that got facts of labels that were merged into them; this device has to send these facts.
  func write(_ changed: [(label: RecordID, fields: Set<String>)]) throws -> [UUID] {
    for (label, fields) in changed where fields.contains(RegisterValues.mergeTarget) {
      try merge(label.uuid)
    }
    for (label, fields) in changed {
      for field in fields where field.hasPrefix(RegisterName.apartPrefix) {
        guard let other = UUID(uuidString: String(field.dropFirst(RegisterName.apartPrefix.count))) else {
          continue
        }
        try decisions.set(label.uuid, other, areApart: state.value(Register(label, field)) != .null)
      }
    }
    return try writeFacts(changed)
  }

  /// Gives a beer the label that was chosen for it, if any.
  func choose(for beer: RecordID) throws {
    let sql = "SELECT id FROM beer WHERE uuid = ?"
    guard let id = try Int64.fetchOne(db, sql: sql, arguments: [beer.uuid]) else { return }
    let chosen = try label(in: Register(beer, "label"))
    if try chosen != decisions.chosenLabel(ofBeer: id) { try decisions.choose(chosen, forBeer: id) }
  }

  /// Returns the label that a register names; `nil` if it names none.
  private func label(in register: Register) throws -> UUID? {
    if case .blob(let bytes) = try state.value(register) { UUID(bytes) } else { nil }
  }

  // MARK: - Facts

  /// Writes the facts of labels that have changed, and of those into which changed labels were merged.
  ///
  /// - Returns: The labels that got facts of labels that were merged into them.
  private func writeFacts(_ changed: [(label: RecordID, fields: Set<String>)]) throws -> [UUID] {
    let withFacts = changed.filter { !$0.fields.isDisjoint(with: LabelFacts.columns) }.map(\.label.uuid)
    let merged = changed.filter { $0.fields.contains(RegisterValues.mergeTarget) }.map(\.label.uuid)
    if withFacts.isEmpty, merged.isEmpty { return [] }
    let targets = try decisions.mergeTargets
    let sources = targets.mergedLabels
    let replacements = try replacementsOfFactsTakenOver(changed, targets)
    let changedLabels = Set(withFacts)
    let labels = changedLabels.union((withFacts + merged).compactMap { targets[$0] })
    return try labels.sorted().filter { label in
      try writeFacts(
        of: label, filledFrom: sources[label] ?? [], replacing: replacements[label] ?? [:],
        isChanged: changedLabels.contains(label))
    }
  }

  /// Returns the new values of facts that labels have taken over from merged ones, if a device has changed these without
  /// having seen the merge.
  ///
  /// Otherwise, a fact would come back that one device clears while another one merges its label. Call it before the rows
  /// of the merged labels are written, which still have what was taken over.
  ///
  /// - Parameters:
  ///   - changed: The labels and fields that have changed.
  ///   - targets: The merged labels, with the labels into which they were merged.
  /// - Returns: The new values by the labels that have taken over the facts, and by the columns.
  private func replacementsOfFactsTakenOver(
    _ changed: [(label: RecordID, fields: Set<String>)], _ targets: [UUID: UUID]
  ) throws -> [UUID: [String: Value]] {
    let replica = Replica(device: DeviceID(0), storage: state)
    var replacements: [UUID: [String: Value]] = [:]
    for (label, fields) in changed {
      let merges = try state.versions(of: Register(label, RegisterValues.mergeTarget))
      guard let target = targets[label.uuid], let merge = merges.winner?.segment else { continue }
      let before = RowValues(try RegisterValues(db).label(label.uuid), time: nil)
      for column in LabelFacts.columns where fields.contains(column) {
        guard let new = try state.versions(of: Register(label, column)).winner, new.value != before[column],
          RegisterValues.canStore(new.value, as: column), try replica.areConcurrent(merge, new.segment)
        else { continue }
        let record = RecordID(entity: label.entity, uuid: target)
        let known = try state.versions(of: Register(record, column))
        let former = state.formerLabelVersions[Register(label, column)]?.winner
        // A label that had the same fact before the merge, or for which the user has set it since, has not taken it over.
        let isTakenOver = try known.allSatisfy { version in
          guard version.value == before[column] else { return false }
          if version.segment == merge { return true }
          // The merge had not seen the fact, so a device gave it to the label when it had seen both.
          guard let former, try replica.areConcurrent(merge, former.segment) else { return false }
          return try replica.isSeen(merge, by: version.segment)
            && replica.isSeen(former.segment, by: version.segment)
        }
        if !known.isEmpty, isTakenOver { replacements[target, default: [:]][column] = new.value }
      }
    }
    return replacements
  }

  /// Writes the facts of a label.
  ///
  /// A fact that was never set for it comes from the labels that were merged into it, because the device that merged
  /// them may not have seen it.
  ///
  /// - Parameters:
  ///   - label: The label.
  ///   - merged: The labels that were merged into it.
  ///   - replacements: New values of facts that it has taken over from them, by their columns.
  ///   - isChanged: Whether its own facts have changed.
  /// - Returns: Whether it got facts of merged labels.
  private func writeFacts(
    of label: UUID, filledFrom merged: [UUID], replacing replacements: [String: Value], isChanged: Bool
  ) throws -> Bool {
    func register(_ label: UUID, _ column: String) -> Register {
      Register(RecordID(entity: ChangeTracker.Entity.label.rawValue, uuid: label), column)
    }
    var isFilled = !replacements.isEmpty
    var values: [String: DatabaseValue] = [:]
    for column in LabelFacts.columns {
      var value = try replacements[column] ?? state.value(register(label, column))
      if try !merged.isEmpty && state.versions(of: register(label, column)).isEmpty {
        let known = try merged.map { try state.value(register($0, column)) }.first { $0 != .null }
        if let known { (value, isFilled) = (known, true) }
      }
      values[column] = BeerColumn.named(column)?.stored(value)
    }
    guard isChanged || isFilled else { return false }
    try decisions.set(
      LabelFacts(
        name: values["name"].flatMap(String.fromDatabaseValue),
        brewery: values["brewery"].flatMap(String.fromDatabaseValue),
        style: values["style"].flatMap(String.fromDatabaseValue),
        abv: values["abv"].flatMap(Double.fromDatabaseValue)), of: label)
    return isFilled
  }

  // MARK: - Merges

  /// Merges a label, and those on the path of its merge targets, into the last one of the path.
  ///
  /// Two devices can merge two labels into each other. Then all devices keep the one with the lower UUID.
  private func merge(_ label: UUID) throws {
    var path = [label]
    var last = label
    while let next = try target(of: last) {
      if let start = path.firstIndex(of: next) {
        last = path[start...].min { $0.uuidString < $1.uuidString } ?? next
        break
      }
      path.append(next)
      last = next
    }
    try decisions.separate(last)
    for label in path where label != last { try decisions.merge(label, into: last) }
  }

  /// Returns the label that a label was merged into; `nil` if it was not merged.
  private func target(of label: UUID) throws -> UUID? {
    try self.label(in: Register(RecordID(entity: "label", uuid: label), RegisterValues.mergeTarget))
  }
}
