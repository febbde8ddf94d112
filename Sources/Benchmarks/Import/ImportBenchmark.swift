import DiaryStore
import FixtureStores
import Foundation
import Interchange

/// A catalogue of beers into a new diary, and again into the same one.
enum ImportBenchmark {
  static func figures(_ scale: BenchmarkScale) throws -> [Figure] {
    let rowCount = scale.of(66_000, quick: 2000)
    let folder = try TemporaryFolder()
    let file = folder.file("catalogue.csv")
    try Data(catalogue(rowCount).utf8).write(to: URL(fileURLWithPath: file))
    return try ["into a new diary", "again into the same"].map { name in
      note("import: \(rowCount.grouped) rows \(name)")
      let result = try MeasuredChild.importFile(file, into: folder.file("diary.sqlite"))
      return Figure(
        "CSV of \(rowCount.grouped) rows \(name)",
        measured: "\(result.seconds.secondsText), peak \(result.peakMegabytes.text(0)) MB")
    }
  }

  static func importFile(_ file: String, into store: String) throws {
    let diary = try Diary.open(at: store)
    _ = try FileImport(ImportSource(path: file)).run(into: diary)
    try diary.close()
  }

  private static func catalogue(_ rowCount: Int) -> String {
    var text = "beer_id,brewery_id,beer_name,beer_style,beer_abv\r\n"
    for row in 1...rowCount {
      let abv = row % 3 == 0 ? "" : "\(Double(row % 120) / 10)"
      text += "\(row),\(row % 6000),\"Beer \(row), the \"\"good\"\" one\",American IPA,\(abv)\r\n"
    }
    return text
  }
}
