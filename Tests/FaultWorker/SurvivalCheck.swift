import DiaryFixtures
import DiaryStore
import FixtureStores
import Foundation

/// Says whether a store came through: it opens, is wholly at some version, and nothing is lost.
struct SurvivalCheck {
  /// What the diary shows if the disturbed action did not happen, and if it did.
  let before: [String]
  let after: [String]
  /// What completes the action, if that is more than opening the diary.
  var completion: (@Sendable (_ path: String) throws -> [String])?

  enum Outcome {
    /// The action said that it was done, so it must be.
    case succeeded
    /// It failed or was ended during it: it happened wholly or not at all.
    case unknown
  }

  func verdict(on folder: CaseFolder, _ outcome: Outcome) throws -> Verdict {
    let files = folder.files
    do { return try verdict(folder, outcome) } catch {
      return Verdict(failures: ["opening again threw \(error) (files: \(files))"])
    }
  }

  private func verdict(_ folder: CaseFolder, _ outcome: Outcome) throws -> Verdict {
    let stored = try StoredVersion.read(folder.store, scratch: folder.path)
    let faults = try completion?(folder.store) ?? []
    let diary = try Scenario.open(folder.store)
    let snapshot = try DiarySnapshot.lines(of: diary)
    try diary.finishBackgroundWork()
    let settled = try DiarySnapshot.lines(of: diary)
    try diary.close()
    let final = try StoredVersion.read(folder.store, scratch: folder.path)
    var failures = faults + stored.faults.map { "on disk: \($0)" } + final.faults.map { "in the end: \($0)" }
    let isUndone = outcome == .unknown && completion == nil && snapshot == before
    let isRight = snapshot == after || isUndone
    if !isRight { failures.append("shows other than before: " + DiarySnapshot.difference(snapshot, after)) }
    if settled != snapshot {
      failures.append("background work changed it: " + DiarySnapshot.difference(settled, snapshot))
    }
    return Verdict(failures: failures, version: stored.version, snapshot: [])
  }
}
