package import Foundation

/// An object that a store lists.
package struct ListedObject: Hashable, Sendable {
  package let name: String

  /// In bytes.
  package let size: Int

  package init(name: String, size: Int) {
    self.name = name
    self.size = size
  }
}

/// A place for objects: a folder, or what a program can copy files to.
///
/// Objects appear late, partially, or not at all, and disappear; nothing relies on the order of calls by several devices.
package protocol ObjectStore {
  /// Returns the objects whose names begin with a prefix.
  func list(_ prefix: String) throws -> [ListedObject]

  /// Copies objects into a folder, each to the file with its name after the last slash; leaves out those that are gone.
  func get(_ names: [String], into folder: String) throws

  /// Copies files to objects, given by their names, and replaces those that exist.
  func put(_ files: [(name: String, path: String)]) throws

  /// Removes objects that others replace; does nothing for those that are gone.
  func delete(_ names: [String]) throws
}

/// Reads and writes whole objects, as bytes.
package protocol ObjectExchange {
  func list(_ prefix: String) throws -> [ListedObject]

  /// Returns the objects that are there.
  func read(_ names: [String]) throws -> [String: Data]
  func write(_ objects: [(name: String, bytes: Data)]) throws
  func delete(_ names: [String]) throws
}

/// Exchanges objects with a store through files in a folder of its own.
package struct StagedExchange<Store: ObjectStore>: ObjectExchange {
  private let store: Store
  private let folder: String

  /// - Parameter folder: An empty folder, for temporary files.
  package init(_ store: Store, folder: String) {
    self.store = store
    self.folder = folder
  }

  /// Leaves out names that are none of an object, whatever the store says: they become names of files.
  package func list(_ prefix: String) throws -> [ListedObject] {
    try store.list(prefix).filter { $0.name.hasPrefix(prefix) && ObjectName.isSuitable($0.name) }
  }

  package func delete(_ names: [String]) throws { try store.delete(names) }

  package func read(_ names: [String]) throws -> [String: Data] {
    try emptyFolder()
    try store.get(names, into: folder)
    var objects: [String: Data] = [:]
    for name in names {
      let file = path(name)
      guard let size = try FolderStore.fileSize(file), size <= Limits.object * 2 else { continue }
      objects[name] = try Data(contentsOf: URL(fileURLWithPath: file))
    }
    try emptyFolder()
    return objects
  }

  package func write(_ objects: [(name: String, bytes: Data)]) throws {
    try emptyFolder()
    for object in objects { try object.bytes.write(to: URL(fileURLWithPath: path(object.name))) }
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
