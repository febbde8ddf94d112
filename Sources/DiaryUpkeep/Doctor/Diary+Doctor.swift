package import DiaryStore
import GRDB
package import SQLiteKit

extension Diary {
  /// Returns what is wrong with the diary; empty if it is healthy.
  ///
  ///     let findings = try diary.examine()
  ///     let repaired = try diary.repair()
  ///
  /// Every page of the file is read, so the duration depends on the disk. Nothing is changed, but SQLite checks the
  /// search index in a write transaction. If the file is damaged, nothing else is examined.
  ///
  /// - Parameters:
  ///   - isDeep: Whether to compare each image with its SHA-256, and the search index with all texts, in constant
  ///     memory.
  ///   - progress: Called with the number of images compared so far, and of all images, if `isDeep` is `true`.
  ///   - isCancelled: Called before each image; return `true` to stop with `.cancelled`.
  /// - Throws: `.cancelled`; `.busy` if another program has the diary locked; `.diskFull`, `.permissionDenied`,
  ///   `.inputOutput` or `.failed`. Damage is a finding, not an error.
  package func examine(
    isDeep: Bool = false, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in },
    isCancelled: () -> Bool = { false }
  ) throws(StoreError) -> [Finding] {
    var findings = try findings { db in
      try IntegrityCheck(db, externalFolder: externalFolder).findings(readsImages: true)
    }
    if findings.contains(where: { $0.kind == .damagedFile }) { return findings }
    if try !isSearchIndexCorrect(isDeep: isDeep) {
      findings += [Finding(.searchIndex, ["beer_search"])].compactMap { $0 }
    }
    guard isDeep else { return findings }
    let changed = try changedImages(progress, isCancelled)
    return findings + [Finding(.imageChanged, changed)].compactMap { $0 }
  }

  /// Returns the ids of the photos of the finding ``FindingKind/imageMissing``.
  ///
  /// - Throws: `StoreError`.
  package func photosWithoutImage() throws(StoreError) -> [Int64] {
    try read { try Int64.fetchAll($0, sql: IntegrityCheck.imageMissing) }
  }

  /// Repairs everything that can be repaired without a decision, in one transaction.
  ///
  /// Nothing that a user has recorded is deleted. A damaged file is not repaired.
  ///
  /// - Parameters:
  ///   - isDeep: Whether to compare the search index with all texts.
  ///   - isIncluded: Returns whether to repair a kind of finding.
  /// - Returns: What was repaired.
  /// - Throws: `.readOnly` or why the diary can only be read; `.busy`, `.diskFull`, `.permissionDenied`, `.inputOutput`
  ///   or `.failed`. Then nothing was repaired.
  package func repair(isDeep: Bool = false, where isIncluded: (FindingKind) -> Bool = { _ in true })
    throws(StoreError) -> [Finding]
  {
    let now = now
    let timestamp = timestamp
    // What a damaged file contains cannot be relied on, so nothing is repaired.
    let file = try findings { try FileIntegrityCheck($0).findings(readsImages: false) }
    if file.contains(where: { $0.kind == .damagedFile }) { return [] }
    let isSearchIndexWrong = try !isSearchIndexCorrect(isDeep: isDeep)
    return try write { db in
      let found = try IntegrityCheck(db, externalFolder: externalFolder).findings(readsImages: false)
      let search = isSearchIndexWrong ? [Finding(.searchIndex, ["beer_search"])].compactMap { $0 } : []
      let repairable = (found + search).filter { $0.kind.isRepairable && isIncluded($0.kind) }
      for finding in repairable { try Repair(db, at: now, timestamp: timestamp).run(finding.kind) }
      return repairable
    }
  }

  /// Returns what `body` finds; if SQLite reports damage, that is the finding.
  private func findings(_ body: (Database) throws -> [Finding]) throws(StoreError) -> [Finding] {
    do throws(StoreError) {
      return try read(body)
    } catch .damaged(_, let detail) {
      return [Finding(.damagedFile, [detail])].compactMap { $0 }
    }
  }

  /// Returns whether the search index is correct; also `true` if the diary can only be read.
  private func isSearchIndexCorrect(isDeep: Bool) throws(StoreError) -> Bool {
    // FTS5 checks the index only for connections that can write.
    if isReadOnly { return true }
    return try write { try SearchIndexCheck($0).isCorrect(comparesTexts: isDeep) }
  }

  /// Returns the ids of the photos whose images differ from the recorded hashes.
  private func changedImages(_ progress: (Int, Int) -> Void, _ isCancelled: () -> Bool) throws(StoreError)
    -> [Int64]
  {
    let photos = try read { db in
      try Int64.fetchAll(
        db, sql: "SELECT id FROM photo WHERE sha256 IS NOT NULL AND is_missing = 0 ORDER BY id")
    }
    var changed: [Int64] = []
    for (index, id) in photos.enumerated() {
      if isCancelled() { throw .cancelled }
      progress(index, photos.count)
      if try !matchesRecordedHash(id) { changed.append(id) }
    }
    return changed
  }

  /// Returns whether an image has the recorded hash.
  ///
  /// Also `true` if the photo or its image is missing, which other findings report.
  private func matchesRecordedHash(_ id: Int64) throws(StoreError) -> Bool {
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
