import Foundation

/// A store that is read without being changed, and what SQLite needs beside it for that.
struct ReadOnlyPlace {
  private let file: String
  /// Whether there was no -wal and no -shm: those that SQLite makes to read are then its own.
  private let wasAlone: Bool

  /// - Parameter file: Behind every link.
  init(file: String) {
    self.file = file
    wasAlone = fileSize(file + "-wal") == nil && fileSize(file + "-shm") == nil
  }

  /// Where SQLite finds the file, as a URI that says how to open it.
  ///
  /// A store on a medium that nobody here can write to is read as it stands, unless a transaction ended amid it. Beside
  /// a -wal that nobody uses, its index is not written anew.
  var address: String {
    let folder = (file as NSString).deletingLastPathComponent
    if wasAlone, fileSize(file + "-journal") ?? 0 == 0, access(folder.isEmpty ? "." : folder, W_OK) != 0 {
      return SQLiteProbe.address(of: file, mode: .immutable)
    }
    let isUnused = fileSize(file + "-shm") != nil && !SharedMemoryFile.isInUse(besideStore: file)
    return SQLiteProbe.address(of: file, mode: isUnused ? .readOnlyBesideLog : .readOnly)
  }

  /// Removes what only this program made, unless another uses it by now.
  func removeWhatWasMade() {
    if wasAlone { SharedMemoryFile.removeUnused(besideStore: file, withEmptyLog: true) }
  }
}
