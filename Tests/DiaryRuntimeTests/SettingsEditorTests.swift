import Foundation
import Settings
import TestSupport
import Testing

@testable import DiaryRuntime

/// The settings in the user's editor.
@Suite struct SettingsEditorTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns the sentences about the mistakes after the file was replaced; `nil` if it is unchanged.
  private func mistakes(afterWriting text: String) throws -> [String]? {
    let editor = SettingsEditor(folder: folder.path) { path in
      #expect(throws: Never.self) { try Data(text.utf8).write(to: URL(filePath: path)) }
      return nil
    }
    return try editor.edit().get().map { $0.mistakes.map(\.sentence) }
  }

  @Test func mistakesInKeysAreFoundAsWell() throws {
    let mistakes = try #require(try mistakes(afterWriting: "date = \"never\"\nkeys.ad = \"F3\"\n"))
    #expect(mistakes.count == 2)
    #expect(mistakes[0].hasPrefix("config.toml, line 1"))
    #expect(mistakes[1].contains("unknown action “ad”"))
  }

  @Test func settingsWithoutMistakesHaveNone() throws {
    #expect(try mistakes(afterWriting: "date = \"iso\"\n") == [])
  }
}
