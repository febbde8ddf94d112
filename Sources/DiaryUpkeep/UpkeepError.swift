package import DiaryStore

/// The error of an operation that opens stores, and has the errors of that as its case `.opening`.
package protocol UpkeepError: OperationError {
  /// Creates the error of an operation whose store could not be opened.
  static func opening(_ error: OpeningError) -> Self
}

extension UpkeepError {
  package static func converted(_ error: any Error, path: String) -> Self? {
    let opening = OpeningError(mapping: error, path: path)
    return opening.storeError.map { .store($0) } ?? .opening(opening)
  }
}
