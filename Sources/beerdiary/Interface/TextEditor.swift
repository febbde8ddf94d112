import Foundation

/// The user's own editor, which has the terminal until it ends.
enum TextEditor {
  struct Failure: Error {
    let sentence: String
  }

  /// Lets the user change a text; `nil` where it was left as it is.
  ///
  /// The text is in a file that only the user can read, in a folder that goes with it.
  static func edit(_ text: String) throws(Failure) -> String? {
    let folder = try makeFolder()
    defer {
      // A temporary folder: where it cannot be removed, the system will.
      try? FileManager.default.removeItem(atPath: folder)
    }
    let file = folder + "/notes.txt"
    guard
      FileManager.default.createFile(
        atPath: file, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    else { throw Failure(sentence: "No file can be made in \(folder); set TMPDIR.") }
    try run(on: file)
    guard let bytes = FileManager.default.contents(atPath: file) else {
      throw Failure(sentence: "The editor left no text behind; the notes stay as they were.")
    }
    // Editors end the last line, which the notes need not have.
    var edited = String(decoding: bytes, as: UTF8.self)
    if edited.hasSuffix("\n"), !text.hasSuffix("\n") { edited.removeLast() }
    return edited == text ? nil : edited
  }

  /// `$VISUAL`, else `$EDITOR`, else what every system has.
  private static var command: String {
    let environment = ProcessInfo.processInfo.environment
    let named = [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }
    return named.first { !$0.allSatisfy(\.isWhitespace) } ?? "vi"
  }

  private static func makeFolder() throws(Failure) -> String {
    let parent = FileManager.default.temporaryDirectory.path
    var template = Array("\(parent)/beerdiary-notes-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure(sentence: "No folder can be made in \(parent); set TMPDIR.")
    }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Through the shell, as the variable may hold arguments; signals are as any program expects them.
  private static func run(on file: String) throws(Failure) {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let words = ["/bin/sh", "-c", command + #" "$1""#, "sh", file]
    let arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    guard posix_spawn(&process, "/bin/sh", nil, &attributes, arguments, environ) == 0 else {
      throw Failure(sentence: "The editor \(command) cannot be started; set EDITOR.")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else {
      throw Failure(sentence: "The editor \(command) ended with an error; the notes stay as they were.")
    }
  }
}
