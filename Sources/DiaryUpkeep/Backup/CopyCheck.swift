import GRDB
import SQLiteKit

/// Checks a copy of a store before it is used.
struct CopyCheck {
  /// The store that was copied, as the user named it.
  let path: String

  /// Reads the whole copy, and builds its indexes again if they are all that is wrong.
  ///
  /// Values that the schema rules out are copied as they are: they are the doctor's, and nothing of them is lost.
  ///
  /// - Returns: Whether indexes were built again.
  /// - Throws: `.damaged` if the copy is not sound then.
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

  private func damaged(_ finding: Finding) -> UpkeepError {
    .store(.damaged(path: path, detail: finding.examples.first ?? finding.kind.rawValue))
  }
}
