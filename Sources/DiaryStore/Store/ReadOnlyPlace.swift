import Foundation

/// A store that is read without being changed, and what SQLite needs beside it for that.
struct ReadOnlyPlace {
  private let file: String
  /// Whether there was a -wal; otherwise the one that SQLite makes to read is its own, and so is the -shm.
  private let hadLog: Bool
  private let hadIndex: Bool

  /// - Parameter file: Behind every link.
  init(file: String) {
    self.file = file
    hadLog = fileSize(file + "-wal") != nil
    hadIndex = fileSize(file + "-shm") != nil
  }

  /// Where SQLite finds the file, as a URI that says how to open it.
  ///
  /// A store on a medium that nobody here can write to is read as it stands, unless a transaction ended amid it. Beside
  /// a -wal that nobody uses, its index is not written anew.
  var address: String {
    let folder = (file as NSString).deletingLastPathComponent
    if !hadLog, !hadIndex, fileSize(file + "-journal") ?? 0 == 0,
      access(folder.isEmpty ? "." : folder, W_OK) != 0
    {
      return SQLiteProbe.address(of: file, mode: .immutable)
    }
    let isUnused = fileSize(file + "-shm") != nil && !SharedMemoryFile.isInUse(besideStore: file)
    return SQLiteProbe.address(of: file, mode: isUnused ? .readOnlyBesideLog : .readOnly)
  }

  /// Removes what only this program made, unless another uses it by now.
  func removeWhatWasMade() {
    if !hadIndex { SharedMemoryFile.removeUnused(besideStore: file, withEmptyLog: !hadLog) }
  }
}
