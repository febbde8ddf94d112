import Foundation
import TestSupport
import Testing

@testable import Sync

/// Each rule of the merge is necessary: without it, one of 300 random histories of each kind goes wrong.
///
/// `snapshotsReplaceWhatTheySaw` matters only after an orphan was repeated whose writer had seen more than is left, which
/// is too rare for that; ``ReplicaTests`` has such a history.
@Suite struct MutantTests {
  struct Mutant: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let rule: Rules
  }

  private static let seeds: UInt64 = 300

  static let mutants = [
    Mutant(testDescription: "cuts after applying", rule: .cutsBeforeApplying),
    Mutant(testDescription: "does not wait for the context", rule: .waitsForContext),
    Mutant(testDescription: "claims what it has heard of", rule: .claimsOnlyWhatIsApplied),
    Mutant(testDescription: "keeps only the newest value", rule: .replacesOnlyWhatWasSeen),
    Mutant(testDescription: "purges all", rule: .purgesOnlyWhatWasSeen),
    Mutant(testDescription: "leaves a purged record partial", rule: .writesPurgedRecordsAgain),
    Mutant(testDescription: "takes a clone for its original", rule: .tellsClonesApart),
    Mutant(testDescription: "shows what came last", rule: .breaksTiesAlike),
    Mutant(testDescription: "puts segments once", rule: .putsAgainWhatIsGone),
    Mutant(testDescription: "writes no snapshot", rule: .snapshotsWhatOthersLost),
    Mutant(testDescription: "leaves orphans waiting", rule: .repeatsOrphans),
    Mutant(testDescription: "compacts what was not replaced", rule: .compactsOnlyWhatWasReplaced),
    Mutant(testDescription: "deletes before it puts", rule: .deletesOnlyWhatIsReplaced),
    Mutant(testDescription: "puts no images", rule: .putsImages),
  ]

  @Test(arguments: mutants)
  func isCaught(_ mutant: Mutant) throws {
    for seed in 0..<Self.seeds {
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
