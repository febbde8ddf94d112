import Foundation
import Synchronization

/// The seeds of random tests.
///
/// Each random test has fixed seeds, and prints those that it uses. `BEERDIARY_SEED=7` makes all of them use the seed 7
/// instead, once.
package enum Seeds {
  /// The seed that all random tests use; `nil` if each uses its own.
  package static let chosen: UInt64? = ProcessInfo.processInfo.environment["BEERDIARY_SEED"].map { text in
    guard let seed = UInt64(text) else { preconditionFailure("BEERDIARY_SEED must be a number: \(text)") }
    return seed
  }

  private static let printed = Mutex<Set<String>>([])

  /// Returns the seed that a test is to use, and prints it.
  package static func value(_ usual: UInt64, file: String = #fileID, test: String = #function) -> UInt64 {
    let seed = chosen ?? usual
    report("Seed \(seed) in \(file), \(test)")
    return seed
  }

  /// Returns a random source with the seed that a test is to use, and prints the seed.
  package static func generator(_ usual: UInt64, file: String = #fileID, test: String = #function)
    -> SeededGenerator
  {
    SeededGenerator(seed: value(usual, file: file, test: test))
  }

  /// Returns the seeds that a test runs with, one after the other, and prints them.
  package static func range(_ usual: Range<UInt64>, file: String = #fileID, line: Int = #line) -> [UInt64] {
    let seeds = chosen.map { [$0] } ?? Array(usual)
    report("Seeds \(seeds.first ?? 0) to \(seeds.last ?? 0) in \(file), line \(line)")
    return seeds
  }

  private static func report(_ line: String) {
    guard printed.withLock({ $0.insert(line).inserted }) else { return }
    // Not buffered, so that it is there if the test traps.
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
