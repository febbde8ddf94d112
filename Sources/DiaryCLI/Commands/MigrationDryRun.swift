import DiaryProcess
import DiaryStore
import DiaryText
import Pictures
import SQLiteKit

/// Says what `--migrate-only` would do.
struct MigrationDryRun {
  let printsJSON: Bool

  func run(_ options: StoreOptions) throws {
    let path = options.storePath
    let forecast = try forecast(path)
    let console = Console.standardOutput
    if printsJSON {
      console.write(MigrationJSON(forecast).text + "\n")
      console.flush()
      return try endAsRefused(forecast, path)
    }
    guard !forecast.steps.isEmpty else {
      console.line("\(path) is up to date.")
      return console.flush()
    }
    console.line(sentence(forecast, path))
    console.line(space(forecast))
    console.flush()
    for warning in forecast.warnings { Console.standardError.sentence(warning) }
    try endAsRefused(forecast, path)
  }

  private func forecast(_ path: String) throws -> MigrationForecast {
    do throws(OpeningError) {
      return try InterruptNotice.during { () throws(OpeningError) in
        try Diary.forecastMigration(of: path, isCancelled: { InterruptNotice.isInterrupted })
      }
    } catch .store(.cancelled) {
      Console.standardError.line("Stopped; nothing was changed.")
      throw InterruptNotice.ended
    }
  }

  /// Ends with the status that the migration would be refused with.
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
      \(path) would be brought from version \(forecast.fromVersion) to \(forecast.toVersion) (\(steps)): \
      \(beers) and \(photos). Nothing was changed.
      """
  }

  private func space(_ forecast: MigrationForecast) -> String {
    let needed = ByteCountText.text(forecast.neededBytes)
    guard let free = forecast.freeBytes.map(ByteCountText.text) else { return "It needs \(needed)." }
    return forecast.lacksSpace
      ? "It needs \(needed), which is more than the \(free) that are free: it would be refused."
      : "It needs \(needed) of the \(free) that are free."
  }
}
