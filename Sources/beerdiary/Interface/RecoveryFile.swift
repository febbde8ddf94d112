import DiaryUI
import Foundation

/// Where what a form holds is kept when the program has to end: a file that only its owner can read.
struct RecoveryFile {
  /// A form is never as large.
  private static let mostBytes = 16 << 20

  let path: String

  /// - Parameter store: The diary that the form belongs to.
  init(folder: String, store: String) {
    // The name tells nothing of where the diary is.
    let place = store.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    path = "\(folder)/draft-\(String(place, radix: 16)).json"
  }

  /// Where it cannot be kept nobody is there any more to be told.
  func keep(_ draft: FormDraft) {
    guard let data = try? JSONEncoder().encode(draft) else { return }
    let folder = (path as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let temporary = "\(path).\(getpid())"
    unlink(temporary)
    let descriptor = open(temporary, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: data)
      try file.synchronize()
      if rename(temporary, path) != 0 { unlink(temporary) }
    } catch {
      unlink(temporary)
    }
  }

  /// What was kept; `nil` where nothing was, or it cannot be understood.
  func kept() -> FormDraft? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard let data = try? file.read(upToCount: Self.mostBytes) else { return nil }
    return try? JSONDecoder().decode(FormDraft.self, from: data)
  }

  func drop() { unlink(path) }
}
