import DiaryStore
import FixtureStores
import Foundation
import Interchange

/// A catalogue of beers into a new diary, and again into the same one.
enum ImportBenchmark {
  private static let rowCount = 66_000

  static func run() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("catalogue.csv")
    try Data(catalogue().utf8).write(to: URL(fileURLWithPath: file))
    for name in ["first import", "second import"] {
      let result = try MeasuredChild.measure("import", file, folder.file("diary.sqlite"))
      print(
        "\(name) of \(rowCount) rows:",
        String(format: "%.2f s, peak %.0f MB", result.seconds, result.peakMegabytes))
    }
  }

  static func importFile(_ file: String, into store: String) throws {
    let diary = try Diary.open(at: store)
    _ = try Importer(into: diary).importCSV(from: ByteInput(path: file))
    try diary.close()
  }

  private static func catalogue() -> String {
    var text = "beer_id,brewery_id,beer_name,beer_style,beer_abv\r\n"
    for row in 1...rowCount {
      let abv = row % 3 == 0 ? "" : "\(Double(row % 120) / 10)"
      text += "\(row),\(row % 6000),\"Beer \(row), the \"\"good\"\" one\",American IPA,\(abv)\r\n"
    }
    return text
  }
}
