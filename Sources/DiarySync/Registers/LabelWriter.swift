import DiaryModel
import DiaryStore
import Foundation
import GRDB
import Sync

/// Makes labels what their registers show, within a transaction.
struct LabelWriter {
  private let db: Database
  private let state: StoredState
  private let labels: SyncedLabels

  /// - Parameter state: The state after the changes.
  init(_ db: Database, _ state: StoredState) {
    self.db = db
    self.state = state
    labels = SyncedLabels(db)
  }

  /// Writes fields of labels.
  func write(_ changed: [(label: RecordID, fields: Set<String>)]) throws {
    for (label, fields) in changed where fields.contains(RegisterValues.mergeTarget) {
      try merge(label.uuid)
    }
    for (label, fields) in changed {
      if !fields.isDisjoint(with: RegisterValues.labelFields) { try writeFacts(of: label) }
      for field in fields where field.hasPrefix(RegisterValues.apartPrefix) {
        guard let other = UUID(uuidString: String(field.dropFirst(RegisterValues.apartPrefix.count))) else {
          continue
        }
        try labels.set(label.uuid, other, areApart: state.value(Register(label, field)) != .null)
      }
    }
  }

  /// Gives a beer the label that was chosen for it.
  func choose(for beer: RecordID) throws {
    let sql = "SELECT id FROM beer WHERE uuid = ?"
    guard let id = try Int64.fetchOne(db, sql: sql, arguments: [beer.uuid]) else { return }
    let chosen = try label(in: Register(beer, "label"))
    if try chosen != labels.chosenLabel(ofBeer: id) { try labels.choose(chosen, forBeer: id) }
  }

  private func label(in register: Register) throws -> UUID? {
    if case .blob(let bytes) = try state.value(register) { UUID(bytes) } else { nil }
  }

  private func writeFacts(of label: RecordID) throws {
    try db.execute(sql: "DELETE FROM label_fields WHERE label_uuid = ?", arguments: [label.uuid])
    var facts: [String: DatabaseValue] = [:]
    for name in RegisterValues.labelFields {
      let value = try state.value(Register(label, name))
      if value != .null { facts[name] = BeerColumn.named(name)?.stored(value) }
    }
    if facts.isEmpty { return }
    try db.execute(
      sql: "INSERT INTO label_fields (label_uuid, name, brewery, style, abv) VALUES (?, ?, ?, ?, ?)",
      arguments: [label.uuid, facts["name"], facts["brewery"], facts["style"], facts["abv"]])
  }

  /// Makes a label, and those on the way to its target, part of the last one.
  ///
  /// Two devices can each make one label part of the other. Then that with the lower UUID is left, on each device.
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
    try labels.separate(last)
    for label in path where label != last { try labels.merge(label, into: last) }
  }

  private func target(of label: UUID) throws -> UUID? {
    try self.label(in: Register(RecordID(entity: "label", uuid: label), RegisterValues.mergeTarget))
  }
}
