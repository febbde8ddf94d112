import DiaryProcess
import DiaryUI
import Foundation

/// Where what forms hold is kept when the program has to end: files that only their owner can read.
///
/// Every draft has a file of its own, under a name that is never used again, so that none takes another's place, and two
/// programs with the same diary are not in each other's way. Drafts go when they are stored or thrown away, never by
/// themselves: a file is small, and there is at most one more for every time that the program was ended during a form.
package struct DraftFolder {
  /// A form is never as large.
  private static let mostBytes = 16 << 20
  /// More questions in a row are a nuisance; what is older waits until some of these are answered.
  static let mostOffered = 20

  let path: String
  /// What the names of the diary's drafts begin with.
  private let prefix: String

  /// - Parameter store: The diary that the forms belong to.
  package init(_ path: String, store: String) {
    self.path = path
    // The name tells nothing of where the diary is.
    let place = store.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    prefix = "draft-\(String(place, radix: 16))"
  }

  /// Keeps a draft and returns its id.
  ///
  /// - Parameter earlier: The draft that goes once this one is safe.
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
    // The name has to be on the disk before the earlier draft goes.
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

  /// What was kept and can be understood, the newest first: at most ``mostOffered``.
  func kept() -> [KeptDraft] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let dated = names.filter(isDraft).map { name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: file(name))
      return (name: name, date: attributes?[.modificationDate] as? Date ?? .distantPast)
    }
    let newestFirst = dated.sorted { ($0.date, $0.name) > ($1.date, $1.name) }.lazy.map(\.name)
    return Array(
      newestFirst.compactMap { name in read(name).map { KeptDraft(id: name, draft: $0) } }
        .prefix(Self.mostOffered))
  }

  func drop(_ id: String) { unlink(file(id)) }

  /// Earlier versions kept a single one, under a name without a number.
  private func isDraft(_ name: String) -> Bool {
    name == "\(prefix).json" || name.hasPrefix("\(prefix)-") && name.hasSuffix(".json")
  }

  private func read(_ name: String) -> FormDraft? {
    let descriptor = open(file(name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard let data = try? file.read(upToCount: Self.mostBytes) else { return nil }
    return try? JSONDecoder().decode(FormDraft.self, from: data)
  }

  private func file(_ name: String) -> String { "\(path)/\(name)" }
}
