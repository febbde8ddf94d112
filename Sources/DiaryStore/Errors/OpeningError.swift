import CoreDataMigration
package import SQLiteKit

/// Why a store could not be opened or migrated.
package enum OpeningError: OperationError {
  /// The file system or SQLite reported an error; `.cancelled` if the caller stopped the migration, which then changed
  /// nothing.
  case store(StoreError)
  /// The file is empty, or is an empty database.
  case emptyFile(path: String)
  /// The file is not a diary; `what` says what it is, such as `a database of another program`.
  case notADiary(path: String, what: String)
  /// The diary has triggers, views or unique indexes that this program did not create, such as `trigger "on_add"`.
  case unexpectedSchemaObjects(path: String, objects: [String])
  /// The store was written by a newer version of this program.
  case newer(path: String, version: Int)
  /// The store was written by an earlier version of this program, and cannot be opened only for reading.
  case needsMigration(path: String)
  /// The file is a store of Beer Diary for iOS, which is only migrated if the user asks for it.
  case legacyStore(path: String)
  /// The verification of a migration found differences, and everything was rolled back.
  case verificationFailed(path: String, differences: [String])
}

extension OpeningError {
  package static func converted(_ error: any Error, path: String) -> OpeningError? {
    switch error {
    case MigrationFailure.differences(let differences):
      .verificationFailed(path: path, differences: differences)
    case MigrationFailure.unexpected(let what): .store(.damaged(path: path, detail: what))
    default: nil
    }
  }

  /// The error of the file system or SQLite; `nil` if the store itself is the reason.
  package var storeError: StoreError? { if case .store(let error) = self { error } else { nil } }

  /// What happened and what to do, for the user.
  package var sentence: String {
    switch self {
    case .store(.cancelled): "Stopped. Nothing was changed. Run the command again to migrate the diary."
    case .store(let error): error.sentence
    case .emptyFile(let path):
      "\(path) is an empty file, not a diary. Restore your last backup, or delete the file to start a new diary."
    case .notADiary(let path, let what): "\(path) is \(what). It was not changed. Name another file."
    case .unexpectedSchemaObjects(let path, let objects):
      """
      \(path) contains triggers, views or unique indexes that this program did not create and that could change or \
      delete beers (\(objects.prefix(3).joined(separator: ", "))\(objects.count > 3 ? ", …" : "")). List them with \
      \(SuggestedCommand.text(["doctor"], store: path)) and remove them with \
      \(SuggestedCommand.text(["doctor", "--repair"], store: path)).
      """
    case .newer(let path, let version):
      "\(path) was written by a newer version of this program (store version \(version)). Update the program to open it."
    case .needsMigration(let path):
      """
      \(path) was written by an earlier version of this program. Migrate it first with \
      \(SuggestedCommand.text(["migrate"], store: path)).
      """
    case .legacyStore(let path):
      """
      \(path) is a diary of Beer Diary for iOS. It was not changed. Migrate it with \
      \(SuggestedCommand.text(["migrate"], store: path)), or open it on the screen with \
      \(SuggestedCommand.text([], store: path)).
      """
    case .verificationFailed(let path, let differences):
      """
      The migration of \(path) was rolled back because the migrated diary differs from the original \
      (\(differences.joined(separator: "; "))). Please report this.
      """
    }
  }
}
