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
  /// If only some of them cannot be read, and the store can tell, copies the others before it throws
  /// ``SyncError/unreadable(_:)``. Any other error is one of the whole store.
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

  /// Returns the contents of objects, without those that do not exist.
  func read(_ names: [String]) throws -> ReadResult

  /// Writes objects, replacing existing ones.
  func write(_ objects: [(name: String, bytes: Data)]) throws

  /// Deletes objects; skips those that do not exist.
  func delete(_ names: [String]) throws
}

/// What was read of some objects.
package struct ReadResult {
  /// The contents of the objects by their names, without those that do not exist or cannot be read.
  package var contents: [String: Data] = [:]

  /// The `errno` of each object that cannot be read although others can be, by their names.
  package var errors: [String: Int32] = [:]

  /// Creates a result.
  package init(contents: [String: Data] = [:], errors: [String: Int32] = [:]) {
    self.contents = contents
    self.errors = errors
  }

  /// Returns the contents of the objects, for callers that need all of them.
  ///
  /// - Throws: ``SyncError/unreadable(_:)`` if one cannot be read.
  package func get() throws -> [String: Data] {
    guard errors.isEmpty else { throw SyncError.unreadable(errors) }
    return contents
  }
}
