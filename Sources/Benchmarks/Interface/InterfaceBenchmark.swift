import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import TestSupport

/// The list of a diary with very many beers: search as you type, scrolling, sorting and counts.
enum InterfaceBenchmark {
  /// The milliseconds that a user does not notice.
  private static let target = 50.0

  static func figures(_ scale: BenchmarkScale) throws -> [Figure] {
    let count = scale.of(1_000_000, quick: 20_000)
    note("interface: a diary of \(count.grouped) beers, and its search index")
    let folder = try TemporaryFolder()
    let diary = try ManyBeers(count: count).diary(at: folder.file("many.sqlite"))
    let session = ListSession(diary, count: count)
    let figures = try session.first() + session.typing() + session.windows() + session.orders()
    try diary.close()
    return figures + (try screenFigures(folder, count, scale))
  }

  /// The program itself on a terminal.
  private static func screenFigures(_ folder: TemporaryFolder, _ count: Int, _ scale: BenchmarkScale) throws
    -> [Figure]
  {
    guard let program = BuiltProgram.beerdiary else {
      note("interface: beerdiary is not built, so the screens are not measured")
      return []
    }
    // Photos without images would keep the background work busy.
    let file = try SQLiteFile(folder.file("many.sqlite"))
    try file.execute("DELETE FROM photo; PRAGMA incremental_vacuum")
    file.close()
    let screens = ScreenFigures(
      program: program, store: folder.file("many.sqlite"), count: count, home: folder.path, scale: scale)
    return try screens.all() + pictureFigures(screens, folder, scale)
  }

  private static func pictureFigures(
    _ screens: ScreenFigures, _ folder: TemporaryFolder, _ scale: BenchmarkScale
  ) throws -> [Figure] {
    #if PictureCodecs
      let beers = scale.of(100_000, quick: 2_000)
      let photo = folder.file("photo.jpg")
      try PhotoRecipe(width: 96).write(to: photo)
      let store = folder.file("pictures.sqlite")
      let image = try Data(contentsOf: URL(fileURLWithPath: photo))
      try ManyBeers(count: beers, image: image).diary(at: store).close()
      return try screens.scrollingPictures(store, beers: beers)
    #else
      return []
    #endif
  }

  /// The queries of the interface for lists.
  private struct ListSession {
    private let diary: Diary
    private let count: Int
    private let window = 0..<88

    init(_ diary: Diary, count: Int) {
      self.diary = diary
      self.count = count
    }

    private func milliseconds(_ work: () throws -> Void) rethrows -> Double {
      let time = try ContinuousClock().measure(work)
      return Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) / 1e15
    }

    private func atMost(_ name: String, _ values: [Double]) -> Figure {
      let slowest = values.max() ?? .nan
      return .atMost(
        InterfaceBenchmark.target, "\(name), \(count.grouped) beers", value: slowest,
        target: "≤ \(Int(InterfaceBenchmark.target)) ms",
        measured: "\(values.median.text(1)) ms, at most \(slowest.text(1)) ms")
    }

    private func reported(_ name: String, _ value: Double) -> Figure {
      Figure("\(name), \(count.grouped) beers", measured: "\(value.text(0)) ms")
    }

    func first() throws -> [Figure] {
      let query = BeerQuery(generation: 1)
      let first = try milliseconds { _ = try diary.listItems(query, in: window) }
      let counts = try milliseconds { _ = try diary.summary(query) }
      return [atMost("first window of the list", [first]), reported("counts, in the background", counts)]
    }

    /// Every prefix of a word, each as a new search.
    func typing() throws -> [Figure] {
      let words = ["imperial", "märzen", "brewery 77", "fruit", "zzz", "beer 999"]
      let texts = words.flatMap { word in word.indices.map { String(word[...$0]) } }
      var slowest = (text: "", time: 0.0)
      let times = try texts.map { text in
        let time = try milliseconds {
          _ = try diary.listItems(BeerQuery(search: text, generation: 1), in: window)
        }
        if time > slowest.time { slowest = (text, time) }
        return time
      }
      note("interface: slowest search “\(slowest.text)”")
      let filters = try [
        "style:stout rating>=4", "has:photo abv>11.9", "hop:citra date<2006", "-sour year:2019",
      ]
      .map { text in
        let query = BeerQuery(filter: try BeerFilter(text), generation: 1)
        return try milliseconds { _ = try diary.listItems(query, in: window) }
      }
      let counts = try texts.map { text in
        try milliseconds { _ = try diary.summary(BeerQuery(search: text, generation: 1)) }
      }
      return [
        atMost("search as you type, first window", times),
        reported("a filter, slowest", filters.max() ?? .nan),
        reported("all of a search, slowest", counts.max() ?? .nan),
      ]
    }

    func windows() throws -> [Figure] {
      let query = BeerQuery(generation: 1)
      var random = SeededGenerator(seed: 3)
      let times = try (0..<50).map { _ in
        let start = Int.random(in: 0..<count - 100, using: &random)
        return try milliseconds { _ = try diary.listItems(query, in: start..<start + window.count) }
      }
      return [atMost("window anywhere in the list", times)]
    }

    func orders() throws -> [Figure] {
      var firsts: [Double] = []
      var wholes: [Double] = []
      for order in BeerQuery.Order.indexed {
        let query = BeerQuery(order: order, isReversed: true, generation: 1)
        firsts.append(try milliseconds { _ = try diary.listItems(query, in: window) })
        wholes.append(try milliseconds { _ = try diary.position(of: 1, in: query) })
      }
      // An order without an index: all beers are counted before the first is known.
      let times = BeerQuery(order: .times, isReversed: true, generation: 1)
      let counted = try milliseconds { _ = try diary.listItems(times, in: window) }
      return [
        atMost("first window of another order", firsts),
        reported("first window of the order by times", counted),
        reported("place of a beer in another order, slowest", wholes.max() ?? .nan),
      ]
    }
  }
}
