import DiaryModel
import GRDB

/// SQL for the volume of a serving.
enum ServingSQL {
  /// The name of the SQL function that reads a text as liters; NULL if ``ServingVolume`` cannot.
  static let volume = "serving_volume"

  /// The function of that name.
  static var function: DatabaseFunction {
    DatabaseFunction(volume, argumentCount: 1, pure: true) { values in
      String.fromDatabaseValue(values[0]).flatMap { ServingVolume.liters($0) }
    }
  }
}
