import Foundation
import TestSupport
import Testing

@testable import Sync

/// Each rule of the merge is necessary for real stores, too: without it, one of the random histories fails.
///
/// This leaves out rules that `MutantTests` covers: those that matter only after whole disks or stores were restored from
/// old copies, and waiting for the context, without which hardly any history of a real store goes wrong. It also leaves
/// out the rule for ties, which only tests read through `Replica.winner(of:)`.
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
      faults: .delays, seed: 5),
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
