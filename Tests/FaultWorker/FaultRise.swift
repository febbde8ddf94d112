import DiaryStore
import FaultVFS

/// Lets the first operation of a scenario fail, then the second, and so on until a run is through without a fault.
struct FaultRise {
  let prepared: PreparedStore
  let choice: PlaceChoice

  func run(_ report: inout Report) throws {
    var versions = VersionsSeen()
    for kind in FaultKind.errors where choice.includes(kind) {
      try choice.forEachPlace(of: try operationCount(kind)) {
        try disturbed(kind, at: $0, &report, &versions)
      }
    }
  }

  private func operationCount(_ kind: FaultKind) throws -> Int {
    let folder = try CaseFolder(copying: prepared.original)
    return try folder.runSoundly {
      fault_vfs_arm(folder.storeFolder, kind.operations, kind.effect, 0, 0)
      try prepared.scenario.act(folder.store)
      return Verdict(count: Int(fault_vfs_count()))
    }.count
  }

  /// Whether the fault came to pass.
  private func disturbed(
    _ kind: FaultKind, at place: Int, _ report: inout Report, _ versions: inout VersionsSeen
  ) throws -> Bool {
    let name = "faults scenario=\(prepared.scenario.name) kind=\(kind.name) at=\(place)"
    let folder = try CaseFolder(copying: prepared.original)
    report.cases += 1
    switch try folder.run({ try verdict(kind, at: place, folder) }) {
    case .killed: report.fail(name, "it was killed")
    case .broken(let what): report.fail(name, what)
    case .verdict(let verdict):
      for failure in verdict.failures + versions.add(verdict.version) { report.fail(name, failure) }
      for note in verdict.notes { report.note(note) }
      report.fired += verdict.hasFired ? 1 : 0
      return verdict.hasFired
    }
    return true
  }

  private func verdict(_ kind: FaultKind, at place: Int, _ folder: CaseFolder) throws -> Verdict {
    fault_vfs_arm(folder.storeFolder, kind.operations, kind.effect, Int64(place), 0)
    var outcome = SurvivalCheck.Outcome.succeeded
    var notes = ["succeeded"]
    var wrongErrors: [String] = []
    do {
      try prepared.scenario.act(folder.store)
    } catch let error as any DiaryError {
      outcome = .unknown
      notes = ["\(kind.name): \(Self.caseName(error))"]
    } catch {
      outcome = .unknown
      wrongErrors.append("no DiaryError: \(error)")
    }
    fault_vfs_disarm()
    let hasFired = fault_vfs_fired() > 0
    var verdict = try prepared.survival.verdict(on: folder, outcome)
    verdict.hasFired = hasFired
    verdict.notes = notes
    verdict.failures += wrongErrors
    return verdict
  }

  private static func caseName(_ error: any DiaryError) -> String {
    "\(error)".split(separator: "(").first.map(String.init) ?? ""
  }
}

/// The schemas that stores of one scenario were found with: one for each version, or a store was between two.
struct VersionsSeen {
  private var schemas: [String: [String]] = [:]

  /// What is wrong with a store's version.
  mutating func add(_ version: StoredVersion?) -> [String] {
    guard let version else { return [] }
    guard let known = schemas[version.name] else {
      schemas[version.name] = version.schema
      return []
    }
    return known == version.schema
      ? [] : ["between two versions: " + DiarySnapshot.difference(version.schema, known)]
  }
}
