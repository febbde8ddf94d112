import Foundation
import TestSupport
import Testing

@testable import Sync

/// Each rule of the merge is necessary for real stores, too: without it, one of the random histories fails.
///
/// This leaves out rules without which hardly any random history of a real store goes wrong; `StoreRuleTests` has a
/// history for each of them. It also leaves out the rule for ties, which cannot be switched off here: the tables of a
/// diary choose the winner of several versions themselves (`ReplicaTables.value`), and only tests ask
/// `Replica.winner(of:)`, in `MutantTests`.
@Suite struct StoreMutantTests {
  struct Mutant: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let rule: Rules
    let faults: StoreFaults
    /// A seed whose history goes wrong.
    var seed: UInt64 = 0
  }

  private static let seeds: UInt64 = 300

  static let mutants = [
    Mutant(testDescription: "cuts after applying", rule: .cutsBeforeApplying, faults: .delays, seed: 117),
    Mutant(
      testDescription: "claims segments that are only listed", rule: .contextHasOnlyAppliedSegments,
      faults: .delays, seed: 26),
    Mutant(testDescription: "keeps only the newest value", rule: .replacesOnlySeenVersions, faults: []),
    Mutant(testDescription: "purges all", rule: .purgesOnlySeenVersions, faults: [], seed: 18),
    Mutant(
      testDescription: "leaves a purged record partial", rule: .reissuesPurgedRecords, faults: [], seed: 18),
    Mutant(testDescription: "takes a clone for its original", rule: .distinguishesClones, faults: .clones),
    Mutant(testDescription: "puts segments once", rule: .putsLostSegmentsAgain, faults: .losses),
    Mutant(testDescription: "writes no snapshot", rule: .snapshotsLostSegments, faults: .losses, seed: 2),
    Mutant(testDescription: "puts no images", rule: .putsImages, faults: []),
  ]

  @Test(arguments: mutants)
  func theSimulationNoticesAMissingRule(_ mutant: Mutant) throws {
    for seed in [mutant.seed] + Array(0..<Self.seeds) {
      let history = try StoreHistory(seed: seed, faults: mutant.faults, rules: .all.subtracting(mutant.rule))
      if try history.run().isEmpty { continue }
      print("Seed \(seed): \(mutant.testDescription)")
      return
    }
    Issue.record("no history of \(Self.seeds) seeds goes wrong")
  }
}
