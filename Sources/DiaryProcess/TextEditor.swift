import DiaryStore
import Foundation
import Interchange
import SQLiteKit

/// The user's editor, which owns the terminal until it exits.
package enum TextEditor {
  /// The error that a text could not be edited.
  package struct Failure: Error {
    /// A sentence for the user, with ``keptText``.
    package let sentence: String
    /// The sentence that says where the user's text is; `nil` if none is kept.
    package let keptText: String?

    /// Creates a failure with a sentence for the user, after which the one that says where the text is comes.
    package init(sentence: String, keptText: String? = nil) {
      self.sentence = [sentence, keptText].compactMap { $0 }.joined(separator: " ")
      self.keptText = keptText
    }
  }

  /// Lets the user edit a text; returns `nil` if it is unchanged.
  ///
  /// - Parameter editor: Lets the user edit the file; returns why that failed, or `nil`.
  package static func edit(
    _ text: String, with editor: (_ file: String) -> Failure? = { TextEditor.run(on: $0) }
  ) throws(Failure) -> String? {
    let file = try EditedFile(text, named: "notes.txt")
    defer { file.remove() }
    // Editors add a line ending to the last line, CRLF in files from Windows; the notes may not have had one.
    var edited = try file.edit(with: editor)
    if edited.last?.endsLine == true, text.last?.endsLine != true { edited.removeLast() }
    return edited == text ? nil : edited
  }

  /// The editors for users who have chosen none: Debian's default editor, then the one that says how it is left.
  private static let usualEditors = ["editor", "nano", "vi"]

  /// The command of the user's editor: `$VISUAL`, else `$EDITOR`, else the first usual editor that is installed.
  package static func command(_ environment: Environment) -> String {
    let named = [environment[.visual], environment[.editor]].compactMap { $0 }
    return named.first { !$0.allSatisfy(\.isWhitespace) }
      ?? usualEditors.first { environment.program(named: $0) != nil } ?? "vi"
  }

  /// The name of the program that ``command(_:)`` starts; `nil` if the command does more than that.
  package static func name(_ environment: Environment) -> String? {
    guard let program = command(environment).split(whereSeparator: \.isWhitespace).first.map(String.init),
      program.wholeMatch(of: /[A-Za-z0-9._+\/-]+/) != nil
    else { return nil }
    // Debian's `editor` is a link to the editor that is meant.
    if program == "editor", let link = environment.program(named: program) {
      let name = URL(fileURLWithPath: link).resolvingSymlinksInPath().lastPathComponent
      // Its package has programs such as `vim.basic` and `vim.tiny`.
      return name.hasPrefix("vim.") ? "vim" : name
    }
    return URL(fileURLWithPath: program).lastPathComponent
  }

  /// What is printed before the editor is opened.
  package struct Announcement {
    /// One or two sentences for the user.
    package let sentence: String
    /// Whether the user has to read it first: the editor was not chosen, hides it, and does not say how it is left.
    package let waits: Bool

    package init(sentence: String, waits: Bool) {
      self.sentence = sentence
      self.waits = waits
    }
  }

  /// Editors with the commands of vi.
  private static let likeVi = ["vi", "vim", "nvim", "vim.tiny", "vim.basic", "nvi", "view"]

  /// Returns a note to print before an editor opens: its name, because it may open in a window of its own, and for editors
  /// like vi how to leave it.
  ///
  /// `nil` for nano, which says how it is left, and for one like vi that the user has chosen.
  package static func announcement(_ environment: Environment) -> Announcement? {
    let name = name(environment) ?? "your editor"
    if name == "nano" || likeVi.contains(name) && isChosen(environment) { return nil }
    guard likeVi.contains(name) else { return Announcement(sentence: "Opening \(name).", waits: false) }
    return Announcement(
      sentence: "Opening \(name). To save and leave it, press Esc, type :wq and press Enter. "
        + "To leave it without saving, type :q! instead.",
      waits: true)
  }

  /// Whether `$VISUAL` or `$EDITOR` names an editor.
  private static func isChosen(_ environment: Environment) -> Bool {
    [environment[.visual], environment[.editor]].contains { $0?.allSatisfy(\.isWhitespace) == false }
  }

  /// Runs the user's editor on a file; returns why that failed, or `nil`.
  ///
  /// It runs in a shell, because the variable may contain arguments.
  package static func run(on file: String, _ environment: Environment = .process) -> Failure? {
    let command = command(environment)
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
    return Failure(sentence: "The editor \(command) ended with an error. Nothing was changed.")
  }

  /// Runs the user's editor for a command; a signal ends the command only after the editor has exited, see ``ending``.
  ///
  /// - Returns: Why the editor failed, or `nil`.
  package static func runCatchingSignals(on file: String, _ environment: Environment) -> Failure? {
    InterruptNotice.throughout { run(on: file, environment) }
  }

  /// The error that ends a command like the signal that arrived while its editor ran; `nil` if none did.
  ///
  /// Ctrl-C was for the editor.
  package static var ending: EndedBySignal? {
    InterruptNotice.ending.flatMap { $0.number == SIGINT ? nil : $0 }
  }
}

extension Character {
  fileprivate var endsLine: Bool { self == "\n" || self == "\r\n" }
}

/// A private file with a text that the user edits, in a folder that is removed unless the text is kept.
package struct EditedFile {
  /// The path of the file.
  package let path: String
  private let folder: ScratchFolder
  private let original: String

  /// Creates the file.
  package init(_ text: String, named name: String) throws(TextEditor.Failure) {
    folder = try Self.privateFolder()
    path = folder.path + "/" + name
    original = text
    guard
      FileManager.default.createFile(
        atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    else {
      throw TextEditor.Failure(
        sentence: "A file could not be created in \(folder.path). Set TMPDIR to another folder.")
    }
  }

  private static func privateFolder() throws(TextEditor.Failure) -> ScratchFolder {
    do { return try ScratchFolder.temporary(for: .editedNotes) } catch {
      throw TextEditor.Failure(sentence: error.sentence)
    }
  }

  /// Lets the user edit the file, and returns its text, as ``ForeignText`` decodes it.
  ///
  /// If the editor fails, a text that it has written is kept.
  ///
  /// - Parameter editor: Lets the user edit the file; returns why that failed, or `nil`.
  package func edit(with editor: (_ file: String) -> TextEditor.Failure?) throws(TextEditor.Failure)
    -> String
  {
    if let failure = editor(path) {
      guard let left = FileManager.default.contents(atPath: path), left != Data(original.utf8) else {
        throw failure
      }
      throw TextEditor.Failure(sentence: failure.sentence, keptText: keep())
    }
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw TextEditor.Failure(sentence: "The editor removed its file. Nothing was changed.")
    }
    return ForeignText.decode(Array(bytes))
  }

  /// Keeps the file, which may be the only copy of the user's work, and returns a sentence that says where it is.
  package func keep() -> String {
    folder.keep()
    return "Your text is in \(path)."
  }

  /// Removes the file, unless it is kept.
  package func remove() { folder.removeOrReport() }
}
