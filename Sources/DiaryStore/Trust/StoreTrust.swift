import Crypto
import GRDB

/// Tells a diary's own tables, triggers and views from what somebody else put into its file.
///
/// A trigger is a program that runs whenever a beer is added: one in a file from elsewhere could remove every other.
struct StoreTrust {
  /// Triggers and views that are not the diary's own, and own ones that say something else than they should.
  let foreign: [SchemaObject]
  /// Indices, triggers and views that the diary has lost, in the order in which they can be made; an index also where
  /// it says something else than it should.
  let missing: [SchemaObject]
  /// Own tables that remove or replace rows by rules that are not the diary's.
  let alteredTables: [SchemaObject]

  /// - Parameter version: The store's version, one of this program's own.
  init(_ store: some SchemaReader, version: Int) throws {
    self.init(try SchemaObject.all(in: store), try OwnSchema(version: version))
  }

  private init(_ objects: [SchemaObject], _ own: OwnSchema) {
    foreign = objects.filter {
      ($0.kind == .trigger || $0.kind == .view) && own.objects[$0.key]?.tokens != $0.tokens
    }
    alteredTables = objects.filter { object in
      object.kind == .table && own.objects[object.key].map { $0.rules != object.rules } ?? false
    }
    let found = Dictionary(objects.map { ($0.key, $0) }) { $1 }
    missing = own.inOrder.filter { object in
      switch object.kind {
      case .table: false
      case .index: found[object.key]?.tokens != object.tokens
      case .trigger, .view: found[object.key] == nil
      }
    }
  }

  /// Makes sure that nothing in a store of the current version acts by rules that are not the diary's own.
  ///
  /// - Parameter acceptsForeign: Whether triggers and views of others do not matter, as they are to be removed.
  /// - Throws: `DiaryError.foreignSchema`, and `.damaged` if the diary's tables are not as they should be.
  static func check(_ store: some SchemaReader, _ path: String, acceptsForeign: Bool = false) throws {
    let objects = try SchemaObject.all(in: store)
    if fingerprint(of: objects) == currentFingerprint { return }
    let trust = StoreTrust(objects, try OwnSchema(version: StoreVersion.current))
    try trust.requireOwnTables(path)
    guard acceptsForeign || trust.foreign.isEmpty else {
      throw DiaryError.foreignSchema(path: path, objects: trust.foreign.map(\.title))
    }
  }

  /// - Throws: `.damaged` if a table's rules are not the diary's own, which nothing can repair.
  func requireOwnTables(_ path: String) throws(DiaryError) {
    guard let table = alteredTables.first else { return }
    throw .damaged(path: path, detail: "the rules of its \(table.title) are not the diary's own")
  }

  /// Removes triggers and views that are not the diary's own from a store, and makes those again that it has lost.
  ///
  /// - Returns: A sentence for each that was removed.
  static func clean(_ db: Database, version: Int, _ path: String) throws -> [String] {
    let trust = try StoreTrust(OpenStore(db: db), version: version)
    try trust.requireOwnTables(path)
    try trust.removeForeign(db)
    try StoreTrust(OpenStore(db: db), version: version).makeMissing(db, [.trigger, .view])
    return trust.foreign.map(removal)
  }

  /// What is said of a trigger or view that goes.
  static func removal(of object: SchemaObject) -> String {
    "The \(object.title) is not the diary's own and is left out."
  }

  func removeForeign(_ db: Database) throws {
    // A view takes its triggers with it.
    for object in foreign {
      try db.execute(sql: "DROP \(object.kind.rawValue) IF EXISTS \(object.name.quotedIdentifier)")
    }
  }

  func makeMissing(_ db: Database, _ kinds: Set<SchemaObject.Kind>) throws {
    for object in missing where kinds.contains(object.kind) {
      do {
        try db.inSavepoint {
          if object.kind == .index {
            try db.execute(sql: "DROP INDEX IF EXISTS \(object.name.quotedIdentifier)")
          }
          try db.execute(sql: object.sql)
          return .commit
        }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT && object.kind == .index
      {
        // Rows that a unique index rules out came while it was not there. It stays missing, which the doctor reports.
        continue
      }
    }
  }
}

extension StoreTrust {
  /// Of everything that acts by itself in a store of the current version, so that opening one need not make an
  /// ``OwnSchema`` to compare it with.
  ///
  /// A test says what it should be. Without it, opening takes some milliseconds longer and decides the same.
  static let currentFingerprint = "e6a3fa180807a13ed1e5ceec756abcb9b56e87bf26354867cf3e23b3706347f4"

  static func fingerprint(of objects: [SchemaObject]) -> String {
    var hash = SHA256()
    for object in objects.sorted(by: { $0.key < $1.key }) {
      let rules = object.rules
      if rules.isEmpty { continue }
      hash.update(data: Array((object.key + "\0" + rules.joined(separator: "\0") + "\0\0").utf8))
    }
    return hash.finalize().hexadecimal
  }
}
