package import Pictures
import SQLiteKit

extension FileBytes {
  /// Opens an image file that the user named.
  ///
  /// - Throws: `.openDatabase` if it belongs to a database that this process has open: closing it would release
  ///   SQLite's locks, see ``OpenDatabase``. Otherwise what ``init(path:followsLinks:)`` throws.
  package convenience init(userImageAt path: String) throws(FileBytesError) {
    if OpenDatabase.owns(path) { throw .openDatabase(path: path) }
    try self.init(path: path)
  }
}
