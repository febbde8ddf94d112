package import Foundation

/// Exchanges objects with a store through temporary files.
///
/// A file has the last part of the object's name, which the objects of one call must not share.
package struct StagedExchange<Store: ObjectStore>: ObjectExchange {
  private let store: Store
  private let folder: String

  /// Creates an exchange with a store.
  ///
  /// - Parameter folder: An existing folder for the temporary files; everything else in it is deleted.
  package init(_ store: Store, folder: String) {
    self.store = store
    self.folder = folder
  }

  /// Returns the objects whose names begin with a prefix, without invalid names, which would become names of files.
  ///
  /// - Throws: Errors of the store.
  package func list(_ prefix: String) throws -> [ListedObject] {
    try store.list(prefix).filter { $0.name.hasPrefix(prefix) && ObjectName.isValid($0.name) }
  }

  /// Deletes objects; skips those that do not exist.
  ///
  /// - Throws: Errors of the store.
  package func delete(_ names: [String]) throws { try store.delete(names) }

  /// Returns the contents of objects.
  ///
  /// Leaves out objects that do not exist, or are larger than any object can be.
  ///
  /// - Throws: Errors of the store and of the temporary files.
  package func read(_ names: [String]) throws -> ReadResult {
    try emptyFolder()
    var result = ReadResult()
    do {
      try store.get(names, into: folder)
    } catch SyncError.unreadable(let errors) {
      result.errors = errors
    }
    for name in names {
      let file = path(name)
      guard let size = try FolderStore.fileSize(file), size <= Limits.sealedObject else { continue }
      result.contents[name] = try Data(contentsOf: URL(fileURLWithPath: file))
    }
    try emptyFolder()
    return result
  }

  /// Writes objects, replacing existing ones.
  ///
  /// - Throws: Errors of the store and of the temporary files.
  package func write(_ objects: [(name: String, bytes: Data)]) throws {
    try emptyFolder()
    for object in objects { try FolderStore.write(object.bytes, to: path(object.name)) }
    try store.put(objects.map { ($0.name, path($0.name)) })
    try emptyFolder()
  }

  private func path(_ name: String) -> String {
    folder + "/" + (name.split(separator: "/").last.map(String.init) ?? "")
  }

  private func emptyFolder() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      try FileManager.default.removeItem(atPath: folder + "/" + name)
    }
  }
}
