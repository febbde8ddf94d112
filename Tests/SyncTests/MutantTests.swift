import Foundation
import TestSupport
import Testing

@testable import Sync

/// Each rule of the merge is necessary: without it, one of 300 random histories of each kind fails.
///
/// `snapshotsReplaceSeenVersions` matters only if a repeated orphan had seen more than its repetition, which is too
/// rare for random histories; ``ReplicaTests`` has one.
@Suite struct MutantTests {
  struct Mutant: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let rule: Rules
    /// A seed whose history goes wrong.
    var seed: UInt64 = 0
  }

  private static let seeds: UInt64 = 300

  static let mutants = [
    Mutant(testDescription: "cuts after applying", rule: .cutsBeforeApplying, seed: 5),
    Mutant(testDescription: "does not wait for the context", rule: .waitsForContext, seed: 11),
    Mutant(testDescription: "claims segments that are only listed", rule: .contextHasOnlyAppliedSegments),
    Mutant(testDescription: "keeps only the newest value", rule: .replacesOnlySeenVersions),
    Mutant(testDescription: "purges all", rule: .purgesOnlySeenVersions),
    Mutant(testDescription: "leaves a purged record partial", rule: .reissuesPurgedRecords, seed: 11),
    Mutant(testDescription: "takes a clone for its original", rule: .distinguishesClones, seed: 2),
    Mutant(testDescription: "shows what came last", rule: .breaksTiesDeterministically),
    Mutant(testDescription: "puts segments once", rule: .putsLostSegmentsAgain),
    Mutant(testDescription: "writes no snapshot", rule: .snapshotsLostSegments, seed: 7),
    Mutant(testDescription: "leaves orphans waiting", rule: .repeatsOrphans, seed: 39),
    Mutant(testDescription: "compacts what was not replaced", rule: .compactsOnlyReplacedChanges, seed: 32),
    Mutant(testDescription: "deletes before it puts", rule: .deletesOnlyReplacedObjects),
    Mutant(testDescription: "puts no images", rule: .putsImages),
  ]

  @Test(arguments: mutants)
  func theSimulationNoticesAMissingRule(_ mutant: Mutant) throws {
    for seed in [mutant.seed] + Array(0..<Self.seeds) {
      for events in SimulationTests.kinds {
        let world = World(
          seed: seed, events: Events(rawValue: events.rawValue), rules: .all.subtracting(mutant.rule))
        if let problem = try? world.run(), problem.isEmpty { continue }
        print("Seed \(seed), events \(events.rawValue): \(mutant.testDescription)")
        return
      }
    }
    Issue.record("no history of \(Self.seeds) seeds goes wrong")
  }
}
