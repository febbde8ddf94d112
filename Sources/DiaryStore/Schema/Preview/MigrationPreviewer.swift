import CoreDataMigration
import Foundation
import GRDB
import SQLiteKit

/// Runs the steps of a migration on a temporary copy of a store's metadata.
struct MigrationPreviewer {
  private let context: MigrationContext

  init(_ context: MigrationContext) { self.context = context }

  /// Returns what the migration would do.
  ///
  /// - Throws: What the migration itself would throw.
  func preview() throws -> MigrationPreview {
    try NonMutatingReader(context.file) { store in
      store.interrupt(by: context.cancellation)
      let identity = try StoreInspection.identify(store, context.path)
      let version = identity.version
      let outcome = try outcome(store, identity)
      return MigrationPreview(
        fromVersion: version, toVersion: StoreVersion.current,
        steps: MigrationPreview.Step.all(from: version),
        beerCount: outcome.beerCount, photoCount: outcome.photoCount,
        warnings: outcome.warnings + outcome.photoRemovals.map(\.sentence),
        neededBytes: try SpaceEstimate(store, identity).bytes(),
        freeBytes: context.freeSpace.available(nextTo: context.file))
    }
  }

  private func outcome(
    _ store: SQLiteProbe, _ identity: StoreInspection.Identity
  ) throws -> MigrationOutcome {
    let version = identity.version
    if version < StoreVersion.firstOwn { return try runOnCopy(store, identity) }
    // The steps between this program's own versions keep all beers and photos, and drop unexpected schema objects.
    var outcome = MigrationOutcome()
    if version < StoreVersion.current {
      let validator = try SchemaValidator(store, version: version)
      try validator.requireUnmodifiedTables(context.path)
      outcome.warnings = validator.unexpectedObjects.map(SchemaValidator.removal)
    }
    outcome.beerCount = try store.integer("SELECT count(*) FROM beer WHERE deleted_at IS NULL")
    outcome.photoCount = try store.integer(
      """
      SELECT count(*) FROM \(StoreVersion.photoTable(of: version)) JOIN beer ON beer.id = beer_id
      WHERE deleted_at IS NULL
      """)
    return outcome
  }

  private func runOnCopy(
    _ store: SQLiteProbe, _ identity: StoreInspection.Identity
  ) throws -> MigrationOutcome {
    var configuration = Configuration.hardened()
    configuration.foreignKeysEnabled = false
    let cancellation = context.cancellation
    configuration.prepareDatabase { cancellation.interruptStatements(of: $0) }
    // Without a name, the database is a temporary one that SQLite removes.
    let queue = try DatabaseQueue(path: "", configuration: configuration)
    return try queue.writeWithoutTransaction { db in
      try db.execute(sql: "ATTACH ? AS original", arguments: [store.uri])
      // A deferred transaction, because the original is only read and must not be locked for writing.
      try db.inTransaction(.deferred) {
        try MetadataCopy(into: db, imageColumn: identity.imageColumn).make()
        return .commit
      }
      try db.execute(sql: "DETACH original")
      var outcome = MigrationOutcome()
      try db.inTransaction {
        for step in MigrationChain.steps(from: identity.version) {
          outcome.add(try step.run(db, context, identity))
        }
        try outcome.finish(db, at: context.now)
        try SchemaValidator.check(DatabaseSchemaReader(db), context.path)
        return .rollback
      }
      return outcome
    }
  }
}

extension MigrationPreview.Step {
  /// Returns the steps from a version to the current one.
  fileprivate static func all(from version: Int) -> [Self] {
    var from = version
    return MigrationChain.steps(from: version).map { step in
      defer { from = step.to }
      return Self(from: from, to: step.to)
    }
  }
}

extension MigrationPreview {
  /// Returns what opening a store would migrate.
  static func make(
    of path: String, isCancelled: @escaping @Sendable () -> Bool, freeSpace: FreeSpace
  ) throws(OpeningError) -> MigrationPreview {
    guard let store = try StoreInspection.inspect(path) else { throw .store(.notFound(path: path)) }
    if store.version == 0 { throw .emptyFile(path: path) }
    let context = MigrationContext(
      path: path, file: StoreFile.resolved(path), now: Date(), progress: { _ in },
      cancellation: CancellationToken(isCancelled),
      freeSpace: freeSpace)
    return try OpeningError.mapErrors(at: path) { try MigrationPreviewer(context).preview() }
  }
}
