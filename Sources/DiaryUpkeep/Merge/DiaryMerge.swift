import CoreDataMigration
import DiaryModel
import DiaryStore
import Foundation
import GRDB
import SQLiteKit

/// Adds the new beers of another diary, each with its photos in one transaction, or only finds out what that would do.
///
/// If a merge is interrupted, the next one recognizes the beers that were added and continues. What was added is one
/// entry of the log, which grows with it, so that it can be undone even if the program is killed.
struct DiaryMerge {
  let transfer: StoreTransfer
  /// The copy of the store.
  let staged: StagedStore
  /// The copy, opened as a diary.
  let source: Diary
  let diary: Diary
  /// Whether the diary stays as it is.
  let isPreview: Bool
  private let photoCache: PhotoMatch.Cache

  init(transfer: StoreTransfer, staged: StagedStore, source: Diary, diary: Diary, isPreview: Bool) {
    self.transfer = transfer
    self.staged = staged
    self.source = source
    self.diary = diary
    self.isPreview = isPreview
    photoCache = PhotoMatch.Cache(creationOfUndatedBeers: staged.creationOfUndatedBeers)
  }

  func run(_ report: inout MergeReport) throws {
    var entry = SharedLogEntry(at: diary.timestamp)
    do {
      try addBeers(&report, &entry)
    } catch {
      // The error of the merge matters more than that of the log, which may be the same.
      try? finish(&entry)
      throw error
    }
    try finish(&entry)
    if entry.isTooLarge {
      report.warnings.append(
        "What was added is too large for the log, so `beerdiary undo` cannot remove it.")
    }
    try warnAboutUnmergedData(&report)
    try warnAboutRemovedPhotos(&report)
    try warnAboutImportedTimes(&report)
  }

  private func finish(_ entry: inout SharedLogEntry) throws {
    if entry.hasPendingChanges { try diary.write { try entry.write($0) } }
  }

  private func addBeers(_ report: inout MergeReport, _ entry: inout SharedLogEntry) throws {
    let ids = try source.read { try Int64.fetchAll($0, sql: "SELECT id FROM beer ORDER BY id") }
    try requireSpace(for: ids)
    var unusual = Unusual()
    // Said before the first beer is written, so that an adoption is recorded that is interrupted then.
    transfer.progress(.merging(done: 0, total: ids.count))
    for (index, id) in ids.enumerated() {
      if transfer.cancellation.isCancelled {
        report.wasCancelled = true
        break
      }
      try add(id, &report, &entry, &unusual)
      transfer.progress(.merging(done: index + 1, total: ids.count))
    }
    if unusual.conflicts > 0 {
      report.warnings.append(
        """
        Beers with the source id of another beer are new beers (\(unusual.conflicts)). This happens if copies of a diary were \
        edited separately. If you find a beer twice, move one to the trash.
        """
      )
    }
    try warn(about: unusual.otherImages, &report)
  }

  /// What is counted for the warnings while beers are added.
  private struct Unusual {
    /// The number of beers with the source id of another beer.
    var conflicts = 0
    /// Photos of the diary whose missing image is not taken, because the other store has another one.
    var otherImages = MentionedBeers()
  }

  private func warn(about otherImages: MentionedBeers, _ report: inout MergeReport) throws {
    guard otherImages.count > 0 else { return }
    let isOne = otherImages.count == 1
    let beers = try diary.read { try otherImages.text($0) }
    report.warnings.append(
      """
      \(WarningText.count(otherImages.count, "missing image")) (\(beers)) \(isOne ? "is" : "are") not taken from \
      \(transfer.source), which has \(isOne ? "another image for this photo" : "other images for these photos").
      """)
  }

  /// Adds a beer, or the missing photos of one that the diary has.
  ///
  /// The diary is locked only if something may be missing, so that repeating a merge disturbs no other program. Until it
  /// is locked, another program, such as another merge, may change it, so what is added is decided after that.
  private func add(
    _ id: Int64, _ report: inout MergeReport, _ entry: inout SharedLogEntry, _ unusual: inout Unusual
  ) throws {
    try source.read { from in
      let merged = try mergedBeer(id, from)
      var found = try diary.read { try compare(merged, from, $0) }
      if found.isIncomplete, !isPreview {
        if case .new = found, report.addedBeers == 0 {
          try LabelTransfer.copyNamesAndDecisions(from: from, to: diary)
        }
        (found, entry) = try diary.write { [entry] db in
          let found = try compare(merged, from, db)
          let insert = MergeInsert(from, source, db, diary, at: entry.timestamp)
          var longer = entry
          try longer.appendSoon(try add(merged, found, insert), db)
          return (found, longer)
        }
      }
      report.addedPhotos += found.newPhotoCount
      switch found {
      case .new(let origin, _):
        unusual.conflicts += origin == merged.origin ? 0 : 1
        report.addedBeers += 1
        report.addedBeersInTrash += merged.isInTrash ? 1 : 0
      case .known(let beer, let isInTrash, _, let photos):
        report.knownBeers += 1
        report.knownBeersInTrash += isInTrash ? 1 : 0
        report.knownPhotos += photos.knownCount
        report.restoredPhotos += photos.restored.count
        for _ in 0..<photos.otherImageCount { unusual.otherImages.add(beer) }
      }
    }
  }

  /// What the diary has of a beer.
  private enum Comparison {
    /// Nothing: the beer is to be added with all its photos, and with this origin.
    case new(Origin?, photoCount: Int)
    case known(Int64, isInTrash: Bool, missingOrigin: Origin?, PhotoMatch.Result)

    /// Whether something is to be added.
    var isIncomplete: Bool {
      if case .known(_, _, nil, let photos) = self { !photos.isEmpty } else { true }
    }

    /// The number of photos that are to be added.
    var newPhotoCount: Int {
      switch self {
      case .new(_, let photoCount): photoCount
      case .known(_, _, _, let photos): photos.new.count
      }
    }
  }

  private func compare(_ merged: MergedBeer, _ from: Database, _ db: Database) throws -> Comparison {
    switch try BeerMatch(merged, in: db) {
    case .new(let origin):
      let sql = "SELECT count(*) FROM photo WHERE beer_id = ?"
      let photoCount = try Int.fetchOne(from.cachedStatement(sql: sql), arguments: [merged.id])
      return .new(origin, photoCount: photoCount ?? 0)
    case .known(let beer):
      let sql = "SELECT deleted_at IS NOT NULL FROM beer WHERE id = ?"
      let isInTrash = try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [beer]) ?? false
      let photos = try PhotoMatch(from, source, db, diary, photoCache).match(merged.id, with: beer)
      return .known(
        beer, isInTrash: isInTrash, missingOrigin: try missingOrigin(of: beer, merged, db), photos)
    }
  }

  /// Returns the origin that the diary's beer for photos without a beer is to get; `nil` if it needs none.
  ///
  /// Version 1.0.0 gave it none, so that it is recognized only by its name, until the user changes that.
  private func missingOrigin(of beer: Int64, _ merged: MergedBeer, _ db: Database) throws -> Origin? {
    guard let origin = merged.origin, origin.isOfOrphans else { return nil }
    let sql = """
      SELECT 1 FROM beer WHERE id = ? AND source IS NULL
        AND NOT EXISTS (SELECT 1 FROM beer WHERE source = ? AND source_id = ?)
      """
    return try Row.fetchOne(db, sql: sql, arguments: [beer, origin.source, origin.id]).map { _ in origin }
  }

  /// Adds what the diary lacks of a beer, and returns the changes for the log, which has no beers that are in the trash.
  private func add(
    _ merged: MergedBeer, _ found: Comparison, _ insert: MergeInsert
  ) throws -> [DiaryChange] {
    switch found {
    case .new(let origin, _):
      let beer = try insert.add(merged, origin: origin)
      return merged.isInTrash ? [] : [.adopted([beer])]
    case .known(let beer, _, let origin, let photos):
      if let origin { try insert.setOrigin(origin, of: beer) }
      return photos.isEmpty ? [] : try insert.add(photos, to: beer)
    }
  }

  private func mergedBeer(_ id: Int64, _ from: Database) throws -> MergedBeer {
    try MergedBeer(from, id, creationOfUndatedBeers: staged.creationOfUndatedBeers)
  }

  /// Throws `.noSpace` if the images of the new beers, as recorded in bytes, do not fit on the disk.
  private func requireSpace(for ids: [Int64]) throws {
    let needed = try source.read { from in
      try diary.read { db in
        try ids.reduce(1 << 20) { bytes, id in
          guard case .new = try BeerMatch(mergedBeer(id, from), in: db) else { return bytes }
          let sql =
            "SELECT coalesce(sum(byte_count), 0) + 1000 * count(*) + 4096 FROM photo WHERE beer_id = ?"
          return bytes + (try Int.fetchOne(from.cachedStatement(sql: sql), arguments: [id]) ?? 0)
        }
      }
    }
    try transfer.freeSpace.require(needed, for: diary.path, nextTo: diary.file)
  }

  /// Warns about data in old tables and files that the migration could not convert, and that are not merged.
  private func warnAboutUnmergedData(_ report: inout MergeReport) throws {
    let isLegacy = StoreVersion.isLegacy(report.fromVersion)
    let hasUnmergedData = try source.read { db in
      let unmerged = UnmergedData(db)
      return try unmerged.hasPointers || unmerged.hasExternalFiles
        || (isLegacy ? staged.migration?.hasUnmigratedData ?? false : unmerged.hasTables)
    }
    guard hasUnmergedData else { return }
    report.warnings.append(
      "Data that cannot be migrated is not added and is only in \(transfer.source). Keep that file.")
  }

  /// Warns about removed photos, which are not merged.
  private func warnAboutRemovedPhotos(_ report: inout MergeReport) throws {
    let count = try source.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM removed_photo") ?? 0 }
    guard count > 0 else { return }
    // A store of Beer Diary for iOS has no removed photos of its own.
    let areThumbnails =
      StoreVersion.isLegacy(report.fromVersion)
      && !(staged.migration?.photoRemovals.contains { $0.reason == .markedAsDeleted } ?? false)
    let what = areThumbnails ? "Thumbnails without a larger image" : "Removed photos"
    try source.read { from in
      try diary.read { db in
        var known = 0
        var removed = MentionedBeers()
        let sql = "SELECT id FROM beer WHERE id IN (SELECT beer_id FROM removed_photo) ORDER BY id"
        for id in try Int64.fetchAll(from, sql: sql) {
          guard case .known(let beer) = try BeerMatch(mergedBeer(id, from), in: db) else { continue }
          let photos = try PhotoMatch(from, source, db, diary, photoCache).matchRemoved(id, with: beer)
          known += photos.known
          for _ in 0..<photos.removed { removed.add(beer) }
        }
        if count > known {
          report.warnings.append(
            "\(what) (\(count - known)) are not added and are only in \(transfer.source). Keep that file.")
        }
        if removed.count > 0 {
          let (isOne, inTrash) = (removed.count == 1, report.knownBeersInTrash > 0)
          let photos =
            areThumbnails
            ? "\(WarningText.count(removed.count, "thumbnail")) without a larger image"
            : WarningText.count(removed.count, "removed photo")
          report.warnings.append(
            """
            \(photos) \(isOne ? "is" : "are") not added, because this diary has \(isOne ? "it" : "them") among its \
            removed photos (\(try removed.text(db))). Restore \(isOne ? "it" : "them") with `beerdiary photo restore`.
            """ + (inTrash ? " If a beer is in the trash, restore the beer first." : ""))
        }
      }
    }
  }

  /// Warns about times that may be wrong, because the doctor cannot find them in this diary later.
  private func warnAboutImportedTimes(_ report: inout MergeReport) throws {
    let count = try source.read { try ImportedTimes($0).beers().count }
    guard count > 0, report.addedBeers > 0 else { return }
    let repair = "run `beerdiary doctor --repair` on that file"
    report.warnings.append(
      """
      \(WarningText.count(count, "beer")) of \(transfer.source) may have local times from Untappd that were read as UTC. To \
      correct them, \(isPreview ? "first \(repair)" : "\(repair), remove the beers here, and adopt the file again").
      """)
  }
}
