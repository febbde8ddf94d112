/// A file that SQLite keeps next to a database, named after it: `diary.sqlite-wal`.
///
/// Source: https://www.sqlite.org/tempfiles.html
package enum StoreSidecar: String, CaseIterable, Sendable {
  /// The write-ahead log: committed pages that are not in the database yet.
  case wal = "-wal"
  /// The rollback journal: pages as they were before a transaction that did not end.
  case journal = "-journal"
  /// The index of the -wal, which all connections share. SQLite recreates it if it is missing.
  case sharedMemory = "-shm"

  /// The kinds that hold data of the database, so that losing one may lose or damage rows.
  package static let withData: [StoreSidecar] = [.wal, .journal]

  /// Returns the path of this sidecar of a database file, whether it exists or not.
  ///
  /// - Parameter file: The path with symbolic links resolved: SQLite names sidecars after the file, not after a link.
  package func path(of file: String) -> String { file + rawValue }

  /// Returns its size in bytes; `nil` if it does not exist.
  package func size(of file: String) -> Int? { StoreFile.size(path(of: file)) }

  /// Returns whether it exists and is not empty.
  package func hasBytes(of file: String) -> Bool { size(of: file) ?? 0 > 0 }
}
