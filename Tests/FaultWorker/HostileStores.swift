import FixtureStores
import Foundation

/// Stores with hostile schemas and values, each identified by its number.
struct HostileStores {
  private struct Base {
    let name: String
    let folder: CaseFolder
    let orderColumn: String
    let schemas: [HostileSchema]
  }

  private let bases: [Base]

  init() throws {
    bases = [
      Base(
        name: "v1", folder: try PreparedStore.original(of: Scenario.named("v1-external")),
        orderColumn: "Z_FOK_BEER",
        schemas: HostileSchema.legacy),
      Base(
        name: "v2", folder: try PreparedStore.original(of: Scenario.named("v2")), orderColumn: "ZUSERORDER",
        schemas: HostileSchema.legacy),
      Base(
        name: "own", folder: try PreparedStore.original(of: Scenario.named("move")), orderColumn: "",
        schemas: HostileSchema.own),
    ]
  }

  /// - Parameters:
  ///   - step: Runs every so manieth only.
  ///   - only: Runs the one of this number, of each base.
  func run(every step: Int, only: Int?, _ report: inout Report) throws {
    for (offset, base) in bases.enumerated() {
      let numbers = base.schemas.indices.filter { number in
        only.map { $0 == number } ?? (number % step == offset % step)
      }
      for number in numbers {
        let schema = base.schemas[number]
        let folder = try CaseFolder(copying: base.folder)
        let name = "hostile base=\(base.name) number=\(number) (\(schema.name))"
        do {
          try apply(schema, base, folder)
        } catch {
          report.note("not made: \(name): \(error)")
          continue
        }
        try DamagedCase(folder: folder, name: name, mustBeUsable: base.name != "own").run(&report)
      }
    }
  }

  private func apply(_ schema: HostileSchema, _ base: Base, _ folder: CaseFolder) throws {
    let file = try SQLiteFile(folder.store)
    defer { file.close() }
    try file.execute(schema.sql.replacingOccurrences(of: "ORDERKEY", with: base.orderColumn))
  }
}
