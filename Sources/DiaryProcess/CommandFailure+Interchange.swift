import Foundation
package import Interchange

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
    case .isFolder, .openDiary, .empty, .binary, .brokenHeader, .noHeader, .brokenJSON, .severalLists,
      .listsInBeer, .noBeers, .noNameColumn, .onlyBreweries, .mappingDoesNotFit:
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
