import DiaryProcess
import DiaryStore
import DiaryText
import DiaryUI
import Foundation
import Pictures
import SQLiteKit
import Synchronization

/// Shows photos in the system's image viewer.
///
/// Viewers read files, so the photo is copied to a private file in a private folder. All copies are removed when the
/// diary is closed, or by the next program if this one is killed.
final class PhotoViewer: Sendable {
  private let folder = Mutex<ScratchFolder?>(nil)
  private let viewer = SystemViewer()

  /// Copies a photo byte for byte and returns the path of the copy.
  func makeFile(ofPhoto photo: Int64, in diary: Diary) throws -> String {
    if let problem = viewer.problem { throw CommandFailure(sentence: problem, status: .cannotCreate) }
    let folder = try privateFolder()
    let header = try diary.withImage(ofPhoto: photo) { try ImageHeader(reading: $0) }
    guard let header else {
      throw CommandFailure(sentence: "The image of this photo is missing.", status: .noInput)
    }
    // Viewers recognize formats by the file extension.
    let ending = header.map { "." + $0.format.rawValue.lowercased() } ?? ""
    let path = "\(folder)/photo-\(photo)\(ending)"
    unlink(path)
    let descriptor = Glibc.open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(errno) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    _ = try diary.readImage(ofPhoto: photo) { part in
      do { try file.write(contentsOf: Data(part)) } catch { throw Self.failure(errno) }
    }
    return path
  }

  /// Starts the viewer and waits until it has opened the file.
  ///
  /// - Returns: Why it failed; `nil` if it did not.
  func open(_ path: String) -> Problem? {
    do {
      return try viewer.open(path).waitForExit() == 0 ? nil : Problem(sentence: viewer.refusal)
    } catch {
      return Problem(error)
    }
  }

  /// Removes the copies.
  func removeFiles() {
    folder.take()?.removeOrReport()
  }

  private func privateFolder() throws -> String {
    try folder.withLock { folder in
      if let folder { return folder.path }
      let made = try ScratchFolder.temporary(for: .openedPhoto)
      folder = made
      return made.path
    }
  }

  private static func failure(_ code: Int32) -> CommandFailure {
    CommandFailure(
      sentence: "The photo could not be copied for the viewer: \(String(cString: strerror(code))).",
      status: .cannotCreate)
  }
}
