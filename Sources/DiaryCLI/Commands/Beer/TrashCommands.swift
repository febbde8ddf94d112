import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText

extension CommandContext {
  /// Prints which beers were moved to the trash or restored, with the name of a single one.
  ///
  /// - Parameters:
  ///   - json: Returns the JSON for the ids of these beers.
  ///   - unchanged: The sentence if there are none.
  func report(
    _ options: OutputOptions, _ change: DiaryChange?, in diary: Diary, unchanged: String,
    json: ([Int64]) -> String
  ) throws {
    let beers: [Int64] =
      switch change {
      case .trashed(let beers): beers
      case .restored(let beers): beers.map(\.beer)
      default: []
      }
    try reportDone(options, json: json(beers)) {
      let only = beers.count == 1 ? beers.first : nil
      let name = try only.flatMap { try diary.beer($0)?.beer.fields.name }
      $0.line(change.map { ChangeText.done($0, name: name) } ?? unchanged)
    }
  }
}
