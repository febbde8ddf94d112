import Crypto
package import GRDB
package import SQLiteKit

/// Compares a store's schema with the one that the migrations create.
///
/// A file from elsewhere may contain a trigger that deletes beers when one is added.
package struct SchemaValidator {
  /// Triggers, views and unique indexes of the diary's tables that the migrations do not create, or create differently.
  package let unexpectedObjects: [SchemaObject]
  /// Missing indexes, triggers and views, and indexes that were changed, in the order in which they can be created.
  package let missing: [SchemaObject]
  /// Tables of the diary whose constraints were changed, so that they may delete or replace rows.
  let modifiedTables: [SchemaObject]
  /// Tables of other programs that keep rows of the diary's tables from being deleted.
  ///
  /// They hold data, so they are only reported.
  package let unexpectedTables: [SchemaObject]

  /// Compares the schema of a store with that of a version.
  ///
  /// - Parameter version: The store's version, from 3 on.
  init(_ store: some SchemaReader, version: Int) throws {
    var objects = try Self.checkedObjects(in: store)
    // A migration replaces the triggers of an older version.
    if version < StoreVersion.current, try ChangeTracker.isActive(in: store) {
      objects.removeAll(where: ChangeTracker.isOlderTrigger)
    }
    self.init(objects, try ExpectedSchema(version: version))
  }

  /// Compares the schema of an open store with that of the current version.
  ///
  /// - Throws: `DatabaseError`.
  package init(_ db: Database) throws {
    self.init(
      try Self.checkedObjects(in: DatabaseSchemaReader(db)),
      try ExpectedSchema(version: StoreVersion.current),
      missing: try ChangeTracker(db).isActive ? ChangeTracker.missingTriggers(db) : [])
  }

  /// - Parameters:
  ///   - objects: The objects to check, from ``checkedObjects(in:)``.
  ///   - own: The objects that the version has.
  ///   - missingTriggers: Triggers that a synchronized diary should have and the store does not.
  private init(
    _ objects: [SchemaObject], _ own: ExpectedSchema, missing missingTriggers: [SchemaObject] = []
  ) {
    let tables = Set(own.inOrder.filter { $0.kind == .table }.map { $0.name.lowercased() })
    unexpectedObjects = objects.filter { object in
      let acts = object.kind == .trigger || object.kind == .view
      let constrains = object.uniqueTable.map(tables.contains) ?? false
      return (acts || constrains) && own.objects[object.key]?.tokens != object.tokens
    }
    unexpectedTables = objects.filter { own.objects[$0.key] == nil && $0.keepsRows(of: tables) }
    modifiedTables = objects.filter { object in
      object.kind == .table && own.objects[object.key].map { $0.sideEffects != object.sideEffects } ?? false
    }
    let found = Dictionary(objects.map { ($0.key, $0) }) { $1 }
    missing =
      own.inOrder.filter { object in
        switch object.kind {
        case .table: false
        case .index: found[object.key]?.tokens != object.tokens
        case .trigger, .view: found[object.key] == nil
        }
      } + missingTriggers
  }

  /// Returns the objects of a store, except the triggers of a synchronized diary.
  private static func checkedObjects(in store: some SchemaReader) throws -> [SchemaObject] {
    try SchemaObject.all(in: store).filter { !ChangeTracker.isTrigger($0) }
  }

  /// Throws if the schema of a store of the current version has unexpected side effects.
  ///
  /// - Parameter acceptsUnexpected: Whether unexpected triggers, views and indexes are accepted, to be removed.
  /// - Throws: `OpeningError.unexpectedSchemaObjects`; `.damaged` if constraints of the diary's tables were changed.
  static func check(_ store: some SchemaReader, _ path: String, acceptsUnexpected: Bool = false) throws {
    let objects = try checkedObjects(in: store)
    if fingerprint(of: objects) == currentFingerprint { return }
    let validator = SchemaValidator(objects, try ExpectedSchema(version: StoreVersion.current))
    try validator.requireUnmodifiedTables(path)
    guard acceptsUnexpected || validator.unexpectedObjects.isEmpty else {
      throw OpeningError.unexpectedSchemaObjects(
        path: path, objects: validator.unexpectedObjects.map(\.title))
    }
  }

  /// Throws `.damaged` if the constraints of a table were changed, which cannot be repaired.
  func requireUnmodifiedTables(_ path: String) throws(OpeningError) {
    guard let table = modifiedTables.first else { return }
    throw .store(.damaged(path: path, detail: "the constraints of \(table.title) were changed"))
  }

  /// Removes unexpected triggers, views and unique indexes from a store, and recreates missing ones.
  ///
  /// - Returns: A sentence for each that was removed.
  /// - Throws: `DatabaseError`.
  package static func clean(_ db: Database, version: Int, _ path: String) throws -> [String] {
    let validator = try SchemaValidator(DatabaseSchemaReader(db), version: version)
    try validator.requireUnmodifiedTables(path)
    try validator.removeUnexpected(db)
    try SchemaValidator(DatabaseSchemaReader(db), version: version).createMissing(
      db, [.trigger, .view, .index])
    return validator.unexpectedObjects.map(removal)
  }

  /// Returns the warning about a trigger, view or index that is removed.
  static func removal(of object: SchemaObject) -> String {
    "The \(object.title), which this program did not create, was not kept."
  }

  /// Drops the objects in `unexpectedObjects`.
  ///
  /// - Throws: `DatabaseError`.
  package func removeUnexpected(_ db: Database) throws {
    // Dropping a view drops its triggers, too.
    for object in unexpectedObjects {
      try db.execute(sql: "DROP \(object.kind.rawValue) IF EXISTS \(object.name.quotedIdentifier)")
    }
  }

  /// Creates the objects of some kinds in `missing`; skips a unique index that rows violate.
  ///
  /// - Throws: `DatabaseError`.
  package func createMissing(_ db: Database, _ kinds: Set<SchemaObject.Kind>) throws {
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
        // Rows added while a unique index was missing violate it. It stays missing, which the doctor reports.
        continue
      }
    }
  }
}

extension SchemaValidator {
  /// The fingerprint of the current schema's triggers, views and constraints; `nil` if no step states one.
  ///
  /// A match avoids building the ``ExpectedSchema``, which takes some milliseconds. A test checks the value.
  static let currentFingerprint = MigrationChain.steps.last { $0.fingerprint != nil }?.fingerprint

  static func fingerprint(of objects: [SchemaObject]) -> String {
    var hash = SHA256()
    for object in objects.sorted(by: { $0.key < $1.key }) {
      let sideEffects = object.sideEffects
      if sideEffects.isEmpty { continue }
      hash.update(data: Array((object.key + "\0" + sideEffects.joined(separator: "\0") + "\0\0").utf8))
    }
    return hash.finalize().hexadecimal
  }
}
