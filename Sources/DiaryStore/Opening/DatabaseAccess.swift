package import Foundation
package import GRDB
package import SQLiteKit

/// A type that does a part of the diary's work, and reads and writes through `database`.
package protocol DatabaseAccess {
  /// What writing throws.
  associatedtype WriteError: DiaryError = StoreError

  /// The diary's connections.
  var database: DiaryDatabase { get }
}

extension DatabaseAccess {
  /// Reads from one moment of the store, in a transaction of its own.
  package func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try database.read(body)
  }

  /// Writes in one transaction, which is rolled back if `body` throws.
  package func write<Value>(_ body: (Database) throws -> Value) throws(WriteError) -> Value {
    try WriteError.mapErrors(at: path) { try database.write(body) }
  }

  /// The store as the user named it.
  package var path: String { database.path }
  /// The store's file, with symbolic links resolved.
  package var file: String { database.file }
  /// The current time, from the diary's clock.
  package var now: Date { database.now }
  /// The current time as it is written into the store.
  package var timestamp: String { database.timestamp }
  /// Where Core Data keeps images that are files of their own.
  package var externalFolder: String { database.externalFolder }
  /// Cached lists of ids.
  var lists: OrderedIDCache { database.lists }
}
