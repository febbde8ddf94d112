package import DiaryStore
package import DiaryText
import Foundation
package import Interchange
import Pictures
import SQLiteKit
package import Telemetry

/// The error that ends a command, with a message for the user.
package struct CommandFailure: Error {
  /// What happened and what to do, for the user; several lines for a mistake in a filter.
  package let sentence: String
  /// The exit status; a command that a signal stopped ends by the signal instead.
  package let status: ExitStatus
  /// The kind of error, for telemetry.
  package let kind: ErrorKind

  /// Creates a failure with a message for the user.
  ///
  /// - Parameter kind: The kind of error; `nil` derives it from the status.
  package init(sentence: String, status: ExitStatus, kind: ErrorKind? = nil) {
    self.sentence = sentence
    self.status = status
    self.kind = kind ?? ErrorKind(status)
  }

  /// Creates the failure for an error, with the exit status that belongs to it.
  ///
  /// - Parameter folders: The user's folders; a missing diary there has its own sentence.
  package init(_ error: some DiaryError, folders: UserFolders = UserFolders()) {
    self.init(sentence: Self.sentence(error, folders), status: ExitStatus(error), kind: ErrorKind(error))
  }

  private static func sentence(_ error: some DiaryError, _ folders: UserFolders) -> String {
    guard case .notFound(let path)? = error.storeError, path == folders.defaultStore else {
      return error.sentence
    }
    return """
      You have no diary yet (\(path)). Start one with `beerdiary`, `beerdiary add NAME`, or `beerdiary import FILE`.
      """
  }
}

extension CommandFailure {
  /// Returns the failure for a file that was to be added as a photo.
  ///
  /// - Parameter advice: How to add it anyway, without a full stop.
  package static func notAPicture(_ advice: String) -> CommandFailure {
    CommandFailure(sentence: "It is not a picture of a known format. \(advice).", status: .badData)
  }

  /// Returns whether an error means that the user stopped the work.
  package static func isCancellation(_ error: any Error) -> Bool {
    switch error {
    case let error as any DiaryError: error.isCancellation
    default: false
    }
  }

  /// Converts any error.
  package init(describing error: any Error, folders: UserFolders = UserFolders()) {
    switch error {
    case let error as CommandFailure: self = error
    case let error as ImportError: self.init(error, folders: folders)
    case PhotoError.unreadableImage(let error): self.init(error)
    case let error as any DiaryError: self.init(error, folders: folders)
    case let error as ExportError: self.init(error)
    case let error as FileBytesError: self.init(error)
    case let error as SystemFailure: self.init(error)
    case let error as TelemetryError:
      self.init(sentence: error.description, status: ExitStatus(systemError: error.code))
    case let error as CocoaError: self.init(error)
    default:
      self.init(
        sentence: "An unexpected error occurred (\(error)). Please report it.", status: .internalFault)
    }
  }

  private init(_ error: FileBytesError) {
    self.init(sentence: error.description, status: ExitStatus(error))
  }

  private init(_ error: SystemFailure) {
    let reason = String(cString: strerror(error.code))
    self.init(
      sentence: "The operating system reported an error (\(error.call): \(reason)).",
      status: .inputOutput)
  }

  private init(_ error: CocoaError) {
    let path = error.filePath ?? "A file"
    switch error.code {
    case .fileNoSuchFile, .fileReadNoSuchFile:
      self.init(sentence: "\(path) does not exist. Check the path.", status: .noInput)
    case .fileReadNoPermission, .fileWriteNoPermission:
      self.init(
        sentence: "You have no permission to use \(path). Check its permissions.", status: .noPermission)
    default:
      self.init(
        sentence: "\(path) cannot be read or written (error \(error.code.rawValue)).", status: .inputOutput)
    }
  }
}

extension Problem {
  /// Creates the problem that the interface shows for an error of a command, which has no choices.
  package init(_ failure: CommandFailure) { self.init(sentence: failure.sentence, kind: failure.kind) }
}

extension ErrorKind {
  fileprivate init(_ status: ExitStatus) {
    self =
      switch status {
      case .usage: .usage
      case .badData: .badData
      case .noInput: .noInput
      case .cannotCreate: .cannotCreate
      case .inputOutput: .inputOutput
      case .busy: .storeBusy
      case .noPermission: .permission
      case .done, .notHad, .unavailable, .internalFault, .configuration: .other
      }
  }
}

extension CommandFailure {
  /// Converts an import error.
  ///
  /// - Parameter folders: The user's folders; a missing diary there has its own sentence.
  package init(_ error: ImportError, folders: UserFolders = UserFolders()) {
    switch error {
    case .opening(let error): self.init(error, folders: folders)
    case .store(let error): self.init(error, folders: folders)
    case .photosNotAdded(let cause): self.init(sentence: error.sentence, status: ExitStatus(cause))
    case .notFound, .noPhotoFolder: self.init(sentence: error.sentence, status: .noInput)
    case .permissionDenied: self.init(sentence: error.sentence, status: .noPermission)
    case .unreadable: self.init(sentence: error.sentence, status: .inputOutput)
    case .noSuchColumn, .noSuchList, .noLists, .sameField, .fixedIdentity:
      self.init(sentence: error.sentence, status: .usage)
    case .isFolder, .openDiary, .empty, .binary, .brokenHeader, .noHeader, .endlessQuote, .anotherTable,
      .brokenJSON, .severalLists, .listsInBeer, .noBeers, .noNameColumn, .onlyBreweries, .mappingDoesNotFit:
      self.init(sentence: error.sentence, status: .badData)
    }
  }
}

extension CommandFailure {
  /// Converts the error of an import that had added beers before.
  ///
  /// - Returns: `nil` if the import did not fail.
  package init?(stopping summary: ImportSummary) {
    guard let error = summary.failure else { return nil }
    let cause = CommandFailure(error)
    if case .photosNotAdded = error {
      self = cause
    } else {
      self.init(
        sentence:
          "The import stopped after these beers. \(cause.sentence) Import the file again to add the rest.",
        status: cause.status)
    }
  }
}

extension CommandFailure {
  /// Creates the failure of a command that cannot write its output.
  ///
  /// - Parameter file: The file or folder as typed; the error may name a part of its path.
  package init(_ error: ExportError, writing file: String? = nil) {
    var error = error
    if let file { error.path = file }
    let status: ExitStatus =
      switch error.code {
      case ENOSPC, EDQUOT, EFBIG, EIO: .inputOutput
      default: .cannotCreate
      }
    self.init(sentence: error.sentence, status: status)
  }
}
