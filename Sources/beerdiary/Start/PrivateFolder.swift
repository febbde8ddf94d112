import Foundation

/// A temporary folder that only its owner can look into.
///
/// It is named after its process, so that a later one can tell whether it is still in use.
struct PrivateFolder {
  /// What a folder is for; the raw value is the start of its name.
  enum Purpose: String {
    case demo = "beerdiary-demo-"
    case openedPhoto = "beerdiary-photo-"
    case editedNotes = "beerdiary-notes-"
  }

  let path: String

  private static var parent: String { FileManager.default.temporaryDirectory.path }

  /// Makes the folder under a name that nobody can foresee, as others may write to the temporary place.
  init(for purpose: Purpose) throws(CommandFailure) {
    var template = Array("\(Self.parent)/\(purpose.rawValue)\(getpid())-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandFailure(
        sentence:
          "No folder can be made in \(Self.parent) (\(String(cString: strerror(errno)))); set TMPDIR.",
        status: .cannotCreate)
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private init(existing path: String) { self.path = path }

  func remove() {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      Console.standardError.line("beerdiary: \(path) could not be removed; remove it yourself.")
    }
  }

  /// Removes what programs left that were ended before they could.
  static func removeLeftovers(of purpose: Purpose) {
    // A place that cannot be read is told of when the folder is made in it.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where isLeftover(name, purpose.rawValue) {
      PrivateFolder(existing: "\(parent)/\(name)").remove()
    }
  }

  private static func isLeftover(_ name: String, _ prefix: String) -> Bool {
    guard name.hasPrefix(prefix), let number = name.dropFirst(prefix.count).split(separator: "-").first,
      let process = pid_t(number), process > 0
    else { return false }
    var facts = stat()
    // Never through a link, and never a folder of someone else's.
    guard lstat("\(parent)/\(name)", &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR,
      facts.st_uid == geteuid()
    else { return false }
    return kill(process, 0) == -1 && errno == ESRCH
  }
}
