import GRDB
import SQLiteKit

/// Checks a copy of a store before it is used.
struct CopyCheck {
  /// The store that was copied, as the user named it.
  let path: String

  /// Checks the whole copy, and rebuilds its indexes if nothing else is damaged.
  ///
  /// Values that violate the schema are copied as they are, for the doctor to repair.
  ///
  /// - Returns: Whether indexes were rebuilt.
  /// - Throws: `.damaged` if the copy is damaged otherwise, or is still damaged afterwards.
  func run(_ db: Database) throws -> Bool {
    guard let finding = try worstFinding(db) else { return false }
    guard finding.kind == .damagedIndex else { throw damaged(finding) }
    do {
      try db.execute(sql: "REINDEX")
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      throw damaged(finding)
    }
    if let finding = try worstFinding(db) { throw damaged(finding) }
    return true
  }

  private func worstFinding(_ db: Database) throws -> Finding? {
    let findings = try FileIntegrityCheck(db).findings(readsImages: true)
    return findings.first { $0.kind == .damagedFile } ?? findings.first
  }

  private func damaged(_ finding: Finding) -> StoreError {
    .damaged(path: path, detail: finding.examples.first ?? finding.kind.rawValue)
  }
}
