import DiaryStore
import FaultVFS

/// Ends a scenario's process at its first operation, then at its second, and so on; and then its recovery, too.
struct KillRise {
  let prepared: PreparedStore
  let choice: PlaceChoice

  func run(_ report: inout Report) throws {
    var versions = VersionsSeen()
    for kind in FaultKind.endings where choice.includes(kind) {
      try choice.forEachPlace(of: prepared.operationCount) { try killed(kind, at: $0, &report, &versions) }
    }
  }

  /// Whether the process was killed.
  private func killed(
    _ kind: FaultKind, at place: Int, _ report: inout Report, _ versions: inout VersionsSeen
  ) throws -> Bool {
    let name = "faults scenario=\(prepared.scenario.name) kind=\(kind.name) at=\(place)"
    let folder = try CaseFolder(copying: prepared.original)
    report.cases += 1
    let wasKilled = try end(kind, folder, at: place, name, &report) {
      try prepared.scenario.act(folder.store)
    }
    report.fired += wasKilled ? 1 : 0
    // The recovery is ended early, late or not at all: it takes few operations.
    let isRecoveryKilled = try end(kind, folder, at: 1 + place * 7 % 40, name, &report) {
      try prepared.scenario.recover(folder.store)
    }
    if isRecoveryKilled { report.note("recoveries killed") }
    switch try folder.run({ try prepared.survival.verdict(on: folder, wasKilled ? .unknown : .succeeded) }) {
    case .killed: report.fail(name, "it was killed while checked")
    case .broken(let what): report.fail(name, what)
    case .verdict(let verdict):
      for failure in verdict.failures + versions.add(verdict.version) { report.fail(name, failure) }
    }
    return wasKilled
  }

  /// Runs `body` with the given operation as its last and says whether it came to that.
  private func end(
    _ kind: FaultKind, _ folder: CaseFolder, at place: Int, _ name: String, _ report: inout Report,
    _ body: () throws -> Void
  ) throws -> Bool {
    let ending = try folder.run {
      fault_vfs_arm(folder.storeFolder, kind.operations, kind.effect, Int64(place), UInt64(place))
      try body()
      return Verdict()
    }
    switch ending {
    case .killed: return true
    case .broken(let what): report.fail(name, what)
    case .verdict(let verdict): for failure in verdict.failures { report.fail(name, failure) }
    }
    return false
  }
}
