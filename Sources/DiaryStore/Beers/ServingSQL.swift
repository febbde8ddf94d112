import DiaryModel
import GRDB
import Synchronization

/// SQL for the volume of a serving.
enum ServingSQL {
  /// The name of the SQL function that reads a text as liters; NULL if ``ServingVolume`` cannot.
  static let volume = "serving_volume"

  /// The function of that name.
  static var function: DatabaseFunction {
    DatabaseFunction(volume, argumentCount: 1, pure: true) { values in
      String.fromDatabaseValue(values[0]).flatMap { liters($0) }
    }
  }

  /// The texts that were read last; a million beers have a few dozen of them.
  private static let known = Mutex<[String: Double?]>([:])
  private static let maxKnown = 1_000

  private static func liters(_ text: String) -> Double? {
    if let liters = known.withLock({ $0[text] }) { return liters }
    let liters = ServingVolume.liters(text)
    known.withLock { texts in
      if texts.count >= maxKnown { texts.removeAll() }
      texts.updateValue(liters, forKey: text)
    }
    return liters
  }
}
