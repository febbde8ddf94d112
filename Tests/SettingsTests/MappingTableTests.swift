import DiaryStore
import DiaryUI
import Foundation
import Interchange
import Testing

@testable import Settings

/// Keeping mappings in the user's configuration.
@Suite struct MappingTableTests {
  private static let club = SavedMapping(
    name: "club",
    assignments: [
      ColumnAssignment(column: "Bier", role: .field(.name)),
      ColumnAssignment(column: "My \"Score\"", role: .field(.rating)),
      ColumnAssignment(column: "a.b=c # [x]", role: .ignored),
    ])
  private static let table = """
    [import.mappings.club]
    "Bier" = "name"
    "My \\"Score\\"" = "rating"
    "a.b=c # [x]" = "ignore"

    """

  private func written(_ text: String, _ mapping: SavedMapping = club) throws -> String {
    try MappingTable(mapping: mapping).written(into: text)
  }

  @Test(arguments: [
    ("", ""), ("theme = \"dark\"  # mine\n", "theme = \"dark\"  # mine\n\n"),
    ("[list]\nsort = \"name\"", "[list]\nsort = \"name\"\n\n"),
  ])
  func isAddedBehindAllElse(_ text: String, _ before: String) throws {
    #expect(try written(text) == before + Self.table)
  }

  @Test func replacesOneOfItsNameAndNothingElse() throws {
    let text = """
      # all mine
      [import.mappings.club]   # for the club
      # the name
      "Bier" = 'name' # as it was
      Punkte = "rating"

      # behind
      [ "import" . mappings . 'other' ]
      Bier = "brewery"
      """
    let expected = """
      # all mine
      [import.mappings.club]   # for the club
      # the name
      "Bier" = 'name' # as it was
      "My \\"Score\\"" = "rating"
      "a.b=c # [x]" = "ignore"

      # behind
      [ "import" . mappings . 'other' ]
      Bier = "brewery"
      """
    #expect(try written(text) == expected)
    #expect(try written(expected) == expected)
    #expect(SettingsFile(text: expected).preferences.mappings.map(\.name) == ["club", "other"])
  }

  @Test func keepsTheEndsOfLines() throws {
    let text = try written("theme = \"dark\"\r\n")
    #expect(text == "theme = \"dark\"\r\n\r\n" + Self.table.replacing("\n", with: "\r\n"))
    #expect(SettingsFile(text: text).preferences.mappings == [Self.club])
  }

  @Test(arguments: [
    "theme = ", "import = { mappings = { club = { Bier = \"style\" } } }",
    "[import]\nmappings.club.Bier = \"style\"",
    "date = \"\"\"\n[import.mappings.club]\n\"\"\"\n", "[import.mappings.club]\nBier = \"\"\"\nname\"\"\"\n",
    "[[import.mappings.club]]\nBier = \"name\"\n", "import = 3\n",
  ])
  func refusesWhatItCannotChangeSafely(_ text: String) {
    #expect(throws: SettingsText.Refusal.self) { try written(text) }
  }

  /// Whatever columns and mappings are called, they come back, and the rest of the file stays.
  @Test(arguments: 0..<300) func anyNameComesBack(_ seed: UInt64) throws {
    var random = SystemRandomNumberGenerator()
    let letters = Array("ab. =\"'\\#[]\t€🍺\u{7F}\u{1}é-_").map(String.init)
    func name() -> String {
      (0..<Int.random(in: 1...6, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" }
        .joined()
    }
    let roles = ColumnMapping.Role.names.compactMap(ColumnMapping.Role.init(named:))
    let columns = Set((0..<5).map { _ in name() }).sorted()
    let mapping = SavedMapping(
      name: "x" + name().filter { $0 != "\t" && $0 != "\u{7F}" && $0 != "\u{1}" },
      assignments: columns.map {
        ColumnAssignment(column: $0, role: roles.randomElement(using: &random) ?? .extra)
      })
    let before = "theme = \"dark\"\n[import.mappings.other]\nBier = \"name\"\n"

    let once = try written(before, mapping)
    #expect(once.hasPrefix(before))
    let twice = try written(once, SavedMapping(name: mapping.name, assignments: [mapping.assignments[0]]))
    let file = SettingsFile(text: once)
    #expect(file.mistakes == [])
    #expect(file.preferences.mappings.first { $0.name == mapping.name } == mapping, "seed \(seed)")
    #expect(
      SettingsFile(text: twice).preferences.mappings.first { $0.name == mapping.name }?.assignments.count == 1
    )
  }

  @Test func theFileIsReplacedAsAWhole() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "settings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let real = folder.appending(path: "dotfiles.toml").path
    let link = folder.appending(path: "config.toml").path
    try Data("theme = \"dark\"\n".utf8).write(to: URL(fileURLWithPath: real))
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: real)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)

    try SettingsFile.save(Self.club, in: link)

    #expect(try String(contentsOfFile: real, encoding: .utf8) == "theme = \"dark\"\n\n" + Self.table)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == real)
    let mode = try FileManager.default.attributesOfItem(atPath: real)[.posixPermissions] as? Int
    #expect(mode == 0o640)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "config.toml", "dotfiles.toml",
      ])
    // So is one that its link leads to in vain.
    try FileManager.default.removeItem(atPath: real)
    try SettingsFile.save(Self.club, in: link)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == real)
    #expect(try String(contentsOfFile: real, encoding: .utf8) == Self.table)
    // Where there is none, it is made with its folder.
    let new = folder.appending(path: "a/b/config.toml").path
    try SettingsFile.save(Self.club, in: new)
    #expect(SettingsFile(path: new).preferences.mappings == [Self.club])
  }

  @Test func whatCannotBeChangedIsTold() {
    let failure = #expect(throws: SettingsFile.SavingFailure.self) {
      try SettingsFile.save(Self.club, in: "/proc/nowhere/config.toml")
    }
    #expect(failure?.sentence.hasPrefix("The mapping was not kept, as /proc/nowhere/config.toml") == true)
  }
}
