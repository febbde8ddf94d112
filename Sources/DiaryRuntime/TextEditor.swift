import DiaryProcess
import DiaryStore
import Foundation
import SQLiteKit

/// The user's editor, which owns the terminal until it exits.
enum TextEditor {
  struct Failure: Error {
    let sentence: String
  }

  /// Lets the user edit a text; returns `nil` if it is unchanged.
  ///
  /// The text is in a private file, in a folder that is removed afterwards.
  ///
  /// - Parameter editor: Lets the user edit the file; returns why that failed, or `nil`.
  static func edit(
    _ text: String, with editor: (_ file: String) -> Failure? = { TextEditor.run(on: $0) }
  ) throws(Failure) -> String? {
    let folder = try privateFolder()
    defer { folder.removeOrReport() }
    let file = folder.path + "/notes.txt"
    guard
      FileManager.default.createFile(
        atPath: file, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    else {
      throw Failure(
        sentence: "A file could not be created in \(folder.path). Set TMPDIR to another folder.")
    }
    if let failure = editor(file) {
      guard let left = FileManager.default.contents(atPath: file), left != Data(text.utf8) else {
        throw failure
      }
      // The file may be the only copy of the user's work.
      folder.keep()
      throw Failure(sentence: "\(failure.sentence) Your text is in \(file).")
    }
    guard let bytes = FileManager.default.contents(atPath: file) else {
      throw Failure(sentence: "The editor removed its file. The notes are unchanged.")
    }
    // Editors end the last line with a newline, which the notes may not have.
    var edited = String(decoding: bytes, as: UTF8.self)
    if edited.hasSuffix("\n"), !text.hasSuffix("\n") { edited.removeLast() }
    return edited == text ? nil : edited
  }

  /// `$VISUAL`, else `$EDITOR`, else `vi`.
  private static var command: String {
    let named = [Environment.process[.visual], Environment.process[.editor]].compactMap { $0 }
    return named.first { !$0.allSatisfy(\.isWhitespace) } ?? "vi"
  }

  private static func privateFolder() throws(Failure) -> ScratchFolder {
    do { return try ScratchFolder.temporary(for: .editedNotes) } catch {
      throw Failure(sentence: error.sentence)
    }
  }

  /// Runs in a shell, because the variable may contain arguments.
  static func run(on file: String) -> Failure? {
    guard let editor = ChildProgram("/bin/sh", ["-c", command + #" "$1""#, "sh", file], .onTerminal) else {
      return Failure(
        sentence: "The editor \(command) could not be started. Set VISUAL or EDITOR to another editor.")
    }
    let status = editor.waitForExit()
    // The exit status of a POSIX shell for an unknown command.
    if status == 127 {
      return Failure(sentence: "The editor \(command) was not found. Set VISUAL or EDITOR to another editor.")
    }
    if status == 0 { return nil }
    return Failure(sentence: "The editor \(command) ended with an error. The notes are unchanged.")
  }
}
