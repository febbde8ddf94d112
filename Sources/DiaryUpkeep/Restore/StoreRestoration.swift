package import DiaryStore
package import Foundation
import GRDB
package import SQLiteKit

/// Puts another store in a diary's place, and keeps the diary under another name.
struct StoreRestoration {
  /// The store that is restored, as the user named it.
  let source: String
  /// The diary as the user named it.
  let path: String
  let clock: @Sendable () -> Date
  let stop: CancellationToken
  let freeSpace: FreeSpace
  let progress: @Sendable (MergeProgress) -> Void

  func run() throws -> RestorationReport {
    try requireStore()
    let target = StoreFile.resolvedDestination(path)
    try requireReplaceable(target)
    let staging = try StagingFolder(for: target)
    let (staged, counts) = try UpkeepError.mapErrors(at: source) { try build(in: staging, replacing: target) }
    try stop.check()
    let replacement = StoreReplacement(target, at: clock())
    var report = RestorationReport(
      fromVersion: staged.version, beers: counts.beers, photos: counts.photos, warnings: staged.warnings)
    if StoreFile.size(target) == nil {
      report.warnings += try replacement.keepOrphans().map {
        "\($0.name) was there without its diary and is kept as \($0.keptAs)"
      }
      guard try staging.publish() else { throw StoreError.busy(path: path) }
    } else {
      if try !FilePermissions(of: target).apply(to: staging.file) {
        report.warnings.append("The owner and group of \(path) could not be kept; check who may use it.")
      }
      report.keptAt = try replacement.replace(with: staging.file)
    }
    return report
  }

  /// Refuses what is no store before anything is copied.
  private func requireStore() throws {
    try StagedStore.requireNonEmptyStore(source)
    guard !StoreFile.isSame(source, path) else {
      throw UpkeepError.sameFile(path: source)
    }
  }

  /// Any file may be replaced, as a diary may be damaged, but nothing else.
  private func requireReplaceable(_ target: String) throws {
    var status = stat()
    guard lstat(target, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw StoreError.isFolder(path: path)
    case S_IFLNK: throw StoreError.cannotCreate(path: path, reason: "it is a link that leads nowhere")
    default: throw StoreError.notADatabase(path: path)
    }
  }

  /// Builds the restored diary; what goes wrong is the source's fault and not the diary's.
  private func build(in staging: StagingFolder, replacing target: String) throws
    -> (StagedStore, (beers: Int, photos: Int))
  {
    let staged = try StagedStore(
      of: source, in: staging, now: clock(), stop: stop, freeSpace: freeSpace, progress: progress)
    do {
      return (staged, try finish(staging.file, replacing: target))
    } catch {
      let error = UpkeepError(mapping: error, path: path)
      guard case .store(.damaged(_, let detail)) = error else { throw error }
      throw StoreError.damaged(path: source, detail: detail)
    }
  }

  /// Brings the images in that lie beside the copy, so that it is whole in one file and on the disk.
  private func finish(_ file: String, replacing target: String) throws -> (beers: Int, photos: Int) {
    let diary = try Diary.open(at: file, clock: clock)
    try diary.reserveIDs(ofStore: target)
    while try diary.collectImage() != nil { try stop.check() }
    let counts = try diary.read { db in
      (
        try Int.fetchOne(db, sql: "SELECT count(*) FROM beer WHERE deleted_at IS NULL") ?? 0,
        try Int.fetchOne(db, sql: "SELECT count(*) FROM photo") ?? 0
      )
    }
    try diary.close()
    guard !StoreSidecar.wal.hasBytes(of: file) else { throw StoreError.busy(path: path) }
    try StoreFile.synchronize(file)
    return counts
  }
}

extension Diary {
  /// Gives no id again that another diary, which this one is to replace, has given.
  ///
  /// A damaged diary does not say which these are, and it is restored all the same.
  fileprivate func reserveIDs(ofStore file: String) throws(StoreError) {
    guard let highest = IDSequence.highestIDs(ofStore: file) else { return }
    try write { db in
      for (kind, id) in highest { try kind.reserve(upTo: id, db) }
    }
  }
}

/// What was restored.
package struct RestorationReport: Hashable, Sendable {
  /// The version that the backup had.
  package let fromVersion: Int
  package let beers: Int
  package let photos: Int
  /// Where the diary is that was there before; `nil` if there was none.
  package fileprivate(set) var keptAt: String?
  /// Sentences about what was left out or unusual.
  package fileprivate(set) var warnings: [String]
}

extension Diary {
  /// Whether two paths lead to the same file.
  package static func isSameFile(_ path: String, as other: String) -> Bool {
    StoreFile.isSame(path, other)
  }

  /// Puts a store of any version, such as a backup, in the place of a diary, which is kept beside it.
  ///
  /// The store is only read. The diary is exchanged in one step, and only while no program has it open.
  ///
  /// - Parameters:
  ///   - source: The store's file, with its -wal and Core Data's folder of images beside it.
  ///   - path: The diary's file, which need not be there and may be damaged.
  ///   - progress: Called from this thread.
  ///   - isCancelled: Asked often; on `true` the diary is as it was and `.cancelled` is thrown.
  /// - Throws: What opening the store would; `.busy` if a program has the diary open.
  package static func restore(
    _ source: String, over path: String, clock: @escaping @Sendable () -> Date = { Date() },
    progress: @escaping @Sendable (MergeProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }, freeSpace: FreeSpace = .ofFileSystem
  ) throws(UpkeepError) -> RestorationReport {
    try UpkeepError.mapErrors(at: path) {
      try StoreRestoration(
        source: source, path: path, clock: clock, stop: CancellationToken(isCancelled), freeSpace: freeSpace,
        progress: progress
      ).run()
    }
  }
}
