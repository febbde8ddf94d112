import DiaryModel
import GRDB

/// SQL for the number that a text of a custom field is.
enum TypedNumberSQL {
  /// The name of the SQL function that reads the number; NULL if the text is not one.
  static let number = "typed_number"

  /// The function of that name.
  static var function: DatabaseFunction {
    DatabaseFunction(number, argumentCount: 1, pure: true) { values in
      String.fromDatabaseValue(values[0]).flatMap { TypedNumber.value(of: $0) }
    }
  }
}

extension TypedNumber {
  /// Returns the number that filters and statistics read in the text of a custom field; `nil` for a text that is not a
  /// number, a percentage, and an ambiguous number.
  static func value(of text: String) -> Double? {
    guard let typed = TypedNumber(text), !typed.isPercentage, !typed.isAmbiguous(in: nil) else { return nil }
    return typed.value
  }
}
