package import DiaryStore
import DiaryUpkeep
import Foundation
import Pictures
import SQLiteKit

/// The exit statuses, as in BSD's sysexits.h; a question that is answered with no ends as `grep` does.
package enum ExitStatus: Int32, Error, CaseIterable {
  /// The command has done its work, or the user answered no and nothing was changed.
  case done = 0
  /// The answer to a question is no: `had` finds none of the beers, or is not certain.
  case notHad = 1
  /// The arguments are wrong, or the command needs a terminal.
  case usage = 64
  /// A file has wrong contents, such as a damaged diary or one of a newer version, or not everything could be done.
  case badData = 65
  /// What the command refers to does not exist, such as a file, a beer, or a change to undo.
  case noInput = 66
  /// Something outside the program is missing or failed: another program, a store, or enough open files.
  case unavailable = 69
  /// An error that no other status describes, which is a fault of this program.
  case internalFault = 70
  /// A file cannot be created, or the store for a new synchronization has a diary already.
  case cannotCreate = 73
  /// A file cannot be read or written, also because the disk is full.
  case inputOutput = 74
  /// The diary is locked or was changed by another program since; trying again may succeed.
  case busy = 75
  /// The system, the passphrase or `--read-only` does not permit it.
  case noPermission = 77
  /// `config` found mistakes in the settings, or could not change them without a risk to the rest of the file.
  case configuration = 78

  /// What the status means, as a sentence for the manual.
  package var summary: String {
    switch self {
    case .done: "Success, or you answered no and nothing was changed."
    case .notHad: "`had`: you have not had the beer, or none of the menu, or it is not certain."
    case .usage: "Wrong arguments, or the command needs a terminal."
    case .badData:
      "Not everything could be done: an import could not read some rows or values, an export has photos without "
        + "images, or `doctor` found problems. Or a file is damaged, is not a diary, or is from a newer version."
    case .noInput:
      "No such file, beer, label, photo, import, change, or conflict, nothing to undo or redo, or a diary that is not "
        + "synchronized."
    case .unavailable:
      "Another program or a store that is needed is missing or failed, or the system allows too few open files."
    case .internalFault: "An error in this program."
    case .cannotCreate: "A file cannot be created, or the store has a diary already."
    case .inputOutput: "A file cannot be read or written, or the disk is full."
    case .busy: "The diary is in use, or another program changed the beer at the same time. Try again."
    case .noPermission: "No permission, a wrong passphrase, or --read-only does not allow the change."
    case .configuration: "`config`: there are mistakes in your settings, or they could not be changed safely."
    }
  }

  /// Creates the status for a failed system call.
  ///
  /// - Parameter systemError: An `errno`.
  package init(systemError: Int32) {
    self =
      switch systemError {
      case ENOENT, ENOTDIR: .noInput
      case EACCES, EPERM: .noPermission
      default: .inputOutput
      }
  }

  /// Creates the status for an error of the diary; ``internalFault`` if nothing says more about it.
  package init(_ error: some DiaryError) {
    self =
      switch error {
      case let error as OpeningError: ExitStatus(opening: error)
      case let error as BackupError: ExitStatus(backup: error)
      case let error as TransferError: ExitStatus(transfer: error)
      default:
        error.storeError.map(ExitStatus.init(store:)) ?? error.refusal.map { ExitStatus(refusal: $0.kind) }
          ?? .internalFault
      }
  }

  /// Creates the status for a file that cannot be opened or read.
  init(_ error: FileBytesError) {
    self =
      switch error {
      case .cannotOpen(_, let code), .cannotRead(_, let code): ExitStatus(systemError: code)
      case .isFolder, .notAFile, .danglingLink: .noInput
      case .openDatabase: .badData
      case .endsTooSoon: .inputOutput
      }
  }

  private init(opening error: OpeningError) {
    self =
      switch error {
      case .store(let error): ExitStatus(store: error)
      case .emptyFile, .notADiary, .unexpectedSchemaObjects, .newer, .needsMigration, .legacyStore,
        .verificationFailed:
        .badData
      }
  }

  private init(refusal kind: ChangeRefusal.Kind) {
    self =
      switch kind {
      case .missing: .noInput
      case .invalid, .impossible: .badData
      case .unreadable(let error): ExitStatus(error)
      case .changedSince: .busy
      }
  }

  private init(backup error: BackupError) {
    self =
      switch error {
      case .store(let error): ExitStatus(store: error)
      case .opening(let error): ExitStatus(opening: error)
      case .unusableImage, .invalidCopy: .badData
      }
  }

  private init(transfer error: TransferError) {
    self =
      switch error {
      case .store(let error): ExitStatus(store: error)
      case .opening(let error): ExitStatus(opening: error)
      case .sameFile: .badData
      }
  }

  private init(store error: StoreError) {
    self =
      switch error {
      case .notFound, .danglingLink: .noInput
      case .isFolder, .notAFile, .notADatabase, .damaged, .hardLinked, .unfinishedTransaction, .migrated:
        .badData
      case .cannotCreate: .cannotCreate
      case .permissionDenied, .unreadableWAL, .readOnly: .noPermission
      case .busy, .moved, .cancelled: .busy
      case .diskFull, .noSpace, .inputOutput, .failed: .inputOutput
      }
  }
}
