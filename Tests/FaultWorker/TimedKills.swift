import DiaryStore
import FaultVFS
import FixtureStores
import Foundation
import TestSupport

/// Ends the real program by `kill -9` at moments spread over what it does, then during its recovery.
struct TimedKills {
  /// The built program.
  let program: String
  let count: Int
  private let original: CaseFolder
  private let survival: SurvivalCheck
  private let action: Action

  enum Action: String {
    case migrate, adopt, merge, photos
  }

  init(program: String, count: Int, action: Action) throws {
    self.program = program
    self.count = count
    self.action = action
    let original = try CaseFolder()
    self.original = original
    let scenario = Self.scenario(action)
    _ = try original.runSoundly {
      _ = try scenario.prepare(original.store)
      return Verdict()
    }
    let copy = try CaseFolder(copying: original)
    let shown = try copy.runSoundly {
      try scenario.act(copy.store)
      return Verdict(snapshot: try DiarySnapshot.lines(of: Scenario.open(copy.store)))
    }
    survival = SurvivalCheck(before: shown.snapshot, after: shown.snapshot, completion: scenario.completion)
  }

  private static func scenario(_ action: Action) -> Scenario {
    if action == .photos { return PhotoScenario(count: 24).scenario }
    if action != .migrate {
      return MergeScenario(hasDiary: action == .merge, beerCount: 60).scenario
    }
    var store = LegacyStore()
    store.beerCount = 60
    store.externalCount = 4
    store.leavesRowsInWAL = true
    let written = store
    return Scenario(
      name: "timed", prepare: { try written.write(to: $0) }, act: { try Scenario.open($0).close() })
  }

  func run(seed: UInt64, _ report: inout Report) throws {
    var random = SeededGenerator(seed: seed)
    var durations = RecentDurations()
    for number in 0..<count {
      // A machine that others use is slow now and quick then.
      if number % 50 == 0 { for _ in 0..<3 { durations.append(try undisturbedMicroseconds()) } }
      let folder = try CaseFolder(copying: original)
      // A little beyond the end, so that the last of them find the work done.
      let first = durations.median * Int64(number) * 11 / Int64(count * 10)
      let second = Int64.random(in: 0...durations.median, using: &random)
      report.cases += 1
      let name = "timed action=\(action) number=\(number) (killed after \(first) and \(second) microseconds)"
      if let duration = try microsecondsUnlessKilled(folder, after: first, name, &report) {
        durations.append(duration)
      } else {
        report.fired += 1
      }
      // What is left to do takes less long, so that many of these come too late.
      if try microsecondsUnlessKilled(folder, after: second, name, &report) == nil { report.fired += 1 }
      switch try folder.run({ try survival.verdict(on: folder, .unknown) }) {
      case .killed: report.fail(name, "it was killed while checked")
      case .broken(let what): report.fail(name, what)
      case .verdict(let verdict): for failure in verdict.failures { report.fail(name, failure) }
      }
    }
  }

  /// How long the program took if it ended before the kill.
  private func microsecondsUnlessKilled(
    _ folder: CaseFolder, after microseconds: Int64, _ name: String, _ report: inout Report
  ) throws -> Int64? {
    var taken: Int64 = 0
    let status = start(folder, microseconds, &taken)
    if status & 0x7F == SIGKILL { return nil }
    if status != 0 { report.fail(name, "the program ended with status \(status)") }
    return taken
  }

  private func undisturbedMicroseconds() throws -> Int64 {
    let folder = try CaseFolder(copying: original)
    var taken: Int64 = 0
    let status = start(folder, -1, &taken)
    guard status == 0 else { throw UsageError("the undisturbed program ended with status \(status)") }
    return taken
  }

  /// What the program does: to migrate with the background work, to adopt, or to add photos.
  private func words(_ folder: CaseFolder) -> [String] {
    let words =
      switch action {
      case .migrate: ["--migrate-only", "--finish"]
      case .adopt, .merge: ["adopt", MergeScenario.original(nextTo: folder.store)]
      case .photos: ["photo", "add", "\(PhotoScenario.beer)"] + PhotoScenario.files(nextTo: folder.store)
      }
    return ["beerdiary"] + words + ["--store", folder.store]
  }

  /// Runs the program in a home folder of its own.
  private func start(_ folder: CaseFolder, _ microseconds: Int64, _ taken: UnsafeMutablePointer<Int64>?)
    -> Int32
  {
    let variables = ["HOME=\(folder.path)", "PATH=/usr/bin:/bin", "LANG=C.UTF-8", "DO_NOT_TRACK=1", "TZ=UTC"]
    return withCStrings(words(folder)) { words in
      withCStrings(variables) { variables in
        forked_case_run_program(program, words, variables, 90, microseconds, taken)
      }
    }
  }
}

/// The last times that the program needed for all of it.
private struct RecentDurations {
  private static let count = 9
  private var microseconds: [Int64] = []

  /// 0 as long as nothing was measured.
  var median: Int64 {
    microseconds.isEmpty ? 0 : microseconds.sorted()[microseconds.count / 2]
  }

  mutating func append(_ duration: Int64) {
    microseconds.append(duration)
    if microseconds.count > Self.count { microseconds.removeFirst() }
  }
}

/// Hands texts to C as an array that ends with NULL.
func withCStrings<Value>(
  _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Value
) -> Value {
  let copies = texts.map { strdup($0) } + [nil]
  defer { copies.forEach { free($0) } }
  return copies.withUnsafeBufferPointer { buffer in
    guard let start = buffer.baseAddress else {
      preconditionFailure("an array that ends with NULL is never empty")
    }
    return body(start)
  }
}
