import CoreDataMigration
import Foundation
import SQLiteKit

/// Makes a diary where there is none.
///
/// The file appears whole or not at all: a full disk or a kill leaves no empty file that would have to be told from
/// what a crash left of a diary.
struct NewStore {
  /// The diary as the user named it.
  let path: String
  let clock: @Sendable () -> Date
  let freeSpace: FreeSpace

  /// - Throws: `.busy` if another program has made something else there meanwhile.
  func make() throws(OpeningError) {
    let path = path
    try OpeningError.mapErrors(at: path) {
      let staging = try StagingFolder(for: StoreFile.resolvedDestination(path))
      try StoreFile.create(staging.file)
      let context = MigrationContext(
        path: path, file: staging.file, now: clock(), progress: { _ in },
        cancellation: CancellationToken { false },
        freeSpace: freeSpace)
      _ = try StoreMigration(context).run(from: 0)
      // Another program may have made it first; then that one is opened.
      if try staging.publish() { return }
      guard case .store(StoreVersion.current) = try StoreInspection.inspect(path) else {
        throw StoreError.busy(path: path)
      }
    }
  }
}
