import DiaryFixtures
import DiaryModel
import DiaryStore
import FaultVFS
import FixtureStores
import Foundation

/// A scenario's store, ready to be copied for each case, and what its diary shows.
struct PreparedStore {
  let scenario: Scenario
  let original: CaseFolder
  let survival: SurvivalCheck
  /// Operations that an undisturbed run takes.
  let operationCount: Int

  init(_ scenario: Scenario) throws {
    self.scenario = scenario
    original = try Self.original(of: scenario)
    let before = try CaseFolder(copying: original)
    let shownBefore = try before.runSoundly {
      Verdict(snapshot: try DiarySnapshot.lines(of: Scenario.open(before.store)))
    }
    let after = try CaseFolder(copying: original)
    let undisturbed = try after.runSoundly {
      fault_vfs_arm(after.storeFolder, FaultKind.everything, FAULT_EFFECT_ERROR_ONCE, 0, 0)
      try scenario.act(after.store)
      fault_vfs_disarm()
      let snapshot = try DiarySnapshot.lines(of: Scenario.open(after.store))
      return Verdict(count: Int(fault_vfs_count()), snapshot: snapshot)
    }
    survival = SurvivalCheck(
      before: shownBefore.snapshot, after: undisturbed.snapshot, completion: scenario.completion)
    operationCount = undisturbed.count
  }

  /// Makes a scenario's store, and checks that its diary shows what the fixture holds.
  static func original(of scenario: Scenario) throws -> CaseFolder {
    let original = try CaseFolder()
    // In a process of its own, too: it opens diaries.
    _ = try original.runSoundly {
      let expected = try scenario.prepare(original.store)
      let copy = try CaseFolder(copying: original)
      let shown = try expected.isEmpty ? [] : expectedBeers(from: Scenario.open(copy.store))
      return Verdict(failures: shown == expected ? [] : ["the diary does not show what the fixture holds"])
    }
    return original
  }
}
