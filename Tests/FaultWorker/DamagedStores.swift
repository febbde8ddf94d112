import FixtureStores
import Foundation
import SQLiteKit
import TestSupport

/// Stores with damaged bytes, each identified by its seed: the same seed always gives the same damage.
struct DamagedStores {
  private static let names = ["v1", "v2-prefix", "v1-wal", "move", "worked"]

  /// The stores without damage that were needed so far, by their names.
  private var bases: [String: CaseFolder] = [:]

  private mutating func base(_ name: String) throws -> CaseFolder {
    if let made = bases[name] { return made }
    let folder = try Self.makeBase(name)
    bases[name] = folder
    return folder
  }

  private static func makeBase(_ name: String) throws -> CaseFolder {
    if name != "worked" { return try PreparedStore.original(of: Scenario.named(name)) }
    let scenario = try Scenario.named("background")
    let folder = try CaseFolder(copying: PreparedStore.original(of: scenario))
    _ = try folder.runSoundly {
      try scenario.act(folder.store)
      return Verdict()
    }
    return folder
  }

  mutating func run(_ seeds: Range<Int>, _ report: inout Report) throws {
    for seed in seeds {
      var random = SeededGenerator(seed: UInt64(seed))
      let base = Self.names[Int.random(in: 0..<Self.names.count, using: &random)]
      let damage = Damage.allCases[Int.random(in: 0..<Damage.allCases.count, using: &random)]
      let folder = try CaseFolder(copying: self.base(base))
      try apply(damage, folder, &random)
      let name = "damage seed=\(seed) (\(damage.rawValue) on \(base))"
      try DamagedCase(folder: folder, name: name).run(&report)
    }
  }

  /// Damages the file, or the -wal next to it if there is one, or puts a stray one there.
  private func apply(_ damage: Damage, _ folder: CaseFolder, _ random: inout SeededGenerator) throws {
    let log = StoreSidecar.wal.path(of: folder.store)
    let hasLog = FileManager.default.fileExists(atPath: log)
    let file = hasLog && Bool.random(using: &random) ? log : folder.store
    var bytes = [UInt8](FileManager.default.contents(atPath: file) ?? Data())
    damage.apply(to: &bytes, using: &random)
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    if !hasLog, Int.random(in: 0..<20, using: &random) == 0 {
      let sidecars = StoreSidecar.allCases
      let sidecar = sidecars[Int.random(in: 0..<sidecars.count, using: &random)]
      try Data(bytes.suffix(5000)).write(to: URL(fileURLWithPath: sidecar.path(of: folder.store)))
    }
  }
}
