package import DiaryUI
import Foundation

/// The file that keeps the layout of the list, which all diaries of the user share.
package struct LayoutFile: Sendable {
  /// No layout is that large.
  private static let maxBytes = 1 << 20

  private let folder: String
  private var path: String { folder + "/layout.json" }

  /// Creates access to the file in a folder, which is created when the layout is first kept.
  package init(_ folder: String) { self.folder = folder }

  /// Returns the layout; `nil` if none is kept or it cannot be read.
  package func read() -> ListLayout? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard let data = try? file.read(upToCount: Self.maxBytes) else { return nil }
    return try? JSONDecoder().decode(ListLayout.self, from: data)
  }

  /// Replaces the layout.
  func write(_ layout: ListLayout) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(layout).write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
