package import DiaryStore
import GRDB
package import SQLiteKit

extension Diary {
  /// Looks for what is wrong with the diary; empty where it is healthy.
  ///
  /// Every page of the file is read, which takes as long as the disk: what passes can be backed up. Nothing is changed.
  ///
  /// - Parameters:
  ///   - isDeep: Whether each image is compared with its SHA-256 as well, and the search index with all texts, in
  ///     constant memory.
  ///   - progress: Images that were compared, of how many; for a deep examination only.
  ///   - isCancelled: Asked between images; on `true` `.cancelled` is thrown.
  package func examine(
    isDeep: Bool = false, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in },
    isCancelled: () -> Bool = { false }
  ) throws(StoreError) -> [Finding] {
    var findings = try findings { db in
      try IntegrityCheck(db, externalFolder: externalFolder).findings(readsImages: true)
    }
    if findings.contains(where: { $0.kind == .damagedFile }) { return findings }
    if try !isSearchIndexRight(isDeep: isDeep) {
      findings += [Finding(.searchIndex, ["beer_search"])].compactMap { $0 }
    }
    guard isDeep else { return findings }
    let changed = try changedImages(progress, isCancelled)
    return findings + [Finding(.imageChanged, changed)].compactMap { $0 }
  }

  /// Repairs what is known how to, in one transaction that deletes nothing a person recorded.
  ///
  /// - Parameters:
  ///   - isDeep: Whether the search index is compared with all texts.
  ///   - isWanted: Whether to repair what can be repaired.
  /// - Returns: What was repaired.
  package func repair(isDeep: Bool = false, where isWanted: (FindingKind) -> Bool = { _ in true })
    throws(StoreError) -> [Finding]
  {
    let (now, timestamp) = (now, timestamp)
    // Nothing else can be said of a damaged file, nor repaired.
    let file = try findings { try FileIntegrityCheck($0).findings(readsImages: false) }
    if file.contains(where: { $0.kind == .damagedFile }) { return [] }
    let searchIsWrong = try !isSearchIndexRight(isDeep: isDeep)
    return try write { db in
      let found = try IntegrityCheck(db, externalFolder: externalFolder).findings(readsImages: false)
      let search = searchIsWrong ? [Finding(.searchIndex, ["beer_search"])].compactMap { $0 } : []
      let repairable = (found + search).filter { $0.kind.isRepairable && isWanted($0.kind) }
      for finding in repairable { try Repair(db, at: now, timestamp: timestamp).run(finding.kind) }
      return repairable
    }
  }

  /// What is found by reading; damage can end that itself.
  private func findings(_ body: (Database) throws -> [Finding]) throws(StoreError) -> [Finding] {
    do throws(StoreError) {
      return try read(body)
    } catch .damaged(_, let detail) {
      return [Finding(.damagedFile, [detail])].compactMap { $0 }
    }
  }

  private func isSearchIndexRight(isDeep: Bool) throws(StoreError) -> Bool {
    // A connection that only reads cannot have it checked.
    if isReadOnly { return true }
    return try write { try SearchIndexCheck($0).isRight(comparesTexts: isDeep) }
  }

  private func changedImages(_ progress: (Int, Int) -> Void, _ isCancelled: () -> Bool) throws(StoreError)
    -> [Int64]
  {
    let known = try read { db in
      try Int64.fetchAll(
        db, sql: "SELECT id FROM photo WHERE sha256 IS NOT NULL AND is_missing = 0 ORDER BY id")
    }
    var changed: [Int64] = []
    for (index, id) in known.enumerated() {
      if isCancelled() { throw .cancelled }
      progress(index, known.count)
      if try !isAsRecorded(id) { changed.append(id) }
    }
    return changed
  }

  /// A photo that is gone meanwhile, or whose image is, is told by other findings.
  private func isAsRecorded(_ id: Int64) throws(StoreError) -> Bool {
    try read { db in
      let recorded = try String.fetchOne(
        db, sql: "SELECT sha256 FROM photo WHERE id = ?", arguments: [id])
      guard let recorded, let bytes = try ImageBytes(db, photo: id, externalFolder: externalFolder) else {
        return true
      }
      return try SHA256Digest.hexadecimal(of: bytes) == recorded
    }
  }
}
