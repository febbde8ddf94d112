package import DiaryStore
import DiaryUpkeep
import SQLiteKit
package import Telemetry

extension ErrorKind {
  /// Returns the kind of a diary error, for telemetry.
  package init(_ error: some DiaryError) {
    self =
      switch error {
      case let error as OpeningError: ErrorKind(opening: error)
      case let error as BackupError: ErrorKind(backup: error)
      case let error as TransferError: ErrorKind(transfer: error)
      default:
        error.storeError.map(ErrorKind.init(store:)) ?? error.refusal.map { ErrorKind(refusal: $0.kind) }
          ?? .other
      }
  }

  private init(opening error: OpeningError) {
    self =
      switch error {
      case .verificationFailed: .migrationFailed
      case .store(let error): ErrorKind(store: error)
      case .emptyFile, .notADiary: .foreignStore
      case .unexpectedSchemaObjects: .damagedStore
      case .newer: .newerStore
      case .needsMigration, .legacyStore: .other
      }
  }

  private init(refusal kind: ChangeRefusal.Kind) {
    self =
      switch kind {
      case .missing: .noInput
      case .invalid, .unreadable: .badData
      case .changedSince, .impossible: .other
      }
  }

  private init(backup error: BackupError) {
    self =
      switch error {
      case .store(let error): ErrorKind(store: error)
      case .opening(let error): ErrorKind(opening: error)
      case .unusableImage: .badData
      case .invalidCopy: .damagedStore
      }
  }

  private init(transfer error: TransferError) {
    self =
      switch error {
      case .store(let error): ErrorKind(store: error)
      case .opening(let error): ErrorKind(opening: error)
      case .sameFile: .badData
      }
  }

  private init(store error: StoreError) {
    self =
      switch error {
      case .notFound, .danglingLink: .noInput
      case .isFolder, .notAFile, .notADatabase, .hardLinked: .foreignStore
      case .damaged: .damagedStore
      case .cannotCreate: .cannotCreate
      case .permissionDenied, .unreadableWAL, .readOnly: .permission
      case .migrated: .newerStore
      case .busy, .moved, .unfinishedTransaction: .storeBusy
      case .diskFull, .noSpace: .diskFull
      case .inputOutput: .inputOutput
      case .failed, .cancelled: .other
      }
  }
}
