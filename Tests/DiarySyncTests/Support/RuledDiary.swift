import DiarySync
import Foundation

@testable import Sync

/// A diary whose merge follows only some of the rules.
struct RuledDiary: SynchronizableDiary {
  private let diary: SyncedDiary
  private let rules: Rules
  private let beforeMerge: () throws -> Void

  init(_ diary: SyncedDiary, _ rules: Rules, _ beforeMerge: @escaping () throws -> Void) {
    self.diary = diary
    self.rules = rules
    self.beforeMerge = beforeMerge
  }

  func read<Result>(_ body: (Replica<ReplicaTables>) throws -> Result) throws -> Result {
    try diary.read { replica in
      var replica = replica
      replica.rules = rules
      return try body(replica)
    }
  }

  func merge(_ body: (inout Replica<ReplicaTables>, [LocalChange], Int64) throws -> [Segment]) throws {
    try beforeMerge()
    try diary.merge { replica, local, now in
      replica.rules = rules
      return try body(&replica, local, now)
    }
  }

  var hasUnsentImports: Bool { get throws { try diary.hasUnsentImports } }
  func join(_ body: (inout Replica<ReplicaTables>) throws -> Void) throws { try diary.join(body) }

  var ownSegmentIDs: [SegmentID] { get throws { try diary.ownSegmentIDs } }
  func ownContent(of id: SegmentID) throws -> Data? { try diary.ownContent(of: id) }
  func replaceOwnSegments(by compacted: [Segment]) throws { try diary.replaceOwnSegments(by: compacted) }
  func hasUnsentChanges(in missing: [SegmentID]) throws -> Bool { try diary.hasUnsentChanges(in: missing) }
  func recordSent(_ ids: [SegmentID]) throws -> Int { try diary.recordSent(ids) }
  var putSizes: [String: Int] { get throws { try diary.putSizes } }
  func setPutSize(_ size: Int?, of name: String) throws { try diary.setPutSize(size, of: name) }
  var knownSnapshots: [String: Context] { get throws { try diary.knownSnapshots } }
  func setKnownSnapshot(_ tips: Context?, named name: String) throws {
    try diary.setKnownSnapshot(tips, named: name)
  }
  var imageSizes: [Data: Int] { get throws { try diary.imageSizes } }
  var missingImageDigests: Set<Data> { get throws { try diary.missingImageDigests } }
  func image(_ digest: Data) throws -> Data? { try diary.image(digest) }
  func insertImages(_ images: [(digest: Data, bytes: Data)]) throws { try diary.insertImages(images) }
}
