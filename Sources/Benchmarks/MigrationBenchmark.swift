import FixtureStores
import Foundation

/// A large Core Data store on its way to the current version.
enum MigrationBenchmark {
  static func run() throws {
    for (name, bytes) in [("0.3 GB", 260_000), ("3 GB", 2_600_000)] {
      let folder = try TemporaryFolder()
      let path = folder.file("old.sqlite")
      var store = LegacyStore()
      store.beerCount = 1000
      store.photoByteCount = bytes
      let beers = try store.write(to: path)
      let before = size(path)
      let result = try MeasuredChild.measure("migrate", path)
      let growth = (Double(size(path) + size(path + "-wal")) / Double(before) - 1) * 100
      print(
        "\(name): \(beers.count) beers, \(beers.map(\.photos.count).reduce(0, +)) photos, \(before / 1_000_000) MB:",
        String(format: "%.2f s, peak %.0f MB, size %+.2f %%", result.seconds, result.peakMegabytes, growth))
    }
  }

  private static func size(_ path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }
}
