import DiaryProcess
import Foundation
import TestSupport
import Testing

/// Editing notes in a file, with a function as the editor.
@Suite struct TextEditorTests {
  /// Writes a text into the file as an editor that ends without an error.
  private static func write(_ text: String, to file: String) -> TextEditor.Failure? {
    FileManager.default.createFile(atPath: file, contents: Data(text.utf8))
      ? nil : TextEditor.Failure(sentence: "The file was not written.")
  }

  private static let edits: [(text: String, written: String, edited: String?)] = [
    ("old", "new", "new"), ("old", "new\n", "new"), ("old\n", "new\n", "new\n"),
    ("old", "new\n\n", "new\n"), ("old", "", ""), ("", "new\n", "new"), ("old", "old", nil),
    ("old", "old\n", nil), ("old\n", "old\n", nil), ("old\n", "old", "old"),
    ("o\r\nld", "o\r\nld\r\n", nil), ("o\r\nld", "new\r\n", "new"), ("old\r\n", "old\r\n", nil),
  ]

  @Test(arguments: edits)
  func aChangedTextIsReturned(_ text: String, _ written: String, _ edited: String?) throws {
    #expect(try TextEditor.edit(text, with: { Self.write(written, to: $0) }) == edited)
  }

  @Test func theEditorIsTheChosenOneOrTheFirstUsualOneThatIsInstalled() throws {
    let folder = try TemporaryFolder()
    func command(_ variables: [String: String] = [:]) -> String {
      TextEditor.command(Environment(variables.merging(["PATH": "/nowhere:\(folder.path)"]) { $1 }))
    }
    func install(_ name: String) {
      let isCreated = FileManager.default.createFile(
        atPath: folder.file(name), contents: nil, attributes: [.posixPermissions: 0o755])
      #expect(isCreated)
    }
    #expect(command() == "vi")
    install("nano")
    #expect(command() == "nano")
    install("editor")
    #expect(command() == "editor")
    #expect(command(["EDITOR": "ed"]) == "ed")
    #expect(command(["VISUAL": "emacs -nw", "EDITOR": "ed"]) == "emacs -nw")
    #expect(command(["VISUAL": " ", "EDITOR": ""]) == "editor")
  }

  @Test(
    arguments: [
      ("nano", "nano"), ("emacs -nw", "emacs"), ("/opt/my-editors/ed", "ed"), ("TERM=xterm vim", nil),
      ("'/opt/my editors/ed'", nil), ("$HOME/ed", nil),
    ] as [(String, String?)])
  func theEditorIsNamedAfterItsProgram(_ command: String, _ name: String?) {
    #expect(TextEditor.name(Environment(["VISUAL": command])) == name)
  }

  @Test func theUsualEditorIsNamedAfterTheOneThatItIsALinkTo() throws {
    let folder = try TemporaryFolder()
    let isCreated = FileManager.default.createFile(
      atPath: folder.file("nano"), contents: nil, attributes: [.posixPermissions: 0o755])
    #expect(isCreated)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("editor"), withDestinationPath: folder.file("nano"))

    #expect(TextEditor.name(Environment(["PATH": folder.path])) == "nano")
  }

  @Test func vimIsCalledVimWhateverItsPackageCallsIt() throws {
    let folder = try TemporaryFolder()
    let isCreated = FileManager.default.createFile(
      atPath: folder.file("vim.basic"), contents: nil, attributes: [.posixPermissions: 0o755])
    #expect(isCreated)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("editor"), withDestinationPath: folder.file("vim.basic"))

    #expect(TextEditor.name(Environment(["PATH": folder.path])) == "vim")
  }

  @Test func theTextIsInAPrivateFileUntilTheEnd() throws {
    var file = ""
    var permissions: mode_t = 0
    var content: String?
    _ = try TextEditor.edit("Dark fruit") { path in
      var status = stat()
      if stat(path, &status) == 0 { permissions = status.st_mode & 0o777 }
      content = try? String(contentsOfFile: path, encoding: .utf8)
      file = path
      return nil
    }
    #expect(content == "Dark fruit")
    #expect(permissions == 0o600)
    #expect(!FileManager.default.fileExists(atPath: (file as NSString).deletingLastPathComponent))
  }

  @Test func textThatIsNotUTF8IsReadAsAnImportReadsIt() throws {
    let edited = try TextEditor.edit("cafe") { path in
      let isWritten = FileManager.default.createFile(
        atPath: path, contents: Data([0x63, 0x61, 0x66, 0xE9, 0x0A]))
      return isWritten ? nil : TextEditor.Failure(sentence: "The file was not written.")
    }
    #expect(edited == "café")
  }

  @Test func aRemovedFileIsReported() {
    let error = #expect(throws: TextEditor.Failure.self) {
      try TextEditor.edit("old") { file in
        unlink(file)
        return nil
      }
    }
    #expect(error?.sentence == "The editor removed its file. Nothing was changed.")
  }

  @Test func anEditorThatFailsIsReported() {
    var file = ""
    let error = #expect(throws: TextEditor.Failure.self) {
      try TextEditor.edit("old") { path in
        file = path
        return TextEditor.Failure(sentence: "The editor was not found.")
      }
    }
    #expect(error?.sentence == "The editor was not found.")
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func textThatWasWrittenBeforeTheEditorFailedIsKept() throws {
    var file = ""
    let error = #expect(throws: TextEditor.Failure.self) {
      try TextEditor.edit("old") { path in
        file = path
        return Self.write("new", to: path) ?? TextEditor.Failure(sentence: "The editor crashed.")
      }
    }
    defer { try? FileManager.default.removeItem(atPath: (file as NSString).deletingLastPathComponent) }
    #expect(error?.sentence == "The editor crashed. Your text is in \(file).")
    #expect(error?.keptText == "Your text is in \(file).")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "new")
  }

  @Test func anEditorLikeViThatTheUserHasNotChosenIsIntroducedWithHowItIsLeft() throws {
    let announcement = try #require(TextEditor.announcement(Environment(["PATH": "/nowhere"])))
    #expect(announcement.sentence.hasPrefix("Opening vi. To save and leave it, press Esc, type :wq"))
    #expect(announcement.waits)
  }

  @Test(arguments: [("nano", nil), ("/usr/bin/vim -u NONE", nil), ("code --wait", "Opening code.")])
  func anEditorThatTheUserHasChosenIsIntroducedIfItMayOpenAWindow(_ editor: String, _ sentence: String?) {
    let announcement = TextEditor.announcement(Environment(["PATH": "/nowhere", "EDITOR": editor]))
    #expect(announcement?.sentence == sentence && announcement?.waits != true)
  }
}
