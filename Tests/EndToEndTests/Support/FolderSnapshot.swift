import FixtureStores
import Foundation

/// All files below a folder with the hashes of what they hold.
struct FolderSnapshot: Equatable {
  private let hashes: [String: String]

  init(_ folder: String) throws {
    var hashes: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder) else {
        continue
      }
      hashes[name] =
        isFolder.boolValue ? "folder" : try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")).sha256
    }
    self.hashes = hashes
  }

  var isEmpty: Bool { hashes.isEmpty }
  var names: [String] { hashes.keys.sorted() }
}
