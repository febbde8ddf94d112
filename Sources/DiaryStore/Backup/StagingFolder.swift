import Foundation

/// A folder beside a file that is to be made, in which the file is built before it gets its place.
///
/// The file appears whole or not at all. What a killed process leaves is removed by the next one that builds a file in
/// the same folder; see ``ScratchFolder``.
final class StagingFolder {
  /// Where the file is built; it has its later name, which Core Data's folder of images is named after.
  let file: String
  private let target: String
  private let folder: ScratchFolder

  /// - Parameter target: The file to be made, behind every link.
  init(for target: String) throws(DiaryError) {
    self.target = target
    let parent = (target as NSString).deletingLastPathComponent
    try StoreFile.makeFolder(parent)
    ScratchFolder.removeLeftovers(in: parent)
    folder = try ScratchFolder(in: parent, for: .staging)
    file = "\(folder.path)/\((target as NSString).lastPathComponent)"
  }

  /// Core Data's folder beside the file that is built.
  var support: String { StoreFile.supportFolder(ofStore: file) }

  /// Gives what was built its place; the file comes last, and nothing that is there is ever replaced.
  ///
  /// - Parameter withSupport: Whether Core Data's folder of images goes with it.
  /// - Returns: `false` if a file has taken the place.
  func publish(withSupport: Bool = false) throws(DiaryError) -> Bool {
    if fileSize(target) != nil { return false }
    try StoreFile.synchronize(file)
    try StoreFile.synchronize(folder.path)
    let published = withSupport ? try publishSupport() : nil
    guard try FileMove.withoutReplacing(file, target) else {
      try published?.takeBack(into: folder.path)
      return false
    }
    try StoreFile.synchronize((target as NSString).deletingLastPathComponent)
    return true
  }

  private func publishSupport() throws(DiaryError) -> PublishedSupport {
    let support = try PublishedSupport(support, at: StoreFile.supportFolder(ofStore: target), of: target)
    try support.write(into: folder.path)
    try StoreFile.synchronize(folder.path)
    guard try FileMove.withoutReplacing(self.support, support.path) else {
      throw DiaryError.cannotCreate(
        path: support.path, reason: "it is there already and would be overwritten")
    }
    return support
  }

  /// Undoes the first half of a `publish` that was killed before the second.
  ///
  /// - Parameter folder: What the killed process left.
  static func takeBackSupport(into folder: String) {
    guard let support = PublishedSupport(in: folder) else { return }
    // It stays if it cannot be moved: the images are copies, and nothing else is touched.
    try? support.takeBack(into: folder)
  }
}

/// Core Data's folder of images on its way to a place where its store is to follow.
private struct PublishedSupport: Codable {
  private static let fileName = "published-support"

  /// Its place.
  let path: String
  /// The store that follows.
  private let store: String
  /// Tells it from another folder with the same name.
  private let inode: UInt64

  init(_ folder: String, at path: String, of store: String) throws(DiaryError) {
    var facts = stat()
    guard lstat(folder, &facts) == 0 else { throw DiaryError(systemError: errno, path: folder) }
    (self.path, self.store, inode) = (path, store, UInt64(facts.st_ino))
  }

  /// The record in a folder; `nil` if it has none.
  init?(in folder: String) {
    guard let data = FileManager.default.contents(atPath: "\(folder)/\(Self.fileName)"),
      let record = try? JSONDecoder().decode(Self.self, from: data)
    else { return nil }
    self = record
  }

  func write(into folder: String) throws(DiaryError) {
    let path = "\(folder)/\(Self.fileName)"
    do {
      try JSONEncoder().encode(self).write(to: URL(fileURLWithPath: path))
    } catch {
      throw .inputOutput(path: path, reason: "\(error.localizedDescription)")
    }
    try StoreFile.synchronize(path)
  }

  /// Moves the folder back beside the store that did not follow; nothing if the store did.
  func takeBack(into folder: String) throws(DiaryError) {
    var facts = stat()
    let staged = "\(folder)/\((store as NSString).lastPathComponent)"
    guard fileSize(staged) != nil, !StoreFile.isSame(staged, store), lstat(path, &facts) == 0,
      UInt64(facts.st_ino) == inode
    else { return }
    _ = try FileMove.withoutReplacing(path, StoreFile.supportFolder(ofStore: staged))
  }
}
