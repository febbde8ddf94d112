package import Foundation
package import GRDB
package import SQLiteKit

/// A type that does a part of the diary's work, and reads and writes through `database`.
package protocol DiaryComponent {
  /// The error that ``write(_:)`` throws.
  associatedtype WriteError: DiaryError = StoreError

  /// The diary's connections.
  var database: DiaryDatabase { get }
}

extension DiaryComponent {
  /// Calls `body` in a read transaction, which sees the store as it is at one moment.
  ///
  /// - Throws: `StoreError`, to which an error of `body` is converted.
  package func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try database.read(body)
  }

  /// Calls `body` as ``read(_:)`` does, in a transaction that can be canceled.
  ///
  /// - Parameter isCancelled: Called often during long statements; return `true` to throw `.cancelled`.
  package func read<Value>(
    isCancelled: () -> Bool, _ body: (Database) throws -> Value
  ) throws(StoreError) -> Value {
    try read { db in try db.interruptingStatements(if: isCancelled) { try body(db) } }
  }

  /// Calls `body` in a write transaction, which is rolled back if `body` throws.
  ///
  /// - Throws: The error of `body`, or of SQLite, as the error of the component's kind.
  package func write<Value>(_ body: (Database) throws -> Value) throws(WriteError) -> Value {
    try WriteError.mapErrors(at: path) { try database.write(body) }
  }

  /// Calls `body` as ``write(_:)`` does, in a transaction that can be canceled.
  ///
  /// - Parameter isCancelled: Called often during long statements; return `true` to throw `.cancelled`.
  package func write<Value>(
    isCancelled: () -> Bool, _ body: (Database) throws -> Value
  ) throws(WriteError) -> Value {
    try WriteError.mapErrors(at: path) { try database.write(isCancelled: isCancelled, body) }
  }

  /// Calls `body` in a read transaction, and throws the error of the component's kind, as ``write(isCancelled:_:)`` does.
  ///
  /// ``read(isCancelled:_:)`` would make a `StoreError` of what `body` refuses.
  ///
  /// - Parameter isCancelled: Called often during long statements; return `true` to throw `.cancelled`.
  func readMappingErrors<Value>(
    isCancelled: () -> Bool = { false }, _ body: (Database) throws -> Value
  ) throws(WriteError) -> Value {
    try WriteError.mapErrors(at: path) {
      try read(isCancelled: isCancelled) { db in Result { () throws -> Value in try body(db) } }.get()
    }
  }

  /// The store as the user named it.
  package var path: String { database.path }
  /// The store's file, with symbolic links resolved.
  package var file: String { database.file }
  /// The current time, from the diary's clock.
  package var now: Date { database.now }
  /// The current time as it is written to the store: ISO 8601 in UTC.
  package var timestamp: String { database.timestamp }
  /// The folder in which Core Data stores large images as files; it may not exist.
  package var externalFolder: String { database.externalFolder }
  /// The cached lists of ids.
  var listCache: OrderedIDCache { database.listCache }
}
