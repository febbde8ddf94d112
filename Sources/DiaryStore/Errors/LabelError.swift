import DiaryModel
package import SQLiteKit

/// Why labels could not be merged, split, kept apart or edited; the diary is as it was before.
package enum LabelError: ChangeError {
  /// The file system or SQLite reported an error; `.readOnly` if the diary was opened only for reading.
  case store(StoreError)
  /// The beer does not exist; the value is its id, or what the user typed for it.
  case noSuchBeer(String)
  /// The label does not exist; the value is its UUID, or what the user typed for it.
  case noSuchLabel(String)
  /// No beer would keep the label.
  case noOtherBeer
  /// The beers to split off have different labels.
  case differentLabels
  /// The labels to keep apart are the same.
  case sameLabel
  /// A value is not accepted; `reason` is the end of a sentence.
  case invalid(field: String, reason: String)
}

extension LabelError {
  package static func converted(_ error: any Error, path: String) -> LabelError? {
    switch error {
    case EditError.noSuchBeer(let name): .noSuchBeer(name)
    case let invalid as InvalidValue: .invalid(field: invalid.field, reason: invalid.reason)
    default: nil
    }
  }

  /// The error of the file system or SQLite, or why the diary refused the change.
  package var cause: ChangeErrorCause {
    switch self {
    case .store(let error): .store(error)
    case .noSuchBeer(let name): .refusal(.noSuchBeer(name))
    case .noSuchLabel(let name):
      .refusal(
        .init(
          .missing, "There is no label \(name). See the labels with `beerdiary labels`.",
          reason: "no beer has this label any longer"))
    case .noOtherBeer:
      .refusal(
        .init(
          .impossible, "No other beer has this label. Nothing was changed.",
          reason: "no other beer has this label"))
    case .differentLabels:
      .refusal(
        .init(
          .impossible, "The beers do not have the same label. Split them one by one.",
          reason: "the beers do not have the same label"))
    case .sameLabel:
      .refusal(
        .init(
          .impossible, "Both are the same label. Nothing was changed.", reason: "both are the same label"))
    case .invalid(let field, let reason): .refusal(.invalid(field, reason))
    }
  }
}
