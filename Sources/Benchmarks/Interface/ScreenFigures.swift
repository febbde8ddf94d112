import DiaryModel
import DiaryStore
import FixtureStores
import Foundation

/// The program on a terminal with very many beers: start, keys, idling and memory.
struct ScreenFigures {
  private static let timeout = Duration.seconds(60)

  /// The sizes of the terminal.
  private enum Size {
    case usual
    /// With the selected beer next to the list.
    case onePane
    /// With the notes next to it as well.
    case twoPanes

    var cells: (columns: UInt16, rows: UInt16) {
      switch self {
      case .usual: (80, 24)
      case .onePane: (140, 40)
      case .twoPanes: (200, 50)
      }
    }

    /// The size in the name of a figure, such as ` at 80x24`.
    var text: String { " at \(cells.columns)x\(cells.rows)" }
  }

  let program: String
  let store: String
  let count: Int
  let home: String
  let scale: BenchmarkScale

  private var environment: [String: String] { BuiltProgram.environment(home: home) }

  /// Opens the program in 24-bit color, which takes the most bytes.
  private func opened(_ size: Size, _ store: String? = nil) throws -> ProgramOnTerminal {
    let screen = try ProgramOnTerminal(
      program, ["--store", store ?? self.store],
      environment: environment.merging(["COLORTERM": "truecolor"]) { _, color in color },
      size: size.cells)
    guard screen.wait(forAny: [Array(" quit".utf8)], atMost: Self.timeout) != nil else {
      throw KeyTimes.NoResponse()
    }
    return screen
  }

  private func leave(_ screen: ProgramOnTerminal) throws {
    try screen.press(UInt8(ascii: "q"))
    screen.end()
  }

  func all() throws -> [Figure] {
    let start = try starts()
    let rest = try [Size.usual, .twoPanes].flatMap(atRest)
    let moving = try [Size.onePane, .twoPanes].map(moving)
    return start + rest + moving + [try keysDuringImport()]
  }

  // MARK: - Start

  /// Returns the milliseconds from a program's start until texts are on its screen; `nil` if it is not installed.
  private func start(
    _ path: String, _ arguments: [String], _ size: Size = .usual, until texts: [String], quit: String
  ) throws -> Double? {
    guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
    let start = ContinuousClock.now
    let screen = try ProgramOnTerminal(path, arguments, environment: environment, size: size.cells)
    guard screen.wait(forAll: texts.map { Array($0.utf8) }, atMost: Self.timeout) else {
      throw KeyTimes.NoResponse()
    }
    let time = (ContinuousClock.now - start) / .milliseconds(1)
    for key in quit.utf8 { try screen.press(key) }
    screen.end()
    return time
  }

  /// The beginnings of the names of the first and of the last beer on the first screen, which fit its column.
  private func namesOnFirstScreen(_ size: Size) throws -> [String] {
    let diary = try Diary.openReadOnly(at: store)
    defer { try? diary.close() }
    let items = try diary.listItems(in: 0..<Int(size.cells.rows) - 6)
    return [items.first, items.last].compactMap { $0?.name.map { String($0.prefix(14)) } }
  }

  private func starts() throws -> [Figure] {
    note("interface: first screens, and those of VisiData")
    let csv = home + "/beers.csv"
    try Self.table(100_000).write(toFile: csv, atomically: false, encoding: .utf8)
    let own = try ownStart(.usual)
    let ownWithPanes = try ownStart(.twoPanes)
    let visiDatas = try (0..<3).compactMap { _ in
      try start("/usr/bin/visidata", [csv], until: ["Brewery 1"], quit: "q")
    }
    let visiData = visiDatas.isEmpty ? nil : visiDatas.median
    let name = "first full screen, \(count.grouped) beers"
    func figure(_ name: String, _ time: Double) -> Figure {
      .atMost(30, name, value: time, target: "30 ms or less", measured: "\(time.text(1)) ms")
    }
    return [
      figure(name, own), figure("\(name)\(Size.twoPanes.text)", ownWithPanes),
      Figure(
        "\(name), against 100,000 as CSV in VisiData", target: "10 times faster or more",
        measured: visiData.map {
          "\(own.text(1)) ms against \($0.text(0)) ms: \(($0 / own).text(0)) times faster"
        } ?? "\(own.text(1)) ms; VisiData is not installed",
        isReached: visiData.map { $0 >= 10 * own }),
    ]
  }

  /// Returns the median of the milliseconds until the list is on the screen.
  private func ownStart(_ size: Size) throws -> Double {
    let beers = try namesOnFirstScreen(size)
    return try (0..<21).compactMap { _ in
      try start(program, ["--store", store], size, until: beers + [" quit"], quit: "q")
    }.median
  }

  private static func table(_ rows: Int) -> String {
    (1...rows).reduce(into: "name,brewery,style,abv,rating,date\n") { text, row in
      text += "Beer \(row),Brewery \(row),Stout,\(row % 12),\(row % 5),2019-06-\(10 + row % 20)\n"
    }
  }

  // MARK: - Idling and memory

  private func atRest(_ size: Size) throws -> [Figure] {
    let seconds = scale.of(60, quick: 5)
    note("interface: \(seconds) seconds without a key\(size.text)")
    let screen = try opened(size)
    _ = try KeyTimes(screen).measure("jkgGsnsd", count: 60)
    // Wait until pending work and counts are finished.
    // The pool's threads end after a while without work.
    screen.watch(for: .seconds(scale.of(15, quick: 3)))
    let before = screen.use
    screen.watch(for: .seconds(seconds))
    let after = screen.use
    try leave(screen)
    let wakeUps = after.wakeUps(since: before)
    let processor = after.processorSeconds - before.processorSeconds
    return [
      Figure(
        "\(seconds) s without a key\(size.text), \(count.grouped) beers",
        target: "no processor time and no wake-ups",
        measured: "\(processor.text(2)) s and \(wakeUps) wake-ups", isReached: processor == 0 && wakeUps == 0),
      .atMost(
        80, "peak memory of the interface\(size.text), \(count.grouped) beers", value: after.peakMegabytes,
        target: "80 MB or less", measured: "\(after.peakMegabytes.text(1)) MB"),
    ]
  }

  // MARK: - Keys

  private func figure(_ name: String, _ times: [Double]) -> Figure {
    .atMost(
      16, name, value: times.percentile(99), target: "16 ms at the 99th percentile",
      measured: "\(times.percentile(99).text(1)) ms, median \(times.median.text(1)) ms, "
        + "at most \((times.max() ?? .nan).text(1)) ms (\(times.count) keys)")
  }

  /// Moving through the list, with the panes that follow the cursor.
  private func moving(_ size: Size) throws -> Figure {
    note("interface: moving through the list\(size.text)")
    let screen = try opened(size)
    let times = try KeyTimes(screen).measure("jjjjkk\u{6}\u{2}gG", count: scale.of(500, quick: 100))
    try leave(screen)
    return figure("from a key to the screen\(size.text), \(count.grouped) beers", times)
  }

  private func keysDuringImport() throws -> Figure {
    note("interface: keys while another program imports")
    let csv = home + "/import.csv"
    try Self.table(scale.of(200_000, quick: 5_000)).write(toFile: csv, atomically: false, encoding: .utf8)
    let size = Size.twoPanes
    let screen = try opened(size)
    screen.watch(for: .seconds(2))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["import", csv, "--store", store]
    process.environment = environment
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let times = try KeyTimes(screen).measure("jjjjkk\u{6}\u{2}gG", count: 1000) { !process.isRunning }
    process.waitUntilExit()
    try leave(screen)
    return figure(
      "from a key to the screen\(size.text) while another program imports, \(count.grouped) beers", times)
  }

  /// Scrolling through cards while their pictures are made, and then through lines with pictures.
  func scrollingPictures(_ store: String, beers: Int) throws -> [Figure] {
    [
      try scrolling(store, "cards, while their pictures are made", beers, isCards: true),
      try scrollingKeptPictures(store, beers: beers),
    ]
  }

  private func scrollingKeptPictures(_ store: String, beers: Int) throws -> Figure {
    note("interface: making the pictures of \(beers.grouped) beers")
    let diary = try Diary.open(at: store)
    let thumbnails = PhotoThumbnails(of: diary, cachedIn: home + "/beerdiary")
    while try thumbnails.makeSome(within: .seconds(1)) != nil {}
    thumbnails.close()
    try diary.close()
    return try scrolling(store, "a list with thumbnails from the cache", beers, isCards: false)
  }

  private func scrolling(_ store: String, _ name: String, _ beers: Int, isCards: Bool) throws -> Figure {
    note("interface: scrolling \(beers.grouped) beers, \(name)")
    let size = Size.twoPanes
    let screen = try opened(size, store)
    if isCards { try screen.press(UInt8(ascii: "v")) }
    let times = try KeyTimes(screen).measure("jj\u{6}\u{6}\u{6}\u{2}gG", count: scale.of(1000, quick: 100))
    // Without pictures, drawing would be too fast to measure.
    try screen.press(KeyTimes.redraw)
    // Cards use block elements, and lines use lower blocks.
    let blocks = "▀▌▘▝▖▗▚▆".map { Array(String($0).utf8) }
    guard screen.wait(forAny: blocks, atMost: Self.timeout) != nil else {
      throw KeyTimes.NoResponse()
    }
    try leave(screen)
    return figure(
      "from a key to the screen\(size.text), \(name), \(beers.grouped) beers", times)
  }
}
