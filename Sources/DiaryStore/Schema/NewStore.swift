import CoreDataMigration
import Foundation
import SQLiteKit

/// Creates a new, empty diary.
///
/// The diary is built in a staging folder and then renamed, so a full disk or a killed process never leaves an
/// incomplete file.
struct NewStore {
  /// The path of the diary as the user named it.
  let path: String
  let clock: @Sendable () -> Date
  let freeSpace: FreeSpace

  /// Creates the diary in a staging folder, and moves it to its path.
  ///
  /// - Throws: `.busy` if another program has created a file of another kind there in the meantime.
  func make() throws(OpeningError) {
    let path = path
    try OpeningError.mapErrors(at: path) {
      let staging = try StagingFolder(for: StoreFile.resolvedDestination(path))
      try StoreFile.create(staging.file)
      let context = MigrationContext(
        path: path, file: staging.file, now: clock(), progress: { _ in },
        cancellation: CancellationToken { false },
        freeSpace: freeSpace)
      _ = try StoreMigration(context).run(from: StoreInspection.Identity(version: 0))
      // If another program has created a diary there first, that one is opened.
      if try staging.publish() { return }
      guard try Diary.isCurrent(at: path) else { throw StoreError.busy(path: path) }
    }
  }
}
