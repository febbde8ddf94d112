import DiaryStore
import SQLiteKit
import Testing

@Suite struct SuggestedCommandTests {
  @Test(arguments: [
    ("/home/ada/diary.sqlite", "/home/ada/diary.sqlite"), ("/my stuff/old.sqlite", "'/my stuff/old.sqlite'"),
    ("/Ada's", "'/Ada'\\''s'"), ("$(reboot)", "'$(reboot)'"), ("~", "'~'"), ("", "''"), ("Bière", "'Bière'"),
  ])
  func aPathIsQuotedIfAShellWouldSplitIt(_ path: String, _ word: String) {
    #expect(
      SuggestedCommand.text(["--migrate-only"], store: path) == "`beerdiary --migrate-only --store \(word)`")
  }

  @Test func noCommandIsSuggestedForADiaryInAFolderThatDoesNotExist() {
    #expect(
      StoreError.notFound(path: "/nope/x.sqlite").sentence
        == "There is no diary at /nope/x.sqlite, because its folder does not exist. Check the path, or make the "
        + "folder first.")
  }

  @Test func everySentenceWithAPathHasOneThatCanBeCopied() {
    // The folder exists.
    let path = "/tmp/my old.sqlite"
    let errors: [OpeningError] = [
      .store(.notFound(path: path)), .needsMigration(path: path), .legacyStore(path: path),
      .unexpectedSchemaObjects(path: path, objects: ["trigger \"evil\""]),
    ]
    for error in errors {
      let commands = error.sentence.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map(\.element)
      #expect(
        !commands.isEmpty && commands.allSatisfy { $0.hasSuffix("--store '\(path)'") }, "\(error.sentence)")
    }
  }
}
