import FixtureStores
import Foundation
import SQLiteKit

/// The version that a store file has on disk, seen without the diary's own code.
struct StoredVersion: Codable, Hashable {
  /// The header's application id and version, 0 for a Core Data store.
  var name: String
  /// Every table, index and trigger, but for the old rows that the background work clears away in any version.
  var schema: [String]

  /// Looks at a copy, so that the store is not recovered by looking, and says what is wrong with it.
  static func read(_ path: String, scratch: String) throws -> (version: StoredVersion, faults: [String]) {
    let copy = scratch + "/looked-at.sqlite"
    for end in [""] + StoreSidecar.allCases.map(\.rawValue) {
      if FileManager.default.fileExists(atPath: copy + end) {
        try FileManager.default.removeItem(atPath: copy + end)
      }
      if end != StoreSidecar.sharedMemory.rawValue, FileManager.default.fileExists(atPath: path + end) {
        try FileManager.default.copyItem(atPath: path + end, toPath: copy + end)
      }
    }
    let file = try SQLiteFile(copy)
    defer { file.close() }
    let header = try file.rows("SELECT * FROM pragma_application_id, pragma_user_version")[0]
    let schema = try file.rows(
      "SELECT type, name, sql FROM sqlite_master WHERE name <> 'discarded_beer' ORDER BY 1, 2")
    let damage = try file.rows("PRAGMA integrity_check").filter { $0 != ["ok"] }
    let orphans = try file.rows("PRAGMA foreign_key_check")
    let version = StoredVersion(
      name: header.joined(separator: "/"), schema: schema.map { $0.joined(separator: " ") })
    return (
      version,
      damage.map { "integrity check: \($0.joined())" }
        + orphans.map { "foreign keys: \($0.joined(separator: " "))" }
    )
  }
}
