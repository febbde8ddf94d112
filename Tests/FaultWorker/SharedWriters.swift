import DiaryModel
import DiaryStore
import DiaryUpkeep
import FixtureStores
import Foundation
import TestSupport

/// Several processes that write to one diary at the same time, and what has become of it.
struct SharedWriters {
  let count: Int
  let milliseconds: Int

  func run(seed: Int, _ report: inout Report) throws {
    let folder = try TemporaryFolder()
    let store = folder.file("diary.sqlite")
    let diary = try Diary.open(at: store)
    _ = try diary.add(NewBeer(fields: BeerFields(name: SharedWriter.commonBeer)))
    let processes = try (0..<count).map { number in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      process.arguments = [
        "writer", "store=\(store)", "name=w\(number)", "seed=\(seed &* 100 &+ number)",
        "milliseconds=\(milliseconds)", "log=\(folder.file("w\(number)"))",
      ]
      try process.run()
      return process
    }
    defer { for process in processes where process.isRunning { process.terminate() } }
    report.cases = count
    do {
      for (number, process) in processes.enumerated() {
        try blockUntil(
          "writer \(number) ends", patience: Patience(longest: .max),
          progress: { "\(ProcessorTime.ofTree(process.processIdentifier))" }
        ) { !process.isRunning }
      }
    } catch let error as TimeoutError {
      return report.fail("writers", error.description)
    }
    let logs = try (0..<count).map { number in
      try JSONDecoder().decode(
        SharedWriter.Log.self, from: Data(contentsOf: URL(fileURLWithPath: folder.file("w\(number)"))))
    }
    report.fired = logs.reduce(0) { $0 + $1.actions }
    report.failures = logs.compactMap(\.failure) + (try differences(diary, logs))
    try diary.close()
  }

  /// What is not as the writers left it.
  private func differences(_ diary: Diary, _ logs: [SharedWriter.Log]) throws -> [String] {
    var differences = try diary.examine().map { "the doctor finds \($0)" }
    var ratings: [String: Double] = [:]
    var captions: [String] = []
    try diary.forEachBeer { detail in
      let fields = detail.beer.fields
      if let name = fields.name { ratings[name] = fields.rating }
      let orders = detail.photos.map(\.order)
      if orders != Array(orders.indices) { differences.append("\(fields.name ?? "") has orders \(orders)") }
      if fields.name == SharedWriter.commonBeer { captions = detail.photos.compactMap(\.caption) }
    }
    let expected = logs.reduce(into: [:]) { $0.merge($1.ratings) { $1 } }
    ratings[SharedWriter.commonBeer] = nil
    if ratings != expected {
      differences.append("\(ratings.count) beers, not the \(expected.count) that were written")
    }
    if captions.sorted() != logs.flatMap(\.photos).sorted() {
      differences.append("\(captions.count) photos, not the \(logs.flatMap(\.photos).count) that were added")
    }
    return differences
  }
}
