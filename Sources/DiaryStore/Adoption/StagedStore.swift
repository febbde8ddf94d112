import Foundation
import GRDB

/// A current copy of another store, built in a folder beside the diary; the original is only read.
struct StagedStore {
  /// The store that was copied, as the user named it.
  let path: String
  let staging: StagingFolder
  let migration: MigrationReport?
  let version: Int
  let externalByteCount: Int

  init(
    of path: String, in staging: StagingFolder, now: Date, stop: MigrationStop, freeSpace: FreeSpace,
    progress: @escaping @Sendable (AdoptionProgress) -> Void
  ) throws {
    self.path = path
    self.staging = staging
    let original = StoreFile.resolved(path)
    externalByteCount = Self.externalByteCount(of: original)
    try StoreCopy(
      path: path, original: original, copy: staging.file, stop: stop, freeSpace: freeSpace,
      progress: { progress(.copying(done: $0, total: $1)) }
    ).make(besides: externalByteCount)
    guard case .store(let version) = try StoreInspection.inspect(staging.file, as: path), version > 0 else {
      throw DiaryError.foreign(path: path, what: "an empty database")
    }
    self.version = version
    try Self.linkImages(of: original, into: staging)
    migration = try StoreMigration(
      MigrationContext(
        path: path, file: staging.file, now: now, progress: { progress(.migrating($0)) },
        stop: MigrationStop { stop.isWanted }, freeSpace: freeSpace)
    ).run(from: version)
  }

  /// The folder of images is read where it lies.
  private static func linkImages(of original: String, into staging: StagingFolder) throws {
    let folder = StoreFile.supportFolder(ofStore: original)
    guard fileSize(folder) != nil else { return }
    guard symlink(folder, staging.support) == 0 else { throw StoreFile.cannotCreate(staging.support) }
  }

  private static func externalByteCount(of original: String) -> Int {
    let folder = StoreFile.externalDataFolder(ofStore: original)
    // A folder that cannot be read has images that are missing, which the migration tells.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.reduce(0) { $0 + (StoreFile.readableSize("\(folder)/\($1)") ?? 0) }
  }
}
