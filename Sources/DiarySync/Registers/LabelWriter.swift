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
  func write(_ changed: [(label: RecordID, fields: Set<String>)]) throws {
    for (label, fields) in changed where fields.contains(RegisterValues.mergeTarget) {
      try merge(label.uuid)
    }
    for (label, fields) in changed {
      if !fields.isDisjoint(with: LabelFacts.columns) { try writeFacts(of: label) }
      for field in fields where field.hasPrefix(RegisterName.apartPrefix) {
        guard let other = UUID(uuidString: String(field.dropFirst(RegisterName.apartPrefix.count))) else {
          continue
        }
        try decisions.set(label.uuid, other, areApart: state.value(Register(label, field)) != .null)
      }
    }
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

  private func writeFacts(of label: RecordID) throws {
    func value(_ column: String) throws -> DatabaseValue? {
      try BeerColumn.named(column)?.stored(state.value(Register(label, column)))
    }
    try decisions.set(
      LabelFacts(
        name: value("name").flatMap(String.fromDatabaseValue),
        brewery: value("brewery").flatMap(String.fromDatabaseValue),
        style: value("style").flatMap(String.fromDatabaseValue),
        abv: value("abv").flatMap(Double.fromDatabaseValue)), of: label.uuid)
  }

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
