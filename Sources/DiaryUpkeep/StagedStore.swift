import CoreDataMigration
import DiaryStore
import Foundation
import GRDB
import SQLiteKit

/// A migrated copy of another store, in a folder next to the diary; the original is only read.
struct StagedStore {
  let staging: StagingFolder
  /// The migration of the copy; `nil` if the store was current.
  let migration: MigrationReport?
  /// The version of the original.
  let version: Int
  /// The creation time that the migration has given to beers without a date; `nil` if it created none.
  let creationOfUndatedBeers: String?
  /// Sentences about schema objects that were removed from the copy.
  let removedObjects: [String]

  /// Copies and migrates the source of a transfer.
  init(_ transfer: StoreTransfer, in staging: StagingFolder) throws {
    self.staging = staging
    let path = transfer.source
    let now = transfer.clock()
    let original = StoreFile.resolved(path)
    (version, migration, removedObjects) = try Self.attributingErrors(to: transfer) {
      try Self.requireNonEmptyStore(path)
      try StoreCopy(
        path: path, original: original, copy: staging.file, cancellation: transfer.cancellation,
        freeSpace: transfer.freeSpace, progress: { transfer.progress(.copying(done: $0, total: $1)) }
      ).make(reserving: Self.externalByteCount(of: original))
      guard let store = try StoreInspection.inspect(staging.file, as: path), store.version > 0 else {
        throw OpeningError.emptyFile(path: path)
      }
      try Self.linkImages(of: original, into: staging)
      let removed = store.version == StoreVersion.current ? try Self.clean(staging.file, path) : []
      let migration = try StoreMigration(
        MigrationContext(
          path: path, file: staging.file, now: now,
          progress: { transfer.progress(.migrating($0)) },
          cancellation: CancellationToken { transfer.cancellation.isCancelled },
          freeSpace: transfer.freeSpace)
      ).run(from: store)
      return (store.version, migration, removed)
    }
    creationOfUndatedBeers = StoreVersion.isLegacy(version) ? CoreDataMigration.timestamp(at: now) : nil
  }

  /// Sentences for the user about anything unusual, or left out.
  var warnings: [String] { removedObjects + (migration?.warnings ?? []) }

  /// The warnings about what a merge takes over, so without those about photos that were removed from the copy.
  var warningsForMerging: [String] { removedObjects + (migration?.otherWarnings ?? []) }

  /// Reports errors as errors of the source file, except those of the disk to which the copy is written, which belong to
  /// the diary.
  private static func attributingErrors<Value>(
    to transfer: StoreTransfer, _ work: () throws -> Value
  ) throws -> Value {
    do {
      return try work()
    } catch let error as DatabaseError where [.SQLITE_FULL, .SQLITE_IOERR].contains(error.resultCode) {
      throw error
    } catch StoreError.diskFull {
      throw StoreError.diskFull(path: transfer.path)
    } catch StoreError.noSpace(_, let needed, let free) {
      throw StoreError.noSpace(path: transfer.path, needed: needed, free: free)
    } catch {
      throw TransferError(mapping: error, path: transfer.source)
    }
  }

  /// Refuses a file that is not a store, before copying it if possible.
  static func requireNonEmptyStore(_ path: String) throws {
    guard let size = try StoreInspection.regularFileSize(path, as: path) else {
      throw StoreError.notFound(path: path)
    }
    let file = StoreFile.resolved(path)
    if size > 0, StoreSidecar.withData.contains(where: { $0.hasBytes(of: file) }) { return }
    if try Diary.version(ofStoreAt: path) ?? 0 == 0 { throw OpeningError.emptyFile(path: path) }
  }

  /// Removes schema objects that this program did not create from a copy, before anything writes to it.
  private static func clean(_ copy: String, _ path: String) throws -> [String] {
    let queue = try DatabaseQueue(path: copy, configuration: .hardened())
    let removed = try queue.write { try SchemaValidator.clean($0, version: StoreVersion.current, path) }
    try queue.close()
    return removed
  }

  /// Links the image folder, which is not copied.
  static func linkImages(of original: String, into staging: StagingFolder) throws {
    let folder = StoreFile.supportFolder(ofStore: original)
    guard StoreFile.size(folder) != nil else { return }
    guard symlink(folder, staging.supportFolder) == 0 else {
      throw StoreFile.cannotCreate(staging.supportFolder)
    }
  }

  /// Returns the size of a store's external image files that the diary can store, in bytes.
  private static func externalByteCount(of original: String) -> Int {
    let folder = StoreFile.externalDataFolder(ofStore: original)
    // If the folder cannot be read, the migration reports its images as missing.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { StoreFile.regularFileSize("\(folder)/\($0)") }
      .filter { $0 <= ExternalImageFolder.maxByteCount }.reduce(0, +)
  }
}
