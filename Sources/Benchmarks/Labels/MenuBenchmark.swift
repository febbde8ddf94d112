import FixtureStores
import Foundation
import TestSupport

/// Looking for the beers of a menu in a diary with the command `had`.
enum MenuBenchmark {
  private static let lineCount = 100
  private static let rounds = 5
  private static let syllables =
    "ka ro lin ten mor bel zu fen wick dra sto hal gen pri vo lam sen tor quil bra mi ost ur dan pel".split(
      separator: " ")

  static func figures(_ scale: BenchmarkScale) throws -> [Figure] {
    let beers = scale.of(100_000, quick: 10_000)
    note("labels: \(lineCount) lines of a menu against \(beers.grouped) beers")
    guard let program = BuiltProgram.beerdiary else {
      note("beerdiary is not built, so it is not measured")
      return []
    }
    let folder = try TemporaryFolder()
    let file = folder.file("beers.csv")
    let menu = folder.file("menu.txt")
    let store = folder.file("diary.sqlite")
    var random = SeededGenerator(seed: 11)
    let names = (0..<beers).map { _ in ("\(word(&random)) \(word(&random))", "\(word(&random)) Brewing") }
    let rows = names.map { "\($0),\($1),IPA\n" }.joined()
    try Data(("name,brewery,style\n" + rows).utf8).write(to: URL(fileURLWithPath: file))
    // Of five lines, four are in the diary.
    let lines = (0..<lineCount).map { line in
      let (name, brewery) =
        line % 5 == 0 ? ("\(word(&random)) Unknown", "") : names[line * (beers / lineCount)]
      return "\(line + 1). \(brewery) \(name) - IPA - 5.5% - $6\n"
    }
    try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: menu))
    _ = try MeasuredChild.importFile(file, into: store)
    let times = try (0..<rounds).map { _ in
      try MeasuredChild.program(program, ["had", "--menu", menu, "--store", store]).seconds * 1e3
    }
    return [
      .atMost(
        100, "\(lineCount) lines of a menu against \(beers.grouped) beers, with the start of the program",
        value: times.median, target: "100 ms or less", measured: "\(times.median.text(0)) ms")
    ]
  }

  private static func word(_ random: inout SeededGenerator) -> String {
    (0..<3).compactMap { _ in syllables.randomElement(using: &random) }.joined().capitalized
  }
}
