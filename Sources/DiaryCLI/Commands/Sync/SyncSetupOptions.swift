import ArgumentParser
import DiaryProcess
import DiaryStore
import DiarySync
import Foundation
import SyncStores

/// Where a diary is stored, how this device can be recognized, and where the passphrase comes from: never an argument,
/// which other users could see.
struct SyncSetupOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      """
      Read the passphrase from the first line of this file, or of standard input if it is -. Default: \
      $BEERDIARY_SYNC_PASSPHRASE, else it is asked for.
      """, valueName: "file"), completion: .file())
  var passphraseFile: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How other devices name this one. Default: the name of the computer.", valueName: "name"))
  var deviceName: String?

  @Argument(
    help: ArgumentHelp(
      "The store: a folder, rclone:REMOTE:PATH, or postgresql://ROLE@HOST/DATABASE.", valueName: "location"),
    completion: .directory)
  var location: String

  mutating func validate() throws {
    if location.isEmpty { throw ValidationError("sync requires the location of the store.") }
    if deviceName?.isEmpty == true { throw ValidationError("--device-name requires a name.") }
    if passphraseFile?.isEmpty == true {
      throw ValidationError("--passphrase-file requires the path of a file.")
    }
  }

  /// The location as the user typed it, with an absolute path.
  func storeLocation(in context: CommandContext) throws -> StoreLocation {
    do {
      return try StoreLocation(
        location, currentFolder: FileManager.default.currentDirectoryPath, home: context.folders.home)
    } catch {
      throw CommandFailure(sentence: error.sentence, status: .usage)
    }
  }

  /// The name of the computer, which is not looked up in the network.
  static var hostName: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "device" }
    let text = withUnsafeBytes(of: &name.nodename) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return text.isEmpty ? "device" : text
  }
}

// MARK: - Passphrases

extension SyncSetupOptions {
  /// Returns the passphrase from a file, from the environment, or as the user types it.
  ///
  /// - Parameters:
  ///   - command: The subcommand that needs it.
  ///   - isNew: Whether it is chosen now, so that the user types it twice.
  /// - Throws: `CommandFailure` if it is empty, or if a new one is too short.
  func passphrase(for command: String, isNew: Bool, in context: CommandContext) throws -> String {
    if let passphrase = try given(context) {
      try Self.check(passphrase, isNew: isNew)
      return passphrase
    }
    return try typed(for: command, isNew: isNew, in: context)
  }

  /// The minimum length of a new passphrase, in characters; one that exists already may be shorter.
  static let minLength = 8

  private static func check(_ passphrase: String, isNew: Bool) throws(CommandFailure) {
    if passphrase.isEmpty { throw CommandFailure(SyncFailure.emptyPassphrase) }
    if isNew, passphrase.count < minLength {
      throw CommandFailure(
        sentence: """
          The passphrase is too short. Choose one of at least \(minLength) characters, such as a few words.
          """, status: .usage)
    }
  }

  private func given(_ context: CommandContext) throws -> String? {
    guard let passphraseFile else {
      return context.environment[.syncPassphrase].flatMap { $0.isEmpty ? nil : $0 }
    }
    if passphraseFile == Self.standardInput { return context.input.readHiddenLine() ?? "" }
    return try Self.firstLine(of: passphraseFile)
  }

  private static let standardInput = "-"

  /// The maximum size of the first line of a file, in bytes.
  private static let maxLineSize = 65_536

  private static func firstLine(of path: String) throws -> String {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw CommandFailure(sentence: "\(path) is a folder. Name a text file in it.", status: .noInput)
    }
    let bytes: Data?
    do {
      // Not read as a whole, because it may be a pipe, whose size is not known.
      bytes = try FileHandle(forReadingFrom: URL(fileURLWithPath: path)).read(upToCount: maxLineSize)
    } catch let error as CocoaError {
      // The error of a `FileHandle` does not name the file.
      throw CocoaError(error.code, userInfo: [NSFilePathErrorKey: path])
    }
    var line = (bytes ?? Data()).prefix { $0 != UInt8(ascii: "\n") }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    guard line.count < maxLineSize, let text = String(data: line, encoding: .utf8) else {
      throw CommandFailure(
        sentence: "The first line of \(path) is not a passphrase. Name a text file.", status: .badData)
    }
    // Some editors begin a file with a byte order mark, which no one types.
    return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
  }

  private func typed(for command: String, isNew: Bool, in context: CommandContext) throws -> String {
    try context.requireQuestions(
      orRefuse: "sync \(command) requires the passphrase",
      advice: "Use --passphrase-file FILE, or set BEERDIARY_SYNC_PASSPHRASE.")
    let location = try storeLocation(in: context)
    context.progress.show("Opening the store")
    try context.synchronizing { try context.syncSession.check(location, hasDiary: !isNew) }
    context.progress.end()
    let passphrase = context.askHidden(isNew ? "New passphrase:" : "Passphrase:") ?? ""
    try Self.check(passphrase, isNew: isNew)
    if isNew, context.askHidden("The same passphrase again:") != passphrase {
      throw CommandFailure(
        sentence: "The two passphrases are different. Nothing was changed.", status: .usage)
    }
    return passphrase
  }
}

extension CommandContext {
  /// Asks a question and returns the line that the user types, without showing it; `nil` at the end of the input.
  func askHidden(_ question: String) -> String? {
    errors.question(question)
    let line = input.readHiddenLine()
    // The line that ends what was typed was not shown either.
    errors.line()
    return line
  }
}
