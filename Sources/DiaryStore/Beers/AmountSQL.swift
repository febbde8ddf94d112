import DiaryModel
import GRDB

/// SQL for the number in a text such as a price.
enum AmountSQL {
  /// The name of the SQL function that reads the number; NULL if ``WrittenAmount`` finds none.
  static let amount = "written_amount"

  /// The function of that name.
  static var function: DatabaseFunction {
    DatabaseFunction(amount, argumentCount: 1, pure: true) { values in
      String.fromDatabaseValue(values[0]).flatMap { WrittenAmount.value($0) }
    }
  }
}
