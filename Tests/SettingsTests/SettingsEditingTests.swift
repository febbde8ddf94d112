import DiaryText
import Foundation
import Settings
import TestSupport
import Testing

/// The file of the settings in an editor.
@Suite struct SettingsEditingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { SettingsFile.path(in: folder.path) }

  @Test func aMissingFileIsCreatedWithAllSettingsAsComments() throws {
    let settings = folder.path + "/new"
    var seen = ""
    let edited = try SettingsFile.edit(in: settings) { path in
      seen = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return nil
    }
    #expect(edited == nil)
    #expect(seen == SettingsFile.template)
    #expect(seen.contains("# date = \"words\"\n"))
  }

  @Test func theTemplateHasTheValuesToWrite() {
    let text = SettingsFile.template.replacing("\n# ", with: " ")
    #expect(text.contains("Values: \"words\", \"iso\", \"dots\", \"slashes\". date = \"words\""))
    #expect(text.contains("Values: \"all\", \"recent\". sync.photos = \"all\""))
    #expect(!text.contains("Values: true"))
  }

  @Test func theTemplateSetsNothing() {
    let file = SettingsFile(text: SettingsFile.template)
    #expect(file.preferences == Preferences() && file.mistakes.isEmpty)
  }

  @Test func allSettingsInTheTemplateAreValidTogether() {
    let named = ["PART", "ACTION", "NAME"]
    let lines = SettingsFile.template.split(separator: "\n").filter { line in
      line.contains(#/^# [a-z.-]+ = /#) && !named.contains { line.contains($0) }
    }
    let file = SettingsFile(text: lines.map { String($0.dropFirst(2)) }.joined(separator: "\n"))
    #expect(lines.count > 8 && file.mistakes.isEmpty)
  }

  @Test func aFileThatExistsIsEditedAsItIs() throws {
    try write("# mine\n", to: path)
    #expect(try SettingsFile.edit(in: folder.path) { _ in nil } == nil)
    #expect(try contents(of: path) == "# mine\n")
  }

  @Test func changesOfTheUserAreRead() throws {
    let edited = try SettingsFile.edit(in: folder.path) { path in
      #expect(throws: Never.self) { try write("date = \"iso\"\nmouse = 3\n", to: path) }
      return nil
    }
    let file = try #require(edited)
    #expect(file.preferences.dateFormat == .iso && file.mistakes.count == 1)
  }

  @Test func aFailedEditorIsReportedUnlessItChangedTheFile() throws {
    let problem = Problem(sentence: "The editor x ended with an error. Nothing was changed.")
    #expect(throws: problem) { try SettingsFile.edit(in: folder.path) { _ in problem } }

    let edited = try SettingsFile.edit(in: folder.path) { _ in
      #expect(throws: Never.self) { try write("date = \"dots\"\n", to: path) }
      return problem
    }
    #expect(edited?.preferences.dateFormat == .dots)
  }

  @Test func aFolderThatCannotBeCreatedIsReported() throws {
    try write("", to: path)
    #expect(throws: Problem.self) { try SettingsFile.edit(in: path + "/folder") { _ in nil } }
  }
}
