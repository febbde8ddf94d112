import DiaryProcess
import DiaryUI
import Foundation
import Glibc

/// A folder for drafts of unsaved forms, which only their owner can read.
///
/// Every draft has its own file with a name that is never reused, so no draft replaces another one, even if two
/// programs use the same diary. Drafts are deleted only when they are saved, discarded or replaced. Those that a program
/// offers or edits are locked, so that no other program offers them. The files are small, and every run of the program
/// adds at most one.
package struct DraftFolder {
  /// The largest size of a draft in bytes, which no form reaches.
  private static let maxBytes = 16 << 20
  /// The maximum number of drafts that a start offers, because each of them is a question.
  ///
  /// Older drafts are offered after some of these have been answered.
  static let maxOffered = 20

  /// The end of the name of a draft that is being written.
  private static let partSuffix = ".part"

  let path: String
  /// The prefix of the names of the diary's drafts.
  private let prefix: String

  /// Creates access to the drafts that belong to one diary.
  ///
  /// - Parameter store: The path of the diary to which the forms belong.
  package init(_ path: String, store: String) {
    self.path = path
    prefix = "draft-\(StoreHash.text(ofStoreAt: store))"
  }

  /// Saves a draft and returns its id.
  ///
  /// - Parameter earlier: The draft that is deleted after this one has been saved.
  func save(_ draft: FormDraft, replacing earlier: String?) throws -> String {
    try saveLocked(draft, replacing: earlier).id
  }

  /// Saves a draft that is in use until its lock goes out of scope.
  ///
  /// - Parameter earlier: The draft that is deleted after this one has been saved.
  func saveLocked(_ draft: FormDraft, replacing earlier: String?) throws -> (id: String, lock: UseLock) {
    let data = try JSONEncoder().encode(draft)
    try UserFolders.create(path)
    let id = "\(prefix)-\(UUID().uuidString).json"
    let temporary = file(id) + Self.partSuffix
    let descriptor = Glibc.open(temporary, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SystemFailure(call: "open", code: errno) }
    let lock = UseLock(descriptor)
    do {
      try lock.handle.write(contentsOf: data)
      try lock.handle.synchronize()
      guard rename(temporary, file(id)) == 0 else { throw SystemFailure(call: "rename", code: errno) }
    } catch {
      unlink(temporary)
      throw error
    }
    // The name has to be on disk before the earlier draft is deleted.
    synchronizeFolder()
    if let earlier { drop(earlier) }
    return (id, lock)
  }

  private func synchronizeFolder() {
    let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Returns the drafts that no program uses, the newest first, at most ``maxOffered`` of them; they are in use until
  /// their locks, which are found by their ids, go out of scope.
  func claim() -> (drafts: KeptDrafts, locks: [String: UseLock]) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    removeOldParts(among: names)
    let dated = names.filter(isDraft).map { (name: $0, date: date(of: $0) ?? .distantPast) }
    var readable: [KeptDraft] = []
    var locks: [String: UseLock] = [:]
    var unreadable: [String] = []
    // On a file system without locks, they are offered twice rather than never.
    for (name, _) in dated.sorted(by: { ($0.date, $0.name) > ($1.date, $1.name) }) {
      if readable.count == Self.maxOffered { break }
      guard let lock = UseLock(opening: file(name), O_RDONLY) else {
        // Another program may just have deleted it.
        if errno != ENOENT { unreadable.append(file(name)) }
        continue
      }
      guard !lock.isUnavailable else { continue }
      if let draft = read(lock.handle) {
        readable.append(KeptDraft(id: name, draft: draft))
        locks[name] = lock
      } else {
        unreadable.append(file(name))
      }
    }
    return (KeptDrafts(readable, unreadableFiles: unreadable), locks)
  }

  func drop(_ id: String) { unlink(file(id)) }

  /// Deletes what is left of drafts that killed processes were writing.
  ///
  /// The drafts that they were to replace still exist. Writing one takes far less than an hour.
  private func removeOldParts(among names: [String]) {
    let limit = Date(timeIntervalSinceNow: -3600)
    for name in names where name.hasPrefix("\(prefix)-") && name.hasSuffix(Self.partSuffix) {
      if let date = date(of: name), date < limit { drop(name) }
    }
  }

  /// Returns when a file was last changed; `nil` if it does not exist.
  private func date(of name: String) -> Date? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file(name))
    return attributes?[.modificationDate] as? Date
  }

  /// Earlier versions kept a single draft, with a name without a number.
  private func isDraft(_ name: String) -> Bool {
    name == "\(prefix).json" || name.hasPrefix("\(prefix)-") && name.hasSuffix(".json")
  }

  private func read(_ handle: FileHandle) -> FormDraft? {
    guard let data = try? handle.read(upToCount: Self.maxBytes) else { return nil }
    return try? JSONDecoder().decode(FormDraft.self, from: data)
  }

  private func file(_ name: String) -> String { "\(path)/\(name)" }
}
