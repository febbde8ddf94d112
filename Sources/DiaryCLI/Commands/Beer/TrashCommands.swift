import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText

extension CommandContext {
  /// Prints which beers were moved to the trash or restored.
  ///
  /// - Parameter key: The JSON key for the beers' ids.
  func report(
    _ options: OutputOptions, _ key: String, _ change: DiaryChange?, unchanged: String
  ) {
    let beers: [Int64] =
      switch change {
      case .trashed(let beers): beers
      case .restored(let beers): beers.map(\.beer)
      default: []
      }
    reportDone(options, json: JSONText.of([(key, .array(beers.map(JSONValue.integer)))])) {
      $0.line(change.map { ChangeText.done($0) } ?? unchanged)
    }
  }
}
