import DiaryProcess
import DiaryStore
import DiaryText
import Pictures
import SQLiteKit

/// Prints what `--migrate-only` will do.
struct MigrationDryRun {
  let options: StoreOptions
  let output: OutputOptions

  func run(in context: CommandContext) throws {
    let path = context.path(options)
    let forecast = try context.cancellable("Stopped. Nothing was changed.") { isCancelled in
      try Diary.forecastMigration(of: path, isCancelled: isCancelled)
    }
    context.report(output, json: MigrationJSON(forecast).text + "\n") {
      if forecast.steps.isEmpty { return $0.line("\(path) is up to date.") }
      $0.line(sentence(forecast, path))
      $0.line(space(forecast))
      for warning in forecast.warnings { context.errors.sentence(warning) }
    }
    try endAsRefused(forecast, path)
  }

  /// Throws the exit status of the real migration if there is too little space for it.
  private func endAsRefused(_ forecast: MigrationForecast, _ path: String) throws {
    guard !forecast.steps.isEmpty, forecast.lacksSpace else { return }
    throw ExitStatus(
      StoreError.noSpace(path: path, needed: forecast.neededBytes, free: forecast.freeBytes ?? 0))
  }

  private func sentence(_ forecast: MigrationForecast, _ path: String) -> String {
    let beers = NumberText.count(forecast.beerCount, "beer")
    let photos = NumberText.count(forecast.photoCount, "photo")
    let steps = forecast.steps.map { "\($0.from) to \($0.to)" }.joined(separator: ", ")
    return """
      \(path) will be migrated from version \(forecast.fromVersion) to \(forecast.toVersion) (\(steps)): \
      \(beers) and \(photos). Nothing was changed.
      """
  }

  private func space(_ forecast: MigrationForecast) -> String {
    let needed = ByteCountText.text(forecast.neededBytes)
    guard let free = forecast.freeBytes.map(ByteCountText.text) else {
      return "The migration needs \(needed) of disk space."
    }
    return forecast.lacksSpace
      ? "The migration needs \(needed) of disk space, but only \(free) are free. Free some space first."
      : "The migration needs \(needed) of disk space; \(free) are free."
  }
}
