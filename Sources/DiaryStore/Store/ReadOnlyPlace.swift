import Foundation
import GRDB

/// A store that is read without being changed, and what SQLite needs beside it for that.
final class ReadOnlyPlace: Sendable {
  private let file: String
  /// Whether there was no -wal and no -shm: those that are made to read are then this program's own.
  private let hadLog: Bool
  private let hadSharedMemory: Bool

  /// - Parameter file: Behind every link.
  init(file: String) {
    self.file = file
    hadLog = fileSize(file + "-wal") != nil
    hadSharedMemory = fileSize(file + "-shm") != nil
  }

  /// Opens the store with the address by which SQLite finds it, a URI that says how to open it.
  ///
  /// - Parameter body: Called again with another address if the first one asks too much of the disk.
  func open<Value>(_ body: (_ address: String) throws -> Value) throws -> Value {
    var modes = modes[...]
    while let mode = modes.popFirst() {
      if mode == .readOnlyBesideLog, !hadSharedMemory, !SharedMemoryFile.makeEmpty(besideStore: file),
        fileSize(file + "-shm") == nil
      {
        continue
      }
      do {
        return try body(SQLiteProbe.address(of: file, mode: mode))
      } catch let error as DatabaseError where error.asksForAnotherWay && !modes.isEmpty {
        removeWhatWasMade()
      } catch {
        removeWhatWasMade()
        throw error
      }
    }
    throw DiaryError.permissionDenied(path: file)
  }

  /// How to open the store, the best way first.
  ///
  /// A store that nobody here can write to, or not next to, is read as it stands, unless a transaction ended amid it.
  /// The index of a -wal that no program uses is kept in memory and not written, and so is any on a full disk.
  private var modes: [SQLiteProbe.Mode] {
    let isAlone = !hadLog && !hadSharedMemory && fileSize(file + "-journal") ?? 0 == 0
    if isAlone { return isWritable ? [.readOnly, .readOnlyBesideLog, .immutable] : [.immutable] }
    if SharedMemoryFile.isInUse(besideStore: file) || !hadLog && !hadSharedMemory { return [.readOnly] }
    return [.readOnlyBesideLog, .readOnly]
  }

  private var isWritable: Bool {
    let folder = (file as NSString).deletingLastPathComponent
    return access(folder.isEmpty ? "." : folder, W_OK) == 0 && access(file, W_OK) == 0
  }

  /// Removes what only this program made, unless another uses it by now.
  func removeWhatWasMade() {
    if !hadSharedMemory { SharedMemoryFile.removeUnused(besideStore: file, withEmptyLog: !hadLog) }
  }
}

extension DatabaseError {
  /// Whether the -shm or -wal could not be made, or not be understood without being written.
  fileprivate var asksForAnotherWay: Bool {
    switch resultCode {
    case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PROTOCOL: true
    default: false
    }
  }
}
