import Foundation
import SQLiteKit

/// The diaries that use the keys of a device, as paths in a file next to the keys.
///
/// A copy of a diary on the same computer uses the same keys, until it continues as a new device.
struct KeyUsers {
  private let path: String

  /// - Parameter folder: The folder of a device.
  init(in folder: String) { path = folder + "/diaries" }

  /// The separator, because a path may contain any other character.
  private static let separator = UInt8(0)

  private var paths: Set<String> {
    let bytes = FileManager.default.contents(atPath: path) ?? Data()
    return Set(bytes.split(separator: Self.separator).map { String(decoding: $0, as: UTF8.self) })
  }

  /// Records that a diary uses the keys.
  func insert(_ diary: String) throws {
    let diary = StoreFile.resolved(diary)
    // A diary that was deleted or moved does not use them any more.
    if !paths.contains(diary) { try write(paths.filter(AtomicRename.itemExists).union([diary])) }
  }

  /// Records that a diary no longer uses the keys.
  func remove(_ diary: String) throws {
    let diary = StoreFile.resolved(diary)
    if paths.contains(diary) { try write(paths.subtracting([diary])) }
  }

  private func write(_ paths: Set<String>) throws {
    let bytes = Data(paths.sorted().joined(separator: "\0").utf8)
    try bytes.write(to: URL(fileURLWithPath: path), options: .atomic)
    guard chmod(path, 0o600) == 0 else { throw StoreError(systemError: errno, path: path) }
  }

  /// Returns whether a diary uses the keys, and no other one does, not even one that no longer exists.
  func isOnlyUser(_ diary: String) -> Bool { paths == [StoreFile.resolved(diary)] }

  /// Returns whether another diary that still exists uses the keys.
  func hasOthers(besides diary: String) -> Bool {
    paths.contains { $0 != StoreFile.resolved(diary) && AtomicRename.itemExists(atPath: $0) }
  }
}
