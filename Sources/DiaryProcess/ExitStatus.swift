package import DiaryStore
import DiaryUpkeep
import Foundation
import SQLiteKit

/// The exit statuses, as in BSD's sysexits.h.
package enum ExitStatus: Int32, Error {
  /// Also if the user declined a question, so that nothing was changed.
  case done = 0
  case usage = 64
  /// Rows were rejected; a store is foreign, damaged or newer.
  case badData = 65
  case noInput = 66
  /// A required program is missing or failed.
  case unavailable = 69
  case internalFault = 70
  case cannotCreate = 73
  case inputOutput = 74
  /// The store is in use; trying again may help.
  case busy = 75
  case noPermission = 77

  /// - Parameter systemError: An `errno`.
  package init(systemError: Int32) {
    self =
      switch systemError {
      case ENOENT, ENOTDIR: .noInput
      case EACCES, EPERM: .noPermission
      default: .inputOutput
      }
  }

  package init(_ error: some DiaryError) {
    self =
      switch error {
      case let error as OpeningError: ExitStatus(opening: error)
      case let error as ChangeError: ExitStatus(change: error)
      case let error as UpkeepError: ExitStatus(upkeep: error)
      default: error.storeError.map(ExitStatus.init(store:)) ?? .internalFault
      }
  }

  private init(opening error: OpeningError) {
    self =
      switch error {
      case .store(let error): ExitStatus(store: error)
      case .migrationCancelled: .busy
      case .emptyFile, .foreign, .foreignSchema, .newer, .needsMigration, .legacyStore, .verificationFailed:
        .badData
      }
  }

  private init(change error: ChangeError) {
    self =
      switch error {
      case .store(let error): ExitStatus(store: error)
      case .noSuchBeer, .noSuchPhoto, .noSuchImport: .noInput
      case .invalid, .samePhoto: .badData
      case .changedSince: .busy
      }
  }

  private init(upkeep error: UpkeepError) {
    self =
      switch error {
      case .store(let error): ExitStatus(store: error)
      case .opening(let error): ExitStatus(opening: error)
      case .sameFile, .unusableImage, .invalidCopy: .badData
      }
  }

  private init(store error: StoreError) {
    self =
      switch error {
      case .notFound, .danglingLink: .noInput
      case .isFolder, .notAFile, .notADatabase, .damaged, .hardLinked, .unfinishedTransaction: .badData
      case .cannotCreate: .cannotCreate
      case .permissionDenied, .readOnly: .noPermission
      case .busy, .cancelled: .busy
      case .diskFull, .noSpace, .inputOutput, .failed: .inputOutput
      }
  }
}
