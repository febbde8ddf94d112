package import Pictures
package import SQLiteKit

/// Why a photo could not be added, moved, removed, restored or captioned.
package enum PhotoError: ChangeError {
  /// The file system or SQLite reported an error; `.readOnly` if the diary was opened only for reading.
  case store(StoreError)
  /// The beer does not exist; the value is its id.
  case noSuchBeer(String)
  /// The photo does not exist, or was removed from its beer.
  case noSuchPhoto(Int64)
  /// The beer already has this photo, at position `order`, from 0.
  case samePhoto(order: Int)
  /// The file of a new photo cannot be read.
  case unreadableImage(FileBytesError)
  /// The file of a new photo is larger than 1 GB.
  case tooLarge
}

extension PhotoError {
  package static func converted(_ error: any Error, path: String) -> PhotoError? {
    switch error {
    case EditError.noSuchBeer(let name): .noSuchBeer(name)
    case let error as FileBytesError: .unreadableImage(error)
    default: nil
    }
  }

  /// The error of the file system or SQLite, or why the diary refused the change.
  package var cause: ChangeErrorCause {
    switch self {
    case .store(let error): .store(error)
    case .noSuchBeer(let name): .refusal(.noSuchBeer(name))
    case .noSuchPhoto(let id): .refusal(.noSuchPhoto(id))
    case .samePhoto(let order):
      .refusal(
        .init(
          .invalid, "The beer already has this photo as photo \(order + 1).",
          reason: "the beer already has this photo, as photo \(order + 1)"))
    case .unreadableImage(let error):
      .refusal(.init(.unreadable(error), error.description, reason: "the picture cannot be read"))
    case .tooLarge: .refusal(.invalid("photo", "it is larger than 1 GB"))
    }
  }
}
