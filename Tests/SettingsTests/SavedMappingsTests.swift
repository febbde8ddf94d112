import FixtureStores
import Foundation
import Interchange
import TestSupport
import Testing

@testable import Settings

/// Mappings that the program saves in a file of their own.
@Suite struct SavedMappingsTests {
  private static let club = SavedMapping(
    name: "club",
    assignments: [
      ColumnAssignment(column: "Bier", role: .field(.name)),
      ColumnAssignment(column: "My \"Score\"", role: .field(.rating)),
      ColumnAssignment(column: "a.b=c # [x]", role: .ignored),
    ], identity: ["Nr", "a.b"])

  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("mappings.toml")
  }

  private var mappings: [SavedMapping] { SettingsFile(folder: folder.path).preferences.mappings }

  @Test func theFileHasATableForEachMapping() throws {
    try SettingsFile.save(Self.club, in: folder.path)

    #expect(
      try contents(of: path) == """
        # Written by beerdiary. Comments are not kept.
        [club]
        identity = [ "Nr", "a.b" ]

        [club.columns]
        Bier = "name"
        "My \\"Score\\"" = "rating"
        "a.b=c # [x]" = "ignore"

        """)
    #expect(mappings == [Self.club])
  }

  @Test func aMappingReplacesOneOfItsNameAndNoOther() throws {
    let other = SavedMapping(name: "other", assignments: Self.club.assignments)
    try SettingsFile.save(other, in: folder.path)
    try SettingsFile.save(Self.club, in: folder.path)
    let short = SavedMapping(name: "club", assignments: [Self.club.assignments[0]])
    try SettingsFile.save(short, in: folder.path)

    #expect(mappings == [short, other])
  }

  @Test func aMappingOfAnotherProcessIsNotReplaced() throws {
    let short = SavedMapping(name: "club", assignments: [Self.club.assignments[0]])
    #expect(try SettingsFile.save(Self.club, replacing: nil, in: folder.path) == nil)

    #expect(try SettingsFile.save(short, replacing: nil, in: folder.path) == Self.club)
    #expect(try SettingsFile.save(short, replacing: short, in: folder.path) == Self.club)
    #expect(mappings == [Self.club])
    #expect(try SettingsFile.save(Self.club, replacing: nil, in: folder.path) == nil, "it is the same")
    #expect(try SettingsFile.save(short, replacing: Self.club, in: folder.path) == nil)
    #expect(mappings == [short])
  }

  @Test func mappingsThatAreSavedAtTheSameTimeAreAllKept() async throws {
    let folder = folder.file("a/b")
    let names = (0..<12).map { "m\($0)" }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for name in names {
        group.addTask {
          try SettingsFile.save(SavedMapping(name: name, assignments: Self.club.assignments), in: folder)
        }
      }
      try await group.waitForAll()
    }

    #expect(Set(SettingsFile(folder: folder).savedMappingNames) == Set(names))
  }

  @Test func theConfigurationIsNeverWrittenAndASavedMappingPrecedesIts() throws {
    let configuration = "[import.mappings.club]\nBier = \"style\"\n[import.mappings.mine]\nBier = \"name\"\n"
    try write(configuration, to: folder.file("config.toml"))
    try SettingsFile.save(Self.club, in: folder.path)

    #expect(try String(contentsOfFile: folder.file("config.toml"), encoding: .utf8) == configuration)
    #expect(mappings.map(\.name) == ["mine", "club"])
    #expect(mappings.last == Self.club)
  }

  @Test(arguments: ["club = ", "[club.columns]\nBier = \"nmae\"\n\n[x"])
  func aFileThatIsNotTOMLIsNotReplaced(_ before: String) throws {
    try write(before, to: path)

    #expect(throws: SettingsFile.SavingFailure.self) { try SettingsFile.save(Self.club, in: folder.path) }
    #expect(try contents(of: path) == before)
  }

  @Test(arguments: ["\"\"", "\" \"", "\"Nr\", \", \""])
  func anIdentityWithoutANameIsAMistake(_ identity: String) throws {
    try write("[club]\nidentity = [\(identity)]\n[club.columns]\nBier = \"name\"\n", to: path)
    let file = SettingsFile(folder: folder.path)
    #expect(file.preferences.mappings == [] && file.faultyMappingNames == ["club"])
    #expect(
      file.mistakes.map(\.sentence) == [
        "mappings.toml, line 2, column 12: a column in identity has no name. The mapping “club” cannot be used."
      ])
  }

  @Test func aMappingWithoutColumnsIsAMistake() throws {
    try write("[club]\nidentity = [\"Nr\"]\n", to: path)
    #expect(
      SettingsFile(folder: folder.path).mistakes.first?.sentence.hasSuffix(
        "the mapping “club” has no [club.columns] and cannot be used.") == true)
  }

  @Test func theReasonForAnUnreadableFileIsReported() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let failure = #expect(throws: SettingsFile.SavingFailure.self) {
      try SettingsFile.save(Self.club, in: folder.path)
    }
    #expect(failure?.sentence.contains("it cannot be read as text") == true)
    #expect(failure?.sentence.contains("TOML") == false)
  }

  @Test func onlyTheProgramsOwnFileDecidesWhatIsReplaced() throws {
    try write("[import.mappings.club]\nBier = \"style\"\n", to: folder.file("config.toml"))
    #expect(SettingsFile(folder: folder.path).savedMappingNames == [])
    try SettingsFile.save(Self.club, in: folder.path)
    #expect(SettingsFile(folder: folder.path).savedMappingNames == ["club"])
  }

  @Test func aMappingWithAMistakeIsNotUsedAndStaysInTheFile() throws {
    try write(
      "[mine]\nidentity = 3\n[mine.columns]\nBier = \"name\"\n[next.columns]\nBier = \"nmae\"\n", to: path)
    let sentences = SettingsFile(folder: folder.path).mistakes.map(\.sentence)
    #expect(sentences.count == 2)
    #expect(
      sentences.first?.hasPrefix("mappings.toml, line 2, column 12: identity must be a list of columns")
        == true)
    #expect(sentences.last?.contains("did you mean “name”") == true)

    try SettingsFile.save(Self.club, in: folder.path)
    #expect(mappings == [Self.club])
    #expect(try contents(of: path).contains("nmae"))
  }

  @Test func aLinkStaysALinkAndPermissionsStay() throws {
    let real = folder.file("dotfiles.toml")
    try write("", to: real)
    #expect(chmod(real, 0o640) == 0)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: real)

    try SettingsFile.save(Self.club, in: folder.path)

    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == real)
    #expect(try FileManager.default.attributesOfItem(atPath: real)[.posixPermissions] as? Int == 0o640)
    #expect(mappings == [Self.club])
  }

  @Test func theFolderIsCreated() throws {
    let new = folder.file("a/b")
    try SettingsFile.save(Self.club, in: new)
    #expect(SettingsFile(folder: new).preferences.mappings == [Self.club])
  }

  @Test func aFileThatCannotBeWrittenIsReported() {
    let failure = #expect(throws: SettingsFile.SavingFailure.self) {
      try SettingsFile.save(Self.club, in: "/proc/nowhere")
    }
    #expect(
      failure?.sentence.hasPrefix("The mapping was not saved because /proc/nowhere/mappings.toml cannot be")
        == true)
  }

  @Test(arguments: Seeds.range(0..<300)) func anyNameIsReadBack(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let letters = Array("ab. =\"'\\#[]\t€🍺\u{7F}\u{1}é-_").map(String.init)
    func name() -> String {
      (0..<Int.random(in: 1...6, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" }
        .joined()
    }
    let roles = ColumnMapping.Role.names.compactMap(ColumnMapping.Role.init(named:))
    let mapping = SavedMapping(
      name: "x" + name().filter { $0 != "\t" && $0 != "\u{7F}" && $0 != "\u{1}" },
      assignments: Set((0..<5).map { _ in name() }).map {
        ColumnAssignment(column: $0, role: roles.randomElement(using: &random) ?? .extra)
      },
      identity: (0..<2).map { _ in "x" + name() })

    try SettingsFile.save(mapping, in: folder.path)

    let file = SettingsFile(folder: folder.path)
    #expect(file.mistakes == [], "seed \(seed)")
    let read = try #require(file.preferences.mappings.first)
    #expect(read.name == mapping.name && read.identity == mapping.identity, "seed \(seed)")
    #expect(Set(read.assignments) == Set(mapping.assignments), "seed \(seed)")
  }
}
