import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// Finds the labels of beers by their keys, and creates labels, within one transaction.
///
/// Two beers have the same label if they have the same product id in the same source, or else the same name and
/// brewery. What the diary knows has precedence over what a file says, so an import does not regroup beers of the diary,
/// except as the user decided in the diary that the file is an export of. What the diary knows only from the same file
/// has no precedence, so the beers of an export share labels as they did.
final class LabelFinder {
  /// What determines the label of a beer: its keys, and the label that a file gives it.
  fileprivate struct Request: Hashable {
    let keys: LabelKeys
    let given: UUID?
  }

  private let db: Database
  /// The import that is running; `nil` if there is none.
  private let importID: Int64?
  /// The highest id of a label before the transaction.
  private let lastID: Int64
  /// The labels that were found in this transaction, because an import often has a label again and again.
  ///
  /// `nil` outside of an import, where few beers are written and a table of 3 MB takes longer than looking them up.
  private var cache: LabelCache<Request>?
  /// The pairs of labels that are kept apart; `nil` until they are needed.
  private var apart: Set<LabelPair>?

  /// Creates a finder for beers that are not imported from a file.
  init(_ db: Database) {
    self.db = db
    importID = nil
    lastID = 0
  }

  /// Creates a finder for beers that are written in an import.
  ///
  /// - Parameter importID: The id of the import; `nil` if none is running.
  init(_ db: Database, importID: Int64?) throws {
    self.db = db
    self.importID = importID
    lastID = try Int64.fetchOne(db, sql: "SELECT max(id) FROM label") ?? 0
    cache = importID == nil ? nil : LabelCache()
  }

  /// A label that was found or created.
  struct FoundLabel {
    let id: Int64
    /// Whether the label was created, so that no beer has it yet.
    let isNew: Bool
    /// What ``record(_:)`` records: the request and its keys, which lead to the label from now on, and the label's UUID;
    /// `nil` if that is recorded already.
    fileprivate var unrecorded: (request: Request, keys: [LabelKey], label: UUID)?
  }

  /// Returns the label of a beer, creating it if needed, and records the keys under which it is known from now on.
  ///
  /// - Parameter given: The label that a file gives the beer; `nil` if it gives none.
  func label(of keys: LabelKeys, given: ImportedLabel? = nil) throws -> FoundLabel {
    let found = try find(keys, given: given)
    try record(found)
    return found
  }

  /// Returns the label of a beer, creating it if needed; call ``record(_:)`` as soon as a beer has it.
  ///
  /// - Parameter given: The label that a file gives the beer; `nil` if it gives none.
  func find(_ keys: LabelKeys, given: ImportedLabel?) throws -> FoundLabel {
    // The name of a beer for which the user chose the label says nothing about other beers.
    if let given, given.isChosen {
      return try label(mergeTarget(of: given.uuid) ?? given.uuid, product: nil)
    }
    let request = Request(keys: keys, given: given?.uuid)
    if let label = cache?[request] { return FoundLabel(id: label, isNew: false) }
    let all = keys.all
    let uuid = try uuid(for: all, of: keys.product, given: given?.uuid)
    var found = try label(uuid, product: keys.product)
    found.unrecorded = (request, all, uuid)
    return found
  }

  /// Records the keys under which a label is known from now on.
  func record(_ found: FoundLabel) throws {
    guard let (request, keys, label) = found.unrecorded else { return }
    let labels = LabelRecord(db)
    for (index, key) in keys.enumerated() {
      let isNew = try labels.record(key, for: label)
      // Otherwise the name would not lead to the beer, such as one that was imported again under another product id.
      if !isNew { try labels.reassign(key, fromLabelWithoutBeersTo: label) }
      if request.given != nil, index == 0 { try reassign(key, to: label) }
    }
    if let given = request.given, isAlias(given, of: label) {
      try labels.record(LabelKey(label: given), for: label)
      apart = nil
    }
    cache?.insert(found.id, for: request)
  }

  /// Deletes a label that was created for a beer that the diary has already.
  func discard(_ label: Int64) throws {
    try db.execute(sql: "DELETE FROM label WHERE id = ?", arguments: [label])
    cache?.removeAll()
  }

  /// Gives a beer the label that the user chose for it, according to a file, unless the user chose one in the diary.
  ///
  /// - Returns: Whether the beer had no chosen label.
  func choose(_ given: ImportedLabel, for beer: Int64) throws -> Bool {
    guard try isNewChoice(given, for: beer) else { return false }
    try LabelRecord(db).restore(.init(label: given.uuid, isChosen: true), of: beer)
    return true
  }

  /// Applies what the user decided about a label, according to a file, and returns what the diary did not have of it.
  ///
  /// What the user decided in the diary stays: the labels of beers for which they were chosen, facts that were set, and
  /// labels that are kept apart. As that does not depend on whether the diary had the label before, importing a file
  /// again changes nothing.
  func apply(_ given: ImportedLabel) throws -> NewLabelDecisions {
    let new = try newDecisions(about: given)
    if new.isEmpty { return new }
    let labels = Labels(db)
    let record = LabelRecord(db)
    let label = try mergeTarget(of: given.uuid) ?? given.uuid
    let others = try given.decisions.merged.filter { try new.merged.contains($0) && labels.exists($0) }
    if !others.isEmpty {
      try record.apply(try record.merging(others, into: label))
      cache?.removeAll()
    }
    try given.decisions.record(for: label, db)
    if new.merged.isEmpty { apart?.formUnion(new.apart) } else { apart = nil }
    return new
  }

  /// Returns what the diary does not have of a file's decisions about a label, without what contradicts the diary.
  func newDecisions(about given: ImportedLabel) throws -> NewLabelDecisions {
    var new = NewLabelDecisions()
    let decisions = given.decisions
    if decisions.isEmpty { return new }
    let labels = Labels(db)
    let record = LabelRecord(db)
    let label = try mergeTarget(of: given.uuid) ?? given.uuid
    if try decisions.filledFacts(of: label, db) != nil { new.edited = [label] }
    for other in decisions.apart {
      let target = try mergeTarget(of: other) ?? other
      if target == label { continue }
      if try record.areApart(LabelPair(label, other)) { continue }
      let pair = LabelPair(label, target)
      if try !pairsApart().contains(pair) { new.apart.insert(pair) }
    }
    for other in decisions.merged where other != label {
      if try mergeTarget(of: other) != nil { continue }
      if try labels.exists(other) {
        if try pairsApart().contains(LabelPair(label, other)) { continue }
        if try record.beers(of: other).contains(where: { $0.isChosen }) { continue }
      }
      new.merged.insert(other)
    }
    if decisions.facts.belong(toMergeOf: new.merged) { new.edited = [] }
    return new
  }

  /// Returns whether a file says that the user chose the label of a beer, for which no label was chosen in the diary.
  ///
  /// - Parameter beer: The beer of the diary; `nil` if the diary does not have it.
  func isNewChoice(_ given: ImportedLabel, for beer: Int64?) throws -> Bool {
    if !given.isChosen { return false }
    guard let beer, let assigned = try LabelRecord(db).assignedLabel(of: beer) else { return true }
    return !assigned.isChosen
  }

  /// Returns the pairs of labels that are kept apart, which are read once.
  private func pairsApart() throws -> Set<LabelPair> {
    if let apart { return apart }
    let pairs = Set(try LabelRecord(db).pairsApart())
    apart = pairs
    return pairs
  }

  /// Returns the id of the label with a UUID, creating it if needed.
  ///
  /// - Parameter product: A product of the label, which is recorded if the label has none yet; `nil` for none.
  func id(of uuid: UUID, product: LabelKey?) throws -> Int64 { try label(uuid, product: product).id }

  private func label(_ uuid: UUID, product: LabelKey?) throws -> FoundLabel {
    // Most labels of an import are new, and the index of UUIDs is searched only once for them.
    try PreparedInsert(db, sql: "INSERT INTO label (uuid, product) VALUES (?, ?) ON CONFLICT DO NOTHING")
      .execute { values in
        values.append(uuid)
        values.append(product?.text)
      }
    if db.changesCount > 0 { return FoundLabel(id: db.lastInsertedRowID, isNew: true) }
    guard let row = try row(of: uuid) else { throw Self.inconsistency }
    if let product, row.product == nil {
      try db.cachedStatement(sql: "UPDATE label SET product = ? WHERE id = ?")
        .execute(arguments: [product.text, row.id])
    }
    return FoundLabel(id: row.id, isNew: false)
  }

  private static let inconsistency = DatabaseError(
    resultCode: .SQLITE_CONSTRAINT, message: "a label is there and cannot be found")

  private func uuid(for keys: [LabelKey], of product: LabelKey?, given: UUID?) throws -> UUID {
    if let given {
      if let uuid = try mergeTarget(of: given) { return uuid }
      // A label that the user split off is not what its name says.
      if try given.isSplitOffLabel || row(of: given) != nil { return given }
    }
    for key in keys {
      guard let uuid = try self.uuid(of: key),
        try key == product || !isAnotherProduct(uuid, than: product)
      else { continue }
      if try given == nil || predatesImport(uuid) { return uuid }
    }
    if let given { return given }
    let own = UUID(label: keys[0])
    return try mergeTarget(of: own) ?? own
  }

  /// Returns the label that a label was merged into; `nil` if it was not merged, or has beers again.
  func mergeTarget(of label: UUID) throws -> UUID? {
    guard let target = try uuid(of: LabelKey(label: label)) else { return nil }
    guard let row = try row(of: label) else { return target }
    let beers = try db.cachedStatement(sql: "SELECT 1 FROM beer WHERE label_id = ? LIMIT 1")
    return try Row.fetchOne(beers, arguments: [row.id]) == nil ? target : nil
  }

  /// Returns whether a label that a file gives is known as another one from now on.
  private func isAlias(_ given: UUID, of label: UUID) -> Bool { given != label && !given.isSplitOffLabel }

  /// Returns whether the diary had a label before the import that is running; `true` if none is running.
  private func predatesImport(_ label: UUID) throws -> Bool {
    guard let importID else { return true }
    // Large imports are one transaction, and the index of labels is dropped during them.
    guard let row = try row(of: label), row.id <= lastID else { return false }
    return try hasBeers(row.id, notOf: importID)
  }

  /// Returns whether a label has beers, apart from those of an import and those whose import was undone.
  private func hasBeers(_ label: Int64, notOf importID: Int64) throws -> Bool {
    try Row.fetchOne(db.cachedStatement(sql: Self.beerOfLabel), arguments: [label, importID]) != nil
  }

  private static let beerOfLabel = """
    SELECT 1 FROM beer WHERE label_id = ? AND import_batch IS NOT ?
      AND NOT \(ExistingBeerLookup.isOfUndoneImport) LIMIT 1
    """

  /// Returns whether a label is of another product of the same source.
  private func isAnotherProduct(_ label: UUID, than product: LabelKey?) throws -> Bool {
    guard let key = product, let other = try row(of: label)?.product else { return false }
    return other != key && other.product?.source == key.product?.source
  }

  /// Returns the label that is known under a key; `nil` if there is none.
  private func uuid(of key: LabelKey) throws -> UUID? { try LabelRecord(db).label(of: key) }

  private func row(of uuid: UUID) throws -> (id: Int64, product: LabelKey?)? {
    let rows = try RawStatement(db, sql: "SELECT id, product FROM label WHERE uuid = ?")
    return try rows.firstRow(for: uuid) {
      (rows.integer(0), try rows.text(1).map { LabelKey(text: String(decoding: $0, as: UTF8.self)) })
    }
  }

  /// Gives the most certain key of a beer to the label that its file gives the beer, if an earlier beer of the file,
  /// for which the key is less certain, has taken it.
  private func reassign(_ key: LabelKey, to label: UUID) throws {
    guard let known = try uuid(of: key), known != label, try !predatesImport(known) else { return }
    try db.execute(sql: "UPDATE label_key SET label_uuid = ? WHERE key = ?", arguments: [label, key.text])
    cache?.removeAll()
  }
}

extension LabelKeys {
  /// The columns of `beer` from which the keys follow, for ``init(row:)``.
  static let columns = "uuid, name, brewery, source, extras"

  /// Decodes ``columns``.
  init(row: Row) throws {
    try self.init(
      uuid: row.value(forColumn: "uuid"), name: row.value(forColumn: "name"),
      brewery: row.value(forColumn: "brewery"), source: row.value(forColumn: "source"),
      customFields: row.value(forColumn: "extras"))
  }
}

/// A set-associative cache of the labels that were found for keys, which takes 3 MB.
///
/// A key is kept as a hash of 64 bits with a random seed, in one of the eight slots that follow from another hash of 18
/// bits, so two different keys are taken for the same with a chance of less than one in 10^18.
private struct LabelCache<Key: Hashable> {
  /// The number of slots, a power of two.
  private static var size: Int { 1 << 18 }

  /// How many slots a key may be in.
  private static var slotsPerKey: Int { 8 }

  /// The labels, 0 for none.
  ///
  /// Empty until the first label is found.
  private var labels: [UInt32] = []
  private var hashes: [Int] = []

  /// The label that was found for a key; `nil` if it was not looked up, or other keys took its slots.
  subscript(key: Key) -> Int64? {
    if labels.isEmpty { return nil }
    let hash = key.hashValue
    for slot in Self.slots(of: key) {
      if labels[slot] == 0 { return nil }
      if hashes[slot] == hash { return Int64(labels[slot]) }
    }
    return nil
  }

  /// Remembers the label of a key; ids that do not fit four bytes are not remembered.
  mutating func insert(_ label: Int64, for key: Key) {
    guard let label = UInt32(exactly: label), label != 0 else { return }
    if labels.isEmpty {
      labels = Array(repeating: 0, count: Self.size)
      hashes = Array(repeating: 0, count: Self.size)
    }
    let hash = key.hashValue
    let slots = Self.slots(of: key)
    // Without a free slot, any key may be forgotten: the hash picks one at random.
    let slot =
      slots.first { labels[$0] == 0 || hashes[$0] == hash } ?? slots.lowerBound
      + (hash & (Self.slotsPerKey - 1))
    labels[slot] = label
    hashes[slot] = hash
  }

  /// Forgets all labels, and frees the table.
  mutating func removeAll() {
    labels = []
    hashes = []
  }

  /// The slots of a key, in the order in which they are filled.
  private static func slots(of key: Key) -> Range<Int> {
    var hasher = Hasher()
    hasher.combine(0xBEE5)
    hasher.combine(key)
    let first = min(hasher.finalize() & (size - 1), size - slotsPerKey)
    return first..<first + slotsPerKey
  }
}
