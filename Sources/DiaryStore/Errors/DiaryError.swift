import CoreDataMigration
import DiaryModel
package import SQLiteKit

/// Why the diary could not do what was asked, each with one sentence that says what to do.
package enum DiaryError: Error, Hashable, Sendable {
  /// The store's file, the disk or SQLite is to blame.
  case store(StoreError)

  /// There is nothing in the file, or nothing in the database.
  case emptyFile(path: String)
  /// The file is a database of another program.
  case foreign(path: String, what: String)
  /// The diary has triggers or views that are not its own, such as `trigger "on_add"`.
  case foreignSchema(path: String, objects: [String])
  /// The store was written by a newer version of this program.
  case newer(path: String, version: Int)
  /// It is of an earlier version of this program and was opened only for reading.
  case needsMigration(path: String)
  /// It is a store of Beer Diary for iOS, which is only migrated if the user asks for it.
  case legacyStore(path: String)
  /// A migration's own check found a difference and rolled everything back.
  case verificationFailed(path: String, differences: [String])
  /// The user stopped the migration that opening needed; the store is unchanged.
  case migrationCancelled

  case noSuchBeer(String)
  case noSuchPhoto(Int64)
  /// The import does not exist, or cannot be undone; `nil` if there is none at all.
  case noSuchImport(Int64?)
  /// A change cannot be undone, because its subject was changed again since.
  case changedMeanwhile(what: String)
  /// The beer already has this photo.
  case samePhoto(order: Int)
  /// A value is outside what the diary accepts.
  case invalid(field: String, reason: String)
}

extension DiaryError {
  /// What an error of the database or the system means for the diary at `path`.
  package init(_ error: any Error, path: String) {
    switch error {
    case let error as DiaryError: self = error.naming(path)
    case MigrationFailure.differences(let differences):
      self = .verificationFailed(path: path, differences: differences)
    case MigrationFailure.unexpected(let what): self = .store(.damaged(path: path, detail: what))
    case let invalid as InvalidValue: self = .invalid(field: invalid.field, reason: invalid.reason)
    case is JSONReader.Malformed:
      self = .store(.damaged(path: path, detail: "a beer's custom fields cannot be read"))
    default: self = .store(StoreError(error, path: path))
    }
  }

  /// Does work on the store at `path`, and throws any error as a `DiaryError`.
  package static func mapErrors<Value>(at path: String, _ work: () throws -> Value) throws(DiaryError)
    -> Value
  {
    do { return try work() } catch { throw DiaryError(error, path: path) }
  }

  /// The same error about the file that the user named; see ``StoreError/naming(_:)``.
  private func naming(_ path: String) -> DiaryError {
    if case .store(let error) = self { .store(error.naming(path)) } else { self }
  }
}
