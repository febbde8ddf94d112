import DiaryProcess
package import DiaryUI
import Foundation
import Settings
import Synchronization

/// The file that keeps the layout of the list, which all diaries of the user share.
package final class LayoutFile: Sendable {
  /// The largest size of the file in bytes, which no layout reaches.
  private static let maxBytes = 1 << 20

  private let folder: String
  private var path: String { folder + "/layout.json" }
  /// The layout that the screen has read or kept last.
  private let known = Mutex(ListLayout())

  /// Creates access to the file in a folder, which is created when the layout is first kept.
  package init(_ folder: String) { self.folder = folder }

  /// Returns the layout; `nil` if none is kept or it cannot be read.
  package func read() -> ListLayout? {
    let layout = kept()
    known.withLock { $0 = layout ?? ListLayout() }
    return layout
  }

  private func kept() -> ListLayout? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard let data = try? file.read(upToCount: Self.maxBytes) else { return nil }
    return try? JSONDecoder().decode(ListLayout.self, from: data)
  }

  /// Keeps what has changed in the layout since it was read or kept; what another screen has changed since then stays.
  func write(_ layout: ListLayout) throws {
    try SettingsFolder(path: folder).withLock {
      let earlier = known.withLock { $0 }
      try replace(with: kept().map { layout.merged(into: $0, since: earlier) } ?? layout)
      known.withLock { $0 = layout }
    }
  }

  private func replace(with layout: ListLayout) throws {
    try UserFolders.create(folder)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(layout).write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
