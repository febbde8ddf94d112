import DiaryProcess
import DiaryUI
import Foundation

/// A folder for drafts of unsaved forms, which only their owner can read.
///
/// Every draft has its own file with a name that is never reused, so no draft replaces another one, even if two
/// programs use the same diary. Drafts are deleted only when they are saved or discarded. The files are small, and
/// every end of the program adds at most one.
package struct DraftFolder {
  /// No form is that large.
  private static let maxBytes = 16 << 20
  /// More questions in a row are a nuisance.
  ///
  /// Older drafts are offered after some of these have been answered.
  static let maxOffered = 20

  let path: String
  /// The prefix of the names of the diary's drafts.
  private let prefix: String

  /// Creates access to the drafts that belong to one diary.
  ///
  /// - Parameter store: The path of the diary to which the forms belong.
  package init(_ path: String, store: String) {
    self.path = path
    // A hash, so that the name does not reveal where the diary is.
    let storeHash = store.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    prefix = "draft-\(String(storeHash, radix: 16))"
  }

  /// Saves a draft and returns its id.
  ///
  /// - Parameter earlier: The draft that is deleted after this one has been saved.
  func keep(_ draft: FormDraft, replacing earlier: String?) throws -> String {
    let data = try JSONEncoder().encode(draft)
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let id = "\(prefix)-\(UUID().uuidString).json"
    let temporary = file(id) + ".part"
    let descriptor = open(temporary, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SystemFailure(call: "open", code: errno) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try handle.write(contentsOf: data)
      try handle.synchronize()
      guard rename(temporary, file(id)) == 0 else { throw SystemFailure(call: "rename", code: errno) }
    } catch {
      unlink(temporary)
      throw error
    }
    // The name has to be on disk before the earlier draft is deleted.
    synchronizeFolder()
    if let earlier { drop(earlier) }
    return id
  }

  private func synchronizeFolder() {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Returns the drafts, the newest first, at most ``maxOffered`` of them.
  func kept() -> KeptDrafts {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let dated = names.filter(isDraft).map { name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: file(name))
      return (name: name, date: attributes?[.modificationDate] as? Date ?? .distantPast)
    }
    var readable: [KeptDraft] = []
    var unreadable: [String] = []
    for (name, _) in dated.sorted(by: { ($0.date, $0.name) > ($1.date, $1.name) }) {
      if readable.count == Self.maxOffered { break }
      if let draft = read(name) {
        readable.append(KeptDraft(id: name, draft: draft))
      } else {
        unreadable.append(file(name))
      }
    }
    return KeptDrafts(readable, unreadableFiles: unreadable)
  }

  func drop(_ id: String) { unlink(file(id)) }

  /// Earlier versions kept a single draft, with a name without a number.
  private func isDraft(_ name: String) -> Bool {
    name == "\(prefix).json" || name.hasPrefix("\(prefix)-") && name.hasSuffix(".json")
  }

  private func read(_ name: String) -> FormDraft? {
    let descriptor = open(file(name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard let data = try? file.read(upToCount: Self.maxBytes) else { return nil }
    return try? JSONDecoder().decode(FormDraft.self, from: data)
  }

  private func file(_ name: String) -> String { "\(path)/\(name)" }
}
