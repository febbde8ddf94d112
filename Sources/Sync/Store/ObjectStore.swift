package import Foundation

/// An object in a listing of a store.
package struct ListedObject: Hashable, Sendable {
  /// The name, such as `diary` or `photo/3f9a`.
  package let name: String

  /// In bytes; -1 if the store does not know it.
  package let size: Int

  /// Creates an entry of a listing.
  ///
  /// - Parameter size: The size of the object in bytes; -1 if the store does not know it.
  package init(name: String, size: Int) {
    self.name = name
    self.size = size
  }
}

/// A store of objects: a folder, or anything that a program can copy files to.
///
/// Objects may appear late, partially or not at all, may disappear, and may be seen by other devices in any order.
///
/// The functions throw ``SyncError/invalidName(_:)`` for a name that ``ObjectName/isValid(_:)`` refuses,
/// ``SyncError/system(code:path:)`` and ``SyncError/unwritable(code:path:)`` for files, and errors of the store itself.
package protocol ObjectStore {
  /// Returns the objects whose names begin with a prefix.
  func list(_ prefix: String) throws -> [ListedObject]

  /// Copies objects into a folder, each to a file with the last part of its name; skips those that do not exist.
  ///
  /// A store that can tell throws ``SyncError/unreadable(_:)`` if only some of them cannot be read; any other error is one
  /// of the whole store.
  func get(_ names: [String], into folder: String) throws

  /// Copies files to the objects with the given names, replacing existing ones.
  func put(_ files: [(name: String, path: String)]) throws

  /// Deletes objects; skips those that do not exist.
  func delete(_ names: [String]) throws
}

/// Reads and writes whole objects in memory.
///
/// The functions throw the errors of the ``ObjectStore``, and others for temporary files.
package protocol ObjectExchange {
  /// Returns the objects whose names begin with a prefix.
  func list(_ prefix: String) throws -> [ListedObject]

  /// Returns the contents of objects by their names, without those that do not exist.
  func read(_ names: [String]) throws -> [String: Data]

  /// Writes objects, replacing existing ones.
  func write(_ objects: [(name: String, bytes: Data)]) throws

  /// Deletes objects; skips those that do not exist.
  func delete(_ names: [String]) throws
}

extension ObjectExchange {
  /// Returns the contents of objects by their names, without those that do not exist, or that cannot be read although
  /// others can be.
  ///
  /// - Parameter unreadable: Gets the names of the objects that cannot be read, each with an `errno`.
  package func read(_ names: [String], unreadable: inout [String: Int32]) throws -> [String: Data] {
    do {
      return try read(names)
    } catch SyncError.unreadable(let codes) {
      unreadable.merge(codes) { $1 }
      return try read(names.filter { codes[$0] == nil })
    }
  }
}
